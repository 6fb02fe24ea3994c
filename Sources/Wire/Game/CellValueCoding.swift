package import Lobby

/// What a journal notes of a cell, so that an entry can be taken back: null, a number or a text.
package enum CellValueCoding {
    package static func encode(_ value: CellValue) -> [UInt8] {
        var writer = ElementWriter()
        writer.value(value)
        return writer.json.take()
    }

    /// Nil if no cell has such a value.
    package static func decode(_ bytes: [UInt8]) -> CellValue? {
        var json = JSONReader(bytes)
        do throws(WireError) {
            if try json.isNull() { return .empty }
            if json.peek() == UInt8(ascii: "\"") { return .text(try json.string()) }
            return .number(try json.integer())
        } catch {
            return nil
        }
    }
}

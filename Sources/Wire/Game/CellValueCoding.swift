package import Lobby

/// The value of a cell in a journal, so that an entry can be taken back: null, a number or a text.
package enum CellValueCoding {
    package static func encode(_ value: CellValue) -> [UInt8] {
        var writer = ElementWriter()
        writer.value(value)
        return writer.json.take()
    }

    /// Reads a value; nil if no cell has such a one.
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

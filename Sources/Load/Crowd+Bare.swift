/// Numbers of bytes that stand in for messages.
///
/// A connection begins with 16 bytes: lobby, the phone's place, bytes of an edit, bytes of a
/// delivered frame, each a little-endian number of 32 bits. It is answered with one byte. After
/// that, every edit is so many bytes, its first two the sender's place; every phone of the lobby
/// gets a frame that begins with the same two.
package struct BareSizes: Equatable, Sendable {
    package var editBytes: Int
    package var frameBytes: Int

    static let greetingBytes = 16
    static let markBytes = 2
    /// The bound of both sizes.
    static let bytesMax = 65_536

    package init(editBytes: Int, frameBytes: Int) {
        self.editBytes = min(max(editBytes, Self.markBytes), Self.bytesMax)
        self.frameBytes = min(max(frameBytes, Self.markBytes), Self.bytesMax)
    }

    func greeting(game: Int, place: Int) -> [UInt8] {
        [game, place, editBytes, frameBytes].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
    }

    /// Makes `bytes` so many edits.
    func writeEdits(_ count: Int, place: Int, to bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(0, count: count * editBytes))
        for number in 0..<count {
            bytes[number * editBytes] = UInt8(truncatingIfNeeded: place)
            bytes[number * editBytes + 1] = UInt8(truncatingIfNeeded: place >> 8)
        }
    }
}

extension Crowd {
    mutating func consumeBare(_ bytes: Span<UInt8>, _ index: Int, _ sizes: BareSizes) -> Int {
        var place = 0
        if phones[index].stage == .upgrading, bytes.count > 0 {
            place = 1
            arrive(index)
        }
        while phones[index].descriptor >= 0, place + sizes.frameBytes <= bytes.count {
            relayed(Int(bytes[place]) | Int(bytes[place + 1]) << 8, 1, to: index)
            place += sizes.frameBytes
        }
        return place
    }
}

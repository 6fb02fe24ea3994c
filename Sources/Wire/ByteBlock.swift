/// Eight bytes of a text, looked at together.
struct ByteBlock {
    static let byteCount = 8

    /// The bytes as a number; the first one is the lowest.
    let bits: UInt64

    @inline(__always)
    init(littleEndian bits: UInt64) { self.bits = UInt64(littleEndian: bits) }

    /// The number of bytes that stand for themselves in a JSON string before the first that
    /// doesn't: a quotation mark, a backslash, a control character, or a part of a sign beyond
    /// ASCII.
    ///
    /// The highest bit of each byte tells. The subtractions borrow from higher bytes, and may so
    /// mark one behind the first, but none before it.
    @inline(__always)
    var plainCount: Int {
        let quotes = bits ^ Self.all(UInt8(ascii: "\""))
        let backslashes = bits ^ Self.all(UInt8(ascii: "\\"))
        let areQuotes = (quotes &- Self.all(1)) & ~quotes
        let areBackslashes = (backslashes &- Self.all(1)) & ~backslashes
        let areControls = (bits &- Self.all(0x20)) & ~bits
        let marks = (areQuotes | areBackslashes | areControls | bits) & Self.all(0x80)
        return marks.trailingZeroBitCount / 8
    }

    /// The first `count` bytes; the others are 0.
    @inline(__always)
    func prefix(_ count: Int) -> UInt64 { count == 0 ? 0 : bits & (.max >> UInt64(64 - 8 * count)) }

    @inline(__always)
    private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) * 0x0101_0101_0101_0101 }
}

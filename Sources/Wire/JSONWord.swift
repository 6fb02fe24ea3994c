/// A short text that is to be compared with what is known, such as the name of a field. It stands
/// in registers, without a `String`, and a few instructions compare it with a literal.
package struct JSONWord: Hashable, ExpressibleByStringLiteral {
    /// The longest text; longer ones are equal to no literal.
    static let bytesMax = 24

    private var head: UInt64 = 0
    private var middle: UInt64 = 0
    private var tail: UInt64 = 0
    private var count = 0

    init(_ utf8: Span<UInt8>) {
        for place in utf8.indices { append(utf8[place]) }
    }

    /// Takes the first bytes of a block.
    @inline(__always)
    init(_ block: ByteBlock, count: Int) {
        head = block.prefix(count)
        self.count = count
    }

    /// Inlined, this becomes four constants.
    @inline(__always)
    package init(stringLiteral literal: StaticString) {
        assert(literal.utf8CodeUnitCount <= Self.bytesMax)
        for place in 0..<literal.utf8CodeUnitCount { append(unsafe literal.utf8Start[place]) }
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        let bits = UInt64(byte) << UInt64(count % 8 * 8)
        switch count {
        case ..<8: head |= bits
        case ..<16: middle |= bits
        default: tail |= bits
        }
        count += 1
    }
}

/// The XOR of payload bytes with a frame's masking key (RFC 6455 section 5.3), in one pass with
/// the copy to where the bytes are wanted: 16 bytes at a time, then the rest one by one. The same
/// pass notices whether all of them are ASCII, so that such text needs no second look.
struct Masking: Sendable {
    /// The key, turned so that the next payload byte meets the low eight bits.
    private var key: UInt32

    /// Begins with a key in the order of the wire: the first byte is the most significant. A key of
    /// 0 copies.
    init(_ mask: UInt32) { key = mask.byteSwapped }

    /// Appends `source`, masked or unmasked, to `bytes`. Returns whether everything appended is
    /// ASCII. Memory grows with what has arrived, never with what a header announced.
    mutating func append(_ source: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: source.count))
        var target = bytes.mutableSpan
        var allBits = appendBlocks(source, to: &target, at: start)
        for index in (source.count & ~15)..<source.count {
            let byte = source[index] ^ UInt8(truncatingIfNeeded: key)
            key = key >> 8 | key << 24
            target[start + index] = byte
            allBits |= UInt64(byte)
        }
        return allBits & 0x8080_8080_8080_8080 == 0
    }

    /// Appends whole blocks, which leave the key as it was, since 16 is a multiple of its four
    /// bytes. Returns the bits that any byte had.
    private func appendBlocks(
        _ source: Span<UInt8>, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> UInt64 {
        typealias Block = SIMD2<UInt64>
        let pattern = Block(repeating: (UInt64(key) << 32 | UInt64(key)).littleEndian)
        var allBits = Block()
        // Every access is checked against its span's bounds, and any 16 bytes are a block.
        let input = unsafe source.bytes
        var output = unsafe target.mutableBytes
        var index = 0
        while index + 16 <= input.byteCount {
            let block = unsafe input.unsafeLoadUnaligned(fromByteOffset: index, as: Block.self)
            let masked = block ^ pattern
            output.storeBytes(of: masked, toByteOffset: start + index, as: Block.self)
            allBits |= masked
            index += 16
        }
        return allBits.x | allBits.y
    }
}

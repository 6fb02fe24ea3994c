/// SHA-1 (RFC 3174), only for the handshake's accept key, where it proves that the server has
/// read the request and protects nothing (RFC 6455 section 10.8).
enum SHA1 {
    typealias Digest = InlineArray<20, UInt8>
    private typealias State = InlineArray<5, UInt32>
    private static let blockBytes = 64

    static func digest(_ message: Span<UInt8>) -> Digest {
        var hash: State = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var start = 0
        while message.count - start >= blockBytes {
            absorb(message.extracting(start..<start + blockBytes), into: &hash)
            start += blockBytes
        }
        absorbEnd(message.extracting(start...), of: message.count, into: &hash)
        var digest = Digest(repeating: 0)
        for place in digest.indices {
            digest[place] = UInt8(truncatingIfNeeded: hash[place / 4] >> UInt32(24 - place % 4 * 8))
        }
        return digest
    }

    /// Absorbs the rest of a message of `byteCount` bytes, a one bit, zeros, and the length in
    /// bits, up to the end of a block (section 4).
    private static func absorbEnd(
        _ rest: Span<UInt8>, of byteCount: Int, into hash: inout State
    ) {
        var block = InlineArray<64, UInt8>(repeating: 0)
        for place in rest.indices { block[place] = rest[place] }
        block[rest.count] = 0x80
        if rest.count >= blockBytes - 8 {
            absorb(block.span, into: &hash)
            block = InlineArray(repeating: 0)
        }
        let bitCount = UInt64(byteCount) * 8
        for place in 0..<8 {
            block[blockBytes - 1 - place] = UInt8(truncatingIfNeeded: bitCount >> UInt64(8 * place))
        }
        absorb(block.span, into: &hash)
    }

    /// Absorbs one block of 64 bytes (section 6.1).
    private static func absorb(_ block: Span<UInt8>, into hash: inout State) {
        var words = InlineArray<80, UInt32>(repeating: 0)
        // Every access is checked against the span's bounds, and any four bytes are a word.
        let bytes = unsafe block.bytes
        for index in 0..<16 {
            words[index] = unsafe bytes.unsafeLoadUnaligned(
                fromByteOffset: 4 * index, as: UInt32.self
            ).bigEndian
        }
        for index in 16..<80 {
            let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words[index] = mixed.rotatedLeft(1)
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        // The functions and constants of section 5.
        func turn(_ chosen: UInt32, _ constant: UInt32, _ word: UInt32) {
            let turned = a.rotatedLeft(5) &+ chosen &+ e &+ word &+ constant
            (a, b, c, d, e) = (turned, a, b.rotatedLeft(30), c, d)
        }
        for index in 0..<20 { turn(b & c | ~b & d, 0x5A82_7999, words[index]) }
        for index in 20..<40 { turn(b ^ c ^ d, 0x6ED9_EBA1, words[index]) }
        for index in 40..<60 { turn(b & c | b & d | c & d, 0x8F1B_BCDC, words[index]) }
        for index in 60..<80 { turn(b ^ c ^ d, 0xCA62_C1D6, words[index]) }
        hash[0] &+= a
        hash[1] &+= b
        hash[2] &+= c
        hash[3] &+= d
        hash[4] &+= e
    }
}

extension UInt32 {
    fileprivate func rotatedLeft(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}

/// SHA-1 (RFC 3174), only for the handshake's accept key, where it proves that the server has
/// read the request and protects nothing (RFC 6455 section 10.8).
enum SHA1 {
    /// The 20 bytes of the digest of `message`.
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var hash: State = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            absorb(padded, from: start, into: &hash)
        }
        var digest: [UInt8] = []
        digest.reserveCapacity(20)
        for index in 0..<5 { appendBigEndian(hash[index], to: &digest) }
        return digest
    }

    private typealias State = InlineArray<5, UInt32>

    /// A one bit, zeros, and the length in bits, up to a multiple of 64 bytes (section 4).
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var padded: [UInt8] = []
        padded.reserveCapacity(message.count + 72)
        padded.append(contentsOf: message)
        padded.append(0x80)
        let zeroCount = (64 + 56 - padded.count % 64) % 64
        padded.append(contentsOf: repeatElement(0, count: zeroCount))
        let bitCount = UInt64(message.count) * 8
        appendBigEndian(UInt32(truncatingIfNeeded: bitCount >> 32), to: &padded)
        appendBigEndian(UInt32(truncatingIfNeeded: bitCount), to: &padded)
        return padded
    }

    /// One block of 64 bytes (section 6.1).
    private static func absorb(_ bytes: [UInt8], from start: Int, into hash: inout State) {
        var words = InlineArray<80, UInt32>(repeating: 0)
        for index in 0..<16 {
            let place = start + 4 * index
            words[index] =
                UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
                | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
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

    private static func appendBigEndian(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift: UInt32 in [24, 16, 8, 0] {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}

extension UInt32 {
    fileprivate func rotatedLeft(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}

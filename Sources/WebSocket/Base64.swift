/// Base 64 with padding (RFC 4648 section 4).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = 0
            for place in start..<start + count { bits = bits << 8 | Int(bytes[place]) }
            bits <<= 8 * (3 - count)
            for sign in 0..<4 {
                text.append(sign <= count ? alphabet[bits >> 18 & 0x3F] : 0x3D)
                bits <<= 6
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil unless `text` is the one canonical form of some bytes: full groups, padding only at
    /// the end, unused bits zero (section 3.5).
    static func decode(_ text: String) -> [UInt8]? {
        let signs = text.utf8.span
        guard signs.count % 4 == 0 else { return nil }
        var end = signs.count
        while end > 0, signs.count - end < 2, signs[end - 1] == 0x3D { end -= 1 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(signs.count / 4 * 3)
        var (bits, bitCount): (UInt32, UInt32) = (0, 0)
        for place in 0..<end {
            guard let value = value(of: signs[place]) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        return bits & (1 << bitCount - 1) == 0 ? bytes : nil
    }

    private static func value(of sign: UInt8) -> UInt32? {
        switch sign {
        case 0x41...0x5A: UInt32(sign) - 0x41
        case 0x61...0x7A: UInt32(sign) - 0x61 + 26
        case 0x30...0x39: UInt32(sign) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}

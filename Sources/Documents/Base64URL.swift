/// Bytes as text that may stand in addresses, without padding (RFC 4648 section 5).
package enum Base64URL {
    private static let signs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for place in start..<start + 3 {
                bits = bits << 8 | (place < group.endIndex ? UInt32(group[place]) : 0)
            }
            for sign in 0...group.count {
                text.append(signs[Int(bits >> UInt32(18 - 6 * sign) & 0x3F)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that a text stands for; nil unless `text(_:)` would write it just so.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3 + 2)
        var (bits, bitCount): (UInt32, UInt32) = (0, 0)
        for sign in text.utf8 {
            guard let value = value(of: sign) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                bits &= 1 << bitCount - 1
            }
        }
        // What is left is less than a sign, and means nothing.
        return bitCount < 6 && bits == 0 ? bytes : nil
    }

    /// Whether a text has no other signs than such texts have, and at least one.
    package static func isText(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { value(of: $0) != nil }
    }

    private static func value(of sign: UInt8) -> UInt32? {
        switch sign {
        case 0x41...0x5A: UInt32(sign) - 0x41
        case 0x61...0x7A: UInt32(sign) - 0x61 + 26
        case 0x30...0x39: UInt32(sign) - 0x30 + 52
        case 0x2D: 62
        case 0x5F: 63
        default: nil
        }
    }
}

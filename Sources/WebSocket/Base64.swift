/// Base 64 with padding (RFC 4648 section 4).
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        append(bytes.span, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the signs that stand for `bytes`.
    static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        var place = text.count
        text.append(contentsOf: repeatElement(0x3D, count: (bytes.count + 2) / 3 * 4))
        var target = text.mutableSpan
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = UInt32(bytes[start]) << 16
            if count > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
            if count > 2 { bits |= UInt32(bytes[start + 2]) }
            for sign in 0...count {
                target[place + sign] = Self.sign(of: bits >> UInt32(18 - 6 * sign) & 0x3F)
            }
            place += 4
        }
    }

    /// The bytes that `signs` stand for; nil unless they are the one canonical form of some bytes:
    /// full groups, padding only at the end, unused bits zero (section 3.5).
    static func decode(_ signs: Span<UInt8>) -> [UInt8]? {
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

    private static func sign(of value: UInt32) -> UInt8 {
        let byte = UInt8(truncatingIfNeeded: value)
        return switch byte {
        case ..<26: 0x41 + byte
        case ..<52: 0x61 + byte - 26
        case ..<62: 0x30 + byte - 52
        case 62: 0x2B
        default: 0x2F
        }
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

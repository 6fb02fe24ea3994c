/// Fixed-width lower-case hexadecimal, the form of ids and epochs in messages, files and addresses.
public enum Hexadecimal {
    /// Appends the `digits` low hexadecimal digits of `value`, most significant first.
    public static func append(_ value: UInt64, digits: Int = 16, to bytes: inout [UInt8]) {
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xF
            bytes.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
        }
    }

    /// Reads exactly `text.count` (at most 16) digits of either case; nil for anything else.
    public static func value(_ text: some Collection<UInt8>) -> UInt64? {
        guard (1...16).contains(text.count) else { return nil }
        var value: UInt64 = 0
        for byte in text {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x61...0x66: digit = byte - 0x57
            case 0x41...0x46: digit = byte - 0x37
            default: return nil
            }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    static func text(_ value: UInt64, digits: Int = 16) -> String {
        var bytes: [UInt8] = []
        append(value, digits: digits, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Identifier128: LosslessStringConvertible {
    public var description: String { Hexadecimal.text(high) + Hexadecimal.text(low) }

    /// From 32 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 32, let high = Hexadecimal.value(bytes[..<16]),
            let low = Hexadecimal.value(bytes[16...])
        else { return nil }
        self.init(high: high, low: low)
    }
}

extension Epoch: LosslessStringConvertible {
    public var description: String { Hexadecimal.text(value) }

    /// From 16 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 16, let value = Hexadecimal.value(bytes) else { return nil }
        self.init(value)
    }
}

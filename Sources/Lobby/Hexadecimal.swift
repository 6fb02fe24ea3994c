/// Fixed-width lower-case hexadecimal, the form of ids and epochs in messages, files and addresses.
public enum Hexadecimal {
    /// Appends the `digits` low hexadecimal digits of `value`, most significant first.
    public static func append(_ value: UInt64, digits: Int = 16, to bytes: inout [UInt8]) {
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xF
            bytes.append(digit(nibble))
        }
    }

    /// The digit of a value below 16.
    @inlinable
    public static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// The 16 digits of `value` as bytes in two numbers, the first one most significant.
    @inlinable
    public static func digits(of value: UInt64) -> (UInt64, UInt64) {
        (digits(of: value, at: 32), digits(of: value, at: 0))
    }

    /// Eight digits at once: their values are spread to a byte each, and six more than a digit's
    /// value reaches 16 if it is a letter.
    @inlinable
    static func digits(of value: UInt64, at shift: UInt64) -> UInt64 {
        var spread = value >> shift & 0xFFFF_FFFF
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return spread + 0x3030_3030_3030_3030 + letters * 0x27
    }

    /// Reads exactly `text.count` (at most 16) digits of either case; nil for anything else.
    @inlinable
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
    public init?(_ text: some StringProtocol) { self.init(digits: Array(text.utf8)[...]) }

    /// From 32 hexadecimal digits of either case; nil for anything else.
    public init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 32, let high = Hexadecimal.value(digits.prefix(16)),
            let low = Hexadecimal.value(digits.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }
}

extension Epoch: LosslessStringConvertible {
    public var description: String { Hexadecimal.text(value) }

    /// From 16 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(digits: Array(text.utf8)[...]) }

    /// From 16 hexadecimal digits of either case; nil for anything else.
    public init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 16, let value = Hexadecimal.value(digits) else { return nil }
        self.init(value)
    }
}

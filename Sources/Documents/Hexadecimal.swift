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

    /// Writes eight digits at once: their values are spread to a byte each, and six more than a
    /// digit's value reaches 16 if it is a letter.
    @inlinable
    static func digits(of value: UInt64, at shift: UInt64) -> UInt64 {
        var spread = value >> shift & 0xFFFF_FFFF
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return spread + 0x3030_3030_3030_3030 + letters * 0x27
    }

    /// The value of the 16 digits, of either case, from `start` on; nil if other signs are among
    /// them.
    static func value(of text: Span<UInt8>, at start: Int) -> UInt64? {
        // Every access is checked against the span's bounds, and any eight bytes are a word.
        let bytes = unsafe text.bytes
        let high = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        let low = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
        guard let high = value(high.bigEndian), let low = value(low.bigEndian) else { return nil }
        return high << 32 | low
    }

    /// Reads eight digits at once: a letter is nine more than its low bits say. They were digits if
    /// the same come out again.
    private static func value(_ digits: UInt64) -> UInt64? {
        let letters = digits & 0x4040_4040_4040_4040
        var value = digits & 0x0F0F_0F0F_0F0F_0F0F + (letters >> 6) * 9
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        value = (value | value >> 16) & 0xFFFF_FFFF
        return self.digits(of: value, at: 0) == digits | letters >> 1 ? value : nil
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

    /// Reads 32 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        self.init(digits: digits.span)
    }

    /// Reads 32 hexadecimal digits of either case; nil for anything else.
    public init?(digits: Span<UInt8>) {
        guard digits.count == 32, let high = Hexadecimal.value(of: digits, at: 0),
            let low = Hexadecimal.value(of: digits, at: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}

extension Epoch: LosslessStringConvertible {
    public var description: String { Hexadecimal.text(value) }

    /// Reads 16 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        self.init(digits: digits.span)
    }

    /// Reads 16 hexadecimal digits of either case; nil for anything else.
    public init?(digits: Span<UInt8>) {
        guard digits.count == 16, let value = Hexadecimal.value(of: digits, at: 0) else {
            return nil
        }
        self.init(value)
    }
}

extension PositionProof: LosslessStringConvertible {
    public var description: String {
        Hexadecimal.text(UInt64(hash), digits: 8) + Hexadecimal.text(seal)
    }

    /// Reads 24 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        self.init(digits: digits.span)
    }

    /// Reads 24 hexadecimal digits of either case; nil for anything else.
    public init?(digits: Span<UInt8>) {
        guard digits.count == 24, let beginning = Hexadecimal.value(of: digits, at: 0),
            let seal = Hexadecimal.value(of: digits, at: 8)
        else { return nil }
        self.init(hash: UInt32(truncatingIfNeeded: beginning >> 32), seal: seal)
    }
}

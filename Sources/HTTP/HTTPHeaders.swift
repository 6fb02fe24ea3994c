/// A header field.
public struct HTTPHeader: Hashable, Sendable {
    /// The field's name; lower-case in what was received.
    public var name: String
    /// The field's value; in what was received, a character for each byte (ISO 8859-1).
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The time after which a client may come again, in whole seconds (RFC 9110 section 10.2.3).
    package static func retryAfter(milliseconds: UInt64) -> HTTPHeader {
        HTTPHeader("Retry-After", "\(milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0))")
    }
}

/// The byte classes of RFC 9110 section 5.
extension UInt8 {
    /// Whether names of methods, fields and subprotocols may have this byte (section 5.6.2).
    var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether a line may hold this byte: space, tab, visible ASCII and the bytes above it (section
    /// 5.5).
    var isFieldByte: Bool { self == 0x09 || self >= 0x20 && self != 0x7F }

    var isBlank: Bool { self == 0x20 || self == 0x09 }

    package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// The value of a hexadecimal digit.
    var hexadecimalDigit: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }

    /// The small letter, if it is a capital one of ASCII.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

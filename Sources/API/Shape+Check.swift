package import Documents

extension Shape {
    /// Throws unless `value` has this form.
    ///
    /// - Parameter name: the field's, as a problem tells it; nil for a whole body.
    package func check(_ value: JSONValue, as name: String?) throws(APIProblem) {
        switch (self, value) {
        case (.named(_, let shape), _): try shape.check(value, as: name)
        case (.object(let fields), .object(let object)):
            for field in fields {
                let path = name.map { $0 + "." + field.name } ?? field.name
                if let value = object[field.name] {
                    try field.shape.check(value, as: path)
                } else if field.isRequired {
                    throw APIProblem(.badField, field: path)
                }
            }
        case (.array(let shape, let count), .array(let elements)):
            guard count.contains(elements.count) else { throw APIProblem(.badField, field: name) }
            for element in elements { try shape.check(element, as: name) }
        default:
            guard admits(value) else { throw APIProblem(.badField, field: name) }
        }
    }

    /// Whether a value without parts has this form.
    private func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text(let bytes, let pattern), .text(let text)):
            bytes.contains(text.utf8.count) && pattern.admits(text)
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.time, .integer(let number)): Self.times.contains(number)
        case (.id, _): value.identifier != nil
        case (.token, _): value.token != nil
        case (.truth, .truth): true
        case (.choice(let words), .text(let text)): words.contains(text)
        default: false
        }
    }

    /// A value of this form as a query writes it; what can't be read stays a text.
    func value(ofQuery text: String) -> JSONValue {
        guard case .integer = self, let number = Int64(text), "\(number)" == text else {
            return .text(text)
        }
        return .integer(number)
    }
}

extension Shape {
    /// Those that any program can read exactly.
    static let times: ClosedRange<Int64> = 0...9_007_199_254_740_991
}

extension Shape.Pattern {
    /// Whether a text has no other signs than this pattern has.
    package func admits(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .line: text.unicodeScalars.allSatisfy(Self.isSeen)
        case .visible:
            text.unicodeScalars.allSatisfy(Self.isSeen)
                && !text.unicodeScalars.allSatisfy(Self.isBlank)
        case .lines: text.unicodeScalars.allSatisfy { Self.isSeen($0) || $0 == "\n" }
        case .handle:
            text.utf8.first.map(Self.isLetter) ?? false
                && text.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || Self.joins($0) }
        case .email: Self.isAddress(text)
        case .base64url: !text.isEmpty && Base64URL.bytes(text) != nil
        case .hexadecimal: text.utf8.allSatisfy { Hexadecimal.value([$0]) != nil }
        case .letters: text.utf8.allSatisfy(Self.isLetter)
        case .way: Self.isWay(text)
        }
    }

    /// Visible ASCII behind one "/". Browsers take a "\" for a "/".
    private static func isWay(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//")
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
    }

    private static func isSeen(_ sign: Unicode.Scalar) -> Bool {
        switch sign.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    private static func isBlank(_ sign: Unicode.Scalar) -> Bool {
        blanks.contains { $0.contains(sign.value) }
    }

    /// Blanks, and signs that show nothing by themselves; not all of them, but those that people
    /// come by.
    static let blanks: [ClosedRange<UInt32>] = [
        0x20...0x20, 0xA0...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
        0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F, 0x202F...0x202F,
        0x205F...0x2065, 0x206A...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func joins(_ byte: UInt8) -> Bool { [0x2D, 0x2E, 0x5F].contains(byte) }

    /// Two parts of visible ASCII around one "@": nothing else reaches a mail server.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: 0x40, omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x21...0x7E).contains($0) }
            }
    }
}

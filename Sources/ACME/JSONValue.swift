/// A value of JSON (RFC 8259) as a tree. What an authority says is small and comes rarely; its
/// numbers matter to nobody here.
enum JSONValue: Equatable {
    case object([String: JSONValue])
    case array([JSONValue])
    case text(String)
    case number
    case truth(Bool)
    case nothing

    /// Arrays and objects that lie in each other.
    static let depthMax = 16

    /// What is no JSON, or lies too deep.
    struct Fault: Error {}

    /// Reads a text that is one value.
    init(_ bytes: [UInt8]) throws(Fault) {
        var reader = Reader(bytes: bytes)
        self = try reader.value(depth: 0)
        guard reader.peek() == nil else { throw Fault() }
    }

    /// A field of an object; nil if there is none, or this is no object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name]
    }

    var string: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

private struct Reader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte that isn't white space; nil at the end.
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    private mutating func takeIf(_ sign: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func take(_ sign: Unicode.Scalar) throws(JSONValue.Fault) {
        guard takeIf(sign) else { throw JSONValue.Fault() }
    }

    mutating func value(depth: Int) throws(JSONValue.Fault) -> JSONValue {
        guard depth < JSONValue.depthMax, let first = peek() else { throw JSONValue.Fault() }
        switch first {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .truth(true))
        case UInt8(ascii: "f"): return try word("false", .truth(false))
        case UInt8(ascii: "n"): return try word("null", .nothing)
        default: return try number()
        }
    }

    private mutating func object(
        depth: Int
    ) throws(JSONValue.Fault) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        try take("{")
        guard !takeIf("}") else { return fields }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw JSONValue.Fault() }
            let name = try text()
            try take(":")
            guard fields.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw JSONValue.Fault()
            }
        } while takeIf(",")
        try take("}")
        return fields
    }

    private mutating func array(depth: Int) throws(JSONValue.Fault) -> [JSONValue] {
        var elements: [JSONValue] = []
        try take("[")
        guard !takeIf("]") else { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while takeIf(",")
        try take("]")
        return elements
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONValue.Fault) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw JSONValue.Fault() }
        position += word.utf8.count
        return value
    }

    /// Passes over a number, whose form is only looked at roughly.
    private mutating func number() throws(JSONValue.Fault) -> JSONValue {
        let start = position
        while position < bytes.count, Array("+-.0123456789Ee".utf8).contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw JSONValue.Fault() }
        return .number
    }

    private mutating func text() throws(JSONValue.Fault) -> String {
        var utf8: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: utf8, as: UTF8.self) else {
                    throw JSONValue.Fault()
                }
                return text
            case UInt8(ascii: "\\"): utf8 += Array(String(try escaped()).utf8)
            case 0..<0x20: throw JSONValue.Fault()
            default: utf8.append(byte)
            }
        }
        throw JSONValue.Fault()
    }

    /// What an escape stands for, whose backslash is read.
    private mutating func escaped() throws(JSONValue.Fault) -> Unicode.Scalar {
        guard position < bytes.count else { throw JSONValue.Fault() }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar()
        default: throw JSONValue.Fault()
        }
    }

    /// The sign behind `\u`: four digits, or twice four for those beyond.
    private mutating func scalar() throws(JSONValue.Fault) -> Unicode.Scalar {
        let first = try unit()
        guard (0xD800..<0xDC00).contains(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw JSONValue.Fault() }
            return scalar
        }
        guard bytes[position...].starts(with: [0x5C, 0x75]) else { throw JSONValue.Fault() }
        position += 2
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
        else { throw JSONValue.Fault() }
        return scalar
    }

    private mutating func unit() throws(JSONValue.Fault) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw JSONValue.Fault() }
        position += 4
        return unit
    }
}

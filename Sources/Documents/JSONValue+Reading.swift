extension JSONValue {
    /// What is no JSON, or goes beyond a limit.
    package struct Fault: Error {}

    /// Reads a text that is one value. What readers understand in different ways is refused: a name
    /// that stands twice, half of a surrogate pair, a number beyond all that a `Double` holds.
    ///
    /// - Parameters:
    ///   - depthMax: arrays and objects that may lie in each other.
    ///   - fieldsMax: fields that an object may have.
    package init(
        _ bytes: [UInt8], depthMax: Int = 16, fieldsMax: Int = 256
    ) throws(Fault) {
        var reader = Reader(bytes: bytes, depthMax: depthMax, fieldsMax: fieldsMax)
        self = try reader.value(depth: 0)
        guard reader.peek() == nil else { throw Fault() }
    }
}

private struct Reader {
    /// Digits and signs of one number; no exact one has more.
    static let numberBytesMax = 1_100

    let bytes: [UInt8]
    let depthMax: Int
    let fieldsMax: Int
    private var position = 0

    init(bytes: [UInt8], depthMax: Int, fieldsMax: Int) {
        self.bytes = bytes
        self.depthMax = depthMax
        self.fieldsMax = fieldsMax
    }

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
        guard let first = peek() else { throw JSONValue.Fault() }
        switch first {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .truth(true))
        case UInt8(ascii: "f"): return try word("false", .truth(false))
        case UInt8(ascii: "n"): return try word("null", .nothing)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONValue.Fault) -> JSONObject {
        guard depth <= depthMax else { throw JSONValue.Fault() }
        var fields: [(name: String, value: JSONValue)] = []
        var names: Set<String> = []
        try take("{")
        guard !takeIf("}") else { return JSONObject() }
        repeat {
            guard fields.count < fieldsMax, peek() == UInt8(ascii: "\"") else {
                throw JSONValue.Fault()
            }
            let name = try text()
            try take(":")
            guard names.insert(name).inserted else { throw JSONValue.Fault() }
            fields.append((name, try value(depth: depth)))
        } while takeIf(",")
        try take("}")
        return JSONObject(distinct: fields)
    }

    private mutating func array(depth: Int) throws(JSONValue.Fault) -> [JSONValue] {
        guard depth <= depthMax else { throw JSONValue.Fault() }
        var elements: [JSONValue] = []
        try take("[")
        guard !takeIf("]") else { return elements }
        repeat { elements.append(try value(depth: depth)) } while takeIf(",")
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

    /// A number (section 6): perhaps a minus, digits without a zero too many, perhaps a fraction,
    /// perhaps an exponent.
    private mutating func number() throws(JSONValue.Fault) -> JSONValue {
        let start = position
        takeByte("-")
        let first = position
        try takeDigits()
        guard bytes[first] != UInt8(ascii: "0") || position == first + 1 else {
            throw JSONValue.Fault()
        }
        if takeByte(".") { try takeDigits() }
        if takeByte("e") || takeByte("E") {
            if !takeByte("-") { takeByte("+") }
            try takeDigits()
        }
        guard position - start <= Self.numberBytesMax else { throw JSONValue.Fault() }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw JSONValue.Fault() }
        // Beyond these, several whole numbers become the same one.
        let exact = -9_007_199_254_740_991.0...9_007_199_254_740_991.0
        if exact.contains(number), let whole = Int64(exactly: number) { return .integer(whole) }
        return .fraction(number)
    }

    @discardableResult
    private mutating func takeByte(_ sign: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func takeDigits() throws(JSONValue.Fault) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start else { throw JSONValue.Fault() }
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
        guard digits.count == 4, let unit = Hexadecimal.value(digits) else {
            throw JSONValue.Fault()
        }
        position += 4
        return UInt32(truncatingIfNeeded: unit)
    }
}

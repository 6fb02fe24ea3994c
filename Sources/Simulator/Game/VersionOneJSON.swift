/// A JSON value as a client of protocol version 1 reads it. Written from Protocol.md, for
/// `VersionOneClient` alone; shares nothing with the code under test.
struct VersionOneValue: Hashable {
    enum Kind { case null, bool, number, text, list, object }

    var kind: Kind
    /// Also a bool, as 0 or 1.
    var number: Int64 = 0
    var text = ""
    /// Of a list or object.
    var items: [VersionOneValue] = []
    /// Of an object's items.
    var names: [String] = []

    static let null = VersionOneValue(kind: .null)

    static func number(_ number: Int64) -> VersionOneValue {
        VersionOneValue(kind: .number, number: number)
    }

    static func list(_ items: [VersionOneValue]) -> VersionOneValue {
        VersionOneValue(kind: .list, items: items)
    }

    /// The last one counts.
    subscript(name: String) -> VersionOneValue {
        names.lastIndex(of: name).map { items[$0] } ?? .null
    }
}

/// What a client of version 1 can't make sense of.
struct VersionOneFault: Error {
    var text: String

    init(_ text: String) { self.text = text }
}

/// Reads one JSON text (RFC 8259) whose numbers are integers.
struct VersionOneReader {
    private let bytes: [UInt8]
    private var place = 0
    private static let depthMax = 32

    static func read(_ bytes: [UInt8]) throws(VersionOneFault) -> VersionOneValue {
        var reader = VersionOneReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.place == bytes.count else { throw VersionOneFault("more behind the message") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func skipSpace() {
        while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// The next byte that isn't space; 0 at the end.
    private mutating func peek() -> UInt8 {
        skipSpace()
        return place < bytes.count ? bytes[place] : 0
    }

    private mutating func take(_ character: Character) -> Bool {
        guard peek() == character.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ character: Character) throws(VersionOneFault) {
        guard take(character) else {
            throw VersionOneFault("\(character) is missing at byte \(place)")
        }
    }

    private mutating func value(depth: Int) throws(VersionOneFault) -> VersionOneValue {
        guard depth < Self.depthMax else { throw VersionOneFault("too deep") }
        switch peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return VersionOneValue(kind: .text, text: try string())
        case UInt8(ascii: "t"):
            try word("true")
            return VersionOneValue(kind: .bool, number: 1)
        case UInt8(ascii: "f"):
            try word("false")
            return VersionOneValue(kind: .bool)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default: return .number(try integer())
        }
    }

    private mutating func word(_ word: StaticString) throws(VersionOneFault) {
        for character in "\(word)".utf8 {
            guard place < bytes.count, bytes[place] == character else {
                throw VersionOneFault("no such word at byte \(place)")
            }
            place += 1
        }
    }

    private mutating func object(depth: Int) throws(VersionOneFault) -> VersionOneValue {
        var object = VersionOneValue(kind: .object)
        try expect("{")
        if take("}") { return object }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw VersionOneFault("a name is missing") }
            object.names.append(try string())
            try expect(":")
            object.items.append(try value(depth: depth + 1))
        } while take(",")
        try expect("}")
        return object
    }

    private mutating func list(depth: Int) throws(VersionOneFault) -> VersionOneValue {
        var list = VersionOneValue(kind: .list)
        try expect("[")
        if take("]") { return list }
        repeat { list.items.append(try value(depth: depth + 1)) } while take(",")
        try expect("]")
        return list
    }

    /// Magnitude up to 2^53.
    private mutating func integer() throws(VersionOneFault) -> Int64 {
        let isNegative = take("-")
        let start = place
        var number: Int64 = 0
        while place < bytes.count, (0x30...0x39).contains(bytes[place]), place - start < 17 {
            number = number * 10 + Int64(bytes[place] - 0x30)
            place += 1
        }
        guard place > start, number <= 1 << 53 else {
            throw VersionOneFault("no integer at byte \(start)")
        }
        return isNegative ? -number : number
    }

    private mutating func string() throws(VersionOneFault) -> String {
        place += 1
        var units: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else {
                    throw VersionOneFault("text that isn't UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            case ..<0x20: throw VersionOneFault("a control character in a text")
            default: units.append(byte)
            }
        }
        throw VersionOneFault("a text without an end")
    }

    private mutating func escape() throws(VersionOneFault) -> Character {
        guard place < bytes.count else { throw VersionOneFault("a text without an end") }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return try unicode()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Character(Unicode.Scalar(byte))
        default: throw VersionOneFault("no such escape")
        }
    }

    private mutating func unicode() throws(VersionOneFault) -> Character {
        let first = try fourDigits()
        guard 0xD800...0xDBFF ~= first else { return try character(first) }
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        else { throw VersionOneFault("half a character") }
        place += 2
        let second = try fourDigits()
        guard 0xDC00...0xDFFF ~= second else { throw VersionOneFault("half a character") }
        return try character(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private func character(_ value: UInt32) throws(VersionOneFault) -> Character {
        guard let scalar = Unicode.Scalar(value) else { throw VersionOneFault("no character") }
        return Character(scalar)
    }

    private mutating func fourDigits() throws(VersionOneFault) -> UInt32 {
        guard place + 4 <= bytes.count,
            let digits = String(validating: bytes[place..<place + 4], as: UTF8.self),
            let number = UInt32(digits, radix: 16)
        else { throw VersionOneFault("four digits are missing") }
        place += 4
        return number
    }
}

import Lobby

/// Reads JSON (RFC 8259) from front to back, value by value, without building a tree.
///
/// The caller says what it expects next; anything else is a `WireError`. Numbers are integers of
/// at most 2^53 in magnitude, what every language's JSON can hold. Unknown values are skipped
/// with their syntax checked, at most `depthMax` levels deep.
struct JSONReader {
    static let depthMax = 8
    static let integerMax: Int64 = 1 << 53

    let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

    /// Reads a part of `bytes` only.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next byte that isn't white space; nil at the end.
    private mutating func peek() -> UInt8? {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return bytes[position]
            }
        }
        return nil
    }

    private mutating func take(_ sign: UInt8) throws(WireError) {
        guard peek() == sign else { throw .syntax(at: position) }
        position += 1
    }

    private mutating func takeIf(_ sign: UInt8) -> Bool {
        guard peek() == sign else { return false }
        position += 1
        return true
    }

    /// Fails if anything but white space is left.
    mutating func finish() throws(WireError) {
        guard peek() == nil else { throw .syntax(at: position) }
    }

    /// Reads an object; `field` must consume the value of the name it is given.
    mutating func object(
        _ field: (inout JSONReader, String) throws(WireError) -> Void
    ) throws(WireError) {
        try take(UInt8(ascii: "{"))
        if takeIf(UInt8(ascii: "}")) { return }
        repeat {
            let name = try string()
            try take(UInt8(ascii: ":"))
            try field(&self, name)
        } while takeIf(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"))
    }

    /// Reads an array of at most `countMax` values; `element` must consume one value.
    mutating func array(
        countMax: Int, _ element: (inout JSONReader) throws(WireError) -> Void
    ) throws(WireError) {
        try take(UInt8(ascii: "["))
        if takeIf(UInt8(ascii: "]")) { return }
        var count = 0
        repeat {
            count += 1
            guard count <= countMax else { throw .tooMany(at: position) }
            try element(&self)
        } while takeIf(UInt8(ascii: ","))
        try take(UInt8(ascii: "]"))
    }

    /// Positional arrays: `[`, then values with `next` before each but the first, then `]`.
    /// Elements that a later version adds at the end are skipped.
    mutating func beginPositions() throws(WireError) { try take(UInt8(ascii: "[")) }
    mutating func nextPosition() throws(WireError) { try take(UInt8(ascii: ",")) }
    mutating func endPositions() throws(WireError) {
        while takeIf(UInt8(ascii: ",")) { try skip() }
        try take(UInt8(ascii: "]"))
    }

    mutating func isNull() throws(WireError) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    mutating func bool() throws(WireError) -> Bool {
        switch peek() {
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default: throw .unexpected(at: position)
        }
        return true
    }

    /// At most 2^53 in magnitude, without fraction or exponent.
    private mutating func anyInteger() throws(WireError) -> Int64 {
        guard let first = peek(), first == UInt8(ascii: "-") || isDigit(first) else {
            throw .unexpected(at: position)
        }
        let start = position
        let isNegative = takeIf(UInt8(ascii: "-"))
        let digits = position
        var value: Int64 = 0
        while position < end, isDigit(bytes[position]) {
            value = value * 10 + Int64(bytes[position] - 0x30)
            position += 1
            guard value <= Self.integerMax else { throw .unexpected(at: start) }
        }
        let hasLeadingZero = position - digits > 1 && bytes[digits] == 0x30
        guard position > digits, !hasLeadingZero else { throw .syntax(at: start) }
        if position < end, bytes[position] == 0x2E || bytes[position] | 0x20 == 0x65 {
            throw .unexpected(at: start)
        }
        return isNegative ? -value : value
    }

    /// An integer that fits `type`, at most 2^53 in magnitude.
    mutating func integer<Number: FixedWidthInteger>(
        as type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        let start = position
        let value: Int64 = try anyInteger()
        guard let number = Number(exactly: value) else { throw .unexpected(at: start) }
        return number
    }

    /// Skips one value of any kind and returns where it stood.
    @discardableResult
    mutating func skip() throws(WireError) -> Range<Int> {
        _ = peek()
        let start = position
        try skip(depth: 0)
        return start..<position
    }

    private mutating func skip(depth: Int) throws(WireError) {
        guard depth < Self.depthMax else { throw .tooDeep(at: position) }
        switch peek() {
        case UInt8(ascii: "{"):
            try object { reader, _ throws(WireError) in try reader.skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            try array(countMax: .max) { reader throws(WireError) in
                try reader.skip(depth: depth + 1)
            }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): try word("null")
        default: try skipNumber()
        }
    }

    private mutating func skipNumber() throws(WireError) {
        let start = position
        _ = takeIf(UInt8(ascii: "-"))
        let hasLeadingZero = position < end && bytes[position] == 0x30
        let count = skipDigits()
        guard count > 0, !(hasLeadingZero && count > 1) else { throw .syntax(at: start) }
        if position < end, bytes[position] == 0x2E {
            position += 1
            guard skipDigits() > 0 else { throw .syntax(at: start) }
        }
        if position < end, bytes[position] | 0x20 == 0x65 {
            position += 1
            if position < end, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
            guard skipDigits() > 0 else { throw .syntax(at: start) }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < end, isDigit(bytes[position]) { position += 1 }
        return position - start
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func word(_ word: String) throws(WireError) {
        for byte in word.utf8 {
            guard position < end, bytes[position] == byte else { throw .syntax(at: position) }
            position += 1
        }
    }
}

extension JSONReader {
    /// A string; its escapes are resolved and its UTF-8 is checked.
    mutating func string() throws(WireError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw .unexpected(at: position) }
        position += 1
        let start = position
        var highBits: UInt8 = 0
        while position < end {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(bytes[start..<position], isASCII: highBits < 0x80)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw .syntax(at: position)
            default:
                highBits |= byte
                position += 1
            }
        }
        throw .syntax(at: position)
    }

    /// Only what isn't ASCII needs the check, whose generic code costs ten times the rest.
    private func text(_ bytes: ArraySlice<UInt8>, isASCII: Bool) throws(WireError) -> String {
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .syntax(at: bytes.startIndex)
        }
        return text
    }

    /// The rest of a string that has an escape at `position`.
    private mutating func escapedString(from start: Int) throws(WireError) -> String {
        var text = Array(bytes[start..<position])
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw .syntax(at: start)
                }
                return valid
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .syntax(at: position)
            default: text.append(byte)
            }
        }
        throw .syntax(at: position)
    }

    private mutating func escape(into text: inout [UInt8]) throws(WireError) {
        guard position < end else { throw .syntax(at: position) }
        let sign = bytes[position]
        position += 1
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(sign)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
        default: throw .syntax(at: position)
        }
    }

    /// What stands behind `\u`; a surrogate must be followed by its other half (RFC 8259 §7).
    private mutating func scalar() throws(WireError) -> Character {
        let first = try fourDigits()
        var value = first
        if (0xD800...0xDBFF).contains(first) {
            guard position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw .syntax(at: position) }
            position += 2
            let second = try fourDigits()
            guard (0xDC00...0xDFFF).contains(second) else { throw .syntax(at: position) }
            value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw .syntax(at: position) }
        return Character(scalar)
    }

    private mutating func fourDigits() throws(WireError) -> UInt32 {
        guard end - position >= 4,
            let value = Hexadecimal.value(bytes[position..<position + 4])
        else { throw .syntax(at: position) }
        position += 4
        return UInt32(truncatingIfNeeded: value)
    }
}

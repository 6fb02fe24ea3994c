import Lobby

/// Strings. Nearly all are ASCII without escapes; the others, and what is wrong, take the long way.
extension JSONReader {
    /// Where the text of a string lies whose bytes stand for themselves; nil for anything else.
    private mutating func plainText() -> Range<Int>? {
        guard peek() == UInt8(ascii: "\""), let end = plainEnd(from: position + 1) else {
            return nil
        }
        let text = position + 1..<end
        position = end + 1
        return text
    }

    @inline(__always)
    private func plainEnd(from start: Int) -> Int? {
        let signs = bytes.span
        var place = start
        while place + 8 <= end {
            let special = Self.specialBytes(signs, from: place)
            guard special == 0 else {
                place += special.trailingZeroBitCount / 8
                return signs[place] == UInt8(ascii: "\"") ? place : nil
            }
            place += 8
        }
        while place < end, case let sign = signs[place], sign != UInt8(ascii: "\"") {
            guard sign >= 0x20, sign < 0x80, sign != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        return place < end ? place : nil
    }

    /// The high bits of those of the eight bytes from `start` on that don't stand for themselves,
    /// the first byte lowest. Right up to the first of them, and 0 if there is none.
    private static func specialBytes(_ signs: Span<UInt8>, from start: Int) -> UInt64 {
        // The access is checked against the span's bounds, and any eight bytes are a word.
        let bytes = unsafe signs.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        let word = UInt64(littleEndian: bytes)
        let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        // A byte borrows, and has its high bit set by that, if it is less than what is taken off.
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let escapes = (word ^ ones &* 0x5C) &- ones
        return (word | controls | quotes | escapes) & highBits
    }

    /// A string; its escapes are resolved and its UTF-8 is checked.
    mutating func string() throws(WireError) -> String {
        guard let plain = plainText() else { return try anyString() }
        return String(decoding: bytes[plain], as: UTF8.self)
    }

    /// A string's UTF-8.
    mutating func utf8() throws(WireError) -> ArraySlice<UInt8> {
        guard let plain = plainText() else { return Array(try anyString().utf8)[...] }
        return bytes[plain]
    }

    mutating func word() throws(WireError) -> JSONWord {
        let text = try utf8()
        return JSONWord(text.span)
    }

    mutating func skipString() throws(WireError) {
        if plainText() == nil { _ = try anyString() }
    }

    private mutating func anyString() throws(WireError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw .unexpected(at: position) }
        position += 1
        let start = position
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
                    throw .syntax(at: start)
                }
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw .syntax(at: position)
            default: position += 1
            }
        }
        throw .syntax(at: position)
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

import Documents

/// Reading strings. Nearly all are ASCII without escapes; the others, and those that are wrong,
/// take the long way.
extension JSONReader {
    /// The place of the text of a string whose bytes stand for themselves; nil for anything else.
    private mutating func plainText() -> Range<Int>? {
        guard peek() == UInt8(ascii: "\""), let end = plainEnd(from: position + 1) else {
            return nil
        }
        let text = position + 1..<end
        position = end + 1
        return text
    }

    private func plainEnd(from start: Int) -> Int? {
        var place = start
        while place + ByteBlock.byteCount <= end {
            let count = block(at: place).plainCount
            place += count
            if count < ByteBlock.byteCount { break }
        }
        let signs = bytes.span
        while place < end, case let sign = signs[place], sign != UInt8(ascii: "\"") {
            guard sign >= 0x20, sign < 0x80, sign != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        return place < end ? place : nil
    }

    /// The eight bytes from `place` on, which must be there.
    @inline(__always)
    private func block(at place: Int) -> ByteBlock {
        let raw = unsafe bytes.span.bytes
        return ByteBlock(
            littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Reads a string; its escapes are resolved and its UTF-8 is checked. One with half a surrogate
    /// pair in it is grammatical but no text; reading can go on behind it.
    package mutating func string() throws(WireError) -> String {
        guard let plain = plainText() else { return try anyString() }
        return String(decoding: bytes[plain], as: UTF8.self)
    }

    /// Reads a string as UTF-8.
    mutating func utf8() throws(WireError) -> ArraySlice<UInt8> {
        guard let plain = plainText() else { return Array(try anyString().utf8)[...] }
        return bytes[plain]
    }

    package mutating func word() throws(WireError) -> JSONWord {
        guard let word = shortWord() else {
            let text = try utf8()
            return JSONWord(text.span)
        }
        return word
    }

    /// Reads a plain word of less than eight bytes, as most names of fields are; nil for anything
    /// else.
    private mutating func shortWord() -> JSONWord? {
        guard peek() == UInt8(ascii: "\""), position + ByteBlock.byteCount < end else { return nil }
        let block = block(at: position + 1)
        let count = block.plainCount
        guard count < ByteBlock.byteCount, bytes[position + 1 + count] == UInt8(ascii: "\"") else {
            return nil
        }
        position += count + 2
        return JSONWord(block, count: count)
    }

    mutating func skipString() throws(WireError) {
        guard plainText() == nil else { return }
        do throws(WireError) {
            _ = try anyString()
        } catch {
            guard case .notText = error else { throw error }
        }
    }

    /// Reads a word; one that is no text is equal to no literal.
    mutating func fieldName() throws(WireError) -> JSONWord {
        peek()
        let start = position
        do throws(WireError) {
            return try word()
        } catch {
            guard case .notText = error else { throw error }
            return JSONWord(bytes.span.extracting(start..<position))
        }
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

    /// Reads the rest of a string that has an escape at `position`.
    private mutating func escapedString(from start: Int) throws(WireError) -> String {
        var text = Array(bytes[start..<position])
        var isText = true
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw .syntax(at: start)
                }
                guard isText else { throw .notText(at: start) }
                return valid
            case UInt8(ascii: "\\"):
                if try !escape(into: &text) { isText = false }
            case 0..<0x20: throw .syntax(at: position)
            default: text.append(byte)
            }
        }
        throw .syntax(at: position)
    }

    /// Reads an escape; false if it stands for half a surrogate pair.
    private mutating func escape(into text: inout [UInt8]) throws(WireError) -> Bool {
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
        case UInt8(ascii: "u"):
            let scalar = try scalar()
            // The replacement also keeps bytes on both sides of it from making one sign.
            text.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
            return scalar != nil
        default: throw .syntax(at: position)
        }
        return true
    }

    /// Reads what stands behind `\u`; nil for a surrogate without its other half (RFC 8259 §7).
    private mutating func scalar() throws(WireError) -> Character? {
        let first = try fourDigits()
        guard (0xD800...0xDBFF).contains(first) else {
            return Unicode.Scalar(first).map(Character.init)
        }
        guard position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        let escape = position
        position += 2
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            // The second half is no such one, but an escape of its own.
            position = escape
            return nil
        }
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(value).map(Character.init)
    }

    private mutating func fourDigits() throws(WireError) -> UInt32 {
        guard end - position >= 4,
            let value = Hexadecimal.value(bytes[position..<position + 4])
        else { throw .syntax(at: position) }
        position += 4
        return UInt32(truncatingIfNeeded: value)
    }
}

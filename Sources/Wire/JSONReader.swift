import Documents

/// A reader of JSON (RFC 8259), from front to back, value by value, without building a tree.
///
/// The caller says what it expects next; anything else is a `WireError`. Numbers are integers of
/// at most 2^53 in magnitude, what every language's JSON can hold. Unknown values are skipped
/// with their syntax checked; arrays and objects may lie in each other `depthMax` deep.
package struct JSONReader {
    package static let depthMax = 8
    static let integerMax: Int64 = 1 << 53

    let bytes: [UInt8]
    /// The place where reading goes on. To read a value once more, set it back to where that began.
    var position: Int
    let end: Int
    /// Whether nothing has been read yet of the array or object that was opened last.
    private var isAtFirst = false

    package init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

    /// Reads a part of `bytes` only.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next byte that isn't white space, where `position` then is; nil at the end.
    @inline(__always)
    @discardableResult
    mutating func peek() -> UInt8? {
        guard position < end, case let byte = bytes[position], byte > 0x20 else {
            return peekPastWhiteSpace()
        }
        return byte
    }

    @inline(never)
    private mutating func peekPastWhiteSpace() -> UInt8? {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    private mutating func take(_ sign: UInt8) throws(WireError) {
        guard takeIf(sign) else { throw .syntax(at: position) }
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

    /// Begins an object: `{`, then as long as there is a field, its name, a colon and its value.
    /// The `}` goes with the last question.
    mutating func beginObject() throws(WireError) {
        try take(UInt8(ascii: "{"))
        isAtFirst = true
    }
    @inline(__always)
    mutating func hasField() throws(WireError) -> Bool { try hasNext(before: UInt8(ascii: "}")) }
    mutating func colon() throws(WireError) { try take(UInt8(ascii: ":")) }

    /// The name of the next field, whose value must be read then; nil behind the last.
    @inline(__always)
    mutating func nextField() throws(WireError) -> JSONWord? {
        guard try hasField() else { return nil }
        let name = try fieldName()
        try colon()
        return name
    }

    /// Begins an array: `[`, then as long as there is an element, its value. The `]` goes with the
    /// last question.
    mutating func beginArray() throws(WireError) {
        try take(UInt8(ascii: "["))
        isAtFirst = true
    }
    mutating func hasElement() throws(WireError) -> Bool { try hasNext(before: UInt8(ascii: "]")) }

    @inline(__always)
    private mutating func hasNext(before closing: UInt8) throws(WireError) -> Bool {
        let isFirst = isAtFirst
        isAtFirst = false
        switch peek() {
        case closing:
            position += 1
            return false
        case _ where isFirst: return true
        case UInt8(ascii: ","):
            position += 1
            return true
        default: throw .syntax(at: position)
        }
    }

    /// Begins a positional array: `[`, then values with `next` before each but the first, then `]`.
    /// Elements that a later version adds at the end are skipped; they lie `depth` levels deep.
    package mutating func beginPositions() throws(WireError) { try take(UInt8(ascii: "[")) }
    package mutating func nextPosition() throws(WireError) { try take(UInt8(ascii: ",")) }
    /// Goes to the next position, if there is one.
    package mutating func hasNextPosition() -> Bool { takeIf(UInt8(ascii: ",")) }
    package mutating func endPositions(depth: Int = 0) throws(WireError) {
        while takeIf(UInt8(ascii: ",")) { try skip(depth: depth) }
        try take(UInt8(ascii: "]"))
    }

    package mutating func isNull() throws(WireError) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try take("null")
        return true
    }

    package mutating func bool() throws(WireError) -> Bool {
        switch peek() {
        case UInt8(ascii: "t"): try take("true")
        case UInt8(ascii: "f"):
            try take("false")
            return false
        default: throw .unexpected(at: position)
        }
        return true
    }

    /// Reads an integer of at most 2^53 in magnitude, without fraction or exponent.
    private mutating func anyInteger() throws(WireError) -> Int64 {
        guard let first = peek(), first == UInt8(ascii: "-") || isDigit(first) else {
            throw .unexpected(at: position)
        }
        let start = position
        let isNegative = first == UInt8(ascii: "-")
        let firstDigit = isNegative ? start + 1 : start
        guard let (value, place) = digits(from: firstDigit) else { throw .unexpected(at: start) }
        let hasLeadingZero = place - firstDigit > 1 && bytes[firstDigit] == 0x30
        guard place > firstDigit, !hasLeadingZero else { throw .syntax(at: start) }
        if place < end, bytes[place] == 0x2E || bytes[place] | 0x20 == 0x65 {
            throw .unexpected(at: start)
        }
        position = place
        return isNegative ? -value : value
    }

    /// The sum of the digits from `start` on, and the place behind them; nil if that is more than
    /// an integer may be.
    @inline(__always)
    private func digits(from start: Int) -> (value: Int64, end: Int)? {
        let signs = bytes.span
        var place = start
        var value: Int64 = 0
        while place < end, case let digit = signs[place] &- 0x30, digit < 10 {
            // This can't overflow: the value was at most 2^53.
            value = value &* 10 &+ Int64(digit)
            guard value <= Self.integerMax else { return nil }
            place += 1
        }
        return (value, place)
    }

    /// Reads an integer that fits `type`, at most 2^53 in magnitude.
    package mutating func integer<Number: FixedWidthInteger>(
        as type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        let start = position
        let value: Int64 = try anyInteger()
        guard let number = Number(exactly: value) else { throw .unexpected(at: start) }
        return number
    }

    /// Skips one value of any kind, which lies in `depth` arrays and objects, and returns where
    /// it stood.
    @discardableResult
    package mutating func skip(depth: Int = 0) throws(WireError) -> Range<Int> {
        peek()
        let start = position
        try skipValue(depth: depth, depthMax: Self.depthMax)
        return start..<position
    }

    /// Skips one value however deep it is.
    ///
    /// - Returns: where it stood, and how many arrays and objects lie in each other there.
    mutating func skipOfAnyDepth() throws(WireError) -> (place: Range<Int>, depth: Int) {
        peek()
        let start = position
        let depth = try skipValue(depth: 0, depthMax: .max)
        return (start..<position, depth)
    }

    /// Skips a value without calling itself for arrays and objects in it: a message's worth of
    /// brackets must not be a stack's worth.
    @discardableResult
    private mutating func skipValue(depth: Int, depthMax: Int) throws(WireError) -> Int {
        var closings: [UInt8] = []
        var deepest = 0
        while true {
            if let closing = try beginContainer() {
                guard depth + closings.count < depthMax else { throw .tooDeep(at: position - 1) }
                closings.append(closing)
                deepest = max(deepest, closings.count)
                if !takeIf(closing) {
                    if closing == UInt8(ascii: "}") { try skipFieldName() }
                    continue
                }
                closings.removeLast()
            }
            while let closing = closings.last, takeIf(closing) { closings.removeLast() }
            guard let closing = closings.last else { return deepest }
            try take(UInt8(ascii: ","))
            if closing == UInt8(ascii: "}") { try skipFieldName() }
        }
    }

    /// Takes the sign that opens an array or an object, and returns the one that closes it; skips a
    /// value of another kind and returns nil.
    private mutating func beginContainer() throws(WireError) -> UInt8? {
        switch peek() {
        case UInt8(ascii: "{"):
            position += 1
            return UInt8(ascii: "}")
        case UInt8(ascii: "["):
            position += 1
            return UInt8(ascii: "]")
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): try take("null")
        default: try skipNumber()
        }
        return nil
    }

    private mutating func skipFieldName() throws(WireError) {
        try skipString()
        try colon()
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

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private mutating func take(_ literal: String) throws(WireError) {
        for byte in literal.utf8 {
            guard position < end, bytes[position] == byte else { throw .syntax(at: position) }
            position += 1
        }
    }
}

import Lobby

/// Writes JSON (RFC 8259) without white space. Commas come by themselves.
///
/// One allocation that grows. Each value first makes room for all of itself; then its bytes are
/// written one after the other, and nothing is formatted through `String`.
struct JSONWriter {
    /// What has been written, and room for more.
    private var buffer: [UInt8]
    /// How many bytes have been written.
    private(set) var count: Int
    private var needsComma = false

    /// Of the longest integer: a sign and three times eight digits, not all of which count.
    private static let integerBytesMax = 25

    /// Copied rather than filled anew, which is much quicker.
    private static let blank = [UInt8](repeating: 0, count: 512)

    /// - Parameter room: bytes that are left free in front of the text.
    init(capacity: Int = 192, room: Int = 0) {
        let byteCount = room + capacity
        buffer =
            byteCount <= Self.blank.count
            ? Array(Self.blank[..<byteCount]) : [UInt8](repeating: 0, count: byteCount)
        count = room
    }

    /// Hands out what has been written; the writer is then empty.
    mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        taken.removeLast(taken.count - count)
        (count, needsComma) = (0, false)
        return taken
    }

    mutating func beginObject() { open(UInt8(ascii: "{")) }
    mutating func endObject() { close(UInt8(ascii: "}")) }
    mutating func beginArray() { open(UInt8(ascii: "[")) }
    mutating func endArray() { close(UInt8(ascii: "]")) }

    mutating func key(_ name: StaticString) {
        literal(name)
        makeRoom(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A string that needs no escape.
    mutating func literal(_ text: StaticString) {
        beginValue(byteCount: 2 + text.utf8CodeUnitCount)
        put(UInt8(ascii: "\""))
        put(text)
        put(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String) {
        // Six for each byte that needs an escape.
        beginValue(byteCount: 2 + 6 * text.utf8.count)
        put(UInt8(ascii: "\""))
        for byte in text.utf8 { putEscaped(byte) }
        put(UInt8(ascii: "\""))
    }

    mutating func identifier(_ id: Identifier128) {
        beginValue(byteCount: 34)
        put(UInt8(ascii: "\""))
        putDigits(of: id.high)
        putDigits(of: id.low)
        put(UInt8(ascii: "\""))
    }

    /// A string of 16 digits.
    mutating func hexadecimal(_ value: UInt64) {
        beginValue(byteCount: 18)
        put(UInt8(ascii: "\""))
        putDigits(of: value)
        put(UInt8(ascii: "\""))
    }

    mutating func token(_ token: Token) {
        beginValue(byteCount: 66)
        put(UInt8(ascii: "\""))
        putDigits(of: token.high.high)
        putDigits(of: token.high.low)
        putDigits(of: token.low.high)
        putDigits(of: token.low.low)
        put(UInt8(ascii: "\""))
    }

    mutating func null() { word("null") }
    mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    mutating func integer(_ value: some FixedWidthInteger) {
        beginValue(byteCount: Self.integerBytesMax)
        let start = count
        var target = buffer.mutableSpan
        count = Self.write(value, to: &target, at: start)
    }

    /// Several at a time, which spares most of what a value costs besides its digits.
    mutating func integers<let valueCount: Int>(_ values: InlineArray<valueCount, Int64>) {
        beginValue(byteCount: valueCount * (1 + Self.integerBytesMax))
        var place = count
        var target = buffer.mutableSpan
        for index in values.indices {
            if index > 0 {
                target[place] = UInt8(ascii: ",")
                place += 1
            }
            place = Self.write(values[index], to: &target, at: place)
        }
        count = place
    }

    /// A value that is JSON already.
    mutating func raw(_ value: [UInt8]) { raw(value.span) }

    /// Also several values with commas between.
    mutating func raw(_ value: Span<UInt8>) {
        beginValue(byteCount: value.count)
        unsafe value.withUnsafeBytes { unsafe put($0) }
    }

    private mutating func open(_ sign: UInt8) {
        beginValue(byteCount: 1)
        put(sign)
        needsComma = false
    }

    private mutating func close(_ sign: UInt8) {
        makeRoom(1)
        put(sign)
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        beginValue(byteCount: word.utf8CodeUnitCount)
        put(word)
    }
}

/// The bytes; there must be room for them.
extension JSONWriter {
    private mutating func makeRoom(_ byteCount: Int) {
        guard buffer.count - count < byteCount else { return }
        let more = max(buffer.count, byteCount)
        buffer.append(contentsOf: repeatElement(0, count: more))
    }

    private mutating func beginValue(byteCount: Int) {
        makeRoom(1 + byteCount)
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        let start = count
        unsafe buffer.withUnsafeMutableBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    private mutating func put(_ text: StaticString) {
        unsafe put(
            UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func putEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            put(UInt8(ascii: "\\"))
            put(byte)
        case 0..<0x20:
            put("\\u00")
            put(Hexadecimal.digit(byte >> 4))
            put(Hexadecimal.digit(byte & 0xF))
        default: put(byte)
        }
    }

    /// Sixteen hexadecimal digits.
    private mutating func putDigits(of number: UInt64) {
        let (high, low) = Hexadecimal.digits(of: number)
        let start = count
        var span = buffer.mutableSpan
        var target = unsafe span.mutableBytes
        target.storeBytes(of: high.bigEndian, toByteOffset: start, as: UInt64.self)
        target.storeBytes(of: low.bigEndian, toByteOffset: start + 8, as: UInt64.self)
        count = start + 16
    }

    /// Returns the place behind it.
    private static func write(
        _ value: some FixedWidthInteger, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        if (0..<10).contains(value) {
            target[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
            return start + 1
        }
        if value < 0 { target[start] = UInt8(ascii: "-") }
        var bytes = unsafe target.mutableBytes
        return write(
            digitsOf: UInt64(value.magnitude), to: &bytes, at: value < 0 ? start + 1 : start)
    }

    /// Eight digits are worked out and stored at a time, also if fewer count.
    private static func write(
        digitsOf number: UInt64, to target: inout MutableRawSpan, at start: Int
    ) -> Int {
        var place = start
        var digits = Decimal.digits(of: number % Decimal.blockEnd)
        var digitCount = 8
        if number >= Decimal.blockEnd {
            place = write(digitsOf: number / Decimal.blockEnd, to: &target, at: start)
        } else {
            let zeroCount = min(digits.trailingZeroBitCount / 8, 7)
            digits >>= UInt64(8 * zeroCount)
            digitCount -= zeroCount
        }
        let signs = digits | 0x3030_3030_3030_3030
        target.storeBytes(of: signs.littleEndian, toByteOffset: place, as: UInt64.self)
        return place + digitCount
    }
}

/// Decimal digits by arithmetic on several at once.
private enum Decimal {
    /// The first number that has more than eight digits.
    static let blockEnd: UInt64 = 100_000_000

    /// The eight digits of a number below `blockEnd`, a byte each, the first one lowest: halves
    /// of four, quarters of two, single ones. The multiplications divide by 100 and 10.
    static func digits(of number: UInt64) -> UInt64 {
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (quarters &- tens &* 10) << 8
    }
}

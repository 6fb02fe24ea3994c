import Documents

/// A writer of JSON (RFC 8259) without white space. Commas come by themselves.
///
/// It has one allocation that grows. Each value first makes room for all of itself; then its bytes
/// are written one after the other, and nothing is formatted through `String`.
package struct JSONWriter {
    /// The bytes that have been written, and room for more.
    private var buffer: [UInt8]
    /// The number of bytes that have been written.
    private(set) var count: Int
    private var needsComma = false

    /// The room for the longest integer: a sign and three times eight digits, not all of which
    /// count.
    private static let integerBytesMax = 25

    /// A new buffer, which is copied: that is much quicker than to fill one anew.
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
    package mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        taken.removeLast(taken.count - count)
        (count, needsComma) = (0, false)
        return taken
    }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    package mutating func key(_ name: StaticString) {
        value(bytesMax: 3 + name.utf8CodeUnitCount) { target, start in
            let end = Self.write(quoted: name, to: &target, at: start)
            target[end] = UInt8(ascii: ":")
            return end + 1
        }
        needsComma = false
    }

    /// Writes a string that needs no escape.
    package mutating func literal(_ text: StaticString) {
        value(bytesMax: 2 + text.utf8CodeUnitCount) { target, start in
            Self.write(quoted: text, to: &target, at: start)
        }
    }

    package mutating func string(_ text: String) {
        // Each byte that needs an escape becomes six.
        value(bytesMax: 2 + 6 * text.utf8.count) { target, start in
            target[start] = UInt8(ascii: "\"")
            var place = start + 1
            for byte in text.utf8 { place = Self.write(escaped: byte, to: &target, at: place) }
            target[place] = UInt8(ascii: "\"")
            return place + 1
        }
    }

    mutating func identifier(_ id: Identifier128) { hexadecimal([id.high, id.low]) }

    /// Writes a string of 16 digits.
    mutating func hexadecimal(_ number: UInt64) { hexadecimal([number]) }

    mutating func token(_ token: Token) {
        hexadecimal([token.high.high, token.high.low, token.low.high, token.low.low])
    }

    /// Writes a string of 24 digits.
    mutating func proof(_ proof: PositionProof) {
        value(bytesMax: 26) { target, start in
            target[start] = UInt8(ascii: "\"")
            Self.write(hexadecimal: UInt64(proof.hash) << 32, to: &target, at: start + 1)
            Self.write(hexadecimal: proof.seal, to: &target, at: start + 9)
            target[start + 25] = UInt8(ascii: "\"")
            return start + 26
        }
    }

    package mutating func null() { word("null") }
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    package mutating func integer(_ number: some FixedWidthInteger) {
        value(bytesMax: Self.integerBytesMax) { target, start in
            Self.write(number, to: &target, at: start)
        }
    }

    /// Writes several integers at a time, which spares most of what a value costs besides its
    /// digits.
    mutating func integers<let valueCount: Int>(_ numbers: InlineArray<valueCount, Int64>) {
        value(bytesMax: valueCount * (1 + Self.integerBytesMax)) { target, start in
            var place = start
            for index in numbers.indices {
                if index > 0 {
                    target[place] = UInt8(ascii: ",")
                    place += 1
                }
                place = Self.write(numbers[index], to: &target, at: place)
            }
            return place
        }
    }

    /// Writes a value that is JSON already.
    package mutating func raw(_ text: [UInt8]) { raw(text.span) }

    /// Writes JSON: a value, or several with commas between.
    mutating func raw(_ text: Span<UInt8>) {
        value(bytesMax: text.count) { target, start in
            unsafe text.withUnsafeBytes { unsafe Self.copy($0, to: &target, at: start) }
        }
    }

    private mutating func open(_ sign: UInt8) {
        put(sign)
        needsComma = false
    }

    private mutating func close(_ sign: UInt8) {
        needsComma = false
        put(sign)
    }

    private mutating func put(_ sign: UInt8) {
        value(bytesMax: 1) { target, start in
            target[start] = sign
            return start + 1
        }
    }

    private mutating func word(_ word: StaticString) {
        value(bytesMax: word.utf8CodeUnitCount) { target, start in
            Self.write(word, to: &target, at: start)
        }
    }

    /// Writes a string of 16 digits for each number.
    private mutating func hexadecimal<let count: Int>(_ numbers: InlineArray<count, UInt64>) {
        value(bytesMax: 2 + 16 * count) { target, start in
            target[start] = UInt8(ascii: "\"")
            var place = start + 1
            for index in numbers.indices {
                Self.write(hexadecimal: numbers[index], to: &target, at: place)
                place += 16
            }
            target[place] = UInt8(ascii: "\"")
            return place + 1
        }
    }

    /// Makes room for a value, with a comma before it where one belongs. `write` puts its bytes
    /// from a place on, and returns the place behind them.
    @inline(__always)
    private mutating func value(
        bytesMax: Int, _ write: (inout MutableSpan<UInt8>, Int) -> Int
    ) {
        if buffer.count - count <= bytesMax { grow(by: bytesMax) }
        let (start, bringsComma) = (count, needsComma)
        needsComma = true
        var target = buffer.mutableSpan
        if bringsComma { target[start] = UInt8(ascii: ",") }
        count = write(&target, bringsComma ? start + 1 : start)
    }

    private mutating func grow(by bytesMax: Int) {
        let more = max(buffer.count, 1 + bytesMax)
        buffer.append(contentsOf: repeatElement(0, count: more))
    }
}

/// Writing bytes. Each function returns the place behind what it wrote.
extension JSONWriter {
    private static func write(
        quoted text: StaticString, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        target[start] = UInt8(ascii: "\"")
        let end = write(text, to: &target, at: start + 1)
        target[end] = UInt8(ascii: "\"")
        return end + 1
    }

    private static func write(
        _ text: StaticString, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: text.utf8Start, count: text.utf8CodeUnitCount)
        return unsafe copy(bytes, to: &target, at: start)
    }

    private static func copy(
        _ bytes: UnsafeRawBufferPointer, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        unsafe target.withUnsafeMutableBytes { target in
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...])
                .copyMemory(from: bytes)
        }
        return start + bytes.count
    }

    private static func write(
        escaped byte: UInt8, to target: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            target[start] = UInt8(ascii: "\\")
            target[start + 1] = byte
            return start + 2
        case 0..<0x20:
            let place = write("\\u00", to: &target, at: start)
            target[place] = Hexadecimal.digit(byte >> 4)
            target[place + 1] = Hexadecimal.digit(byte & 0xF)
            return place + 2
        default:
            target[start] = byte
            return start + 1
        }
    }

    /// Writes sixteen digits.
    private static func write(
        hexadecimal number: UInt64, to target: inout MutableSpan<UInt8>, at start: Int
    ) {
        let (high, low) = Hexadecimal.digits(of: number)
        var bytes = unsafe target.mutableBytes
        bytes.storeBytes(of: high.bigEndian, toByteOffset: start, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: start + 8, as: UInt64.self)
    }

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

    /// Writes eight digits at a time, also if fewer count.
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

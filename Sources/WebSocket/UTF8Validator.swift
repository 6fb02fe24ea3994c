/// Checks UTF-8 as it arrives, in pieces cut anywhere, and refuses at the first byte that can't
/// be part of any valid text (RFC 3629; Unicode 15, table 3-7).
///
/// The state is what the next byte must be: how many continuation bytes are missing and the range
/// of the next one. The range is narrower than 80…BF only after a lead byte for which the full
/// one would admit overlong forms (E0, F0), surrogates (ED) or values above 10FFFF (F4).
struct UTF8Validator: Sendable {
    private var missing: UInt8 = 0
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    init() {}

    /// Whether the text could end here.
    var isComplete: Bool { missing == 0 }

    /// Goes on with the bytes of `text` from `start`. False at the first invalid one.
    mutating func accept(_ text: Span<UInt8>, from start: Int = 0) -> Bool {
        var index = start
        while index < text.count {
            if isComplete { index = text.endOfASCII(from: index) }
            guard index < text.count else { break }
            guard accept(text[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard byte >= lower && byte <= upper else { return false }
            expect(missing - 1)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: expect(1)
        case 0xE0: expect(2, from: 0xA0)
        case 0xED: expect(2, through: 0x9F)
        case 0xE1...0xEF: expect(2)
        case 0xF0: expect(3, from: 0x90)
        case 0xF1...0xF3: expect(3)
        case 0xF4: expect(3, through: 0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(
        _ count: UInt8, from first: UInt8 = 0x80, through last: UInt8 = 0xBF
    ) {
        missing = count
        lower = first
        upper = last
    }
}

extension Span<UInt8> {
    /// A place up to which all bytes from `start` on are ASCII; fewer than eight more of them may
    /// follow.
    fileprivate func endOfASCII(from start: Int) -> Int {
        var index = start
        // Every access is checked against the span's bounds, and any eight bytes are a word.
        let raw = unsafe bytes
        while index + 8 <= count {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { return index }
            index += 8
        }
        return index
    }
}

/// One state of the whole system: which phones and which server, by number, and what is on the
/// way between them. Parts that are equal have the same number, so states are compared by a few
/// words.
struct Configuration: Hashable {
    enum Line: UInt32 {
        case none = 0
        case open = 1
        /// The server has closed it, and the phone hasn't read so far.
        case closing = 2
    }

    /// Per phone: the phone, what it has sent, what is sent to it. Last but one the server, last
    /// the phones' lines and marks.
    private var words = SIMD16<UInt32>(repeating: 0)

    func phone(_ place: Int) -> UInt32 { words[3 * place] }
    func up(_ place: Int) -> UInt32 { words[3 * place + 1] }
    func down(_ place: Int) -> UInt32 { words[3 * place + 2] }
    var backend: UInt32 { words[14] }

    func line(_ place: Int) -> Line {
        Line(rawValue: words[15] >> UInt32(8 * place) & 3) ?? .none
    }

    /// The log was restored, and the phone hasn't heard of it.
    func isBehind(_ place: Int) -> Bool { words[15] >> UInt32(8 * place + 2) & 1 == 1 }

    mutating func setPhone(_ place: Int, _ number: UInt32) { words[3 * place] = number }
    mutating func setUp(_ place: Int, _ queue: UInt32) { words[3 * place + 1] = queue }
    mutating func setDown(_ place: Int, _ queue: UInt32) { words[3 * place + 2] = queue }
    mutating func setBackend(_ number: UInt32) { words[14] = number }

    mutating func setLine(_ place: Int, _ line: Line) {
        let shift = UInt32(8 * place)
        words[15] = words[15] & ~(3 << shift) | line.rawValue << shift
        if line == .none { (words[3 * place + 1], words[3 * place + 2]) = (0, 0) }
        if line == .closing { words[3 * place + 1] = 0 }
    }

    mutating func setBehind(_ place: Int, _ isBehind: Bool) {
        let bit: UInt32 = 4 << UInt32(8 * place)
        words[15] = isBehind ? words[15] | bit : words[15] & ~bit
    }
}

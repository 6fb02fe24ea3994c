import Documents

/// Random numbers that a seed repeats (Steele, Lea and Flood, 2014: SplitMix64). Everything random
/// in a run comes from generators that were made from its seed and a place, so that leaving one
/// action out changes as little as possible of what the others meet.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// The generator of one place in a run.
    init(seed: UInt64, _ place: Place, _ number: Int = 0) {
        var mixer = SeededRandom(seed: seed ^ place.rawValue &* 0xD6E8_FEB8_6659_FD93)
        mixer.state ^= mixer.next() &+ UInt64(truncatingIfNeeded: number) &* 0xA076_1D64_78BD_642F
        state = mixer.next()
    }

    enum Place: UInt64 {
        case plan = 1
        case link, server, store, phone, people, client, codes
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// 0 to `count - 1`; `count` is at least 1. The bias is below 2^-40 for all counts used here.
    package mutating func below(_ count: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
    }

    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func between(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    package mutating func milliseconds(_ range: ClosedRange<Int>) -> UInt64 {
        UInt64(between(range))
    }

    mutating func identifier() -> Identifier128 { Identifier128(high: next(), low: next()) }

    /// One of a list that isn't empty.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

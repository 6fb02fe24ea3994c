/// The random numbers of a test: its seed repeats a run (Steele, Lea, Flood: Fast Splittable
/// Pseudorandom Number Generators, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Whether it happens now, as it does once in `count` times.
    package mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Random bytes, as many as one of `counts`, drawn too.
    package mutating func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
        bytes(Int.random(in: counts, using: &self))
    }
}

/// Random numbers that are the same each time (Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number Generators, 2014).
struct FuzzRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Input as lines, of which a session takes so many and so long ones.
func steps(of input: [UInt8]) -> [ArraySlice<UInt8>] {
    input.split(separator: 0x0A, maxSplits: 100).prefix(100).map { $0.prefix(20_000) }
}

extension ArraySlice<UInt8> {
    /// The number behind the first byte of a step; 0 if there is none.
    var stepNumber: UInt64 {
        let digits = dropFirst().prefix(9)
        return UInt64(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}

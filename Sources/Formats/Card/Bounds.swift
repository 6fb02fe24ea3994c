/// The least and the most throws that a hole can still come to, whatever is entered yet. What holds
/// for all of them is decided; nothing is guessed.
struct Bounds: Hashable {
    /// More than any number of throws: no score, or no end.
    static let infinite = Int64.max

    var low: Int64
    var high: Int64

    init(low: Int64, high: Int64) {
        (self.low, self.high) = (low, high)
    }

    init(_ entry: HoleEntry) {
        switch entry {
        case .empty: self.init(low: 1, high: Self.infinite)
        case .throwCount(let count): self.init(low: count, high: count)
        case .pickedUp: self.init(low: Self.infinite, high: Self.infinite)
        case .disputed(let shown, let others):
            let values = ([shown] + others).compactMap(\.self)
            let isErased = values.count < others.count + 1
            self.init(
                low: isErased ? 1 : values.min() ?? 1,
                high: isErased ? Self.infinite : values.max() ?? Self.infinite)
        }
    }

    /// Less the throws that somebody receives.
    func less(_ received: Int64) -> Bounds {
        Bounds(
            low: low == Self.infinite ? low : low - received,
            high: high == Self.infinite ? high : high - received)
    }

    static func best(_ bounds: [Bounds]) -> Bounds {
        Bounds(
            low: bounds.map(\.low).min() ?? infinite, high: bounds.map(\.high).min() ?? infinite)
    }

    static func sum(_ bounds: [Bounds]) -> Bounds {
        Bounds(low: sum(bounds.map(\.low)), high: sum(bounds.map(\.high)))
    }

    private static func sum(_ ends: [Int64]) -> Int64 {
        ends.contains(infinite) ? infinite : ends.reduce(0, +)
    }
}

/// `a` / `b`, to the nearest whole number, halves upwards: −1.5 is −1. `b` is positive.
func halfUp(_ a: Int64, _ b: Int64) -> Int64 { floorDivision(2 * a + b, 2 * b) }

/// Towards −∞, where Swift's goes towards 0. `b` is positive.
func floorDivision(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
}

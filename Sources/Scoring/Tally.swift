/// The sums of scores (PDGA Official Rules of Disc Golf, 808.D: the total score is the sum of all
/// hole scores and any additional penalty throws).
public struct Tally: Hashable, Sendable {
    /// The sum of the throws, with those that belong to no hole.
    public private(set) var total: Int64 = 0
    /// `total` less the par of the holes scored.
    public private(set) var overPar: Int64 = 0
    public private(set) var holesScored = 0

    /// The sums of no scores.
    public init() {}

    /// The sums of the throws on each hole: nil where nothing has been scored, which isn't 0.
    ///
    /// - Parameter penalties: throws that belong to no hole.
    public init(_ throws: [Int64?], pars: [Int64], penalties: Int64 = 0) {
        (total, overPar) = (penalties, penalties)
        for (count, par) in zip(`throws`, pars) {
            guard let count else { continue }
            total += count
            overPar += count - par
            holesScored += 1
        }
    }

    /// The sums of two tallies.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.total += right.total
        sum.overPar += right.overPar
        sum.holesScored += right.holesScored
        return sum
    }
}

extension Tally {
    /// Places by the relation to par, in the order of `tallies`: who is equal shares a place, and
    /// as many are left out after it (1, 1, 3).
    ///
    /// Nil for whoever can't be compared: nothing scored or, with `needsMost`, fewer holes scored
    /// than somebody else, so that nobody wins by leaving holes out.
    static func places(of tallies: [Tally], needsMost: Bool) -> [Int?] {
        let most = tallies.map(\.holesScored).max() ?? 0
        func isCompared(_ tally: Tally) -> Bool {
            tally.holesScored > 0 && (!needsMost || tally.holesScored == most)
        }
        let compared = tallies.filter(isCompared).map(\.overPar)
        return tallies.map { tally in
            isCompared(tally) ? 1 + compared.count { $0 < tally.overPar } : nil
        }
    }
}

/// Whoever is alone the best on a hole wins its skin; one that nobody wins is carried to the next.
public struct Skins: Hashable, Sendable {
    /// What becomes of the skins that nobody has won in the end.
    public enum Leftover: String, Hashable, Sendable { case unclaimed, split, playoff }

    /// Of each hole, in the order of the card; the last one counts for those behind it.
    public var worths: [Int64]
    public var carries: Bool
    public var leftover: Leftover
    public var leftoverWinner: String?

    public init(
        worths: [Int64] = [1], carries: Bool = true, leftover: Leftover = .unclaimed,
        leftoverWinner: String? = nil
    ) {
        self.worths = worths
        self.carries = carries
        self.leftover = leftover
        self.leftoverWinner = leftoverWinner
    }
}

public struct SkinsResult: Hashable, Sendable {
    public enum Owner: Hashable, Sendable {
        case side(String)
        case carried, open, void, unclaimed, split, playoff
        /// Not played yet, or by fewer than two.
        case none
    }

    public struct Share: Hashable, Sendable {
        public let side: String
        public let won: Fraction
        public let balance: Fraction
    }

    /// By the holes' numbers; `none` of those that fewer than two play.
    public let results: [MatchResult.Hole]
    public let owners: [Owner]
    /// In the order of the sides.
    public let shares: [Share]
    /// Worth that rides for certain on the next hole.
    public let onTable: Int64
    public let next: Next?
    public let open: [Int]
    public let isFinal: Bool

    public struct Next: Hashable, Sendable {
        public let hole: Int
        public let worth: Int64
    }
}

/// A fraction in its lowest terms. A sum whose terms JavaScript's numbers don't hold, as of a pot
/// that is split among other players on every hole, is to the nearest millionth.
public struct Fraction: Hashable, Sendable {
    public private(set) var numerator: Int64
    public private(set) var denominator: Int64

    /// - Parameter denominator: positive.
    public init(_ numerator: Int64, over denominator: Int64 = 1) {
        let divisor = Self.divisor(abs(numerator), denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    public static func + (left: Fraction, right: Fraction) -> Fraction {
        let products = [
            left.numerator.multipliedReportingOverflow(by: right.denominator),
            right.numerator.multipliedReportingOverflow(by: left.denominator),
            left.denominator.multipliedReportingOverflow(by: right.denominator),
        ]
        let isExact = products.allSatisfy { !$0.overflow && exact.contains($0.partialValue) }
        let sum = products[0].partialValue &+ products[1].partialValue
        guard isExact, exact.contains(sum) else {
            return Fraction(left.millionths + right.millionths, over: millionth)
        }
        return Fraction(sum, over: products[2].partialValue)
    }

    private static let exact: ClosedRange<Int64> = -(1 << 53) + 1...(1 << 53) - 1
    private static let millionth: Int64 = 1_000_000

    /// Sums stay far below what this can hold: of 72 holes, each worth a million at most.
    private var millionths: Int64 {
        Int64((Double(numerator) / Double(denominator) * Double(Self.millionth)).rounded())
    }

    /// As people write it: 3, or 8/3.
    public var text: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    public static func += (left: inout Fraction, right: Fraction) { left = left + right }

    private static func divisor(_ one: Int64, _ other: Int64) -> Int64 {
        other == 0 ? max(1, one) : divisor(other, one % other)
    }
}

/// A skin, and who staked its worth.
private struct Skin {
    let hole: Int
    let worth: Int64
    let stakers: [String]
}

/// Whose the skins are so far.
private struct SkinLedger {
    var owners: [SkinsResult.Owner]
    private(set) var won: [String: Fraction] = [:]
    private(set) var balance: [String: Fraction] = [:]

    /// Everybody who staked pays the winner, the winner too.
    mutating func pay(_ skin: Skin, to winner: String) {
        owners[skin.hole - 1] = .side(winner)
        won[winner, default: Fraction(0)] += Fraction(skin.worth)
        for staker in skin.stakers {
            balance[staker, default: Fraction(0)] += Fraction(-skin.worth)
            balance[winner, default: Fraction(0)] += Fraction(skin.worth)
        }
    }

    /// Everybody gets back what they staked.
    mutating func split(_ skin: Skin) {
        owners[skin.hole - 1] = .split
        for staker in skin.stakers {
            won[staker, default: Fraction(0)] += Fraction(
                skin.worth, over: Int64(skin.stakers.count))
        }
    }
}

extension Skins {
    func result(_ sides: [PlayingSide], on card: FormatCard) -> SkinsResult {
        let sides = sides.filter { !$0.isVoid }
        var results = [MatchResult.Hole](repeating: .none, count: card.holeCount)
        var ledger = SkinLedger(owners: [SkinsResult.Owner](repeating: .none, count: results.count))
        // The skins that ride on, all of them for certain.
        var pot: [Skin] = []
        var open: [Int] = []
        var next: SkinsResult.Next?
        let played = card.order.filter { hole in sides.count { $0.isIn(hole) } > 1 }
        let passed = Self.lastEntry(played, sides)
        for (place, hole) in played.enumerated() {
            let playing = sides.filter { $0.isIn(hole) }
            let skin = Skin(hole: hole, worth: worth(of: hole), stakers: playing.map(\.id))
            switch Self.outcome(playing, hole) {
            case .won(let id):
                results[hole - 1] = .won(id)
                for each in pot + [skin] { ledger.pay(each, to: id) }
                pot = []
            case .halved:
                results[hole - 1] = .halved
                ledger.owners[hole - 1] = carries ? .carried : .void
                if carries { pot.append(skin) }
            default:
                guard place <= passed else {
                    results[hole - 1] = .toCome
                    let riding = pot.reduce(0) { $0 + $1.worth }
                    next = next ?? SkinsResult.Next(hole: hole, worth: riding + skin.worth)
                    continue
                }
                results[hole - 1] = .open
                open.append(hole)
                // Whoever wins this hole or the next one has them.
                for each in pot + [skin] { ledger.owners[each.hole - 1] = .open }
                pot = []
            }
        }
        let isOver = next == nil && open.isEmpty
        if isOver {
            for skin in pot { settle(skin, in: &ledger) }
        }
        return SkinsResult(
            results: results, owners: ledger.owners,
            shares: sides.map { side in
                SkinsResult.Share(
                    side: side.id, won: ledger.won[side.id] ?? Fraction(0),
                    balance: ledger.balance[side.id] ?? Fraction(0))
            }, onTable: next == nil ? 0 : pot.reduce(0) { $0 + $1.worth }, next: next, open: open,
            isFinal: isOver)
    }

    private func settle(_ skin: Skin, in ledger: inout SkinLedger) {
        switch leftover {
        case .unclaimed: ledger.owners[skin.hole - 1] = .unclaimed
        case .split: ledger.split(skin)
        case .playoff:
            if let winner = leftoverWinner {
                ledger.pay(skin, to: winner)
            } else {
                ledger.owners[skin.hole - 1] = .playoff
            }
        }
    }

    private func worth(of hole: Int) -> Int64 {
        worths.indices.contains(hole - 1) ? worths[hole - 1] : worths.last ?? 1
    }

    /// The place of the last hole on which something was typed; −1 if nothing was.
    private static func lastEntry(_ holes: [Int], _ sides: [PlayingSide]) -> Int {
        holes.lastIndex { hole in sides.contains { $0.hasEntry(on: hole) } } ?? -1
    }

    /// Won, halved if nobody can be alone the best, or neither yet.
    private static func outcome(
        _ sides: [PlayingSide], _ hole: Int
    ) -> MatchResult.Hole {
        let all = sides.map { ($0.id, $0.bounds(on: hole)) }
        func others(_ id: String) -> [Bounds] { all.compactMap { $0.0 == id ? nil : $0.1 } }
        for (id, bounds) in all {
            guard let bounds else { continue }
            if others(id).allSatisfy({ bounds.high < $0.low }) { return .won(id) }
        }
        let canAny = all.contains { id, bounds in
            guard let bounds else { return false }
            return others(id).allSatisfy { bounds.low < $0.high }
        }
        return canAny ? .open : .halved
    }
}

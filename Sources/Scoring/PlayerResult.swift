import Documents
public import Lobby

/// The result of one player in a game, and the place that it earns.
public struct PlayerResult: Hashable, Sendable {
    /// The throws of one round.
    public struct Round: Hashable, Sendable {
        public let round: UInt8
        /// The throws on each hole; nil where nothing has been scored.
        public let `throws`: [Int64?]
        public let tally: Tally
    }

    /// The hole that went best.
    public struct BestHole: Hashable, Sendable {
        public let round: UInt8
        /// Its place on the card, from 1 on.
        public let hole: UInt8
        public let overPar: Int64
    }

    public let player: PlayerID
    /// The player's name, as the card shows it.
    public let name: String
    /// What the holes are worth from the player's tee.
    public let pars: [Int64]
    /// The place, from 1 on; nil for a player who can't be compared: nothing scored or, between the
    /// rounds and after the last, holes missing that others have.
    public internal(set) var place: Int?
    /// Whether others have the same place.
    public internal(set) var isShared = false
    /// The number of the game in a joint list, from 0 on.
    public internal(set) var game = 0
    /// The sums of all rounds.
    public let tally: Tally
    /// Holes without a score in all rounds so far, the one being played included.
    public let holesMissing: Int
    /// Holes with a score of the player in the game who has scored most of them.
    public internal(set) var holesMost: Int
    /// The rounds begun so far; a blank one before the first begins.
    public let rounds: [Round]
    /// The number of scores of each shape; an ace has a shape, too.
    public let counts: [ScoreShape: Int]
    public let aces: Int
    /// The hole furthest below par, and the first of those; nil if nothing has been scored.
    public let best: BestHole?
}

extension PlayerResult {
    /// A result without a place, which depends on the other players.
    init(_ column: Player, of lobby: Lobby, pars others: [Int64], _ penalties: CardPenalties) {
        let pars = lobby.pars(of: column.id, others: others)
        let begun = lobby.stage.round
        let rounds = (1...max(1, begun)).map { round in
            let isBegun = round <= begun
            let `throws` =
                isBegun ? lobby.throws(of: column.id, round: round) : pars.map { _ in nil }
            let given = isBegun ? penalties.of(column.id, round: round) : 0
            return Round(
                round: round, throws: `throws`,
                tally: Tally(`throws`, pars: pars, penalties: given))
        }
        let scores = rounds.flatMap { Self.scores(in: $0, pars: pars) }
        let tally = rounds.map(\.tally).reduce(Tally(), +)
        self.init(
            player: column.id, name: lobby.name(of: column), pars: pars, tally: tally,
            holesMissing: rounds.count * pars.count - tally.holesScored,
            holesMost: tally.holesScored, rounds: rounds,
            counts: scores.reduce(into: [:]) { $0[$1.shape, default: 0] += 1 },
            aces: scores.count { $0.throws == 1 },
            // `min` gives the first of equal ones.
            best: scores.map(\.hole).min { $0.overPar < $1.overPar })
    }

    private typealias Score = (throws: Int64, shape: ScoreShape, hole: BestHole)

    private static func scores(in round: Round, pars: [Int64]) -> [Score] {
        zip(round.throws, pars).enumerated().compactMap { place, score in
            let (count, par) = score
            guard let count else { return nil }
            let hole = BestHole(
                round: round.round, hole: UInt8(place + 1), overPar: count - par)
            return (count, ScoreShape(count, par: par), hole)
        }
    }
}

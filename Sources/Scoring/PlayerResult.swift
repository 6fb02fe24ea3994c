import Documents
public import Lobby

/// What one player has done in a game, and the place that it earns.
public struct PlayerResult: Hashable, Sendable {
    /// What was thrown in one round.
    public struct Round: Hashable, Sendable {
        public let round: UInt8
        /// Per hole; nil where nothing has been scored.
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
    /// As the card shows it.
    public let name: String
    /// From 1 on; nil for whoever can't be compared: nothing scored or, between the rounds and
    /// after the last, holes missing that others have.
    public internal(set) var place: Int?
    /// Whether others have the same place.
    public internal(set) var isShared = false
    /// Which of the games in a joint list, from 0 on.
    public internal(set) var game = 0
    /// Of all rounds.
    public let tally: Tally
    /// In all rounds so far, the one being played included.
    public let holesMissing: Int
    /// How many holes those of the game have scored who have scored most.
    public internal(set) var holesMost: Int
    /// Before the first round begins there is a blank one.
    public let rounds: [Round]
    /// How many scores there are of each shape; an ace has a shape, too.
    public let counts: [ScoreShape: Int]
    public let aces: Int
    /// The hole furthest below par, and the first of those; nil if nothing has been scored.
    public let best: BestHole?
}

extension PlayerResult {
    /// Without a place: that depends on the others.
    init(_ column: Player, of lobby: Lobby, pars: [Int64]) {
        let begun = lobby.stage.round
        let rounds = (1...max(1, begun)).map { round in
            let `throws` =
                round > begun
                ? pars.map { _ in nil } : lobby.throws(of: column.id, round: round)
            return Round(round: round, throws: `throws`, tally: Tally(`throws`, pars: pars))
        }
        let scores = rounds.flatMap { Self.scores(in: $0, pars: pars) }
        let tally = rounds.map(\.tally).reduce(Tally(), +)
        self.init(
            player: column.id, name: lobby.name(of: column), tally: tally,
            holesMissing: rounds.count * pars.count - tally.holesScored,
            holesMost: tally.holesScored, rounds: rounds,
            counts: scores.reduce(into: [:]) { $0[$1.shape, default: 0] += 1 },
            aces: scores.count { $0.throws == 1 },
            // Of equal ones the first.
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

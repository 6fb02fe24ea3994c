import Documents
public import Lobby

/// The card as people read it: totals and their relation to par.
public struct Scorecard: Hashable, Sendable {
    /// The line of one player.
    public struct Line: Hashable, Sendable {
        public var player: PlayerID
        public var name: String
        /// The throws on each hole of `round`; nil where nothing has been scored.
        public var `throws`: [Int64?]
        /// What the holes are worth from the player's tee.
        public var pars: [Int64]
        /// Penalty throws in `round` that belong to no hole; the totals have them.
        public var penalties: Int64
        /// Throws in `round`, and in all rounds so far.
        public var roundTotal: Int64
        public var total: Int64
        /// `total` less the par of the holes scored.
        public var overPar: Int64
        public var holesScored: Int
    }

    public var course: String?
    public var labels: [String]
    /// What the holes are worth to those whose tee has no par of its own.
    public var pars: [Int64]
    /// The round shown: 1, 2, 3…; 0 before the first.
    public var round: UInt8
    public var lines: [Line]
    /// The cells on which people disagree, in order.
    public var disputes: [CellKey]

    /// The card of `round`, or of the round being played if nil.
    public init(_ lobby: Lobby, round: UInt8? = nil) {
        let shownRound = round ?? lobby.stage.round
        let pars = lobby.pars
        course = lobby.courseName
        labels = lobby.holes.map(\.label)
        self.pars = pars
        self.round = shownRound
        let penalties = CardPenalties(lobby)
        lines = lobby.columns.map {
            Line($0, of: lobby, round: shownRound, pars: pars, penalties)
        }
        disputes = lobby.cells.filter(\.value.isDisputed).keys.sorted()
    }
}

extension Scorecard.Line {
    init(
        _ column: Player, of lobby: Lobby, round: UInt8, pars: [Int64], _ given: CardPenalties
    ) {
        player = column.id
        name = lobby.name(of: column)
        let pars = lobby.pars(of: column.id, others: pars)
        self.pars = pars
        self.throws = lobby.throws(of: column.id, round: round)
        penalties = given.of(column.id, round: round)
        roundTotal = Tally(self.throws, pars: pars, penalties: penalties).total
        let tally = lobby.roundsBegun
            .map { round in
                Tally(
                    lobby.throws(of: column.id, round: round), pars: pars,
                    penalties: given.of(column.id, round: round))
            }
            .reduce(Tally(), +)
        (total, overPar, holesScored) = (tally.total, tally.overPar, tally.holesScored)
    }
}

extension Lobby {
    /// The rounds whose scores count. A lobby that was put back from an old copy may hold scores of
    /// later ones.
    var roundsBegun: [UInt8] { (0..<stage.round).map { $0 + 1 } }
}

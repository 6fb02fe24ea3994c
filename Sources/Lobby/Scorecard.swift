/// The card as people read it: totals and their relation to par (PDGA Official Rules of Disc
/// Golf, 808: the total score is the sum of all hole scores).
public struct Scorecard: Hashable, Sendable {
    /// One player's line.
    public struct Line: Hashable, Sendable {
        public var player: PlayerID
        public var name: String
        /// Per hole of `round`; nil where nothing has been scored.
        public var `throws`: [Int64?]
        /// Throws in `round`, and in all rounds so far.
        public var roundTotal: Int64
        public var total: Int64
        /// `total` less the par of the holes scored.
        public var overPar: Int64
        public var holesScored: Int
    }

    public var course: String?
    public var labels: [String]
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
        lines = lobby.columns.map { Line($0, of: lobby, round: shownRound, pars: pars) }
        disputes = lobby.cells.filter(\.value.isDisputed).keys.sorted()
    }
}

extension Scorecard.Line {
    init(_ column: Player, of lobby: Lobby, round: UInt8, pars: [Int64]) {
        player = column.id
        name = lobby.name(of: column)
        self.throws = lobby.throws(of: column.id, round: round)
        roundTotal = self.throws.reduce(0) { $0 + ($1 ?? 0) }
        (total, overPar, holesScored) = (0, 0, 0)
        guard lobby.stage.round > 0 else { return }
        for each in 1...lobby.stage.round {
            for (count, par) in zip(lobby.throws(of: column.id, round: each), pars) {
                guard let count else { continue }
                total += count
                overPar += count - par
                holesScored += 1
            }
        }
    }
}

extension Lobby {
    /// Nil: an unspecified course.
    public var courseName: String? {
        let cell = cell(CellKey(field: .course))
        guard cell.shown != nil else { return course }
        guard case .text(let name) = cell.value else { return nil }
        return name
    }

    /// Throws that each hole is worth, in the order of the holes.
    public var pars: [Int64] {
        holes.indices.map { place in
            let key = CellKey(hole: UInt8(place + 1), field: .par)
            guard case .number(let par) = cell(key).value else { return holes[place].par }
            return par
        }
    }

    public func name(of player: Player) -> String {
        guard case .text(let name) = cell(CellKey(player: player.id, field: .name)).value else {
            return player.name
        }
        return name
    }

    /// The member's name as the card shows it.
    public func name(of number: MemberNumber) -> String {
        guard let member = member(number) else { return "?" }
        guard let column = member.player.flatMap(player) else { return member.name }
        return name(of: column)
    }

    /// Per hole; nil where nothing has been scored.
    func `throws`(of player: PlayerID, round: UInt8) -> [Int64?] {
        holes.indices.map { place in
            let key = CellKey.score(round: round, player: player, hole: UInt8(place + 1))
            guard case .number(let count) = cells[key]?.value else { return nil }
            return count
        }
    }
}

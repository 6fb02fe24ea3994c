/// Who plays together in a game: one column, or several of which the best member counts, or all.
public struct Side: Hashable, Sendable {
    public enum Score: String, Hashable, Sendable { case best, sum }

    public var id: String
    /// Players, by their ids.
    public var members: [String]
    public var score: Score

    public init(id: String, members: [String], score: Score = .best) {
        self.id = id
        self.members = members
        self.score = score
    }

    /// A side of one column.
    public init(_ player: String) { self.init(id: player, members: [player]) }
}

/// A side on a card, as a game looks at it.
struct PlayingSide {
    let side: Side
    let card: FormatCard
    /// Those that weren't removed.
    let members: [FormatCard.Player]
    /// The throws that each member receives, by hole.
    let received: [String: [Int64]]

    init(_ side: Side, on card: FormatCard, received: [String: [Int64]] = [:]) {
        self.side = side
        self.card = card
        self.received = received
        members = side.members.compactMap(card.player).filter { !$0.isRemoved }
    }

    var id: String { side.id }

    /// Nobody is left of it.
    var isVoid: Bool { members.isEmpty }

    func playing(_ hole: Int) -> [FormatCard.Player] {
        members.filter { card.isIn($0, on: hole) }
    }

    /// Of an aggregate all have to be there.
    func isIn(_ hole: Int) -> Bool {
        let count = playing(hole).count
        return count > 0 && (side.score == .best || count == members.count)
    }

    func hasJoined(by hole: Int) -> Bool {
        let joined = members.filter { card.hasJoined($0, by: hole) || card.isIn($0, on: hole) }
        return side.score == .best ? !joined.isEmpty : joined.count == members.count
    }

    /// A team plays on while one member does; an aggregate doesn't.
    func hasStopped(before hole: Int) -> Bool {
        let stopped = members.filter {
            card.hasStopped($0, before: hole) && !card.isIn($0, on: hole)
        }
        return side.score == .best ? stopped.count == members.count : !stopped.isEmpty
    }

    var stopsEver: Bool {
        side.score == .best
            ? members.allSatisfy { $0.out != nil } : members.contains { $0.out != nil }
    }

    var comesLate: Bool {
        side.score == .best
            ? members.allSatisfy { $0.from != nil } : members.contains { $0.from != nil }
    }

    func hasEntry(on hole: Int) -> Bool {
        members.contains { !card.entry($0.id, hole).isEmpty }
    }

    func isDisputed(on hole: Int) -> Bool {
        members.contains { card.entry($0.id, hole).isDisputed }
    }

    func throwsReceived(_ player: String, _ hole: Int) -> Int64 {
        received[player]?[hole - 1] ?? 0
    }

    /// What the hole can come to for the side, throws received taken off; nil if it isn't in it.
    func bounds(on hole: Int) -> Bounds? {
        guard isIn(hole) else { return nil }
        let all = playing(hole).map { player in
            Bounds(card.entry(player.id, hole)).less(throwsReceived(player.id, hole))
        }
        return side.score == .best ? .best(all) : .sum(all)
    }

    /// Penalty throws of the card: the team's, and those of its members.
    var cardPenalties: Int64 {
        let ids = Set([side.id] + side.members)
        return ids.reduce(0) { $0 + (card.cardPenalties[$1] ?? 0) }
    }
}

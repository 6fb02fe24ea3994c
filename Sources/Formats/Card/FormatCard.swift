/// One card as games are played on it: who is on it, what was entered, and what is known of the
/// holes. Holes have numbers from 1 on, whatever stands on their signs.
public struct FormatCard: Hashable, Sendable {
    /// A column.
    public struct Player: Hashable, Sendable {
        public var id: String
        /// Throws that a round takes more than par, in tenths: 105 is 10.5, −30 three better.
        public var handicapTenths: Int64?
        public var rating: Int64?
        public var tag: Int64?
        /// The first hole of who came late.
        public var from: Int?
        /// The last hole of who stopped; 0: none.
        public var out: Int?
        /// Whether the column counts as if it had never been there.
        public var isRemoved: Bool

        public init(
            id: String, handicapTenths: Int64? = nil, rating: Int64? = nil, tag: Int64? = nil,
            from: Int? = nil, out: Int? = nil, isRemoved: Bool = false
        ) {
            self.id = id
            self.handicapTenths = handicapTenths
            self.rating = rating
            self.tag = tag
            self.from = from
            self.out = out
            self.isRemoved = isRemoved
        }
    }

    public var pars: [Int64]
    /// How hard each hole is, 1 the hardest; nil: the usual order (`strokeRanks`).
    public var index: [Int]?
    /// The hole on which the card starts.
    public var start: Int
    /// Holes that nobody plays today.
    public var closed: Set<Int>
    /// In the order of the card.
    public var players: [Player]
    /// By player, one for each hole; missing ones are empty.
    public var entries: [String: [HoleEntry]]
    /// Penalty throws that belong to no hole (PDGA 808.D), by player or team.
    public var cardPenalties: [String: Int64]

    public init(
        pars: [Int64], index: [Int]? = nil, start: Int = 1, closed: Set<Int> = [],
        players: [Player], entries: [String: [HoleEntry]] = [:],
        cardPenalties: [String: Int64] = [:]
    ) {
        self.pars = pars
        self.index = index
        self.start = start
        self.closed = closed
        self.players = players
        self.entries = entries
        self.cardPenalties = cardPenalties
    }
}

/// What stands on a hole for one player, penalty throws included.
public enum HoleEntry: Hashable, Sendable {
    case empty
    case throwCount(Int64)
    /// No score on this hole.
    case pickedUp
    /// People disagree; nil: that there is nothing.
    case disputed(shown: Int64?, others: [Int64?])

    public var isDisputed: Bool {
        if case .disputed = self { true } else { false }
    }

    var isEmpty: Bool { self == .empty }
}

extension FormatCard {
    public var holeCount: Int { pars.count }

    /// The holes that are played, by their numbers.
    public var openHoles: [Int] { pars.indices.map { $0 + 1 }.filter { !closed.contains($0) } }

    /// The holes in the order of play: from the one that the card starts on, and around.
    public var order: [Int] { openHoles.sorted { position(of: $0) < position(of: $1) } }

    /// The place of a hole in the order of play, closed ones counted.
    func position(of hole: Int) -> Int {
        let count = max(1, pars.count)
        return ((hole - start) % count + count) % count
    }

    func par(_ hole: Int) -> Int64 { pars[hole - 1] }

    func entry(_ player: String, _ hole: Int) -> HoleEntry {
        guard let row = entries[player], row.indices.contains(hole - 1) else { return .empty }
        return row[hole - 1]
    }

    package func player(_ id: String) -> Player? { players.first { $0.id == id } }

    /// Whether somebody plays a hole: who came later or stopped before doesn't, unless something
    /// was typed for them all the same.
    package func isIn(_ player: Player, on hole: Int) -> Bool {
        if player.isRemoved { return false }
        if !entry(player.id, hole).isEmpty { return true }
        return hasJoined(player, by: hole) && !hasStopped(player, before: hole)
    }

    func hasJoined(_ player: Player, by hole: Int) -> Bool {
        player.from.map { position(of: $0) <= position(of: hole) } ?? true
    }

    func hasStopped(_ player: Player, before hole: Int) -> Bool {
        guard let out = player.out else { return false }
        return out < 1 || position(of: out) < position(of: hole)
    }

    /// The hardest hole has 1, of those that are played. Without an index of the course holes of a
    /// higher par come first, and then the others so that throws spread over the round: 1, 17, 9,
    /// 5, 13, … of 18, which is the order of their numbers with the bits turned around.
    var strokeRanks: [Int: Int] {
        let sorted = openHoles.sorted { left, right in
            hardness(of: left).lexicographicallyPrecedes(hardness(of: right))
        }
        return Dictionary(
            uniqueKeysWithValues: sorted.enumerated().map { ($0.element, $0.offset + 1) })
    }

    private func hardness(of hole: Int) -> [Int64] {
        if let index, index.indices.contains(hole - 1) {
            return [Int64(index[hole - 1]), Int64(hole)]
        }
        var (bits, rest, turned) = (1, hole - 1, 0)
        while bits < pars.count {
            turned = turned << 1 | rest & 1
            rest >>= 1
            bits <<= 1
        }
        return [-par(hole), Int64(turned)]
    }
}

/// How throws are given to those who need more of them.
public struct HandicapSettings: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// Nobody receives any.
        case none
        /// Each their own.
        case full
        /// Each what they have more than the lowest in the game.
        case low
    }

    public enum Source: String, Hashable, Sendable {
        /// As it was typed.
        case given
        /// From the rating, as Icelandic clubs do: (1000 − rating) / 10, for a par of 72.
        case rating72
    }

    public var kind: Kind
    public var source: Source
    public var allowancePercent: Int64

    public init(kind: Kind = .none, source: Source = .given, allowancePercent: Int64 = 100) {
        self.kind = kind
        self.source = source
        self.allowancePercent = allowancePercent
    }
}

extension FormatCard {
    /// The throws that each player receives, by hole.
    ///
    /// - Throws: `MissingHandicap` if one of those who need a handicap has none.
    func throwsReceived(
        by ids: [String], _ settings: HandicapSettings
    ) throws(MissingHandicap) -> [String: [Int64]] {
        guard settings.kind != .none else { return [:] }
        let playing = ids.compactMap(player).filter { !$0.isRemoved }
        let known = playing.map { ($0.id, playingHandicap(of: $0, settings)) }
        let missing = known.filter { $0.1 == nil }.map(\.0)
        guard missing.isEmpty else { throw MissingHandicap(players: missing) }
        let least = settings.kind == .low ? known.compactMap(\.1).min() ?? 0 : 0
        let ranks = strokeRanks
        return Dictionary(
            uniqueKeysWithValues: known.map { id, handicap in
                (id, spread((handicap ?? 0) - least, ranks))
            })
    }

    /// Whole throws, rounded once, halves upwards (World Handicap System, rule 6.2).
    private func playingHandicap(
        of player: Player, _ settings: HandicapSettings
    ) -> Int64? {
        switch settings.source {
        case .given:
            return player.handicapTenths.map { halfUp($0 * settings.allowancePercent, 1_000) }
        case .rating72:
            let par = openHoles.reduce(0) { $0 + self.par($1) }
            return player.rating.map {
                halfUp((1_000 - $0) * par * settings.allowancePercent, 72_000)
            }
        }
    }

    /// As many on each hole, and one more on the hardest; who is better than par gives back on the
    /// easiest.
    private func spread(_ handicap: Int64, _ ranks: [Int: Int]) -> [Int64] {
        var row = [Int64](repeating: 0, count: pars.count)
        guard !ranks.isEmpty else { return row }
        let count = Int64(ranks.count)
        let each = floorDivision(handicap, count)
        let more = handicap - each * count
        for (hole, rank) in ranks { row[hole - 1] = each + (Int64(rank) <= more ? 1 : 0) }
        return row
    }
}

/// Somebody in a game with handicaps has none.
public struct MissingHandicap: Error, Hashable, Sendable {
    public let players: [String]
}

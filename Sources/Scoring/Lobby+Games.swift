public import Formats
public import Lobby

/// The games that are played with the scores of a card besides.
extension Lobby {
    /// What such a game comes to in a round. Players are named by the ids of their columns, in
    /// decimal.
    ///
    /// - Parameter id: of a game that everybody plays; nil of one that somebody looks at.
    public func result(of game: FormatGame, id: UInt8? = nil, round: UInt8) -> FormatResult {
        let facts = RoundFacts(self, round: round)
        return game.with(facts, id: id)
            .result(on: formatCard(facts, round: round, isAgainstPar: game.isAgainstPar))
    }

    /// - Parameter isAgainstPar: from a tee with a par of its own, throws count from that.
    package func formatCard(
        _ facts: RoundFacts, round: UInt8, isAgainstPar: Bool = false
    ) -> FormatCard {
        let pars = pars
        let columns = columns
        let holeNumbers = 1...max(1, holes.count)
        var card = FormatCard(
            pars: pars, index: facts.wholeIndex(holeCount: holes.count),
            start: facts.start.flatMap { holeNumbers.contains($0) ? $0 : nil } ?? 1,
            closed: facts.closed.filter(holeNumbers.contains),
            players: columns.map { FormatCard.Player($0.id, facts, holeCount: holes.count) })
        for column in columns {
            let id = "\(column.id.value)"
            let own = self.pars(of: column.id, others: pars)
            card.entries[id] = holes.indices.map { place in
                let key = CellKey.score(
                    round: round, player: column.id, hole: UInt8(clamping: place + 1))
                let shift = isAgainstPar ? own[place] - pars[place] : 0
                return HoleEntry(cells[key] ?? Cell(), facts, key, less: shift)
            }
            let penalties = facts.cardPenalties(of: column.id)
            if penalties != 0 { card.cardPenalties[id] = penalties }
        }
        return card
    }
}

extension FormatCard.Player {
    fileprivate init(_ player: PlayerID, _ facts: RoundFacts, holeCount: Int) {
        func known(_ hole: Int?) -> Int? { hole.flatMap { $0 <= holeCount ? $0 : nil } }
        self.init(
            id: "\(player.value)", handicapTenths: facts.handicapTenths[player],
            rating: facts.ratings[player], tag: facts.tags[player],
            from: known(facts.from[player]), out: known(facts.out[player]))
    }
}

extension RoundFacts {
    /// How hard the holes are, if each has a place of its own in that.
    fileprivate func wholeIndex(holeCount: Int) -> [Int]? {
        let ranks = (1...max(1, holeCount)).compactMap { index[$0] }
        let isWhole = ranks.count == holeCount && Set(ranks).count == holeCount
        return isWhole && ranks.allSatisfy({ $0 <= holeCount }) ? ranks : nil
    }
}

extension FormatGame {
    fileprivate var isAgainstPar: Bool {
        if case .stableford = kind { true } else { false }
    }

    /// The game with what people have given, pressed and won on the card: what its settings say of
    /// that stays.
    fileprivate func with(_ facts: RoundFacts, id: UInt8?) -> FormatGame {
        var game = self
        switch kind {
        case .match(let match): game.kind = .match(facts.given(in: match, id, side(of:)))
        case .nassau(var nassau):
            nassau.match = facts.given(in: nassau.match, id, side(of:))
            nassau.presses += facts.presses.filter { $0.game == id }.map { press in
                Nassau.Press(segment: press.segment, by: side(of: press.player), after: press.after)
            }
            game.kind = .nassau(nassau)
        case .awards(var awards):
            awards.awards += facts.awards.map { award in
                Awards.Award(hole: award.hole, to: side(of: award.winner))
            }
            game.kind = .awards(awards)
        case .stroke, .skins, .stableford, .tags, .ratingEstimate: break
        }
        return game
    }

    /// The side that a column plays on.
    private func side(of player: PlayerID) -> String {
        let id = "\(player.value)"
        return sides?.first { $0.members.contains(id) }?.id ?? id
    }
}

extension RoundFacts {
    /// A match with what was conceded and agreed in the game of that id, and in all.
    fileprivate func given(
        in match: MatchPlay, _ id: UInt8?, _ side: (PlayerID) -> String
    ) -> MatchPlay {
        func isOfGame(_ concession: Concession) -> Bool {
            concession.game == 0 || concession.game == id
        }
        var match = match
        match.concessions += concededHoles.filter(isOfGame).map {
            .hole($0.hole, by: side($0.player))
        }
        match.concessions += concededMatches.filter(isOfGame).map {
            .match(after: $0.hole, by: side($0.player))
        }
        match.agreed.formUnion(id.flatMap { agreed[$0] } ?? [])
        return match
    }
}

extension HoleEntry {
    /// A number that somebody typed on a hole that somebody else gave up is no score yet; neither
    /// is one of which a ruling still makes another.
    fileprivate init(_ cell: Cell, _ facts: RoundFacts, _ key: CellKey, less shift: Int64) {
        func count(_ sibling: Sibling) -> Int64? {
            if case .number(let count) = sibling.value { count - shift } else { nil }
        }
        let place = RoundFacts.Place(player: key.player, hole: Int(key.hole))
        let isPickedUp = facts.pickedUp.contains(place)
        guard let shown = cell.shown.flatMap(count) else {
            let others = cell.isDisputed ? cell.siblings.dropFirst().map(count) : []
            self =
                isPickedUp
                ? .pickedUp
                : others.isEmpty ? .empty : .disputed(shown: nil, others: others)
            return
        }
        var others = cell.isDisputed ? cell.siblings.dropFirst().map(count) : []
        if isPickedUp { others.append(nil) }
        if let other = facts.provisional[place] { others.append(other - shift) }
        self = others.isEmpty ? .throwCount(shown) : .disputed(shown: shown, others: others)
    }
}

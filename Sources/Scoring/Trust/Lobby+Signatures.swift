import Documents
import Formats
public import Lobby

/// How far people agree on the scores of a game's round, and what of them was signed. All of it
/// follows from the cells that somebody has, so a signature that is given without signal is valid
/// or void by itself once the entries meet.
extension Lobby {
    /// People are named by their member numbers, columns by their ids, in decimal.
    public func trustReport(round: UInt8) -> TrustReport {
        let facts = RoundFacts(self, round: round)
        return TrustReport(
            formatCard(facts, round: round),
            EnteredRound(lobby: self, round: round, facts: facts))
    }

    /// A column as it would be signed now.
    public func content(of player: PlayerID, round: UInt8) -> SignedContent {
        let entered = EnteredRound(
            lobby: self, round: round, facts: RoundFacts(self, round: round))
        return SignedContent(
            scores: holes.indices.map { place in
                entered.entries("\(player.value)", place + 1).first?.score ?? .none
            },
            cardPenalties: entered.cardPenalties("\(player.value)"))
    }
}

private struct EnteredRound: EnteredCard {
    let lobby: Lobby
    let round: UInt8
    let facts: RoundFacts

    var level: TrustLevel {
        lobby.trust.need > 0
            ? .people(Int(lobby.trust.need)) : .all(lobby.trust.scorers.map { "\($0.value)" })
    }

    private func place(_ player: String, _ hole: Int) -> RoundFacts.Place {
        RoundFacts.Place(player: PlayerID(UInt32(player) ?? 0), hole: hole)
    }

    /// Who picked up has no throws there; where throws are typed too, people say different things.
    func entries(_ player: String, _ hole: Int) -> [EnteredScore] {
        let place = place(player, hole)
        let throwCounts = siblings(.throws, at: place)
        guard facts.pickedUp.contains(place) else { return throwCounts }
        let pickups = siblings(.pickedUp, at: place).filter { $0.score != .none }
            .map { EnteredScore(person: $0.person, score: .pickedUp, rank: $0.rank) }
        return throwCounts.filter { $0.score != .none } + pickups
    }

    private func siblings(_ field: Field, at place: RoundFacts.Place) -> [EnteredScore] {
        let key = CellKey(
            round: round, player: place.player, hole: UInt8(clamping: place.hole), field: field)
        return lobby.cell(key).siblings.map { sibling in
            EnteredScore(
                person: "\(sibling.member.value)", score: .init(sibling.value),
                rank: sibling.rank)
        }
    }

    func isProvisional(_ player: String, _ hole: Int) -> Bool {
        facts.provisional[place(player, hole)] != nil
    }

    func cardPenalties(_ player: String) -> Int64 {
        facts.cardPenalties(of: place(player, 0).player)
    }

    func signed(_ player: String) -> SignedContent? {
        facts.signed[place(player, 0).player].map { text in
            // What can't be read stands under nothing.
            SignedContent(text) ?? SignedContent(scores: [])
        }
    }
}

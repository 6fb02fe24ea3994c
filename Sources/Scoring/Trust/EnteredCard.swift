import Lobby

/// What people have entered on the columns of a card, and what of it was signed. People and columns
/// are named by ids.
protocol EnteredCard {
    var level: TrustLevel { get }
    /// What people have entered on a hole, the shown one first.
    func entries(_ player: String, _ hole: Int) -> [EnteredScore]
    /// Whether a ruling can still make another score of what is shown.
    func isProvisional(_ player: String, _ hole: Int) -> Bool
    /// Penalty throws beside the holes.
    func cardPenalties(_ player: String) -> Int64
    /// What was signed last.
    func signed(_ player: String) -> SignedContent?
}

struct EnteredScore {
    let person: String
    let score: SignedContent.Score
    let rank: Rank
}

/// A game that is played with the scores of a card. Any number of them may be, at the same time:
/// each is a function of the card and its settings, and writes nothing.
///
///     card ──┬─▸ sides ─▸ throws received ─▸ bounds or values of each hole ─▸ result
///     game ──┘
///
/// Everything is computed anew from the first hole on, so a score that comes late or is corrected
/// leads to what it would have led to at once.
public struct FormatGame: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case stroke(StrokePlay)
        case match(MatchPlay)
        case nassau(Nassau)
        case skins(Skins)
        case stableford(Stableford)
        case awards(Awards)
        case tags(BagTags)
        case ratingEstimate(RatingEstimate)
    }

    public var id: String
    public var kind: Kind
    /// Nil: each player by themself.
    public var sides: [Side]?
    public var handicap: HandicapSettings

    public init(
        id: String, _ kind: Kind, sides: [Side]? = nil,
        handicap: HandicapSettings = HandicapSettings()
    ) {
        self.id = id
        self.kind = kind
        self.sides = sides
        self.handicap = handicap
    }
}

public struct FormatResult: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case stroke(StrokeResult, isNet: Bool)
        case match(MatchResult)
        case nassau(NassauResult)
        case nassauTotals(NassauTotalsResult)
        case skins(SkinsResult)
        case stableford(StablefordResult)
        case awards(AwardsResult)
        case tags(BagTagsResult)
        case ratingEstimate(RatingEstimateResult)
        /// These players have no handicap, which the game needs.
        case noHandicap([String])
        /// A game between two sides has another number of them, or one among several only one.
        case wrongSides
    }

    public struct Received: Hashable, Sendable {
        public let player: String
        /// By the holes' numbers.
        public let byHole: [Int64]
    }

    public let kind: Kind
    /// The throws that each player receives; nil without handicaps.
    public let received: [Received]?
}

extension FormatGame {
    public func result(on card: FormatCard) -> FormatResult {
        let given = sides ?? card.players.filter { !$0.isRemoved }.map { Side($0.id) }
        let received: [String: [Int64]]
        do throws(MissingHandicap) {
            received = try card.throwsReceived(by: given.flatMap(\.members), handicap)
        } catch {
            return FormatResult(kind: .noHandicap(error.players), received: nil)
        }
        let playing = given.map { PlayingSide($0, on: card, received: received) }
        let isNet = handicap.kind != .none
        let told = card.players.compactMap { player in
            received[player.id].map { FormatResult.Received(player: player.id, byHole: $0) }
        }
        return FormatResult(
            kind: result(playing, on: card, isNet: isNet), received: isNet ? told : nil)
    }

    private func result(
        _ sides: [PlayingSide], on card: FormatCard, isNet: Bool
    ) -> FormatResult.Kind {
        switch kind {
        case .stroke(let game): return .stroke(game.result(sides, on: card), isNet: isNet)
        case .match(let game):
            guard sides.count == 2 else { return .wrongSides }
            let duels = HoleDuels(sides[0], sides[1], on: card, game)
            return .match(duels.match(over: card.order, game))
        case .nassau(let game) where game.scoring == .stroke:
            guard sides.count > 1 else { return .wrongSides }
            return .nassauTotals(game.totals(sides, on: card))
        case .nassau(let game):
            guard sides.count == 2 else { return .wrongSides }
            return .nassau(game.result(sides[0], sides[1], on: card))
        case .skins(let game): return .skins(game.result(sides, on: card))
        case .stableford(let game): return .stableford(game.result(sides, on: card))
        case .awards(let game): return .awards(game.result(sides, on: card))
        case .tags(let game):
            return .tags(game.result(StrokePlay().result(sides, on: card), on: card))
        case .ratingEstimate(let game):
            return .ratingEstimate(game.result(StrokePlay().result(sides, on: card), on: card))
        }
    }
}

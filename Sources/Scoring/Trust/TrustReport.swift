public import Formats
import Lobby

/// How far people agree on the scores of a card, and what keeps its columns from being signed.
public struct TrustReport: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        case ok, missing, disputed
        /// Fewer people than are needed have entered what is shown.
        case unverified
        /// A ruling can still make another score of it.
        case provisional
        /// One of those who have to hasn't entered it.
        case incomplete
    }

    public enum Signature: String, Hashable, Sendable {
        case none, valid
        /// What differs from what was signed was confirmed by host or scorekeeper.
        case amended
        /// What was signed isn't there any more, or something keeps it from being signed.
        case void
    }

    /// What keeps a column from being signed.
    public struct Block: Hashable, Sendable {
        public let hole: Int
        public let why: State
        /// Disputed: the authors, the one who is shown first. Unverified: who has entered what is
        /// shown. Incomplete: who hasn't.
        public let who: [String]
    }

    public struct Column: Hashable, Sendable {
        public let id: String
        /// As it would be signed now.
        public let content: SignedContent
        public let states: [State]
        public let blocks: [Block]
        public let signature: Signature
    }

    /// In the order of the card.
    public let columns: [Column]

    /// Whether all is signed. Nothing is locked by that.
    public var isComplete: Bool { columns.allSatisfy(\.isSigned) }

    public init(_ log: TrustLog, on card: FormatCard) { self.init(card, log) }

    init(_ card: FormatCard, _ entered: some EnteredCard) {
        columns = card.players.filter { !$0.isRemoved }.map { player in
            Column(player, on: card, entered)
        }
    }
}

extension TrustReport.Column {
    /// Whether a signature stands under it.
    public var isSigned: Bool { signature == .valid || signature == .amended }

    fileprivate init(
        _ player: FormatCard.Player, on card: FormatCard, _ entered: some EnteredCard
    ) {
        id = player.id
        let holes = 1...card.holeCount
        let found = holes.map { TrustReport.found($0, of: player.id, entered) }
        content = SignedContent(
            scores: holes.map { entered.entries(player.id, $0).first?.score ?? .none },
            cardPenalties: entered.cardPenalties(player.id))
        states = found.map(\.why)
        blocks = found.filter { block in
            let isPlayed =
                !card.closed.contains(block.hole)
                && (card.isIn(player, on: block.hole)
                    || !entered.entries(player.id, block.hole).isEmpty)
            return block.why != .ok && isPlayed
        }
        signature = TrustReport.signature(
            entered.signed(player.id), of: content, isBlocked: !blocks.isEmpty
        ) { hole in entered.entries(player.id, hole).first?.rank == .confirmed }
    }
}

extension TrustReport {
    fileprivate static func found(
        _ hole: Int, of player: String, _ entered: some EnteredCard
    ) -> Block {
        let entries = entered.entries(player, hole)
        guard let first = entries.first, entries.contains(where: { $0.score != .none }) else {
            return Block(hole: hole, why: .missing, who: [])
        }
        if entries.contains(where: { $0.score != first.score && $0.person != first.person }) {
            let authors = entries.map(\.person)
            let distinct = authors.enumerated()
                .filter { authors.firstIndex(of: $0.element) == $0.offset }.map(\.element)
            return Block(hole: hole, why: .disputed, who: distinct)
        }
        guard first.score != .none else { return Block(hole: hole, why: .missing, who: []) }
        if entered.isProvisional(player, hole) {
            return Block(hole: hole, why: .provisional, who: [])
        }
        let backers = Set(entries.filter { $0.score == first.score }.map(\.person))
        if first.rank == .confirmed { return Block(hole: hole, why: .ok, who: []) }
        switch entered.level {
        case .people(let count) where backers.count < count:
            return Block(hole: hole, why: .unverified, who: backers.sorted())
        case .all(let scorers) where !backers.isSuperset(of: scorers):
            let lacking = scorers.filter { !backers.contains($0) }
            return Block(hole: hole, why: .incomplete, who: lacking)
        case .people, .all:
            return Block(hole: hole, why: .ok, who: [])
        }
    }

    /// Penalties beside the holes come from the host or a scorekeeper, so they only amend.
    fileprivate static func signature(
        _ signed: SignedContent?, of content: SignedContent, isBlocked: Bool,
        isConfirmed: (_ hole: Int) -> Bool
    ) -> Signature {
        guard let signed else { return .none }
        guard !isBlocked, signed.scores.count == content.scores.count else { return .void }
        if signed == content { return .valid }
        let differing = content.scores.indices.filter { content.scores[$0] != signed.scores[$0] }
        return differing.allSatisfy { isConfirmed($0 + 1) } ? .amended : .void
    }
}

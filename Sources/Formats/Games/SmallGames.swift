/// Something that somebody wins on a hole, as the throw that lies closest to the pin, said by hand.
public struct Awards: Hashable, Sendable {
    public struct Award: Hashable, Sendable {
        public var hole: Int
        /// Nil: nobody.
        public var to: String?
        public var count: Int64

        public init(hole: Int, to: String?, count: Int64 = 1) {
            (self.hole, self.to, self.count) = (hole, to, count)
        }
    }

    public var awards: [Award]
    public var value: Int64

    public init(awards: [Award], value: Int64 = 1) {
        self.awards = awards
        self.value = value
    }
}

public struct AwardsResult: Hashable, Sendable {
    public struct Share: Hashable, Sendable {
        public let side: String
        public var won: Int64 = 0
        public var balance: Int64 = 0
    }

    public let shares: [Share]
}

extension Awards {
    func result(_ sides: [PlayingSide], on card: FormatCard) -> AwardsResult {
        let sides = sides.filter { !$0.isVoid }
        var shares = sides.map { AwardsResult.Share(side: $0.id) }
        for award in awards where card.openHoles.contains(award.hole) {
            guard let winner = sides.firstIndex(where: { $0.id == award.to }) else { continue }
            shares[winner].won += award.count
            for place in sides.indices where place != winner && sides[place].isIn(award.hole) {
                shares[place].balance -= value * award.count
                shares[winner].balance += value * award.count
            }
        }
        return AwardsResult(shares: shares)
    }
}

/// Tags that change hands by the places of a round.
public struct BagTags: Hashable, Sendable {
    public init() {}
}

public struct BagTagsResult: Hashable, Sendable {
    public struct Held: Hashable, Sendable {
        public let side: String
        public let tag: Int64
    }

    /// Once it is final, as they go home; before, as they came.
    public let tags: [Held]
    public let isFinal: Bool
}

extension BagTags {
    func result(_ stroke: StrokeResult, on card: FormatCard) -> BagTagsResult {
        guard stroke.isFinal else {
            return BagTagsResult(
                tags: card.players.compactMap { player in
                    player.tag.map { BagTagsResult.Held(side: player.id, tag: $0) }
                }, isFinal: false)
        }
        // Those without a place come last, as they stand there.
        typealias Ranked = (side: String, key: [Int64])
        let ranked = stroke.lines.enumerated().compactMap { offset, line -> Ranked? in
            guard let tag = card.player(line.side)?.tag else { return nil }
            let rank = line.place.map(Int64.init) ?? .max
            return (line.side, [rank, line.place == nil ? Int64(offset) : tag, tag])
        }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let tags = ranked.map { $0.key[2] }.sorted()
        return BagTagsResult(
            tags: zip(ranked, tags).map { BagTagsResult.Held(side: $0.side, tag: $1) },
            isFinal: true)
    }
}

/// What a round would be worth as a rating, by those of whom it is known: an estimate.
public struct RatingEstimate: Hashable, Sendable {
    static let holesMin = 13
    static let ratingsMin = 2
    /// Points of a throw.
    static let pointsPerThrow: Int64 = 10

    public init() {}
}

public struct RatingEstimateResult: Hashable, Sendable {
    public struct Rating: Hashable, Sendable {
        public let side: String
        public let rating: Int64
    }

    /// What somebody rated 1000 would have thrown, in hundredths; nil: too little is known.
    public let averageHundredths: Int64?
    public let ratings: [Rating]
}

extension RatingEstimate {
    func result(_ stroke: StrokeResult, on card: FormatCard) -> RatingEstimateResult {
        let complete = stroke.lines.filter { $0.state == .complete }
        let known = complete.compactMap { line in
            card.player(line.side)?.rating.map { (score: line.gross, rating: $0) }
        }
        guard card.openHoles.count >= Self.holesMin, known.count >= Self.ratingsMin else {
            return RatingEstimateResult(averageHundredths: nil, ratings: [])
        }
        let sum = known.reduce(0) { sum, each in
            sum + 100 * each.score - 100 * (1_000 - each.rating) / Self.pointsPerThrow
        }
        let average = halfUp(sum, Int64(known.count))
        let players = card.players.compactMap { player in
            complete.first { $0.side == player.id }
        }
        return RatingEstimateResult(
            averageHundredths: average,
            ratings: players.map { line in
                RatingEstimateResult.Rating(
                    side: line.side,
                    rating: halfUp(
                        100_000 + Self.pointsPerThrow * (average - 100 * line.gross), 100))
            })
    }
}

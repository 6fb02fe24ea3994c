/// Penalty throws by what happened (PDGA Official Rules; each code says in which edition its rule
/// has that number). They only propose: the number that is typed is the score.
public struct Penalty: Hashable, Sendable {
    public enum Place: String, Hashable, Sendable {
        /// Added to the hole's number.
        case hole
        /// Added to the total (808.D).
        case card
        /// The first one in a round costs nothing, and is noted.
        case warning
        /// The score is par and these throws.
        case par
    }

    public let code: String
    public let throwCount: Int64
    public let place: Place
    /// Its section, as text: letters move from edition to edition.
    public let rule: String

    private init(_ code: String, _ throwCount: Int64, _ place: Place, _ rule: String) {
        (self.code, self.throwCount, self.place, self.rule) = (code, throwCount, place, rule)
    }

    /// The edition whose sections the rules are.
    public static let edition = "pdga-2026"

    public static let all: [Penalty] = [
        Penalty("ob", 1, .hole, "806.02"), Penalty("hazard", 1, .hole, "806.05"),
        Penalty("mandatory", 1, .hole, "804.01"), Penalty("lost", 1, .hole, "805.03"),
        Penalty("above_two_metres", 1, .hole, "805.02"),
        Penalty("required_relief", 0, .hole, "806.04"),
        Penalty("casual_relief", 0, .hole, "806.03"),
        Penalty("optional_relief", 1, .hole, "803.03"),
        Penalty("abandoned", 1, .hole, "809.01"), Penalty("stance", 1, .hole, "802.07"),
        Penalty("tee_stance", 1, .hole, "802.04"), Penalty("falling_putt", 1, .hole, "806.01"),
        Penalty("moved_obstacle", 1, .hole, "803.01"), Penalty("practice", 1, .hole, "809.03"),
        Penalty("own_interference", 1, .hole, "810.D"),
        Penalty("wilful_interference", 2, .hole, "810.F"), Penalty("damage", 2, .hole, "803.04"),
        Penalty("marking", 1, .warning, "802.06"), Penalty("time", 1, .warning, "802.03"),
        Penalty("courtesy", 1, .warning, "812"), Penalty("unmarked_disc", 1, .warning, "813.01"),
        Penalty("illegal_disc", 2, .hole, "813.01"), Penalty("illegal_device", 2, .hole, "813.02"),
        Penalty("wrong_lie_caught", 1, .hole, "811.F.1"),
        Penalty("wrong_lie_played_on", 2, .hole, "811.F.1"),
        Penalty("not_holed_out", 3, .hole, "811.F.2"),
        Penalty("out_of_sequence", 2, .card, "811.F.3"), Penalty("absent", 4, .par, "811.F.4"),
        Penalty("missing_30s", 4, .par, "811.F.5"), Penalty("omitted", 4, .par, "811.F.6"),
        Penalty("wrong_hole", 2, .hole, "811.F.7"), Penalty("extra_hole", 2, .card, "811.F.8"),
        Penalty("wrong_start_played", 2, .hole, "811.F.10"),
        Penalty("wrong_start_one_throw", 1, .hole, "811.F.10"),
        Penalty("late_card", 2, .card, "808.F"), Penalty("wrong_card", 2, .card, "808.G.2"),
        Penalty("extra_throw", 1, .warning, "B.03.B"), Penalty("drive_quota", 2, .hole, "B.05.B"),
        Penalty("tee_check_in", 2, .hole, "CM 1.04"),
        Penalty("wrong_thrower_caught", 1, .hole, "B.05.E"),
        Penalty("wrong_thrower_played_on", 2, .hole, "B.05.E"),
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    public init?(code: String) {
        guard let known = Self.byCode[code] else { return nil }
        self = known
    }
}

/// What a hole comes to with its penalties.
public struct PenaltyCount: Hashable, Sendable {
    public struct Applied: Hashable, Sendable {
        public let penalty: Penalty
        /// None for a first warning.
        public let throwCount: Int64
        public var isWarning: Bool { penalty.place == .warning && throwCount == 0 }
    }

    /// Nil if no throws were counted, and none are for being absent.
    public private(set) var score: Int64?
    /// Throws on the card, beside the hole.
    public private(set) var card: Int64 = 0
    public private(set) var applied: [Applied] = []

    /// - Parameters:
    ///   - throwCount: that were counted; nil: none.
    ///   - events: in their order; of those that are together one throw only the dearest counts,
    ///     else the first (801.02).
    ///   - warned: for what there was a warning in this round already.
    public init(
        par: Int64, throwCount: Int64?, events: [[Penalty]], warned: Set<String> = []
    ) {
        score = throwCount
        var warned = warned
        for event in events {
            let costs = event.map { penalty in
                let isFirst = penalty.place == .warning && !warned.contains(penalty.code)
                return Applied(penalty: penalty, throwCount: isFirst ? 0 : penalty.throwCount)
            }
            guard let most = costs.map(\.throwCount).max(),
                let counted = costs.first(where: { $0.throwCount == most })
            else { continue }
            let penalty = counted.penalty
            if penalty.place == .par {
                // Nothing else counts of a hole that was missed.
                (score, card, applied) = (par + counted.throwCount, 0, [counted])
                return
            }
            if penalty.place == .warning { warned.insert(penalty.code) }
            applied.append(counted)
            if penalty.place == .card {
                card += counted.throwCount
            } else {
                score = score.map { $0 + counted.throwCount }
            }
        }
    }
}

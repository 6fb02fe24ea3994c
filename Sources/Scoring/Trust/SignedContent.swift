/// What somebody has signed of a column: its scores as they were shown, and the penalty throws
/// beside them. It says nothing of when or in which order that was entered, so a signature that
/// comes late still stands for the same.
///
///     3,4,-,X;2    three and four throws, nothing on the third hole, picked up on the fourth,
///                  and two penalty throws on the card
public struct SignedContent: Hashable, Sendable {
    public enum Score: Hashable, Sendable {
        case none
        case throwCount(Int64)
        case pickedUp
    }

    public var scores: [Score]
    public var cardPenalties: Int64

    public init(scores: [Score], cardPenalties: Int64 = 0) {
        (self.scores, self.cardPenalties) = (scores, cardPenalties)
    }
}

extension SignedContent {
    /// All its throws (PDGA 808.D).
    public var total: Int64 { scores.compactMap(\.throwCount).reduce(cardPenalties, +) }

    public var text: String {
        scores.map(\.text).joined(separator: ",") + ";\(cardPenalties)"
    }

    /// Nil for a text that isn't one.
    public init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let penalties = Int64(parts[1]) else { return nil }
        var scores: [Score] = []
        for part in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
            guard let score = Score(part) else { return nil }
            scores.append(score)
        }
        self.init(scores: scores, cardPenalties: penalties)
    }
}

extension SignedContent.Score {
    fileprivate var text: String {
        switch self {
        case .none: "-"
        case .throwCount(let count): "\(count)"
        case .pickedUp: "X"
        }
    }

    fileprivate init?(_ text: Substring) {
        switch text {
        case "-": self = .none
        case "X": self = .pickedUp
        default:
            guard let count = Int64(text) else { return nil }
            self = .throwCount(count)
        }
    }

    /// Nil unless it is a number.
    var throwCount: Int64? {
        if case .throwCount(let count) = self { count } else { nil }
    }
}

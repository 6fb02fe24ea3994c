/// A score against its hole's par, as cards are marked: from a ring in a ring to a filled square.
public enum ScoreShape: Hashable, Sendable, CaseIterable {
    /// Two below par, or fewer.
    case eagle
    case birdie
    case par
    case bogey
    case double
    /// Three above par, or more.
    case triple

    public init(_ throws: Int64, par: Int64) {
        self =
            switch `throws` - par {
            case ...(-2): .eagle
            case -1: .birdie
            case 0: .par
            case 1: .bogey
            case 2: .double
            default: .triple
            }
    }
}

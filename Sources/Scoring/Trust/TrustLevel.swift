/// How many different people must have entered the same before a score counts as sure.
///
/// It changes one thing of the merge: where one person is enough, a write replaces what its author
/// had seen; above that only their own entry, so that the entries of several people stand beside
/// each other. A confirmation replaces what was seen at every level.
public enum TrustLevel: Hashable, Sendable {
    /// So many people, of whom one is enough for a casual round.
    case people(Int)
    /// Each of these, for themself.
    case all([String])

    /// Whether a write leaves what others have entered.
    public var keepsOthers: Bool { self != .people(1) }
}

/// A division of room that a lobby's people have in common: each has a share that nobody else can
/// use up, and beyond the shares there is a pool, of which nobody gets more than is left in it.
public struct FairShare: Sendable {
    private let share: Int
    private let poolMax: Int

    public init(share: Int, poolMax: Int) {
        self.share = share
        self.poolMax = poolMax
    }

    /// Whether someone who holds `own` may have one more; `all` is what each of them holds.
    public func allows(own: Int, all: @autoclosure () -> some Sequence<Int>) -> Bool {
        guard own >= share else { return true }
        let taken = all().reduce(0) { $0 + max(0, $1 - share) }
        return own - share < poolMax - taken
    }
}

import Structures

/// A budget of lobbies that each address may create.
package struct CreationBudget: Sendable {
    private var lobbiesByAddress: Budgets<ClientNetwork>

    package init(lobbiesPerAddressPerHourMax perHour: UInt64) {
        lobbiesByAddress = Budgets<ClientNetwork>(
            TokenRate(capacity: perHour, refill: perHour, intervalMilliseconds: 3_600_000))
    }

    /// Counts a lobby that `address` creates.
    ///
    /// - Returns: how long it has to wait before it may; nil if it is counted.
    package mutating func count(_ address: ClientNetwork, now: UInt64) -> Int64? {
        if lobbiesByAddress.take(address, now: now) { return nil }
        return Int64(clamping: lobbiesByAddress.millisecondsUntilNext(address, now: now))
    }
}

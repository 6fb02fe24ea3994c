/// The counts that all shards of a process have in common: of wrong codes, and of lobbies that were
/// created.
package struct Doorkeeper: Sendable {
    package var guesses: JoinGuard
    package var creations: CreationBudget

    /// - Parameter now: monotonic milliseconds.
    package init(
        lobbiesPerAddressPerHourMax: UInt64 = ServerConfiguration.lobbiesPerAddressPerHourMax,
        now: UInt64
    ) {
        guesses = JoinGuard(now: now)
        creations = CreationBudget(lobbiesPerAddressPerHourMax: lobbiesPerAddressPerHourMax)
    }
}

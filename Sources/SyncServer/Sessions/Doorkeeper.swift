/// What all shards of a process count together: who guesses codes, and who creates how many
/// lobbies.
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

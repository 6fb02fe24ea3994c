/// The counts that all shards of a process have in common: of wrong codes, of lobbies that were
/// created, of what is asked for, and of open WebSockets.
package struct Doorkeeper: Sendable {
    package var guesses: JoinGuard
    package var creations: CreationBudget
    /// Of documents that nobody shares.
    package var ownCreations: CreationBudget
    package var visits: VisitBudget
    package var sockets: SocketCensus

    /// - Parameter now: monotonic milliseconds.
    package init(
        lobbiesPerAddressPerHourMax: UInt64 = ServerConfiguration.lobbiesPerAddressPerHourMax,
        connectionsPerAddressMax: UInt64 = ServerConfiguration.connectionsPerAddressMax,
        now: UInt64
    ) {
        visits = VisitBudget(connectionsPerAddressMax: connectionsPerAddressMax)
        sockets = SocketCensus(connectionsPerAddressMax: connectionsPerAddressMax)
        guesses = JoinGuard(now: now)
        creations = CreationBudget(lobbiesPerAddressPerHourMax: lobbiesPerAddressPerHourMax)
        ownCreations = CreationBudget(
            lobbiesPerAddressPerHourMax: ServerConfiguration.notebooksPerAddressPerHourMax)
    }
}

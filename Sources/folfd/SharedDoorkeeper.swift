import Documents
import Reactor
import SyncServer
import Threads

/// The one doorkeeper of all loops, and of the desk of accounts.
final class SharedDoorkeeper: Sendable {
    private let doorkeeper: Lock<Doorkeeper>

    init(_ options: Options) {
        doorkeeper = Lock(
            Doorkeeper(
                lobbiesPerAddressPerHourMax: UInt64(options.lobbiesPerAddressPerHourMax),
                connectionsPerAddressMax: UInt64(options.connectionsPerAddressMax),
                now: MonotonicClock.milliseconds()))
    }

    func lend(_ body: (inout Doorkeeper) -> Void) { doorkeeper.withLock { body(&$0) } }

    /// Counts a game that is made from a network.
    ///
    /// - Returns: the time to wait, in milliseconds, if there were too many; then it isn't counted.
    @Sendable func countCreation(_ network: Identifier128) -> UInt64? {
        let client = ClientNetwork(high: network.high, low: network.low)
        let now = MonotonicClock.milliseconds()
        let wait = doorkeeper.withLock { $0.creations.count(client, now: now) }
        return wait.map { UInt64(clamping: $0) }
    }
}

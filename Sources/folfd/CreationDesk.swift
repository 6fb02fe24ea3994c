import SyncServer
import Threads

/// Counts for all loops who creates how many lobbies.
final class CreationDesk: Sendable {
    private let budget: Lock<CreationBudget>

    init(lobbiesPerAddressPerHourMax: Int) {
        budget = Lock(
            CreationBudget(lobbiesPerAddressPerHourMax: UInt64(lobbiesPerAddressPerHourMax)))
    }

    func count(_ address: ClientNetwork, now: UInt64) -> Int64? {
        budget.withLock { $0.count(address, now: now) }
    }
}

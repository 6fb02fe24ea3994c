import Connections
import Threads

/// Decides who may connect, by the number of connections in all and from one address. One for all
/// loops of a server: they share its counts, and a connection that moves from loop to loop stays
/// counted once.
package final class Admission: Sendable {
    package enum Verdict: Sendable {
        case admitted
        case tooManyConnections
        case tooManyFromAddress
    }

    private struct Census {
        var connections = 0
        var byNetwork: [PeerAddress: Int] = [:]
    }

    package let connectionsMax: Int
    package let connectionsPerAddressMax: Int
    private let census = Lock(Census())
    private let taking = Lock(())

    /// Begins with no connection.
    ///
    /// - Parameters:
    ///   - connectionsMax: open connections of all loops together.
    ///   - connectionsPerAddressMax: of one IPv4 address or one IPv6 /64 network. Whole families,
    ///     mobile carriers and reverse proxies share an address.
    package init(connectionsMax: Int = 100_000, connectionsPerAddressMax: Int = 1_000) {
        self.connectionsMax = connectionsMax
        self.connectionsPerAddressMax = connectionsPerAddressMax
    }

    /// Runs what takes or gives up descriptors for newcomers, one loop at a time.
    func exclusively<Result: Sendable>(_ body: () -> Result) -> Result {
        taking.withLock { _ in body() }
    }

    /// Open connections of all loops.
    package var connectionCount: Int { census.withLock { $0.connections } }

    /// Counts a connection in, if there is room for it.
    func admit(_ address: PeerAddress) -> Verdict {
        census.withLock { census in
            guard census.connections < connectionsMax else { return .tooManyConnections }
            let sameNetwork = census.byNetwork[address.network, default: 0]
            guard sameNetwork < connectionsPerAddressMax else { return .tooManyFromAddress }
            census.byNetwork[address.network] = sameNetwork + 1
            census.connections += 1
            return .admitted
        }
    }

    /// Counts an admitted connection out.
    func leave(_ address: PeerAddress) {
        census.withLock { census in
            census.connections -= 1
            let rest = census.byNetwork[address.network, default: 1] - 1
            census.byNetwork[address.network] = rest == 0 ? nil : rest
        }
    }
}

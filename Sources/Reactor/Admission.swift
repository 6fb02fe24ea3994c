import Connections
package import Structures
import Threads

/// Decides who may connect, by the number of connections in all and from one address. One for all
/// loops of a server: they share its counts, and a connection that moves from loop to loop stays
/// counted once.
package final class Admission: Sendable {
    /// Connections to each door that isn't for the public. Whoever looks after the server gets in
    /// however many players do, and however many ask for figures.
    package static let operatorConnectionsMax = 32

    package enum Verdict: Sendable {
        case admitted
        case tooManyConnections
        case tooManyFromAddress
        /// They come faster than an address may.
        case tooFast
    }

    /// New connections of one address at once, and a minute, for each that it may have open. Each
    /// costs a handshake, and a phone needs one, or a few with the page.
    package static let arrivalsPerConnectionAtOnce: UInt64 = 4
    package static let arrivalsPerConnectionPerMinute: UInt64 = 2

    private struct Census {
        var connections = Headcount<PeerAddress>()
        var operatorConnections = Headcount<Door>()
        var arrivals: Budgets<PeerAddress>

        init(_ connectionsPerAddress: UInt64) {
            arrivals = Budgets(
                TokenRate(
                    capacity: connectionsPerAddress * arrivalsPerConnectionAtOnce,
                    refill: connectionsPerAddress * arrivalsPerConnectionPerMinute,
                    intervalMilliseconds: 60_000))
        }

        mutating func admitOperator(by door: Door) -> Verdict {
            guard operatorConnections[door] < operatorConnectionsMax else {
                return .tooManyConnections
            }
            operatorConnections.enter(door)
            return .admitted
        }
    }

    package let connectionsMax: Int
    package let connectionsPerAddressMax: Int
    /// Bounds the handshakes among those who were let in.
    package let handshakes = HandshakeGate()
    /// Networks of proxies, for whose clients we don't count by address.
    private let exempt: [AddressBlock]
    private let census: Lock<Census>
    private let taking = Lock(())

    /// Begins with no connection.
    ///
    /// - Parameters:
    ///   - connectionsMax: open connections of all loops together.
    ///   - connectionsPerAddressMax: of one IPv4 address or one IPv6 /64 network. Whole families,
    ///     mobile carriers and reverse proxies share an address.
    ///   - exempt: networks that these two limits don't hold for: many come by each.
    package init(
        connectionsMax: Int = 100_000, connectionsPerAddressMax: Int = 1_000,
        exempt: [AddressBlock] = []
    ) {
        self.exempt = exempt
        census = Lock(Census(UInt64(max(1, connectionsPerAddressMax))))
        self.connectionsMax = connectionsMax
        self.connectionsPerAddressMax = connectionsPerAddressMax
    }

    /// Runs what takes or gives up descriptors for newcomers, one loop at a time.
    func exclusively<Result: Sendable>(_ body: () -> Result) -> Result {
        taking.withLock { _ in body() }
    }

    /// Open connections of all loops, without the operator's.
    package var connectionCount: Int { census.withLock { $0.connections.total } }

    /// Counts a connection in, if there is room for it.
    ///
    /// - Parameter now: monotonic milliseconds.
    func admit(_ address: PeerAddress, by door: Door, now: UInt64) -> Verdict {
        let isExempt = exempt.contains { $0.contains(address) }
        return census.withLock { census in
            guard door.isPublic else { return census.admitOperator(by: door) }
            guard census.connections.total < connectionsMax else { return .tooManyConnections }
            guard isExempt || census.connections[address.network] < connectionsPerAddressMax
            else { return .tooManyFromAddress }
            guard isExempt || census.arrivals.take(address.network, now: now) else {
                return .tooFast
            }
            census.connections.enter(address.network)
            return .admitted
        }
    }

    /// Counts an admitted connection out.
    func leave(_ address: PeerAddress, by door: Door) {
        census.withLock { census in
            guard door.isPublic else { return census.operatorConnections.leave(door) }
            census.connections.leave(address.network)
        }
    }
}

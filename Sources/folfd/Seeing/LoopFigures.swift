import EventStore
import Host
import Reactor
import SyncServer

/// What a loop knows of itself.
struct LoopFigures: Sendable {
    let index: Int
    let counters: LoopCounters
    let server: ServerCounters
    let requests: RequestCounts
    let census: ServerCensus
    let pace: LoopPace
    /// Connections, also those whose end isn't over.
    let connectionCount: Int
    /// Connections whose handshake isn't over.
    let strangerCount: Int
    let queuedBytes: Int
    /// Of all loops together.
    let handshakesInFlight: Int
    let isReadOnly: Bool
    let isStopping: Bool

    init(
        _ index: Int, _ host: inout LoopHost, _ pace: LoopPace
    ) {
        self.index = index
        self.pace = pace
        counters = host.transport.counters
        server = host.server.counters
        requests = host.server.requestCounts
        census = host.server.census()
        connectionCount = host.transport.connectionCount
        strangerCount = host.transport.strangerCount
        queuedBytes = host.transport.queuedBytes
        handshakesInFlight = host.transport.handshakesInFlight
        isReadOnly = host.server.isReadOnly
        isStopping = host.isStopping
    }
}

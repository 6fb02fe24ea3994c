import Structures

/// Bounds the open WebSockets of each address. Where each has connections of its own, these are
/// bounded before; behind a proxy, whose connections are nobody's, this is what bounds a client.
package struct SocketCensus: Sendable {
    /// The time after which to come again, for whoever has too many.
    static let retryMilliseconds: UInt64 = 10_000

    private let perNetworkMax: Int
    private var sockets = Headcount<ClientNetwork>()

    init(connectionsPerAddressMax: UInt64) {
        perNetworkMax = Int(clamping: connectionsPerAddressMax)
    }

    /// Counts one in that begins; whether there was room for it.
    mutating func admit(_ network: ClientNetwork) -> Bool {
        guard sockets[network] < perNetworkMax else { return false }
        sockets.enter(network)
        return true
    }

    /// Counts one in that comes from another shard, where it was counted out.
    mutating func enter(_ network: ClientNetwork) { sockets.enter(network) }

    mutating func leave(_ network: ClientNetwork) { sockets.leave(network) }
}

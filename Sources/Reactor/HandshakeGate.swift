import Connections
import Structures
import Threads

/// Bounds the handshakes that all loops have begun and not ended: each takes tens of kilobytes of
/// OpenSSL's, and is begun by anybody with one message. Who finds the gate closed waits; half-open
/// connections are waited for no longer than `Stranger.millisecondsMax`.
package final class HandshakeGate: Sendable {
    /// Handshakes of all,
    package static let handshakesMax = 256
    /// and as many more of networks that have no other one: however many a few networks hold, who
    /// comes from elsewhere finds a place.
    package static let handshakesKept = 64
    /// Handshakes of one network, so that its storm leaves the gate open for others.
    package static let handshakesPerNetworkMax = 64

    private let census = Lock(Headcount<PeerAddress>())

    /// Handshakes that have begun and not ended.
    package var count: Int { census.withLock { $0.total } }

    /// Lets somebody begin; whether there was room.
    func enter(_ address: PeerAddress) -> Bool {
        census.withLock { census in
            let sameNetwork = census[address.network]
            let kept = sameNetwork == 0 ? Self.handshakesKept : 0
            guard census.total < Self.handshakesMax + kept,
                sameNetwork < Self.handshakesPerNetworkMax
            else { return false }
            census.enter(address.network)
            return true
        }
    }

    func leave(_ address: PeerAddress) {
        census.withLock { $0.leave(address.network) }
    }
}

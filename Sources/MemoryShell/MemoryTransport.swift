package import Connections
package import Structures

/// Connections that exist in memory only. Whoever plays the peers says what happens on them, lets
/// the host turn, and takes what was sent. Peers are called by numbers of the caller's, which a
/// connection keeps when it goes to another loop.
package struct MemoryTransport: ServerTransport {
    /// Something that the server has done.
    package enum Output: Sendable {
        case sent([UInt8], to: Int, isDroppable: Bool)
        /// The same droppable bytes, for many.
        case broadcast([UInt8], to: [Int])
        case preferred(Int)
        case closed(Int)
    }

    private enum Happening {
        case event(TransportEvent)
        case received(ConnectionID, [UInt8])
    }

    private var peers = SlotTable<Int>()
    private var ids: [Int: ConnectionID] = [:]
    private var happenings: [Happening] = []
    private var happeningsTaken = 0
    private var received: [UInt8] = []
    private var outputs: [Output] = []
    /// New connections are let in.
    package private(set) var isAccepting = true

    package init() {}

    package var connectionCount: Int { peers.count }
    /// Whether something has happened that the host doesn't know yet.
    package var hasEvents: Bool { happeningsTaken < happenings.count }

    /// The peer that a connection leads to; nil if it is gone.
    package func peer(of id: ConnectionID) -> Int? { peers.contains(id) ? peers[id] : nil }
    /// The connection that leads to a peer; nil if it is gone.
    package func connection(to peer: Int) -> ConnectionID? { ids[peer] }

    /// A peer connects.
    package mutating func open(_ peer: Int, from address: PeerAddress, by door: Door = .front) {
        let id = insert(peer)
        happenings.append(.event(.opened(id, address, door)))
    }

    /// A peer has sent something.
    package mutating func receive(_ bytes: [UInt8], from peer: Int) {
        guard let id = ids[peer] else { return }
        happenings.append(.received(id, bytes))
    }

    /// A peer is gone.
    package mutating func lose(_ peer: Int) {
        guard let id = ids[peer] else { return }
        happenings.append(.event(.closed(id, .peer)))
    }

    /// A peer that read too slowly has read everything.
    package mutating func drain(_ peer: Int) {
        guard let id = ids[peer] else { return }
        happenings.append(.event(.drained(id)))
    }

    /// Takes what the server has done since the last time, in order.
    package mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    private mutating func insert(_ peer: Int) -> ConnectionID {
        let id = peers.insert(peer)
        ids[peer] = id
        return id
    }

    private mutating func remove(_ id: ConnectionID) -> Int? {
        guard let peer = peers.remove(id) else { return nil }
        ids[peer] = nil
        return peer
    }
}

/// The transport as the host sees it.
extension MemoryTransport {
    package mutating func nextEvent(now: UInt64) -> TransportEvent? {
        while happeningsTaken < happenings.count {
            let happening = happenings[happeningsTaken]
            happeningsTaken += 1
            switch happening {
            case .received(let id, let bytes):
                guard peers.contains(id) else { continue }
                received = bytes
                return .received(id)
            case .event(.closed(let id, let reason)):
                guard remove(id) != nil else { continue }
                return .closed(id, reason)
            case .event(.drained(let id)):
                guard peers.contains(id) else { continue }
                return .drained(id)
            case .event(let event): return event
            }
        }
        happenings = []
        happeningsTaken = 0
        return nil
    }

    package func withReceived(_ body: (Span<UInt8>) -> Void) { body(received.span) }

    package mutating func send(_ bytes: [UInt8], to id: ConnectionID, droppable: Bool) {
        guard let peer = peer(of: id) else { return }
        outputs.append(.sent(bytes, to: peer, isDroppable: droppable))
    }

    package mutating func broadcast(_ bytes: [UInt8], to ids: [ConnectionID]) {
        outputs.append(.broadcast(bytes, to: ids.compactMap(peer(of:))))
    }

    package mutating func prefer(_ id: ConnectionID) {
        guard let peer = peer(of: id) else { return }
        outputs.append(.preferred(peer))
    }

    package mutating func closeAfterFlush(_ id: ConnectionID) {
        guard let peer = remove(id) else { return }
        outputs.append(.closed(peer))
    }

    package mutating func detach(_ id: ConnectionID) -> Int? { remove(id) }

    package mutating func attach(_ peer: Int) -> ConnectionID? { insert(peer) }

    package mutating func stopAccepting() { isAccepting = false }

    package mutating func flush(now: UInt64) {}
}

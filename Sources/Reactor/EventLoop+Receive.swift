import Connections
import Structures
import SystemCalls

extension EventLoop {
    /// Looks after one connection that the epoll set reported: one read, so that nobody who sends a
    /// lot keeps the others waiting.
    mutating func handle(_ id: ConnectionID, _ seen: Interest) -> TransportEvent? {
        guard connections.contains(id), !connections[id].isDead else { return nil }
        if seen.contains(.writable) {
            connections[id].outlet.unblocked()
            markDirty(id)
        }
        guard !seen.isDisjoint(with: [.readable, .hungUp, .broken]) else { return nil }
        counters.readCalls += 1
        switch SystemCall.receive(connections[id].descriptor, into: &receiveBuffer) {
        case .done(0): return peerEnded(id)
        case .done(let count): return received(count, id)
        case .wouldBlock: return nil
        case .failed(let error): return end(id, .failed(error.code))
        }
    }

    /// Reports what was received. After the program is done it is read and forgotten: unread bytes
    /// would turn our close into a reset.
    private mutating func received(_ count: Int, _ id: ConnectionID) -> TransportEvent? {
        counters.bytesReceived += UInt64(count)
        guard connections[id].isOpen else { return nil }
        receivedCount = count
        return .received(id)
    }

    private mutating func peerEnded(_ id: ConnectionID) -> TransportEvent? {
        guard !connections[id].outlet.peerEnded() else { return end(id, .peer) }
        // A stream that has ended would be readable for ever.
        watch(id, connections[id].interest.subtracting(.readable))
        return nil
    }

    /// Takes the connection out; an event if the program doesn't expect it.
    private mutating func end(_ id: ConnectionID, _ reason: CloseReason) -> TransportEvent? {
        let wasOpen = connections[id].isOpen
        remove(id)
        return wasOpen ? .closed(id, reason) : nil
    }
}

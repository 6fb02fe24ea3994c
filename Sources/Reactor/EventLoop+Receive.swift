import Connections
import Glibc
import Structures
import SystemCalls
import TLS

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
        case .done(let count):
            guard let tls = connections[id].tls else { return received(count, id) }
            return received(count, id, through: tls)
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

    /// Reports what was said.
    private mutating func received(
        _ count: Int, _ id: ConnectionID, through tls: TLSStream
    ) -> TransportEvent? {
        counters.bytesReceived += UInt64(count)
        guard connections[id].isOpen else { return nil }
        let arrival = unseal(count, tls)
        if tls.hasUnsent { markDirty(id) }
        guard arrival.count > 0 else { return arrival.end.flatMap { ended(id, $0) } }
        if let end = arrival.end { endings.append((id, end)) }
        return said(arrival.count, id)
    }

    private mutating func said(_ count: Int, _ id: ConnectionID) -> TransportEvent {
        receivedCount = count
        isSecured = true
        return .received(id)
    }

    /// The event that was put off, because another one of the same connection went before.
    mutating func nextPutOff() -> TransportEvent? {
        if let (id, count) = unreported.take(), isOpen(id) { return said(count, id) }
        while let (id, end) = dueEndings.popLast() {
            guard isOpen(id) else { continue }
            if let event = ended(id, end) { return event }
        }
        return nil
    }

    private mutating func ended(_ id: ConnectionID, _ end: TLSArrival.End) -> TransportEvent? {
        if case .peer = end { return peerEnded(id) }
        // The peer is told why, if it listens.
        _ = connections[id].write(through: &gather, glue, counters: &counters)
        return self.end(id, .failed(EPROTO))
    }

    private mutating func peerEnded(_ id: ConnectionID) -> TransportEvent? {
        guard !connections[id].outlet.peerEnded() else { return end(id, .peer) }
        // A stream that has ended would be readable for ever.
        watch(id, connections[id].interest.subtracting(.readable))
        return nil
    }

    /// Takes the connection out; an event if the program doesn't expect it.
    private mutating func end(_ id: ConnectionID, _ reason: CloseReason) -> TransportEvent? {
        guard connections[id].isOpen else {
            removeFinished(id)
            return nil
        }
        count(reason)
        remove(id)
        return .closed(id, reason)
    }
}

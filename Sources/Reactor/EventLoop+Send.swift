import CLinux
package import Connections
import Glibc
import Structures
import SystemCalls

extension EventLoop {
    /// Queues bytes for the next `flush`. They are shared, not copied.
    ///
    /// - Parameter droppable: can be missed, because a later message will make up for it; see
    ///   `Outlet`.
    package mutating func send(
        _ bytes: [UInt8], to id: ConnectionID, droppable: Bool = false
    ) {
        guard isOpen(id) else { return }
        switch connections[id].outlet.append(bytes, isDroppable: droppable, limits: limits) {
        case .ignored: break
        case .queued: markDirty(id)
        case .isMuch:
            markDirty(id)
            write(id)
            if isOpen(id) { judge(id) }
        }
    }

    /// Queues the same bytes, which can be missed, for many.
    package mutating func broadcast(_ bytes: [UInt8], to ids: [ConnectionID]) {
        for id in ids { send(bytes, to: id, droppable: true) }
    }

    /// Bytes that wait in the outbox; 0 for a stale id.
    package func queuedBytes(_ id: ConnectionID) -> Int {
        connections.contains(id) ? connections[id].outlet.outbox.queuedBytes : 0
    }

    /// Ends a turn: one write for every connection that has something to say and room to say it.
    ///
    /// - Parameter now: monotonic milliseconds.
    package mutating func flush(now: UInt64) {
        self.now = now
        for index in dirty.indices {
            let id = dirty[index]
            guard connections.contains(id) else { continue }
            connections[id].isDirty = false
            write(id)
        }
        dirty.removeAll(keepingCapacity: true)
    }

    mutating func markDirty(_ id: ConnectionID) {
        guard !connections[id].isDirty else { return }
        connections[id].isDirty = true
        dirty.append(id)
    }

    private mutating func write(_ id: ConnectionID) {
        guard connections[id].outlet.takesBytes else { return }
        let before = counters.bytesSent
        let outcome = connections[id].write(through: &gather, glue, counters: &counters)
        switch outcome {
        case .emptied: emptied(id)
        case .blocked:
            let hasMoved = counters.bytesSent > before
            connections[id].outlet.blocked(hasMoved: hasMoved, now: now, limits: limits)
            watch(id, connections[id].interest.union(.writable))
            remind(id)
        case .failed(let error): return cut(id, .failed(error.code))
        }
        if connections.contains(id), connections[id].outlet.reportsDrain() {
            reports.append(.drained(id))
        }
    }

    private mutating func emptied(_ id: ConnectionID) {
        watch(id, connections[id].interest.subtracting(.writable))
        switch connections[id].outlet.emptied(now: now, limits: limits) {
        case .goesOn: break
        case .endsStream:
            remind(id)
            // Fails only if the peer has reset the connection, which the next read will tell.
            _ = shutdown(connections[id].descriptor, Int32(SHUT_WR))
        case .isOver: removeFinished(id)
        }
    }

    /// Tells the epoll set, if it doesn't know.
    mutating func watch(_ id: ConnectionID, _ interest: Interest) {
        guard connections.contains(id), connections[id].interest != interest else { return }
        connections[id].interest = interest
        let descriptor = connections[id].descriptor
        if connections[id].isPreferred {
            poller.modify(descriptor, token: id.rawValue, interest)
        } else {
            newcomers.modify(descriptor, token: id.rawValue, interest)
        }
    }

    private mutating func judge(_ id: ConnectionID) {
        switch connections[id].outlet.judge(limits: limits) {
        case .isFine: break
        case .lags: reports.append(.lagging(id))
        case .isTooSlow: cut(id, .slowReader)
        }
    }
}

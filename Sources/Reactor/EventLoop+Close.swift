import CLinux
package import Connections
import Structures
import SystemCalls
import TLS

extension EventLoop {
    /// Ends a connection that the program is done with: what is queued is sent, then our end of
    /// stream, then the connection is closed when the peer has ended too; all in bounded time. What
    /// still comes from the peer is thrown away. The id counts as stale from now on.
    package mutating func closeAfterFlush(_ id: ConnectionID) {
        guard connections.contains(id) else { return }
        switch connections[id].outlet.phase {
        case .open:
            connections[id].outlet.close(
                now: now, limits: limits, carriedBytes: connections[id].tls?.unsentBytes ?? 0)
            remind(id)
            unclaimed.append(id, of: connections, now: now)
            markDirty(id)
        case .dead: connections.remove(id)
        case .flushing, .lingering: break
        }
    }

    /// Ends the connection at once: the peer gets a reset, what is queued is thrown away.
    package mutating func abort(_ id: ConnectionID) {
        guard connections.contains(id) else { return }
        switch connections[id].outlet.phase {
        case .open:
            clinux_reset_on_close(connections[id].descriptor)
            removeFinished(id)
        case .dead: connections.remove(id)
        case .flushing, .lingering: break
        }
    }

    /// Closes the connection and forgets it.
    mutating func remove(_ id: ConnectionID) {
        guard let connection = connections.remove(id), !connection.isDead else { return }
        Descriptor.close(connection.descriptor)
        admission.leave(connection.address, by: connection.door)
    }

    /// Ends a connection outside `nextEvent`. With a reset, because the kernel would otherwise keep
    /// the unsent bytes for a peer that doesn't take them. The slot lives until the program was
    /// told.
    mutating func cut(_ id: ConnectionID, _ reason: CloseReason) {
        if reason == .crowdedOut { counters.crowdedOut += 1 }
        guard connections[id].isOpen else { return forget(id, reason) }
        count(reason)
        clinux_reset_on_close(connections[id].descriptor)
        Descriptor.close(connections[id].descriptor)
        admission.leave(connections[id].address, by: connections[id].door)
        connections[id].outlet.abandon()
        connections[id].tls = nil
        reports.append(.closed(id, reason))
    }

    /// Closes a connection that the program has ended, and forgets it.
    mutating func removeFinished(_ id: ConnectionID) {
        counters.closedByProgram += 1
        remove(id)
    }

    /// Counts the end of an open connection that the program didn't ask for.
    mutating func count(_ reason: CloseReason) {
        switch reason {
        case .peer: counters.closedByPeer += 1
        case .failed: counters.closedByFailure += 1
        case .slowReader: counters.slowReaders += 1
        case .crowdedOut: break
        }
    }

    /// Closes a connection that the program knows no more. With a reset only while output waits:
    /// once our end of stream is sent, the kernel may go on delivering without us.
    private mutating func forget(_ id: ConnectionID, _ reason: CloseReason) {
        if connections[id].outlet.phase == .flushing {
            clinux_reset_on_close(connections[id].descriptor)
        }
        if reason == .crowdedOut { remove(id) } else { removeFinished(id) }
    }

    /// Sees to it that the connection is looked at by its deadline.
    mutating func remind(_ id: ConnectionID) {
        let deadline = connections[id].outlet.deadline
        guard deadline < connections[id].remindedAt else { return }
        connections[id].remindedAt = deadline
        timers.schedule(id, at: deadline)
    }

    /// Gives up the connections whose deadline has passed. Entries of the wheel only say where to
    /// look.
    mutating func giveUpOverdue() {
        timers.expired(upTo: now, into: &dueTimers)
        for index in dueTimers.indices where connections.contains(dueTimers[index]) {
            let id = dueTimers[index]
            if connections[id].remindedAt <= now { connections[id].remindedAt = .max }
            if connections[id].isDead || connections[id].outlet.deadline == .max { continue }
            if connections[id].outlet.deadline <= now { cut(id, .slowReader) } else { remind(id) }
        }
        dueTimers.removeAll(keepingCapacity: true)
        lookAtStrangers()
    }
}

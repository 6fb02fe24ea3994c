import Structures
import SystemCalls

extension EventLoop {
    /// Queues bytes for the next `flush`. They are shared, not copied.
    ///
    /// If more than the soft limit waits to begin and the kernel takes no more, droppable output
    /// that has not begun is dropped, `.lagging` is reported, and droppable output is ignored until
    /// `.drained` was reported, when everything else is out. Above the hard limit the connection
    /// is cut. Nobody counts as slow before the kernel has refused some of it, nor for the message
    /// that has begun: else a reader for whom one snapshot is more than the limit would be sent
    /// snapshots for ever.
    ///
    /// - Parameter droppable: can be missed, because a later message will make up for it.
    package mutating func send(
        _ bytes: [UInt8], to id: ConnectionID, droppable: Bool = false
    ) {
        guard isOpen(id), !(droppable && connections[id].isLagging) else { return }
        connections[id].outbox.append(bytes, isDroppable: droppable)
        markDirty(id)
        guard connections[id].outbox.waitingBytes > limits.softBytes else { return }
        write(id)
        guard isOpen(id), connections[id].isBlocked else { return }
        if connections[id].outbox.waitingBytes > limits.softBytes { judge(id) }
    }

    /// Bytes that wait in the outbox; 0 for a stale id.
    package func queuedBytes(_ id: ConnectionID) -> Int {
        connections.contains(id) ? connections[id].outbox.queuedBytes : 0
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
        guard !connections[id].isBlocked, !connections[id].isDead else { return }
        let before = connections[id].outbox.queuedBytes
        let outcome = connections[id].write(through: &gather, counters: &counters)
        switch outcome {
        case .emptied: emptied(id)
        case .blocked: blocked(id, hasMoved: connections[id].outbox.queuedBytes < before)
        case .failed(let error): return cut(id, .failed(error.code))
        }
        reportIfDrained(id)
    }

    private mutating func emptied(_ id: ConnectionID) {
        watch(id, connections[id].interest.subtracting(.writable))
        switch connections[id].phase {
        case .open: connections[id].deadline = .max
        case .flushing: beginLinger(id)
        case .lingering, .dead: break
        }
    }

    private mutating func blocked(_ id: ConnectionID, hasMoved: Bool) {
        connections[id].isBlocked = true
        watch(id, connections[id].interest.union(.writable))
        guard connections[id].isOpen, hasMoved || connections[id].deadline == .max else { return }
        setDeadline(id, after: limits.stallMillisecondsMax)
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
        if !connections[id].isLagging {
            connections[id].isLagging = true
            connections[id].outbox.dropDroppable()
            reports.append(.lagging(id))
        }
        if connections[id].outbox.waitingBytes > limits.hardBytes { cut(id, .slowReader) }
    }

    private mutating func reportIfDrained(_ id: ConnectionID) {
        guard isOpen(id), connections[id].isLagging, !connections[id].isDrainReported,
            connections[id].outbox.isEmpty
        else { return }
        connections[id].isDrainReported = true
        reports.append(.drained(id))
    }
}

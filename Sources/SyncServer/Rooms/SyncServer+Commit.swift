package import Documents
package import Log
import Structures
import Wire

/// The end of a turn: one transaction for all that changed, and only then the outputs.
///
///     active lobbies ──▸ presence, events, answers ──▸ batches ──▸ commit ── landed ──▸ outputs
///                                                                     └───── failed ──▸ drop
///
/// A lobby whose commit failed isn't repaired in memory, which ran ahead of a log that may or may
/// not have the change. It is dropped with its sessions; they come back, it is read anew, and ops
/// that didn't get through are sent again.
extension SyncServer {
    /// To be called last in a turn, before its effects are taken.
    @specialized(where Kind == UsualDocument)
    package mutating func endTurn(now: ServerTime) {
        // Sessions that end with the turn leave their lobbies something to do.
        while commits.activeCount > 0 { commitActive(now: now) }
        reserveCodesIfFew(now: now)
    }

    private mutating func commitActive(now: ServerTime) {
        let count = commits.activeCount
        var batches: [LobbyBatch] = []
        for place in 0..<count {
            let slot = commits.activeLobby(place)
            guard lobbies.contains(slot) else { continue }
            lobbies[slot].isActive = false
            announcePresence(in: slot, now: now)
            lobbies[slot].closeTurn()
            guard let batch = lobbies[slot].takeBatch() else { continue }
            counters.events &+= UInt64(batch.records.count)
            batches.append(batch)
            commits.add(slot)
        }
        if !batches.isEmpty {
            effects.append(.ask(.commit(ticket: commits.send(), batches)))
        }
        for place in 0..<count {
            release(commits.activeLobby(place), now: now)
            retireIfUnused(commits.activeLobby(place), now: now)
        }
        commits.removeActive(count)
    }

    /// Does what a lobby's sessions were waiting for, as far as it is durable.
    private mutating func release(_ slot: SlotID, now: ServerTime) {
        guard lobbies.contains(slot) else { return }
        for held in lobbies[slot].release() { perform(held.output, now: now) }
    }

    private mutating func perform(_ output: Output, now: ServerTime) {
        switch output {
        case .broadcast(let ids, let frame):
            let ready = restarting.isEmpty ? ids : ids.filter { !restarting.contains($0) }
            counters.deliveries &+= UInt64(ready.count)
            effects.append(.broadcast(ready, frame))
        case .restart(let id, let frame):
            restarting.remove(id)
            counters.deliveries &+= 1
            allowTime(for: frame, to: id, now: now)
            effects.append(.send(id, frame, isDroppable: true))
        case .send(let id, let frame, let isDroppable):
            guard sessions.contains(id), !isDroppable || !restarting.contains(id) else { return }
            if isDroppable { allowTime(for: frame, to: id, now: now) }
            counters.deliveries &+= 1
            effects.append(.send(id, frame, isDroppable: isDroppable))
        case .ack(let id, let frame, let readAt):
            guard sessions.contains(id) else { return }
            counters.deliveries &+= 1
            counters.countEdit(microseconds: now.monotonicMicroseconds &- readAt)
            effects.append(.send(id, frame, isDroppable: false))
            sessions[id].isOpMessageInFlight = false
        case .close(let id, let end): self.end(id, end, now: now)
        }
    }

    /// Takes the answer to `commit`.
    @specialized(where Kind == UsualDocument)
    package mutating func committed(
        _ ticket: UInt64, _ outcome: CommitOutcome, now: ServerTime
    ) {
        switch outcome {
        case .committed: landed(ticket, now: now)
        case .failed(let failure): failed(ticket, isFull: failure == .full, now: now)
        }
    }

    /// Goes on after a commit that is on disk. Those before it have been answered, too.
    private mutating func landed(_ ticket: UInt64, now: ServerTime) {
        let places = commits.places(of: ticket)
        for place in places {
            let slot = commits.committingLobby(place)
            guard lobbies.contains(slot) else { continue }
            lobbies[slot].commit(ticket)
            release(slot, now: now)
            retireIfUnused(slot, now: now)
        }
        commits.removeCommit(places)
    }

    /// Goes on after a commit that failed. Nothing may be assumed of it, so memory forgets its
    /// lobbies: they are read again from the log, and the clients' op numbers do the rest.
    private mutating func failed(_ ticket: UInt64, isFull: Bool, now: ServerTime) {
        let places = commits.places(of: ticket)
        guard !places.isEmpty else { return }
        let lobbiesInCommit = places.map { commits.committingLobby($0) }
        commits.removeCommit(places)
        storeFailed(isFull: isFull, now: now)
        effects.append(.report(.commitFailed(lobbies: lobbiesInCommit.count, isFull: isFull)))
        let wait = Int64(clamping: configuration.storageRetryMilliseconds)
        let error = storageFault?.error ?? .storage
        let end = SessionEnd(
            notice: ErrorNotice(error, retryMilliseconds: wait),
            closeCode: SyncCloseCode.storage)
        for slot in lobbiesInCommit where lobbies.contains(slot) { drop(slot, end, now: now) }
    }

    /// Notes that the store has failed this shard or another, which share the disk: ops are turned
    /// away for a while.
    @specialized(where Kind == UsualDocument)
    package mutating func storeFailed(isFull: Bool, now: ServerTime) {
        let until = now.monotonicMilliseconds + configuration.storageRetryMilliseconds
        storageFault = (until, isFull ? .storageFull : .storage)
    }

    /// Forgets a lobby, whatever it was about to write, and ends the sessions in it.
    mutating func drop(_ slot: SlotID, _ end: SessionEnd, now: ServerTime) {
        let concerned = lobbies[slot].sessions
        forget(slot)
        for id in concerned where sessions.contains(id) {
            sessions[id].seat = nil
            self.end(id, end, now: now)
        }
    }

    /// Takes the answer to `reserveCodes`; it is empty if the store can't give any.
    @specialized(where Kind == UsualDocument)
    package mutating func reserved(_ codes: [JoinCode]) {
        self.codes.add(codes)
    }

    mutating func endStorageFaultIfOver(now: ServerTime) {
        guard let fault = storageFault, now.monotonicMilliseconds >= fault.until else { return }
        storageFault = nil
    }

    private mutating func reserveCodesIfFew(now: ServerTime) {
        guard Kind.isShared, let count = codes.takeWish(now: now.monotonicMilliseconds) else {
            return
        }
        effects.append(.ask(.reserveCodes(count)))
    }
}

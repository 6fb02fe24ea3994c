package import Lobby
import Structures
import WebSocket
import Wire

/// The end of a turn: one transaction for all that changed, and only then the outputs.
extension SyncServer {
    package mutating func endTurn(now: ServerTime) {
        var batches: [LobbyBatch] = []
        var committed: [SlotID] = []
        for slot in active where lobbies.contains(slot) {
            lobbies[slot].isActive = false
            sendPresenceIfStale(in: slot, now: now)
            lobbies[slot].closeTurn()
            if let batch = lobbies[slot].takeBatch() {
                batches.append(batch)
                committed.append(slot)
            } else {
                lobbies[slot].turn = Turn()
            }
        }
        let finished = active
        active = []
        if !batches.isEmpty {
            committing[ticket] = committed
            effects.append(.commit(ticket: ticket, batches))
            ticket += 1
        }
        for slot in finished { release(slot, now: now) }
        reserveCodesIfFew()
    }

    /// Does what a lobby's sessions were waiting for, as far as it is durable.
    private mutating func release(_ slot: SlotID, now: ServerTime) {
        guard lobbies.contains(slot) else { return }
        let durable = (committing.keys.min() ?? ticket) - 1
        for output in lobbies[slot].release(committed: durable) { perform(output, now: now) }
    }

    private mutating func perform(_ output: Output, now: ServerTime) {
        switch output {
        case .broadcast(let ids, let frame): effects.append(.broadcast(ids, frame))
        case .send(let id, let frame, let isDroppable):
            effects.append(.send(id, frame, isDroppable: isDroppable))
        case .ack(let id, let frame):
            effects.append(.send(id, frame, isDroppable: false))
            if sessions.contains(id) { sessions[id].seat?.isOpMessageInFlight = false }
        case .close(let id, let end): self.end(id, end, now: now)
        }
    }

    /// The commit with this ticket is on disk, and all before it.
    package mutating func committed(_ ticket: UInt64, now: ServerTime) {
        guard let lobbiesInCommit = committing.removeValue(forKey: ticket) else { return }
        for slot in lobbiesInCommit where lobbies.contains(slot) {
            if lobbies[slot].pendingTicket == ticket { lobbies[slot].pendingTicket = 0 }
            release(slot, now: now)
            retireIfUnused(slot, now: now)
        }
    }

    /// The commit with this ticket failed. What became of it is unknown, so memory forgets its
    /// lobbies: they are read again from the log, and the clients' op numbers do the rest.
    package mutating func failed(_ ticket: UInt64, isFull: Bool, now: ServerTime) {
        guard let lobbiesInCommit = committing.removeValue(forKey: ticket) else { return }
        let until = now.monotonicMilliseconds + configuration.storageRetryMilliseconds
        storageFault = (until, isFull ? .storageFull : .storage)
        effects.append(.report(.commitFailed(lobbies: lobbiesInCommit.count, isFull: isFull)))
        for slot in lobbiesInCommit where lobbies.contains(slot) { drop(slot, now: now) }
    }

    private mutating func drop(_ slot: SlotID, now: ServerTime) {
        let wait = Int64(clamping: configuration.storageRetryMilliseconds)
        let error = storageFault?.error ?? .storage
        let end = SessionEnd(
            notice: ErrorNotice(error, retryMilliseconds: wait),
            closeCode: SyncCloseCode.storage)
        let live = lobbies[slot]
        forget(slot)
        for id in live.subscribers + live.waiting where sessions.contains(id) {
            sessions[id].seat = nil
            self.end(id, end, now: now)
        }
    }

    /// The answer to `reserveCodes`; none if the store can't give any.
    package mutating func reserved(_ codes: [JoinCode]) {
        isReserving = false
        freshCodes += codes
    }

    mutating func takeCode() -> JoinCode? { freshCodes.popLast() }

    private mutating func reserveCodesIfFew() {
        let max = configuration.codesReservedMax
        guard !isReserving, freshCodes.count <= max / 2 else { return }
        isReserving = true
        effects.append(.reserveCodes(max - freshCodes.count))
    }
}

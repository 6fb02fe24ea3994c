import Documents
import Structures
import WebSocket
import Wire

/// Things that happen because time passes.
extension SyncServer {
    /// The time for which the loop may sleep; nil if nothing is due.
    @specialized(where Kind == UsualDocument)
    package func millisecondsUntilNext(now: ServerTime) -> Int? {
        timers.millisecondsUntilNext(now.monotonicMilliseconds)
    }

    /// Does what has become due. To be called once a turn.
    @specialized(where Kind == UsualDocument)
    package mutating func tick(now: ServerTime) {
        endStorageFaultIfOver(now: now)
        var due: [ServerTimer] = []
        timers.expired(upTo: now.monotonicMilliseconds, into: &due)
        for timer in due {
            switch timer {
            case .session(let id): lookAtSilence(of: id, now: now)
            case .lobby(let slot): lookAtLobby(slot, now: now)
            case .presence(let slot): endQuiet(in: slot)
            }
        }
    }

    /// Looks whether a session has been silent for too long. A timer may be older than the deadline
    /// it was set for; then it is set anew.
    private mutating func lookAtSilence(of id: SessionID, now: ServerTime) {
        guard !gateway.contains(id) else { return lookAtVisitor(id, now: now) }
        guard sessions.contains(id) else { return }
        switch sessions[id].phase {
        case .greeting, .entering:
            let deadline = sessions[id].arrival.value.deadline
            guard now.monotonicMilliseconds >= deadline else {
                return lookAgain(at: id, by: deadline, now: now)
            }
            fail(id, .timeout, now: now)
        case .seated, .echoing: ping(id, now: now)
        }
    }

    /// The shortest time after which something may be due that isn't known yet.
    var lookMilliseconds: UInt64 {
        min(configuration.helloMilliseconds, configuration.pingMilliseconds)
    }

    private mutating func lookAtVisitor(_ id: SessionID, now: ServerTime) {
        switch gateway.look(at: id, now: now.monotonicMilliseconds) {
        case .isDue(let deadline): lookAgain(at: id, by: deadline, now: now)
        case .isOver: effects.append(.close(id))
        }
    }

    /// Sets the session's timer anew. The deadline of what comes next may be before this one: that
    /// of a `hello`, or of silence.
    private mutating func lookAgain(at id: SessionID, by deadline: UInt64, now: ServerTime) {
        let next = now.monotonicMilliseconds + lookMilliseconds
        timers.schedule(.session(id), at: min(deadline, next))
    }

    /// Asks a client for a sign of life. Silence is borne while a slow line may be busy, then for
    /// `pingMilliseconds`, then for `pongMilliseconds`, one after the other.
    private mutating func ping(_ id: SessionID, now: ServerTime) {
        let pingsAt = countsSilenceFrom(id) + configuration.pingMilliseconds
        guard now.monotonicMilliseconds >= pingsAt else {
            return timers.schedule(.session(id), at: pingsAt)
        }
        let hangsUpAt = pingsAt + configuration.pongMilliseconds
        guard now.monotonicMilliseconds < hangsUpAt else { return fail(id, .timeout, now: now) }
        if !sessions[id].isPinged {
            sessions[id].isPinged = true
            effects.append(.send(id, WebSocketFrame.ping(), isDroppable: false))
        }
        // An answer may come at once, and the next ping be due before this one's time is up.
        let next = now.monotonicMilliseconds + configuration.pingMilliseconds
        timers.schedule(.session(id), at: min(hangsUpAt, next))
    }

    private func countsSilenceFrom(_ id: SessionID) -> UInt64 {
        let heard = sessions[id].lastReceived
        let latest = heard + configuration.catchUpMillisecondsMax
        return max(heard, min(sessions[id].busyUntil, latest))
    }

    /// Gives a client more time, to which what it missed is on its way: a slow line has nothing
    /// else to say meanwhile.
    mutating func allowTime(for frame: [UInt8], to id: SessionID, now: ServerTime) {
        guard sessions.contains(id) else { return }
        let begin = max(sessions[id].busyUntil, now.monotonicMilliseconds)
        let milliseconds = UInt64(frame.count) * 1_000 / configuration.slowestLineBytesPerSecond
        sessions[id].busyUntil = begin + milliseconds
    }

    /// Sees to it that the lobby is looked at by `deadline`: one timer at a time, however often
    /// its deadlines move.
    mutating func remind(_ slot: SlotID, at deadline: UInt64) {
        guard deadline < lobbies[slot].remindedAt else { return }
        lobbies[slot].remindedAt = deadline
        timers.schedule(.lobby(slot), at: deadline)
    }

    private mutating func lookAtLobby(_ slot: SlotID, now: ServerTime) {
        guard lobbies.contains(slot), now.monotonicMilliseconds >= lobbies[slot].remindedAt else {
            return
        }
        lobbies[slot].remindedAt = .max
        if let deadline = lobbies[slot].hostPassesAt {
            if now.monotonicMilliseconds >= deadline {
                passHost(in: slot, now: now)
            } else {
                remind(slot, at: deadline)
            }
        }
        guard let deadline = lobbies[slot].leavesMemoryAt else { return }
        guard now.monotonicMilliseconds >= deadline else { return remind(slot, at: deadline) }
        if lobbies[slot].isUnused { forget(slot) }
    }

    /// Lets a lobby that nobody uses leave memory after a while; it comes back from the log.
    mutating func retireIfUnused(_ slot: SlotID, now: ServerTime) {
        guard lobbies.contains(slot), lobbies[slot].isUnused, !lobbies[slot].isLoading else {
            return
        }
        guard lobbies[slot].exists else { return forget(slot) }
        let deadline = now.monotonicMilliseconds + configuration.idleLobbyMilliseconds
        lobbies[slot].retire(at: deadline)
        remind(slot, at: deadline)
    }

    /// Tells every client that the server is going down; they come back after `milliseconds`.
    @specialized(where Kind == UsualDocument)
    package mutating func drain(milliseconds: Int64, now: ServerTime) {
        isDraining = true
        for id in gateway.drain() { effects.append(.close(id)) }
        for id in sessions.ids {
            switch sessions[id].phase {
            case .greeting, .entering: fail(id, .draining, now: now)
            case .seated, .echoing:
                send(.draining(milliseconds: milliseconds), to: id)
                end(id, SessionEnd(notice: nil, closeCode: SyncCloseCode.draining), now: now)
            }
        }
    }
}

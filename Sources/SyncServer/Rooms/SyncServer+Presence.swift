import Documents
import Structures
import Wire

/// The people who are there, and the one of them who acts as host.
///
///     someone comes or goes ──▸ settlePresence ──┬──▸ end of the turn: announcePresence
///                                    │ host gone │
///                                    ▾           │
///     host away for too long ──▸ passHost ───────┘
extension SyncServer {
    /// Takes a session out of its lobby.
    mutating func leave(_ id: SessionID, now: ServerTime) {
        guard sessions.contains(id) else { return }
        sessions[id].greeting = nil
        guard let seat = sessions[id].seat else { return }
        sessions[id].seat = nil
        guard lobbies.contains(seat.lobby) else { return }
        unseat(id, seat)
        switch seat.admission {
        case .member, .spectator: settlePresence(in: seat.lobby, now: now)
        case .creator, .outsider: break
        }
        retireIfUnused(seat.lobby, now: now)
    }

    private mutating func unseat(_ id: SessionID, _ seat: Seat) {
        if let moved = lobbies[seat.lobby].remove(id, seat) {
            sessions[moved].seat?.place = seat.place
        }
    }

    /// Tells the session, which ends with the turn, nothing of its lobby from here on.
    mutating func shutOut(_ id: SessionID) {
        guard let seat = sessions[id].seat else { return }
        unseat(id, seat)
        sessions[id].seat?.admission = .outsider
        sessions[id].seat?.place = lobbies[seat.lobby].add(id, seat.journal, .outsider)
    }

    /// Brings host and timers in line with who is there now, and lets everyone know.
    mutating func settlePresence(in slot: SlotID, now: ServerTime) {
        guard lobbies[slot].exists else { return }
        lobbies[slot].presenceHasChanged()
        activate(slot)
        switch lobbies[slot].lookForHost() {
        case .isSettled: lobbies[slot].hostPassesAt = nil
        case .returns(let change):
            record(change, in: slot, now: now)
            lobbies[slot].hostPassesAt = nil
        case .isGone: passHost(in: slot, now: now)
        case .isAway:
            guard lobbies[slot].hostPassesAt == nil else { return }
            let deadline = now.monotonicMilliseconds + configuration.hostTimeoutMilliseconds
            lobbies[slot].hostPassesAt = deadline
            remind(slot, at: deadline)
        }
    }

    /// Hands the host's role to a member who is there.
    mutating func passHost(in slot: SlotID, now: ServerTime) {
        lobbies[slot].hostPassesAt = nil
        guard let change = lobbies[slot].substituteHost() else { return }
        record(change, in: slot, now: now)
        lobbies[slot].presenceHasChanged()
    }

    /// Tells at the end of a turn who is here: newcomers always, the others unless they have been
    /// told something lately; then a timer sees to it that they hear what has become of it.
    mutating func announcePresence(in slot: SlotID, now: ServerTime) {
        guard let newcomers = lobbies[slot].takeNewcomersIfPresenceChanged() else { return }
        lobbies[slot].closeTurn()
        let quietUntil = lobbies[slot].announcement.quietUntil
        guard now.monotonicMilliseconds < quietUntil else {
            let isNews = tellPresence(to: lobbies[slot].seating.audience, in: slot, now: now)
            guard isNews else { return }
            let interval = configuration.presenceIntervalMilliseconds
            lobbies[slot].announcement.quietUntil = now.monotonicMilliseconds + interval
            return
        }
        tellPresence(to: newcomers, in: slot, now: now)
        guard !lobbies[slot].announcement.isTimerSet else { return }
        lobbies[slot].announcement.isTimerSet = true
        timers.schedule(.presence(slot), at: quietUntil)
    }

    /// Has those told who had to wait, unless nothing is new to them.
    mutating func endQuiet(in slot: SlotID) {
        guard lobbies.contains(slot) else { return }
        lobbies[slot].announcement.isTimerSet = false
        guard !lobbies[slot].seating.audience.isEmpty else { return }
        lobbies[slot].presenceHasChanged()
        activate(slot)
    }

    /// Tells who is here to those of `ids` who don't know it.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    mutating func tellPresence(to ids: [SessionID], in slot: SlotID, now: ServerTime) -> Bool {
        let attendance = lobbies[slot].takeAttendance()
        let version = lobbies[slot].announcement.version(of: attendance)
        var unaware: [SessionID] = []
        for id in ids where sessions.contains(id) {
            guard let known = sessions[id].seat?.presenceVersion, known != version else { continue }
            sessions[id].seat?.presenceVersion = version
            unaware.append(id)
        }
        guard !unaware.isEmpty else { return false }
        lobbies[slot].announcement.tell(attendance)
        lobbies[slot].emit(
            .broadcast(
                unaware, ServerMessage<Kind>.presence(attendance.presence(now: now)).frame()))
        return true
    }
}

extension Attendance {
    fileprivate func presence(now: ServerTime) -> Presence {
        let passesIn = hostPassesAt.map { deadline in
            Int64(clamping: deadline - min(deadline, now.monotonicMilliseconds))
        }
        return Presence(
            members: members, spectatorCount: spectatorCount, hostPassesInMilliseconds: passesIn,
            knocks: knocks)
    }
}

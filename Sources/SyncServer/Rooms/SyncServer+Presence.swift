import Documents
import Structures
import Wire

/// Who is there, and who acts as host.
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

    /// From here on the session, which ends with the turn, is told nothing of its lobby.
    mutating func shutOut(_ id: SessionID) {
        guard let seat = sessions[id].seat else { return }
        unseat(id, seat)
        sessions[id].seat?.admission = .outsider
        sessions[id].seat?.place = lobbies[seat.lobby].add(id, seat.journal, .outsider)
    }

    /// Brings host and timers in line with who is there now, and lets everyone know.
    mutating func settlePresence(in slot: SlotID, now: ServerTime) {
        guard lobbies[slot].exists else { return }
        lobbies[slot].turn.isPresenceStale = true
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
        lobbies[slot].turn.isPresenceStale = true
    }

    /// Tells at the end of a turn who is here: newcomers always, the others unless they have been
    /// told something lately; then a timer sees to it that they hear what has become of it.
    mutating func announcePresence(in slot: SlotID, now: ServerTime) {
        guard lobbies[slot].turn.isPresenceStale, lobbies[slot].exists else { return }
        lobbies[slot].turn.isPresenceStale = false
        lobbies[slot].closeTurn()
        let quietUntil = lobbies[slot].announcement.quietUntil
        guard now.monotonicMilliseconds < quietUntil else {
            let isNews = tellPresence(to: lobbies[slot].audience, in: slot, now: now)
            guard isNews else { return }
            let interval = configuration.presenceIntervalMilliseconds
            lobbies[slot].announcement.quietUntil = now.monotonicMilliseconds + interval
            return
        }
        tellPresence(to: lobbies[slot].turn.newcomers, in: slot, now: now)
        guard !lobbies[slot].announcement.isTimerSet else { return }
        lobbies[slot].announcement.isTimerSet = true
        timers.schedule(.presence(slot), at: quietUntil)
    }

    /// Those who had to wait are told now, unless nothing is new to them.
    mutating func endQuiet(in slot: SlotID) {
        guard lobbies.contains(slot) else { return }
        lobbies[slot].announcement.isTimerSet = false
        guard !lobbies[slot].audience.isEmpty else { return }
        lobbies[slot].turn.isPresenceStale = true
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

extension Room {
    /// Mutating only because the compiler would copy the whole lobby for a getter.
    fileprivate mutating func takeAttendance() -> Attendance {
        Attendance(
            members: sessionsByMember.keys.sorted(), spectatorCount: watchers.count,
            knocks: knocks.map(\.knock), hostPassesAt: hostPassesAt)
    }

    /// - Returns: the session's place.
    mutating func add(
        _ id: SessionID, _ journal: JournalName, _ admission: Welcome.Admission
    ) -> Int {
        if !sessionsByJournal.isEmpty { sessionsByJournal[journal] = id }
        switch admission {
        case .member(let number): sessionsByMember[number, default: 0] += 1
        case .spectator:
            watchers.append(id)
            turn.newcomers.append(id)
            return watchers.count - 1
        case .creator: break
        case .outsider:
            outsiders.append(id)
            return outsiders.count - 1
        }
        subscribers.append(id)
        turn.newcomers.append(id)
        return subscribers.count - 1
    }

    /// - Returns: the session that has moved to the place of the one that goes, if any.
    fileprivate mutating func remove(_ id: SessionID, _ seat: Seat) -> SessionID? {
        if sessionsByJournal[seat.journal] == id { sessionsByJournal[seat.journal] = nil }
        switch seat.admission {
        case .member(let number):
            let count = (sessionsByMember[number] ?? 1) - 1
            sessionsByMember[number] = count > 0 ? count : nil
        case .spectator:
            knocks.removeAll { $0.session == id }
            return watchers.replaceByLast(at: seat.place)
        case .creator: break
        case .outsider: return outsiders.replaceByLast(at: seat.place)
        }
        return subscribers.replaceByLast(at: seat.place)
    }
}

extension [SessionID] {
    /// Takes an element out without moving more than one other.
    ///
    /// - Returns: the one that was moved to its place; nil if it was the last itself.
    fileprivate mutating func replaceByLast(at place: Int) -> SessionID? {
        let last = removeLast()
        guard place < count else { return nil }
        self[place] = last
        return last
    }
}

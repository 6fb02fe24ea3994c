import Lobby
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
        lobbies[seat.lobby].remove(id, seat.admission)
        switch seat.admission {
        case .member, .spectator: settlePresence(in: seat.lobby, now: now)
        case .creator, .outsider: break
        }
        retireIfUnused(seat.lobby, now: now)
    }

    /// Brings host and timers in line with who is there now, and lets everyone know.
    mutating func settlePresence(in slot: SlotID, now: ServerTime) {
        guard lobbies[slot].lobby != nil else { return }
        lobbies[slot].turn.isPresenceStale = true
        activate(slot)
        let present = lobbies[slot].present
        if let change = lobbies[slot].lobby?.returnHost(present: present) {
            record(change, in: slot, now: now)
            lobbies[slot].hostPassesAt = nil
            return
        }
        guard lobbies[slot].lobby?.substituteHost(present: present) != nil else {
            lobbies[slot].hostPassesAt = nil
            return
        }
        guard lobbies[slot].lobby?.hasActiveHost == true else {
            return passHost(in: slot, now: now)
        }
        guard lobbies[slot].hostPassesAt == nil else { return }
        let deadline = now.monotonicMilliseconds + configuration.hostTimeoutMilliseconds
        lobbies[slot].hostPassesAt = deadline
        remind(slot, at: deadline)
    }

    /// Hands the host's role to a member who is there.
    mutating func passHost(in slot: SlotID, now: ServerTime) {
        lobbies[slot].hostPassesAt = nil
        let present = lobbies[slot].present
        guard let change = lobbies[slot].lobby?.substituteHost(present: present) else { return }
        record(change, in: slot, now: now)
        lobbies[slot].turn.isPresenceStale = true
    }

    mutating func sendPresenceIfStale(in slot: SlotID, now: ServerTime) {
        guard lobbies[slot].turn.isPresenceStale, lobbies[slot].lobby != nil else { return }
        lobbies[slot].turn.isPresenceStale = false
        lobbies[slot].closeTurn()
        let passesIn = lobbies[slot].hostPassesAt.map { deadline in
            Int64(clamping: deadline - min(deadline, now.monotonicMilliseconds))
        }
        let presence = Presence(
            members: lobbies[slot].present.sorted(),
            spectatorCount: lobbies[slot].spectatorCount, hostPassesInMilliseconds: passesIn)
        let frame = ServerMessage.presence(presence).frame()
        lobbies[slot].emit(.broadcast(lobbies[slot].subscribers, frame))
    }
}

extension LiveLobby {
    mutating func add(_ id: SessionID, _ admission: Welcome.Admission) {
        guard admission != .outsider else { return outsiders.append(id) }
        subscribers.append(id)
        switch admission {
        case .member(let number): sessionsByMember[number, default: 0] += 1
        case .spectator: spectatorCount += 1
        case .creator, .outsider: break
        }
    }

    fileprivate mutating func remove(_ id: SessionID, _ admission: Welcome.Admission) {
        guard admission != .outsider else { return outsiders.removeAll { $0 == id } }
        subscribers.removeAll { $0 == id }
        switch admission {
        case .member(let number):
            let count = (sessionsByMember[number] ?? 1) - 1
            sessionsByMember[number] = count > 0 ? count : nil
        case .spectator: spectatorCount -= 1
        case .creator, .outsider: break
        }
    }
}

extension Lobby {
    fileprivate var hasActiveHost: Bool { member(host)?.standing == .active }
}

import Lobby
import Structures
import WebSocket
import Wire

/// Who gets a seat in a lobby, and what they are told on taking it.
extension SyncServer {
    mutating func admit(_ id: SessionID, to slot: SlotID, now: ServerTime) {
        guard let greeting = sessions[id].greeting else { return }
        do throws(Refusal) {
            let admission = try admission(of: greeting, to: slot, now: now)
            try checkReplica(greeting, in: slot)
            replaceOlderSession(of: greeting, in: slot, now: now)
            seat(id, greeting, as: admission, in: slot)
            welcome(id, greeting, now: now)
            settlePresence(in: slot, now: now)
            endOutsiderIfDone(id, now: now)
        } catch {
            refuse(id, error, now: now)
            retireIfUnused(slot, now: now)
        }
    }

    private mutating func admission(
        of greeting: Greeting, to slot: SlotID, now: ServerTime
    ) throws(Refusal) -> Welcome.Admission {
        let hello = greeting.hello
        guard let lobby = lobbies[slot].lobby else {
            guard case .create = hello.entry else { throw .unknownLobby }
            return .creator
        }
        let isVouched = holdsTicket(greeting, for: lobby.id)
        let isInvited = greeting.cameByCode || isInvited(hello, to: lobby)
        let member = lobby.member(of: greeting.person)
        if hello.part == .spectator {
            guard isInvited || isVouched || member?.standing == .active else { throw .notInvited }
            guard member?.standing != .kicked else { throw .kicked }
            return .spectator
        }
        if let member, let outsider = outsider(member, greeting, in: slot) { return outsider }
        guard member != nil || isInvited || isVouched else { throw .notInvited }
        guard hello.part == .player || isVouched || member?.standing == .active else {
            throw .notMember
        }
        let change = try lobby.join(
            greeting.person, name: hello.name ?? "Player", isVouched: isVouched)
        if let change { record(change, in: slot, now: now) }
        guard let number = lobbies[slot].lobby?.member(of: greeting.person)?.number else {
            throw .notMember
        }
        return .member(number)
    }

    /// Someone who is out of the game but has entries left; they go into quarantine.
    private func outsider(
        _ member: Member, _ greeting: Greeting, in slot: SlotID
    ) -> Welcome.Admission? {
        let last = lobbies[slot].replicas[greeting.hello.replica]?.lastNumber ?? 0
        guard greeting.hello.number > last else { return nil }
        switch member.standing {
        case .active: return nil
        case .left: return greeting.hello.part == .player ? nil : .outsider
        case .kicked: return .outsider
        }
    }

    private func holdsTicket(_ greeting: Greeting, for lobby: LobbyID) -> Bool {
        guard case .member(_, let ticket?) = greeting.hello.entry else { return false }
        let valid = Identity.ticket(
            for: greeting.person, in: lobby, secret: configuration.secret)
        return Identity.isEqual(ticket, valid)
    }

    private func isInvited(_ hello: Hello, to lobby: Lobby) -> Bool {
        guard case .invitation(_, let invitation) = hello.entry else { return false }
        return Identity.isEqual(invitation, lobby.invitation)
    }

    /// A replica belongs to one person, and its tag stands for it alone in this lobby.
    private func checkReplica(_ greeting: Greeting, in slot: SlotID) throws(Refusal) {
        let replica = greeting.hello.replica
        let rows = lobbies[slot].replicas
        if let row = rows[replica] {
            guard row.person == greeting.person else { throw .replicaTaken }
            return
        }
        guard greeting.hello.part != .spectator else { return }
        guard !rows.keys.contains(where: { $0.tag == replica.tag }) else { throw .replicaTaken }
        let own = rows.values.count { $0.person == greeting.person }
        guard own < LobbyLimits.replicasPerPersonMax, rows.count < LobbyLimits.replicasMax else {
            throw .tooManyReplicas
        }
    }

    /// The same journal on a second connection: the first one is dead, or a copy is about.
    private mutating func replaceOlderSession(
        of greeting: Greeting, in slot: SlotID, now: ServerTime
    ) {
        let older = lobbies[slot].subscribers.filter { id in
            sessions[id].seat?.replica == greeting.hello.replica
                && sessions[id].seat?.person == greeting.person
        }
        for id in older { fail(id, .replaced, now: now) }
    }

    private mutating func seat(
        _ id: SessionID, _ greeting: Greeting, as admission: Welcome.Admission, in slot: SlotID
    ) {
        // What has happened so far is broadcast before this session listens.
        lobbies[slot].closeTurn()
        sessions[id].phase = .seated
        sessions[id].greeting = nil
        sessions[id].seat = Seat(
            lobby: slot, person: greeting.person, replica: greeting.hello.replica,
            admission: admission, numberAnnounced: greeting.hello.number, numberWithoutRow: 0)
        lobbies[slot].leavesMemoryAt = nil
        lobbies[slot].subscribers.append(id)
        switch admission {
        case .member(let number): lobbies[slot].sessionsByMember[number, default: 0] += 1
        case .spectator: lobbies[slot].spectatorCount += 1
        case .creator, .outsider: break
        }
        activate(slot)
    }

    private mutating func welcome(_ id: SessionID, _ greeting: Greeting, now: ServerTime) {
        guard let seat = sessions[id].seat else { return }
        catchUpHistory(greeting.hello.position, in: seat.lobby)
        let live = lobbies[seat.lobby]
        let row = live.replicas[seat.replica]
        let hasTicket = seat.admission != .spectator
        let ticket = Identity.ticket(
            for: seat.person, in: live.id, secret: configuration.secret)
        let welcome = Welcome(
            admission: seat.admission, person: seat.person, token: greeting.issuedToken,
            lobby: live.id, ticket: hasTicket ? ticket : nil, epoch: live.epoch, top: live.seq,
            lastNumber: row?.lastNumber ?? 0, fingerprint: row?.fingerprint ?? 0, now: now.wall,
            pingMilliseconds: Int64(clamping: configuration.pingMilliseconds),
            pongMilliseconds: Int64(clamping: configuration.pongMilliseconds))
        emit(.welcome(welcome), to: id, in: seat.lobby)
        if seat.admission != .outsider { catchUp(id, from: greeting.hello.position) }
        lobbies[seat.lobby].turn.isPresenceStale = true
    }

    /// A client that has seen something the log doesn't hold proves that history was lost.
    private mutating func catchUpHistory(_ position: LogPosition, in slot: SlotID) {
        guard lobbies[slot].lobby != nil, position.epoch == lobbies[slot].epoch,
            !lobbies[slot].log.contains(seq: position.seq, hash: position.hash)
        else { return }
        let epoch = Epoch(randomBits() | 1)
        lobbies[slot].rotate(to: epoch, ticket: ticket)
        activate(slot)
        effects.append(.report(.historyLost(lobbies[slot].id, newEpoch: epoch)))
    }

    /// Sends what a client has missed: the events, or the snapshot if that is smaller.
    private mutating func catchUp(_ id: SessionID, from position: LogPosition) {
        guard let slot = sessions[id].seat?.lobby, lobbies[slot].lobby != nil else { return }
        if position.epoch == lobbies[slot].epoch,
            let events = lobbies[slot].log.events(after: position.seq)
        {
            guard !events.isEmpty else { return }
            let hash = RollingHash.short(lobbies[slot].log.hash)
            let message = ServerMessage.events(
                first: position.seq + 1, hash: hash, encoded: events)
            let frame = WebSocketFrame.server(text: message)
            if frame.count < lobbies[slot].snapshotFrame().count {
                return lobbies[slot].emit(.send(id, frame, isDroppable: true))
            }
        }
        let frame = lobbies[slot].snapshotFrame()
        lobbies[slot].emit(.send(id, frame, isDroppable: true))
    }

    /// Sends once everything the lobby knows is durable.
    mutating func emit(_ message: ServerMessage, to id: SessionID, in slot: SlotID) {
        let frame = WebSocketFrame.server(text: message.encode())
        lobbies[slot].emit(.send(id, frame, isDroppable: false))
        activate(slot)
    }

    /// An event of the server's own making.
    mutating func record(_ change: Change, in slot: SlotID, now: ServerTime) {
        guard let event = lobbies[slot].lobby?.event(change, received: now.wall) else { return }
        lobbies[slot].append(event, ticket: ticket)
        activate(slot)
    }
}

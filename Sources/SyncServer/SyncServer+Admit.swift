import Lobby
import Log
import Structures
import WebSocket
import Wire

/// Who gets a seat in a lobby, and what they are told on taking it.
extension SyncServer {
    mutating func admit(_ id: SessionID, to slot: SlotID, now: ServerTime) {
        guard let greeting = sessions[id].greeting else { return }
        do throws(Refusal) {
            let ticket = Identity.ticket(
                for: greeting.person, in: lobbies[slot].id, secret: configuration.secret)
            // All that can be refused comes before the first change.
            let (admission, change, knock) = try admission(of: greeting, to: slot, ticket)
            try checkReplica(
                greeting.hello.replica, of: greeting.person, in: slot,
                needsRow: admission != .spectator)
            if let change { record(change, in: slot, now: now) }
            if case .member = admission { replaceLostHistory(greeting.hello.position, in: slot) }
            let journal = JournalName(
                person: greeting.person, replica: greeting.hello.replica)
            let older = session(of: journal, in: slot)
            seat(id, greeting, as: admission, in: slot)
            if let knock { lobbies[slot].add(knock, of: id) }
            // On a second connection: the first one is dead, or a copy is about.
            if let older { fail(older, .replaced, now: now) }
            welcome(id, greeting, ticket, now: now)
            settlePresence(in: slot, now: now)
            endOutsiderIfDone(id, now: now)
        } catch {
            refuse(id, error, from: slot, now: now)
        }
    }

    /// What a session will be in its lobby, and what has to happen for that.
    private func admission(
        of greeting: Greeting, to slot: SlotID, _ ticket: Identifier128
    ) throws(Refusal) -> (Welcome.Admission, Change?, Knock?) {
        guard let lobby = lobbies[slot].lobby else {
            guard case .create = greeting.hello.entry else { throw .unknownLobby }
            return (.creator, nil, nil)
        }
        let member = lobby.member(of: greeting.person)
        if let member, isOutsider(member, greeting.hello) { return (.outsider, nil, nil) }
        if member?.standing == .kicked { throw .kicked }
        let isVouched = holdsTicket(greeting.hello, valid: ticket)
        guard
            isVouched || greeting.cameByCode || isInvited(greeting.hello, to: lobby)
                || mayWatch(greeting.hello, lobby) || mayReturn(member, greeting.hello)
        else { throw .notInvited }
        if greeting.hello.part == .spectator { return (.spectator, nil, nil) }
        // A ticket stands for the membership that was lost, not for one that was given up.
        let isResumed = member?.standing == .active || member == nil && isVouched
        guard isResumed || greeting.hello.part == .player else { throw .notMember }
        let name = greeting.hello.name ?? "Player"
        let change: Change?
        do throws(Refusal) {
            change = try lobby.join(greeting.person, name: name, isVouched: isVouched)
        } catch {
            let knock = Knock(person: greeting.person, name: name)
            guard error == .gameStarted, greeting.hello.knocks, lobbies[slot].admits(knock) else {
                throw error
            }
            return (.spectator, nil, knock)
        }
        if case .joined(let joined)? = change { return (.member(joined.number), change, nil) }
        guard let member else { throw .notMember }
        return (.member(member.number), nil, nil)
    }

    /// Whether someone is out of the game but has a journal. What is left of it goes into
    /// quarantine; and if nothing is left, `welcome` says so, lest a lost `ack` keep the device
    /// waiting for ever, or a copied journal go unnoticed.
    private func isOutsider(_ member: Member, _ hello: Hello) -> Bool {
        guard hello.number > 0, hello.part != .spectator else { return false }
        switch member.standing {
        case .active: return false
        case .left: return hello.part != .player
        case .kicked: return true
        }
    }

    /// Whether membership alone opens the door.
    private func mayReturn(_ member: Member?, _ hello: Hello) -> Bool {
        guard let member else { return false }
        return member.standing == .active || hello.part != .spectator
    }

    /// What made the lobby refuse someone may not be durable yet, so the refusal waits like every
    /// other output.
    private mutating func refuse(
        _ id: SessionID, _ refusal: Refusal, from slot: SlotID, now: ServerTime
    ) {
        guard lobbies[slot].exists else { return end(id, SessionEnd(refusal), now: now) }
        sessions[id].greeting = nil
        lobbies[slot].emit(.close(id, SessionEnd(refusal)))
        activate(slot)
    }

    private func holdsTicket(_ hello: Hello, valid: Identifier128) -> Bool {
        guard case .member(_, let ticket?) = hello.entry else { return false }
        return Identity.isEqual(ticket, valid)
    }

    private func isInvited(_ hello: Hello, to lobby: Lobby) -> Bool {
        guard case .invitation(_, let given) = hello.entry, let invitation = lobby.invitation
        else { return false }
        return Identity.isEqual(given, invitation)
    }

    /// Whoever watches by the secret for it does nothing else by it.
    private func mayWatch(_ hello: Hello, _ lobby: Lobby) -> Bool {
        guard case .watch(_, let secret) = hello.entry, let watch = lobby.watch else {
            return false
        }
        return hello.part == .spectator && Identity.isEqual(secret, watch)
    }

    /// A replica belongs to one person, and its tag stands for it alone in this lobby. There is
    /// room for so many; a spectator's leaves no row and needs none.
    func checkReplica(
        _ replica: ReplicaID, of person: PersonID, in slot: SlotID, needsRow: Bool
    ) throws(Refusal) {
        let rows = lobbies[slot].replicas
        if let row = rows[replica] {
            guard row.person == person else { throw .replicaTaken }
            return
        }
        guard needsRow else { return }
        guard !rows.keys.contains(where: { $0.tag == replica.tag }) else { throw .replicaTaken }
        let own = rows.values.count { $0.person == person }
        guard own < LobbyLimits.replicasPerPersonMax else { throw .tooManyReplicas }
        let shares = FairShare(share: 1, poolMax: LobbyLimits.replicasMax)
        guard shares.allows(own: own, all: replicaCounts(in: slot)) else {
            throw .tooManyReplicas
        }
    }

    /// How many replicas each active member has; those of others take up nobody's room.
    private func replicaCounts(in slot: SlotID) -> [Int] {
        let members = lobbies[slot].lobby?.members ?? []
        var counts: [PersonID: Int] = [:]
        for member in members where member.standing == .active { counts[member.person] = 0 }
        for row in lobbies[slot].replicas.values { counts[row.person]? += 1 }
        return Array(counts.values)
    }

    /// Who has the journal's seat.
    private mutating func session(of journal: JournalName, in slot: SlotID) -> SessionID? {
        guard lobbies[slot].sessionsByJournal.isEmpty else {
            return lobbies[slot].sessionsByJournal[journal]
        }
        let (audience, outsiders) = (lobbies[slot].audience, lobbies[slot].outsiders)
        if audience.count + outsiders.count >= Room.seatsLookedThroughMax {
            for id in audience + outsiders {
                guard let journal = sessions[id].seat?.journal else { continue }
                lobbies[slot].sessionsByJournal[journal] = id
            }
        }
        func holds(_ id: SessionID) -> Bool { sessions[id].seat?.journal == journal }
        return audience.first(where: holds) ?? outsiders.first(where: holds)
    }

    private mutating func seat(
        _ id: SessionID, _ greeting: Greeting, as admission: Welcome.Admission, in slot: SlotID
    ) {
        // What has happened so far is broadcast before this session listens.
        lobbies[slot].closeTurn()
        sessions[id].phase = .seated
        sessions[id].arrival = Boxed()
        let journal = JournalName(person: greeting.person, replica: greeting.hello.replica)
        sessions[id].seat = Seat(
            lobby: slot, person: journal.person, replica: journal.replica, admission: admission,
            numberAnnounced: greeting.hello.number, numberWithoutRow: 0,
            place: lobbies[slot].add(id, journal, admission))
        lobbies[slot].wake()
        activate(slot)
        effects.append(.seated(id))
    }

    private mutating func welcome(
        _ id: SessionID, _ greeting: Greeting, _ ticket: Identifier128, now: ServerTime
    ) {
        guard let seat = sessions[id].seat else { return }
        let lobby = lobbies[seat.lobby].id
        let row = lobbies[seat.lobby].replicas[seat.replica]
        let hasTicket = seat.admission != .spectator
        let welcome = Welcome(
            admission: seat.admission, person: seat.person, lobby: lobby,
            ticket: hasTicket ? ticket : nil, epoch: lobbies[seat.lobby].epoch,
            top: lobbies[seat.lobby].seq,
            lastNumber: row?.lastNumber ?? 0, fingerprint: row?.fingerprint ?? 0,
            refused: row?.refused.filter { $0.number > greeting.hello.heard } ?? [],
            now: now.wall,
            pingMilliseconds: Int64(clamping: configuration.pingMilliseconds),
            pongMilliseconds: Int64(clamping: configuration.pongMilliseconds))
        emit(.welcome(welcome), to: id, in: seat.lobby)
        if seat.admission != .outsider { catchUp(id, seat, from: greeting.hello.position) }
        lobbies[seat.lobby].turn.isPresenceStale = true
    }

    /// A member who was told something that the log doesn't hold proves that history was lost;
    /// whoever only says so proves nothing. (To a spectator, whose edits count for nothing, the
    /// snapshot alone is enough.)
    private mutating func replaceLostHistory(_ position: LogPosition, in slot: SlotID) {
        guard lobbies[slot].exists, lobbies[slot].hasTold(position),
            !lobbies[slot].log.contains(seq: position.seq, hash: position.proof.hash)
        else { return }
        let epoch = Epoch(randomBits() | 1)
        lobbies[slot].rotate(to: epoch, ticket: ticket)
        activate(slot)
        effects.append(.report(.historyLost(lobbies[slot].id, newEpoch: epoch)))
    }

    /// Sends what a client has missed: the events, or the snapshot where that may be smaller.
    private mutating func catchUp(_ id: SessionID, _ seat: Seat, from position: LogPosition) {
        let slot = seat.lobby
        guard lobbies[slot].exists else { return }
        if lobbies[slot].hasTold(position),
            lobbies[slot].log.contains(seq: position.seq, hash: position.proof.hash),
            let events = lobbies[slot].log.events(after: position.seq, for: seat.admission)
        {
            guard !events.isEmpty else { return }
            if events.count < lobbies[slot].snapshotBytesExpected {
                let frame = ServerMessage.frame(
                    ofEvents: events, after: position.seq, proof: lobbies[slot].proof)
                return lobbies[slot].emit(.send(id, frame, isDroppable: true))
            }
        }
        let frame = lobbies[slot].snapshotFrame(for: seat.admission)
        lobbies[slot].emit(.send(id, frame, isDroppable: true))
    }

    /// Sends once everything the lobby knows is durable.
    mutating func emit(_ message: ServerMessage, to id: SessionID, in slot: SlotID) {
        lobbies[slot].emit(.send(id, message.frame(), isDroppable: false))
        activate(slot)
    }

    /// An event of the server's own making.
    mutating func record(_ change: Change, in slot: SlotID, now: ServerTime) {
        guard let event = lobbies[slot].lobby?.event(change, received: now.wall) else { return }
        lobbies[slot].append(event, ticket: ticket)
        activate(slot)
    }
}

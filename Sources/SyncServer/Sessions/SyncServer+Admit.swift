import Documents
import Log
import Structures
import WebSocket
import Wire

/// Seats in a lobby, and what someone is told on taking one.
///
///     hello ──▸ document: may they? ──▸ replica: is there room? ──▸ changes ──▸ seat
///                       └───────── Refusal ─────────┘                             │
///                                                                                 ▼
///                                               welcome, what was missed, presence
///
/// A member who was told more than the log holds proves that the log has lost something, as one
/// put back from an old copy has. A new epoch begins then, so that no edit which was based on what
/// is lost passes for one that had seen what is there now.
extension SyncServer {
    mutating func admit(_ id: SessionID, to slot: SlotID, now: ServerTime) {
        guard var greeting = sessions[id].greeting else { return }
        greeting.person = person(of: greeting, in: slot)
        do throws(Refusal) {
            let ticket = Identity.ticket(
                for: greeting.person, in: lobbies[slot].id, secret: configuration.secret)
            // Everything that can be refused comes before the first change.
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
            // The journal came on a second connection: the first one is dead, or a copy is about.
            if let older { fail(older, .replaced, now: now) }
            welcome(id, greeting, ticket, now: now)
            settlePresence(in: slot, now: now)
            endOutsiderIfDone(id, now: now)
        } catch {
            refuse(id, error, from: slot, now: now)
        }
    }

    /// The part of a session in its lobby, and the change that it takes.
    private mutating func admission(
        of greeting: Greeting, to slot: SlotID, _ ticket: Identifier128
    ) throws(Refusal) -> (Welcome.Admission, Kind.Change?, Knock?) {
        let visitor = Visitor(
            hello: greeting.hello, person: greeting.person, cameByCode: greeting.cameByCode,
            holdsTicket: holdsTicket(greeting.hello, valid: ticket))
        switch try lobbies[slot].admission(of: visitor) {
        case nil:
            guard case .create = greeting.hello.entry else { throw .unknownLobby }
            return (.creator, nil, nil)
        case .member(let number, let change): return (.member(number), change, nil)
        case .spectator: return (.spectator, nil, nil)
        case .outsider: return (.outsider, nil, nil)
        case .knocking(let knock, let refusal):
            guard lobbies[slot].seating.admits(knock) else { throw refusal }
            return (.spectator, nil, knock)
        }
    }

    /// Refuses an entry. The reason in the lobby may not be durable yet, so the refusal waits like
    /// every other output.
    private mutating func refuse(
        _ id: SessionID, _ refusal: Refusal, from slot: SlotID, now: ServerTime
    ) {
        guard lobbies[slot].exists else { return end(id, SessionEnd(refusal), now: now) }
        sessions[id].greeting = nil
        lobbies[slot].emit(.close(id, SessionEnd(refusal)))
        activate(slot)
    }

    func holdsTicket(_ hello: Hello, for person: PersonID, in slot: SlotID) -> Bool {
        guard case .member(_, _?) = hello.entry else { return false }
        let ticket = Identity.ticket(
            for: person, in: lobbies[slot].id, secret: configuration.secret)
        return holdsTicket(hello, valid: ticket)
    }

    private func holdsTicket(_ hello: Hello, valid: Identifier128) -> Bool {
        guard case .member(_, let ticket?) = hello.entry else { return false }
        return Identity.isEqual(ticket, valid)
    }

    /// Refuses a replica of somebody else, or one too many. A replica belongs to one person, and
    /// its tag stands for it alone in this lobby. There is room for so many; a spectator's leaves
    /// no row and needs none.
    mutating func checkReplica(
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
        guard own < Kind.replicasPerPersonMax else { throw .tooManyReplicas }
        let shares = FairShare(share: 1, poolMax: DocumentLimits.replicasMax)
        guard shares.allows(own: own, all: replicaCounts(in: slot)) else {
            throw .tooManyReplicas
        }
    }

    /// The number of replicas that each active member has; those of others take up nobody's room.
    private mutating func replicaCounts(in slot: SlotID) -> [Int] {
        var counts: [PersonID: Int] = [:]
        for person in lobbies[slot].activePeople { counts[person] = 0 }
        for row in lobbies[slot].replicas.values { counts[row.person]? += 1 }
        return Array(counts.values)
    }

    /// The session that has the journal's seat.
    private mutating func session(of journal: JournalName, in slot: SlotID) -> SessionID? {
        lobbies[slot].session(of: journal) { sessions[$0].seat?.journal }
    }

    private mutating func seat(
        _ id: SessionID, _ greeting: Greeting, as admission: Welcome.Admission, in slot: SlotID
    ) {
        // Events so far are broadcast before this session listens.
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
            pongMilliseconds: Int64(clamping: configuration.pongMilliseconds),
            keptDays: configuration.keptDays.map(Int64.init))
        emit(.welcome(welcome), to: id, in: seat.lobby)
        if seat.admission != .outsider {
            let reason = lobbies[seat.lobby].catchUp(
                id, seat.admission, from: greeting.hello.position)
            if let reason { counters.countSnapshots(reason) }
        }
        lobbies[seat.lobby].presenceHasChanged()
    }

    /// Begins a new history if the old one has lost something. A member who was told something that
    /// the log doesn't hold proves that; someone who only says so proves nothing. (To a spectator,
    /// whose edits count for nothing, the snapshot alone is enough.)
    private mutating func replaceLostHistory(_ position: LogPosition, in slot: SlotID) {
        guard lobbies[slot].hasLost(position) else { return }
        let epoch = Epoch(randomBits() | 1)
        counters.countSnapshots(.newEpoch, lobbies[slot].seating.audience.count)
        lobbies[slot].rotate(to: epoch, ticket: commits.ticket)
        activate(slot)
        effects.append(.report(.historyLost(lobbies[slot].id, newEpoch: epoch)))
    }

    /// Sends a message once everything the lobby knows is durable.
    mutating func emit(_ message: ServerMessage<Kind>, to id: SessionID, in slot: SlotID) {
        lobbies[slot].emit(.send(id, message.frame(), isDroppable: false))
        activate(slot)
    }

    /// Adds an event of the server's own making.
    mutating func record(_ change: Kind.Change, in slot: SlotID, now: ServerTime) {
        guard let event = lobbies[slot].event(change, received: now.wall) else { return }
        lobbies[slot].append(event, ticket: commits.ticket)
        activate(slot)
    }
}

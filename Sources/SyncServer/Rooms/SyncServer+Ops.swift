import Documents
import Log
import Structures
import Wire

/// The way from ops to events: each op exactly once, in its replica's order.
///
/// A client sends its ops again until it has heard of them, and a replica's row says how far its
/// journal has been dealt with. The row goes into the same commit as the event, so both are there
/// after a crash, or neither.
///
///     number ≤ last   dealt with before: skipped
///     last + 1        created or decided ──▸ event ──┐
///                          └── refused ──▸ reject ───┴──▸ row: last + 1
///     beyond          gap: the client is to go on with last + 1
///
/// One answer goes back for a whole message, `ack` or `gap`, behind the events that it speaks of.
/// An op that can't be dealt with right now ends the message without one.
extension SyncServer {
    mutating func receive(_ ops: [ReceivedOp<Kind.Command>], from id: SessionID, now: ServerTime) {
        guard let seat = sessions[id].seat else {
            let isGreeting = sessions[id].phase == .greeting
            return fail(id, isGreeting ? .helloExpected : .notReady, now: now)
        }
        counters.opsReceived &+= UInt64(ops.count)
        guard !sessions[id].isOpMessageInFlight else { return fail(id, .tooManyInFlight, now: now) }
        guard !isTurnedAway(id, now: now) else { return }
        guard
            sessions[id].ops.take(
                UInt64(max(1, ops.count)), at: opsRate, now: now.monotonicMilliseconds)
        else {
            let wait = sessions[id].ops.millisecondsUntilNext(
                at: opsRate, now: now.monotonicMilliseconds)
            return fail(
                id, .slowDown, retryMilliseconds: max(1_000, Int64(clamping: wait)), now: now)
        }
        do throws(Refusal) {
            // Others may have used up the places between the door and the first op.
            try checkReplica(
                seat.replica, of: seat.person, in: seat.lobby,
                needsRow: seat.admission != .spectator)
        } catch {
            return end(id, SessionEnd(error), now: now)
        }
        var (last, refused) = outcome(of: seat)
        for op in ops {
            if op.number <= last {
                counters.opsRepeated &+= 1
                continue
            }
            guard op.number == last + 1 else {
                return answer(.gap(expected: last + 1), to: id, in: seat.lobby, now: now)
            }
            guard process(op, from: id, &refused, now: now) else { return }
            last = op.number
        }
        answer(.ack(number: last, seq: lobbies[seat.lobby].seq), to: id, in: seat.lobby, now: now)
        endOutsiderIfDone(id, now: now)
    }

    /// Whether ops can't be taken because the store has failed; the client is told.
    private mutating func isTurnedAway(_ id: SessionID, now: ServerTime) -> Bool {
        guard let fault = storageFault, now.monotonicMilliseconds < fault.until else {
            return false
        }
        let wait = Int64(clamping: fault.until - now.monotonicMilliseconds)
        fail(id, fault.error, retryMilliseconds: wait, now: now)
        return true
    }

    /// The number of the last op of a seat's journal that has been dealt with, and the ops that
    /// were refused.
    private func outcome(of seat: Seat) -> (last: OpNumber, refused: [RefusedOp]) {
        let row = lobbies[seat.lobby].replicas[seat.replica]
        return (max(row?.lastNumber ?? 0, seat.numberWithoutRow), row?.refused ?? [])
    }

    /// Deals with the next op of a journal.
    ///
    /// - Parameter refused: the journal's ops that were refused, which grow by this one.
    /// - Returns: false if it can't be done right now; the client is told, or the session has
    ///   ended.
    private mutating func process(
        _ received: ReceivedOp<Kind.Command>, from id: SessionID, _ refused: inout [RefusedOp],
        now: ServerTime
    ) -> Bool {
        guard let seat = sessions[id].seat else { return false }
        do throws(Refusal) {
            guard seat.admission != .spectator else { throw .readOnly }
            let op = try received.op.get()
            if !lobbies[seat.lobby].exists {
                guard try create(op, seat, id, now: now) else { return false }
            } else {
                guard try decide(op, seat, id, now: now) else { return false }
            }
            counters.opsCarriedOut &+= 1
        } catch {
            counters.opsRefused &+= 1
            counters.countRefusal(error.rawValue)
            reply(.reject(number: received.number, error), to: id, in: seat.lobby)
            refused.append(RefusedOp(received.number, error))
            refused.removeFirst(max(0, refused.count - DocumentLimits.refusalsKeptMax))
        }
        advance(id, seat, past: received, refused)
        return true
    }

    /// Adds the event that an op leads to. False if it can't be done right now; the client is told
    /// when.
    private mutating func decide(
        _ op: Kind.Op, _ seat: Seat, _ id: SessionID, now: ServerTime
    ) throws(Refusal) -> Bool {
        let author = Author(person: seat.person, replica: seat.replica.tag)
        let event = try lobbies[seat.lobby].decide(op, by: author, received: now.wall)
        let meaning = Kind.meaning(of: event.change)
        if case .dismissed(_, isForGood: true) = meaning, !hasFreshCode(id, now: now) {
            return false
        }
        lobbies[seat.lobby].append(event, ticket: commits.ticket)
        activate(seat.lobby)
        react(to: meaning, in: seat.lobby, now: now)
        return true
    }

    /// Whether there is a code to give; else the client is told when there may be.
    private mutating func hasFreshCode(_ id: SessionID, now: ServerTime) -> Bool {
        guard codes.isEmpty else { return true }
        let wait = Int64(clamping: configuration.storageRetryMilliseconds)
        fail(id, .storage, retryMilliseconds: wait, now: now)
        return false
    }

    /// Creates the lobby by its first op. False if it can't be done right now; the client is told
    /// when.
    private mutating func create(
        _ op: Kind.Op, _ seat: Seat, _ id: SessionID, now: ServerTime
    ) throws(Refusal) -> Bool {
        let author = Author(person: seat.person, replica: seat.replica.tag)
        _ = try Kind.create(lobbies[seat.lobby].id, op, by: author, received: now.wall, code: nil)
        guard !Kind.isShared || hasFreshCode(id, now: now) else { return false }
        let network = sessions[id].network
        let wait = configuration.askDoorkeeper {
            Kind.isShared
                ? $0.creations.count(network, now: now.monotonicMilliseconds)
                : $0.ownCreations.count(network, now: now.monotonicMilliseconds)
        }
        if let wait {
            fail(id, .tooManyLobbies, retryMilliseconds: wait, now: now)
            return false
        }
        // There is one, if there has to be.
        let code = Kind.isShared ? codes.take() : nil
        let event = try Kind.create(
            lobbies[seat.lobby].id, op, by: author, received: now.wall, code: code)
        dismissOtherCreators(than: id, from: seat.lobby, now: now)
        lobbies[seat.lobby].append(event, ticket: commits.ticket)
        seatCreator(id, as: event.by, in: seat.lobby)
        return true
    }

    /// Ends the sessions of others who wanted to create the lobby: it isn't theirs now, and they
    /// have to come in like everyone else.
    private mutating func dismissOtherCreators(
        than id: SessionID, from slot: SlotID, now: ServerTime
    ) {
        let again = SessionEnd(notice: nil, closeCode: SyncCloseCode.again)
        for other in lobbies[slot].seating.subscribers where other != id {
            end(other, again, now: now)
        }
    }

    private mutating func seatCreator(
        _ id: SessionID, as number: MemberNumber, in slot: SlotID
    ) {
        sessions[id].seat?.admission = .member(number)
        lobbies[slot].seatCreator(id, as: number)
        activate(slot)
    }

    private mutating func advance(
        _ id: SessionID, _ seat: Seat, past op: ReceivedOp<Kind.Command>, _ refused: [RefusedOp]
    ) {
        let hasRow = lobbies[seat.lobby].exists && seat.admission != .spectator
        guard hasRow else {
            sessions[id].seat?.numberWithoutRow = op.number
            return
        }
        let row = ReplicaRow(
            replica: seat.replica, person: seat.person, lastNumber: op.number,
            fingerprint: op.fingerprint, refused: refused)
        lobbies[seat.lobby].note(row, ticket: commits.ticket)
        activate(seat.lobby)
    }

    private mutating func reply(_ message: ServerMessage<Kind>, to id: SessionID, in slot: SlotID) {
        lobbies[slot].reply(.send(id, message.frame(), isDroppable: false))
        activate(slot)
    }

    /// Answers an op message; until the answer is out, there mustn't be another.
    private mutating func answer(
        _ message: ServerMessage<Kind>, to id: SessionID, in slot: SlotID, now: ServerTime
    ) {
        sessions[id].isOpMessageInFlight = true
        let readAt = now.monotonicMicroseconds
        lobbies[slot].reply(.ack(id, message.frame(), readAt: readAt))
        activate(slot)
    }

    /// Does what an event means for the sessions of the lobby.
    mutating func react(
        to meaning: EventMeaning, in slot: SlotID, now: ServerTime
    ) {
        switch meaning {
        case .nothing: return
        case .joined, .newHost: break
        case .dismissed(let number, let isForGood):
            dismiss(number, isForGood: isForGood, from: slot)
            if isForGood { renewInvitation(to: slot, now: now) }
        }
        settlePresence(in: slot, now: now)
    }

    /// Ends the sessions of someone who left or was kicked, after what they still have to hear.
    private mutating func dismiss(
        _ number: MemberNumber, isForGood: Bool, from slot: SlotID
    ) {
        let person = lobbies[slot].person(number)
        // Those who are about to go hear what has happened so far; what follows is for the others.
        if isForGood { lobbies[slot].broadcastEvents() }
        for id in lobbies[slot].seating.audience {
            guard let seat = sessions[id].seat, seat.person == person else { continue }
            // Someone who has left may go on watching; someone who was kicked may not.
            guard isForGood || seat.member == number else { continue }
            lobbies[slot].end(id, SessionEnd(dismissalForGood: isForGood))
            if isForGood { shutOut(id) }
        }
    }

    /// Replaces the code and the invitation, which someone who was kicked knows.
    private mutating func renewInvitation(to slot: SlotID, now: ServerTime) {
        guard let code = codes.take(), let change = Kind.invitation(code, randomIdentifier())
        else { return }
        record(change, in: slot, now: now)
    }

    /// Ends the session of an outsider who has been heard out.
    mutating func endOutsiderIfDone(_ id: SessionID, now: ServerTime) {
        guard let seat = sessions[id].seat, seat.admission == .outsider,
            outcome(of: seat).last >= seat.numberAnnounced
        else { return }
        let refusal = lobbies[seat.lobby].farewell(to: seat.person)
        lobbies[seat.lobby].end(id, SessionEnd(refusal))
        activate(seat.lobby)
    }
}

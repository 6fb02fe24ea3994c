import Documents
import Wire

/// The messages of the server, and what they make known.
///
///     welcome ──▸ another's journal? ── yes ──▸ fork: a new replica, with the ops that are left
///                       └── no ──▸ acknowledged as the server says ──▸ live, ops are sent
///     snapshot, events ──▸ confirmed document ──▸ covered ops ──▸ the view anew
///     ack, reject, gap ──▸ outbox ──▸ the next ops
///
/// A message that can't be true ends the connection; what it says is not taken over.
extension ClientCore {
    /// Takes a text message of the server.
    package mutating func received(_ message: [UInt8], now: ClientTime) {
        guard phase == .greeting || phase == .live else { return }
        session.heardMilliseconds = now.monotonicMilliseconds
        do throws(WireError) {
            guard let decoded = try ServerMessage<Kind>.decode(message) else { return }
            if phase == .live { session.answerDueMilliseconds = nil }
            receive(decoded, message, now: now)
        } catch {
            misbehaves(now: now)
        }
    }

    /// Ends the connection with a server that said something which can't be.
    private mutating func misbehaves(now: ClientTime) {
        drop(code: ClientCloseCode.protocolError, now: now)
    }

    private mutating func receive(_ message: ServerMessage<Kind>, _ bytes: [UInt8], now: ClientTime)
    {
        switch message {
        case .error(let notice): return receive(notice, now: now)
        case .moved(let url): return move(to: url, now: now)
        case .draining(let milliseconds): return drain(milliseconds, now: now)
        case .welcome(let welcome):
            guard phase == .greeting else { return misbehaves(now: now) }
            return receive(welcome, now: now)
        default: break
        }
        guard phase == .live else { return misbehaves(now: now) }
        switch message {
        case .snapshot(let document, let proof):
            receive(document, proof, bytes, now: now)
            comeInIfAdmitted(now: now)
        case .events(let first, let proof, let changes):
            receive(changes, first, proof, bytes, now: now)
            comeInIfAdmitted(now: now)
        case .ack(let number, let seq): receiveAck(number, seq, now: now)
        case .reject(let number, let refusal): receiveReject(number, refusal)
        case .gap(let expected): receiveGap(expected, now: now)
        case .presence(let presence): receive(presence, now: now)
        case .pong(let time, let server): receivePong(time, server, now: now)
        // This client doesn't ask for the past.
        case .history, .welcome, .moved, .draining, .error: break
        }
    }

    /// Comes in anew once the document has taken this device's person in, or is open to all: one
    /// who knocks only watches until then.
    private mutating func comeInIfAdmitted(now: ClientTime) {
        guard phase == .live, hasKnocked, let document = follower.document else { return }
        guard isMember || document.isOpen else { return }
        if isMember {
            identity.entry = .member(document.id, ticket: nil)
            identity.knocks = false
            note(.hello(identity), isDurable: true)
        }
        stop(now: now)
        start(now: now)
    }

    private mutating func receive(_ presence: Presence, now: ClientTime) {
        self.presence = presence
        hostPassesAtMilliseconds = presence.hostPassesInMilliseconds.map {
            now.deadline(after: UInt64(clamping: $0))
        }
        emit(.changed)
    }

    private mutating func receivePong(_ time: Int64, _ server: WallTime, now: ClientTime) {
        guard let sent = UInt64(exactly: time) else { return }
        sample(server, sent: sent, now: now)
    }

    private mutating func sample(_ server: WallTime, sent: UInt64, now: ClientTime) {
        guard clock.sample(server, sent: sent, received: now) else { return }
        let (change, overflows) = clock.wallOffset.subtractingReportingOverflow(notedClockOffset)
        guard overflows || change.magnitude >= ClientLimits.clockNoteMilliseconds.magnitude else {
            return
        }
        notedClockOffset = clock.wallOffset
        note(.clock(offsetMilliseconds: clock.wallOffset))
    }
}

/// The beginning of a session.
extension ClientCore {
    private mutating func receive(_ welcome: Welcome, now: ClientTime) {
        if let lobbyID, lobbyID != welcome.lobby { return misbehaves(now: now) }
        session.welcomedMilliseconds = now.monotonicMilliseconds
        session.answerDueMilliseconds = nil
        session.lobby = welcome.lobby
        session.ticket = welcome.ticket
        session.epoch = welcome.epoch
        session.top = welcome.top
        session.admission = welcome.admission
        sample(welcome.now, sent: session.greetedMilliseconds, now: now)
        adopt(welcome)
        guard !hasForked(welcome) else { return fork(now: now) }
        lastNotice = nil
        createsAgain = false
        if welcome.admission == .creator { beginAnew() }
        resume(after: welcome.lastNumber, top: welcome.top)
        for op in welcome.refused where op.number <= welcome.lastNumber { hear(op) }
        predict()
        enter(.live)
        pump()
    }

    /// Keeps what the server says of the way in.
    private mutating func adopt(_ welcome: Welcome) {
        var next = identity
        next.credentials = credentials(as: welcome.person)
        if welcome.admission != .spectator {
            let ticket = welcome.ticket ?? ticket
            // A lobby that isn't created yet is still to be created.
            if welcome.admission != .creator {
                next.entry = .member(welcome.lobby, ticket: ticket)
            }
            next.part = nil
            next.knocks = false
        }
        guard next != identity else { return }
        identity = next
        note(.hello(identity), isDurable: true)
    }

    private var ticket: Identifier128? {
        guard case .member(_, let ticket) = identity.entry else { return nil }
        return ticket
    }

    /// Whether the server knows ops of this replica that aren't in this journal: the journal was
    /// copied to another device, or is an old copy itself, or has lost a line.
    private func hasForked(_ welcome: Welcome) -> Bool {
        let last = welcome.lastNumber
        guard last <= outbox.last else { return true }
        guard outbox.isWhole(from: last + 1) else { return true }
        return last > 0 && outbox.entry(last)?.fingerprint != welcome.fingerprint
    }

    /// Goes on as another replica, with the ops that were never acknowledged to this one.
    private mutating func fork(now: ClientTime) {
        identity.replica = .random(using: &generator)
        outbox.renumber(from: outbox.acknowledged)
        predict()
        rewriteJournal(isRequired: true)
        drop(code: ClientCloseCode.normal, now: now)
    }

    /// Forgets what the server has confirmed: it has never heard of the lobby, or lost it, and the
    /// journal creates it again.
    private mutating func beginAnew() {
        guard follower.document != nil else { return }
        follower.forget()
        outbox.uncover()
        note(.reset)
    }

    private mutating func resume(after number: OpNumber, top: Seq) {
        if follower.document?.epoch != session.epoch { outbox.enterHistory() }
        if apply(ack: number, top) { noteAck(number, top) }
    }

    /// Takes over how far the server has dealt with the journal, be it farther or less far than
    /// before.
    ///
    /// - Returns: whether that was news.
    mutating func apply(ack number: OpNumber, _ seq: Seq) -> Bool {
        guard number < outbox.acknowledged else {
            return outbox.acknowledge(number, seq: seq, confirmed: coveringSeq)
        }
        outbox.rewind(to: number)
        return true
    }

    /// Writes an acknowledgement down. Until the history has come that `seq` is from, the journal
    /// ends in the one before, where it must not pass for what is there already.
    private mutating func noteAck(_ number: OpNumber, _ seq: Seq) {
        let isOfThisHistory = coveringSeq != nil
        note(.ack(number: number, seq: isOfThisHistory ? seq : max(seq, follower.seq + 1)))
    }

    /// The number of the last confirmed event in the session's history; nil if the document is of
    /// another one, or there is none: then nothing that is acknowledged is in it yet.
    var coveringSeq: Seq? {
        follower.document?.epoch == session.epoch ? follower.seq : nil
    }

    private mutating func receive(_ notice: ErrorNotice, now: ClientTime) {
        lastNotice = notice
        emit(.notice(notice))
        if notice.number == SessionError.storage.rawValue
            || notice.number == SessionError.storageFull.rawValue
        {
            return waitForStorage(notice, now: now)
        }
        // This comes at entry, or where another came in between: nothing of what was sent has been
        // taken.
        if notice.number == Refusal.replicaTaken.rawValue { return fork(now: now) }
        if notice.number == Refusal.unknownLobby.rawValue { createsAgain = canCreate }
        guard let asked = notice.retryMilliseconds, asked > 0 else { return }
        notBeforeMilliseconds = now.deadline(after: Self.asked(asked))
    }

    /// Whether the journal holds what the document began with.
    private var canCreate: Bool {
        guard let command = outbox.entry(1)?.op?.command, Kind.isCreation(command) else {
            return false
        }
        return outbox.isWhole(from: 1)
    }

    /// Waits with the ops, which weren't dealt with; the same will be sent again on this
    /// connection.
    private mutating func waitForStorage(_ notice: ErrorNotice, now: ClientTime) {
        let asked = notice.retryMilliseconds.map(Self.asked)
        let wait = max(
            asked ?? ClientLimits.storageRetryMilliseconds,
            ClientLimits.storageRetryMillisecondsMin)
        session.resumeAtMilliseconds = now.deadline(after: wait)
        outbox.settleFlight()
        emit(.changed)
    }

    private mutating func move(to url: String, now: ClientTime) {
        redirect = url
        drop(code: ClientCloseCode.normal, now: now)
        // The jitter of `drop` is for servers that fail; this one has a place ready.
        redirect = url
    }

    /// Prepares for a restart of the server; it closes the connection, or we do when it is time.
    private mutating func drain(_ milliseconds: Int64, now: ClientTime) {
        let least = Self.asked(milliseconds)
        let delay = UInt64.random(in: least...2 * least, using: &generator)
        notBeforeMilliseconds = now.deadline(after: delay)
        session.drainsAtMilliseconds = notBeforeMilliseconds
    }

    /// The wait that the server asks for, within reason.
    private static func asked(_ milliseconds: Int64) -> UInt64 {
        min(UInt64(clamping: milliseconds), ClientLimits.askedMillisecondsMax)
    }
}

/// The log, and the answers to ops.
extension ClientCore {
    private mutating func receive(
        _ document: Kind, _ proof: PositionProof, _ bytes: [UInt8], now: ClientTime
    ) {
        if let lobbyID, lobbyID != document.id { return misbehaves(now: now) }
        session.epoch = document.epoch
        follower.replace(by: document, proof)
        outbox.cover(through: document.seq)
        logHasChanged(bytes)
    }

    private mutating func receive(
        _ changes: [Kind.Change], _ first: Seq, _ proof: PositionProof, _ bytes: [UInt8],
        now: ClientTime
    ) {
        switch follower.apply(
            changes, first: first, proof, epoch: session.epoch, id: session.lobby)
        {
        case .advanced:
            outbox.cover(through: follower.seq)
            logHasChanged(bytes)
        case .known: break
        case .misfit: misbehaves(now: now)
        }
    }

    private mutating func logHasChanged(_ bytes: [UInt8]) {
        note(.server(session.epoch, bytes))
        if journalBytes > journalBytesLimit { rewriteJournal(isRequired: false) }
        predict()
        emit(.changed)
    }

    private mutating func receiveAck(_ number: OpNumber, _ seq: Seq, now: ClientTime) {
        let least = outbox.inFlight?.lowerBound ?? 0
        guard number >= least, number <= outbox.last else { return misbehaves(now: now) }
        outbox.settleFlight()
        if outbox.acknowledge(number, seq: seq, confirmed: coveringSeq) {
            noteAck(number, seq)
            predict()
            emit(.changed)
            becomeMember()
        }
        pump()
    }

    /// Makes the creator a member, who the first op has made one.
    private mutating func becomeMember() {
        guard case .create(let lobby) = identity.entry, outbox.acknowledged > 0 else { return }
        identity.entry = .member(lobby, ticket: session.ticket)
        note(.hello(identity), isDurable: true)
    }

    /// Keeps a refusal. The journal has it before the next message goes out: the server keeps a
    /// message's refusals, not those of two.
    private mutating func hear(_ op: RefusedOp) {
        guard outbox.refuse(op.number, op.refusal) else { return }
        note(.reject(number: op.number, op.refusal), isDurable: true)
    }

    private mutating func receiveReject(_ number: OpNumber, _ refusal: Refusal) {
        hear(RefusedOp(number, refusal))
        predict()
        emit(.changed)
    }

    private mutating func receiveGap(_ expected: OpNumber, now: ClientTime) {
        // The ops that were sent had no gap, so asking for the first of them makes no sense.
        guard let flight = outbox.inFlight, expected != flight.lowerBound, expected >= 1,
            expected <= outbox.last, outbox.isWhole(from: expected)
        else { return misbehaves(now: now) }
        outbox.settleFlight()
        resume(after: expected - 1, top: follower.seq)
        predict()
        emit(.changed)
        pump()
    }

    /// Sends the ops that wait, if the server is ready for them.
    mutating func pump() {
        guard phase == .live, session.resumeAtMilliseconds == nil else { return }
        guard session.admission != .spectator, let message = outbox.takeMessage() else { return }
        emit(.send(message))
        emit(.changed)
    }
}

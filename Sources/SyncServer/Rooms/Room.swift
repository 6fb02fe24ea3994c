import Documents
import Log
import Wire

/// A lobby in memory: its document, the end of its log, and everyone who listens to it.
///
/// Memory may run ahead of the disk, but nobody is told of what isn't durable: from the first
/// change of a turn until that turn's commit has landed, all that tells of the document is held, in
/// order.
///
///     op ──▸ event ──▸ turn ── takeBatch ──▸ commit ── landed ──┐
///                       │                                       ▼
///                       └── closeTurn ──▸ held, for that commit ── release ──▸ sessions
///
/// All that depends on the kind of document is behind `ServedDocument`. The document is asked where
/// it lies (`lend`), since a copy of a large one would cost more than the answer.
struct Room<Kind: ServedDocument> {
    /// The part of a room's life that it is in. From each of these it may leave memory.
    ///
    ///     loading ──▸ awaitingCreation ──▸ live ⇄ idle
    ///        └──────────────────────────────┘
    enum State {
        /// The log is asked; `waiting` wait for what it says.
        case loading
        /// There is no such lobby yet, and those who are here may create it.
        case awaitingCreation
        case live
        /// Nobody uses it, and it leaves memory at that time.
        case idle(until: UInt64)
    }

    let id: LobbyID
    private let seal: PositionSeal
    private(set) var state = State.loading
    /// The document; nil before the log has given it or somebody has created it.
    private(set) var document: Kind?
    /// The history that the lobby is in; `none` while loading. A lobby to be created has one
    /// before, which `welcome` tells.
    private(set) var epoch = Epoch.none
    private(set) var log = LogTail()
    private(set) var replicas = SmallMap<ReplicaID, ReplicaRow>()
    /// The number of events that each member has caused: member `n` stands at `n - 1`.
    private(set) var eventCounts: [Int] = []

    private(set) var seating = Seating()
    /// Sessions that wait for the log, while it is loading.
    private(set) var waiting: [SessionID] = []
    var announcement = Announcement()

    private var turn = Turn()
    private(set) var held = HeldOutputs()

    /// The time at which the host role passes on; nil while the host is here or nobody else is.
    var hostPassesAt: UInt64?
    /// The time at which a timer looks at that, and at the end of being idle.
    var remindedAt = UInt64.max
    /// Whether it is among the lobbies that the end of the turn has to look at.
    var isActive = false

    init(id: LobbyID, seal: PositionSeal) {
        self.id = id
        self.seal = seal
    }

    var seq: Seq {
        @inline(__always) get { log.seq }
    }
    /// The proof that someone who is told it has the whole log. (A room is copied for what isn't
    /// inlined here.)
    var proof: PositionProof {
        @inline(__always) get { seal.proof(of: seq, log.hash, in: id, epoch) }
    }
    /// Whether there is a `document`, which the compiler would copy to compare it with nil.
    var exists: Bool {
        @inline(__always) get {
            switch state {
            case .loading, .awaitingCreation: false
            case .live, .idle: true
            }
        }
    }
    var isLoading: Bool {
        @inline(__always) get {
            if case .loading = state { true } else { false }
        }
    }
    /// The time at which it leaves memory; nil unless nobody uses it.
    var leavesMemoryAt: UInt64? {
        if case .idle(let time) = state { time } else { nil }
    }
    var isUnused: Bool {
        @inline(__always) get { sessionCount == 0 && held.isDurable && held.isEmpty }
    }
    var sessionCount: Int {
        @inline(__always) get { seating.count + waiting.count }
    }
    /// The number of members who are here.
    var presentCount: Int {
        @inline(__always) get { seating.presence.count }
    }
    /// The sessions that have to do with the lobby, those included that are to be closed; in an
    /// order that is the same in every run.
    var sessions: [SessionID] {
        var known: Set<SessionID> = []
        return (seating.audience + seating.outsiders + waiting + held.closing)
            .filter { known.insert($0).inserted }
    }
}

/// The way from state to state. Creation is the one change that comes with an event; see `append`.
extension Room {
    /// Has a session wait for the log.
    mutating func addWaiting(_ id: SessionID) {
        if isLoading { waiting.append(id) }
    }

    /// Notes that the log knows nothing of the lobby: whoever creates it does so in this epoch.
    mutating func awaitCreation(in epoch: Epoch) {
        self.epoch = epoch
        waiting = []
        state = .awaitingCreation
    }

    /// Becomes what the log says.
    mutating func restore(_ stored: StoredLobby) throws(WireError) {
        var log = LogTail()
        document = try LogCoding<Kind>.document(stored) { event, record, change in
            let isWithheld = Kind.forSpectators(event.change) != nil
            log.append(hash: record.hash, isWithheld: isWithheld, encoded: change)
            count(event, Kind.meaning(of: event.change))
        }
        epoch = stored.epoch
        self.log = log
        for row in stored.replicas { replicas[row.replica] = row }
        waiting = []
        state = .live
    }

    /// Notes that somebody takes a seat.
    mutating func wake() {
        if case .idle = state { state = .live }
    }

    /// Notes that nobody uses it any more.
    mutating func retire(at time: UInt64) {
        if exists { state = .idle(until: time) }
    }
}

extension Room {
    /// Notes that something changes in this turn, before it does.
    private mutating func touch(ticket: UInt64) {
        if turn.begin(after: seq, log.hash) { held.wait(for: ticket) }
    }

    /// The event that `op` leads to; throws the reason if it leads to none.
    mutating func decide(
        _ op: Kind.Op, by author: Author, received: WallTime
    ) throws(Refusal) -> Kind.Event {
        guard
            let event = try document?.lend({ (document) throws(Refusal) in
                try document.decision(on: op, by: author, received: received)
            })
        else { throw .noLobby }
        guard hasRoom(forEventOf: event.by) else { throw .logFull }
        return event
    }

    /// Counts an event to the member who caused it; someone who joins causes that.
    mutating func count(_ event: Kind.Event, _ meaning: EventMeaning) {
        var number = event.by
        if case .joined(let joined, _) = meaning { number = joined }
        guard number.value > 0 else { return }
        while eventCounts.count < number.value { eventCounts.append(0) }
        eventCounts[Int(number.value) - 1] += 1
    }

    /// Whether the log has room for one more event of that member. The owner has what the others
    /// can't use up, whatever they do; the bound of the whole log is the document's to keep.
    mutating func hasRoom(forEventOf number: MemberNumber) -> Bool {
        guard number.value > 0, eventCounts.count >= number.value else { return true }
        let own = eventCounts[Int(number.value) - 1]
        guard own >= DocumentLimits.eventsShare, let owner = document?.lend({ $0.owner }),
            number != owner
        else { return true }
        let shares = FairShare(
            share: DocumentLimits.eventsShare, poolMax: DocumentLimits.eventsPoolMax)
        let ownersPlace = Int(owner.value) - 1
        let counts = eventCounts
        return shares.allows(
            own: own, all: counts.indices.lazy.map { $0 == ownersPlace ? 0 : counts[$0] })
    }

    /// Carries out an event and remembers it for the store and for the subscribers.
    mutating func append(_ event: Kind.Event, ticket: UInt64) {
        touch(ticket: ticket)
        switch state {
        case .live, .idle: document?.apply(event)
        case .loading, .awaitingCreation:
            document = Kind(id: id, epoch: epoch, first: event.change)
            precondition(document != nil, "what a kind creates makes a document")
            state = .live
            // Whoever creates a lobby is in it without having joined.
            for person in activePeople { turn.add(joined: person) }
        }
        let (record, encoded) = LogCoding<Kind>.encode(event, after: log.hash)
        let other = Kind.forSpectators(event.change)
        log.append(hash: record.hash, isWithheld: other != nil, encoded: encoded)
        turn.add(record, toldWatchers: other.map { ServerMessage<Kind>.encode($0) })
        let meaning = Kind.meaning(of: event.change)
        count(event, meaning)
        if case .joined(_, let person) = meaning {
            seating.forgetKnocks(of: person)
            turn.add(joined: person)
        }
        if seq - turn.broadcastSeq == LogTail.recentMax { broadcastEvents() }
    }

    /// Remembers how far a journal has come.
    mutating func note(_ row: ReplicaRow, ticket: UInt64) {
        touch(ticket: ticket)
        replicas[row.replica] = row
        turn.add(row)
    }

    /// Whether a client has been told that it stands there, in this history.
    private func hasTold(_ position: LogPosition) -> Bool {
        position.epoch == epoch && (position.seq == 0 || seal.isProved(position, in: id))
    }

    /// Whether a client has been told something that the log doesn't hold.
    mutating func hasLost(_ position: LogPosition) -> Bool {
        exists && hasTold(position)
            && !log.contains(seq: position.seq, hash: position.proof.hash)
    }

    /// Sends what a client has missed: the events, or the snapshot where that may be smaller.
    ///
    /// - Returns: why it is the snapshot; nil if it isn't.
    mutating func catchUp(
        _ id: SessionID, _ admission: Welcome.Admission, from position: LogPosition
    ) -> SnapshotReason? {
        guard exists else { return nil }
        if hasTold(position), log.contains(seq: position.seq, hash: position.proof.hash),
            let events = log.events(after: position.seq, for: admission)
        {
            guard !events.isEmpty else { return nil }
            if events.count < snapshotBytesExpected {
                let frame = ServerMessage<Kind>.frame(
                    ofEvents: events, after: position.seq, proof: proof)
                emit(.send(id, frame, isDroppable: true))
                return nil
            }
        }
        emit(.send(id, snapshotFrame(for: admission), isDroppable: true))
        return position.seq == 0 ? .newcomer : .gap
    }

    /// Starts a new history: whoever based an edit on the old one hasn't seen this one.
    mutating func rotate(to epoch: Epoch, ticket: UInt64) {
        touch(ticket: ticket)
        closeTurn()
        self.epoch = epoch
        document?.epoch = epoch
        turn.forgetSnapshots()
        for id in seating.subscribers { emit(.send(id, snapshotFrame(), isDroppable: true)) }
        for id in seating.watchers {
            emit(.send(id, watchersSnapshotFrame(), isDroppable: true))
        }
    }

    /// Sends the events of this turn so far.
    mutating func broadcastEvents() {
        guard turn.isDirty, let events = log.events(after: turn.broadcastSeq), !events.isEmpty
        else { return }
        let frame = ServerMessage<Kind>.frame(
            ofEvents: events, after: turn.broadcastSeq, proof: proof)
        let after = turn.broadcastSeq
        turn.broadcastSeq = seq
        held.reserve(1 + turn.replyCount)
        emit(.broadcast(seating.subscribers, frame))
        guard !seating.watchers.isEmpty else { return }
        guard log.withholds(after: after) else {
            return emit(.broadcast(seating.watchers, frame))
        }
        let told = (after + 1...seq).map { turn.toldWatchers($0)?[...] ?? log.event($0) }
        emit(
            .broadcast(
                seating.watchers,
                ServerMessage<Kind>.frame(
                    ofEvents: Array(told.joined(separator: [UInt8(ascii: ",")]))[...],
                    after: after, proof: proof)))
    }

    /// Sends what the turn has brought so far: events first, then the answers to ops, and last the
    /// ends of sessions.
    mutating func closeTurn() {
        broadcastEvents()
        for output in turn.takeReplies() { emit(output) }
    }

    /// Ends the turn. Returns the batch for the store; nil if nothing changed.
    mutating func takeBatch() -> LobbyBatch? {
        let turn = self.turn
        self.turn = Turn()
        guard turn.isDirty else { return nil }
        return LobbyBatch(
            lobby: id, epoch: epoch, previousSeq: turn.previousSeq,
            previousHash: turn.previousHash, code: document?.lend { $0.code },
            deletedAt: document?.lend { $0.deletedAt } ?? nil, records: turn.records,
            replicas: turn.rows, joined: turn.joined)
    }

    /// An estimate of how long a snapshot is, without making one.
    var snapshotBytesExpected: Int {
        mutating get { document?.lend { $0.snapshotBytesExpected } ?? 0 }
    }

    mutating func snapshotFrame() -> [UInt8] {
        if let frame = turn.snapshotFrame { return frame }
        guard let document else { return [] }
        let frame = ServerMessage<Kind>.snapshot(document, proof: proof).frame()
        turn.snapshotFrame = frame
        return frame
    }

    mutating func watchersSnapshotFrame() -> [UInt8] {
        if let frame = turn.watchersSnapshotFrame { return frame }
        guard let document = document?.forSpectators else { return [] }
        let frame = ServerMessage<Kind>.snapshot(document, proof: proof).frame()
        turn.watchersSnapshotFrame = frame
        return frame
    }

    mutating func snapshotFrame(for admission: Welcome.Admission) -> [UInt8] {
        admission == .spectator ? watchersSnapshotFrame() : snapshotFrame()
    }
}

extension Room {
    /// Queues an output, which becomes visible as soon as what it tells is durable.
    mutating func emit(_ output: Output) { held.add(output) }

    /// Answers an op, behind the events of the turn.
    mutating func reply(_ output: Output) { turn.reply(output) }

    /// Ends a session behind all that it still has to hear.
    mutating func end(_ id: SessionID, _ end: SessionEnd) { turn.end(id, end) }

    /// Notes that the commit with this ticket is on disk.
    mutating func commit(_ ticket: UInt64) { held.commit(ticket) }

    /// Takes the outputs that tell only what is durable, in order.
    mutating func release() -> ArraySlice<HeldOutput> { held.release() }
}

/// The people who are here.
extension Room {
    /// Takes a seat; events that came before aren't for it.
    ///
    /// - Returns: the session's place.
    mutating func add(
        _ id: SessionID, _ journal: JournalName, _ admission: Welcome.Admission
    ) -> Int {
        if admission != .outsider { turn.newcomers.append(id) }
        return seating.add(id, journal, admission)
    }

    /// Gives a seat free.
    ///
    /// - Returns: the session that has moved to the place of the one that goes, if any.
    mutating func remove(_ id: SessionID, _ seat: Seat) -> SessionID? { seating.remove(id, seat) }

    /// Makes the session of the lobby's creator a member's from now on.
    mutating func seatCreator(_ id: SessionID, as number: MemberNumber) {
        seating.becomes(number)
        turn.newcomers.append(id)
        turn.isPresenceStale = true
    }

    mutating func session(
        of wanted: JournalName, journal: (SessionID) -> JournalName?
    ) -> SessionID? {
        seating.session(of: wanted, journal: journal)
    }

    mutating func add(_ knock: Knock, of session: SessionID) { seating.add(knock, of: session) }

    /// Notes that who is here has changed, or what is to be told of it.
    mutating func presenceHasChanged() { turn.isPresenceStale = true }

    /// The sessions that were seated in this turn; nil if there is nothing new to tell of who is
    /// here.
    mutating func takeNewcomersIfPresenceChanged() -> [SessionID]? {
        guard turn.isPresenceStale, exists else { return nil }
        turn.isPresenceStale = false
        return turn.newcomers
    }

    /// The people who are here. Mutating only because the compiler would copy the whole room for a
    /// getter.
    mutating func takeAttendance() -> Attendance {
        Attendance(
            members: seating.presence.keys.sorted(), spectatorCount: seating.watchers.count,
            knocks: seating.knocks.map(\.knock), hostPassesAt: hostPassesAt)
    }
}

/// Questions to the document, asked without a copy of it.
extension Room {
    /// The part in which someone may come in; nil if there is nothing yet to come into.
    mutating func admission(
        of visitor: Visitor
    ) throws(Refusal) -> Entrance<Kind.Change>? {
        try document?.lend { (document) throws(Refusal) in try document.admission(of: visitor) }
    }

    /// The event that carries a change by the server itself.
    mutating func event(_ change: Kind.Change, received: WallTime) -> Kind.Event? {
        document?.lend { $0.event(change, received: received) }
    }

    mutating func person(_ number: MemberNumber) -> PersonID? {
        document?.lend { $0.person(number) } ?? nil
    }

    var stageName: String {
        mutating get { document?.lend { $0.stageName } ?? "" }
    }

    mutating func dismissal(of number: MemberNumber) -> Kind.Change? {
        document?.lend { $0.dismissal(of: number) } ?? nil
    }

    mutating func lockingChanges() -> [Kind.Change] { document?.lend { $0.lockingChanges } ?? [] }

    var isDeleted: Bool {
        mutating get { document?.lend { $0.deletedAt } ?? nil != nil }
    }

    mutating func deletion(at time: WallTime) -> Kind.Change? {
        document?.lend { $0.deletion(at: time) } ?? nil
    }

    mutating func restoration() -> Kind.Change? { document?.lend { $0.restoration } ?? nil }

    mutating func farewell(to person: PersonID) -> Refusal {
        document?.lend { $0.farewell(to: person) } ?? .notMember
    }

    var activePeople: [PersonID] {
        mutating get { document?.lend { $0.activePeople } ?? [] }
    }

    mutating func lookForHost() -> HostSearch<Kind.Change> {
        let sessions = seating.presence
        return document?.lend { document in
            // It nearly always is so, and quickly known.
            if document.isHosted(by: { sessions[$0] != nil }) { return .isSettled }
            return document.hostSearch(present: Set(sessions.keys))
        } ?? .isSettled
    }

    /// The change that gives a substitute the host's role; nil if there is no need, or nobody.
    mutating func substituteHost() -> Kind.Change? {
        let present = Set(seating.presence.keys)
        return document?.lend { $0.substituteHost(present: present) } ?? nil
    }
}

extension Document {
    /// Asks the document where it lies. Mutating only because the compiler would copy the whole
    /// document for anything else.
    @inline(__always)
    fileprivate mutating func lend<Answer, Fault: Error>(
        _ ask: (inout Self) throws(Fault) -> Answer
    ) throws(Fault) -> Answer {
        try ask(&self)
    }
}

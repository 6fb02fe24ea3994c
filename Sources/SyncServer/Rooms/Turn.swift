import Documents
import Log

/// The changes that one turn of the loop makes in a lobby: the batch for the store, and the outputs
/// that wait to be said behind the events.
///
///     events ──▸ records ──▸ batch
///        └──▸ broadcast, then replies, then endings
struct Turn {
    private(set) var isDirty = false
    private(set) var previousSeq: Seq = 0
    private(set) var previousHash: UInt64 = RollingHash.empty
    private(set) var records: [LogRecord] = []
    /// The rows of journals that have come further.
    private(set) var rows: [ReplicaRow] = []
    /// The persons who have joined.
    private(set) var joined: [PersonID] = []
    /// The last event that was broadcast; at most `LogTail.recentMax` follow it.
    var broadcastSeq: Seq = 0
    /// The rejects and acks, which follow the events.
    private var replies: [Output] = []
    /// The ends of sessions, which follow the replies.
    private var endings: [Output] = []
    /// The sessions that were seated in this turn: they are told at its end who is here.
    var newcomers: [SessionID] = []
    var isPresenceStale = false
    /// The changes that spectators are told instead of some events.
    private var withheld: [Seq: [UInt8]] = [:]
    var snapshotFrame: [UInt8]?
    /// The snapshot for spectators, without what opens the door.
    var watchersSnapshotFrame: [UInt8]?

    /// Notes that something changes in the turn; the end of the log counts as it was the first
    /// time.
    ///
    /// - Returns: whether this is the first.
    mutating func begin(after seq: Seq, _ hash: UInt64) -> Bool {
        guard !isDirty else { return false }
        isDirty = true
        previousSeq = seq
        previousHash = hash
        broadcastSeq = seq
        return true
    }

    /// - Parameter told: the change that spectators are told instead; nil if they are told this
    ///   one.
    mutating func add(_ record: LogRecord, toldWatchers told: [UInt8]?) {
        records.append(record)
        if let told { withheld[record.seq] = told }
        forgetSnapshots()
    }

    mutating func add(_ row: ReplicaRow) {
        rows.removeAll { $0.replica == row.replica }
        rows.append(row)
    }

    mutating func add(joined person: PersonID) { joined.append(person) }

    mutating func reply(_ output: Output) { replies.append(output) }

    mutating func end(_ id: SessionID, _ end: SessionEnd) { endings.append(.close(id, end)) }

    var replyCount: Int { replies.count }

    /// Takes what follows the events, in order.
    mutating func takeReplies() -> [Output] {
        defer { (replies, endings) = ([], []) }
        return endings.isEmpty ? replies : replies + endings
    }

    /// The change that spectators are told instead of an event; nil if they are told this one.
    func toldWatchers(_ seq: Seq) -> [UInt8]? { withheld[seq] }

    mutating func forgetSnapshots() { (snapshotFrame, watchersSnapshotFrame) = (nil, nil) }
}

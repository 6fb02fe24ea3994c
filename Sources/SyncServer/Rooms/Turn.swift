import Documents
import Log

/// What one turn of the loop changes in a lobby: what the store is to be given at its end, and what
/// waits to be said behind the events.
///
///     events ──▸ records ──▸ batch
///        └──▸ broadcast, then replies, then endings
struct Turn {
    private(set) var isDirty = false
    private(set) var previousSeq: Seq = 0
    private(set) var previousHash: UInt64 = RollingHash.empty
    private(set) var records: [LogRecord] = []
    /// How far journals have come.
    private(set) var rows: [ReplicaRow] = []
    /// The last event that was broadcast; at most `LogTail.recentMax` follow it.
    var broadcastSeq: Seq = 0
    /// Rejects and acks, which follow the events.
    private var replies: [Output] = []
    /// The ends of sessions, which follow the replies.
    private var endings: [Output] = []
    /// Seated in this turn: they are told at its end who is here.
    var newcomers: [SessionID] = []
    var isPresenceStale = false
    /// What spectators are told instead of some events.
    private var withheld: [Seq: [UInt8]] = [:]
    var snapshotFrame: [UInt8]?
    /// Without what opens the door.
    var watchersSnapshotFrame: [UInt8]?

    /// Something changes in the turn; what the log ended with before counts from the first time.
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

    /// - Parameter told: what spectators are told instead; nil: the same.
    mutating func add(_ record: LogRecord, toldWatchers told: [UInt8]?) {
        records.append(record)
        if let told { withheld[record.seq] = told }
        forgetSnapshots()
    }

    mutating func add(_ row: ReplicaRow) {
        rows.removeAll { $0.replica == row.replica }
        rows.append(row)
    }

    mutating func reply(_ output: Output) { replies.append(output) }

    mutating func end(_ id: SessionID, _ end: SessionEnd) { endings.append(.close(id, end)) }

    var replyCount: Int { replies.count }

    /// What follows the events, in order.
    mutating func takeReplies() -> [Output] {
        defer { (replies, endings) = ([], []) }
        return endings.isEmpty ? replies : replies + endings
    }

    /// What spectators are told instead of an event; nil: the same.
    func toldWatchers(_ seq: Seq) -> [UInt8]? { withheld[seq] }

    mutating func forgetSnapshots() { (snapshotFrame, watchersSnapshotFrame) = (nil, nil) }
}

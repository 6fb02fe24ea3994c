import Documents
import Log

/// A lobby as it is being read, with what is wrong with it.
///
/// It takes the head first, then events, texts and replicas, each in the order of its table, and
/// the unsorted batches last. Each row is held against its checksum and against what came before
/// it. What doesn't fit is noted instead of thrown, so that an operator learns of all the damage at
/// once.
struct LobbyReading {
    /// Findings kept for one lobby; the first ones say where the damage begins.
    static let findingsMax = 16

    private(set) var findings: [StoreFinding] = []
    private(set) var textCount = 0
    private(set) var replicaCount = 0
    private let lobby: LobbyID
    private(set) var head: HeadRow?
    private(set) var hasHead = false
    private(set) var records: [LogRecord] = []
    private var replicas: [ReplicaRow] = []
    private var textCursor = 0
    /// The end of the last event that was read. The first row of a part says only where the part
    /// begins: before it there is no hash.
    private var last: (seq: Seq, hash: UInt64?)

    /// - Parameter isPart: whether the reading begins somewhere in the log.
    init(_ lobby: LobbyID, isPart: Bool = false) {
        self.lobby = lobby
        last = (0, isPart ? nil : RollingHash.empty)
    }

    /// A lobby whose pages SQLite itself can't read.
    init(_ lobby: LobbyID, unreadable error: SQLiteError) {
        self.init(lobby)
        report("the database file: \(error.message)")
    }

    /// The lobby; nil if it is absent. To be trusted only without findings.
    var stored: StoredLobby? {
        guard let head else { return nil }
        return StoredLobby(
            lobby: lobby, epoch: head.epoch, code: head.code.flatMap { JoinCode($0) },
            deletedAt: head.deletedAt, records: records, replicas: replicas)
    }

    mutating func takeHead(_ row: SQLiteRow) {
        let head = HeadRow(
            lobby: lobby, epoch: Epoch(row.unsigned(0)), seq: row.unsigned(1),
            hash: row.unsigned(2), code: row.text(3),
            deletedAt: row.time(5))
        hasHead = true
        guard RowChecksum.head(head).matches(row.unsigned(4)) else {
            return report("the head row does not match its checksum")
        }
        if let code = head.code, JoinCode(code) == nil { report("the code is not a code") }
        self.head = head
    }

    mutating func takeEvents(_ row: SQLiteRow) {
        let events = EventRow(
            seq: row.unsigned(0), count: row.integer(4), body: row.blob(1), hash: row.unsigned(2))
        let before = last
        let hash = before.hash.map { events.append(to: &records, after: $0) } ?? events.hash
        last = (events.lastSeq, events.hash)
        guard RowChecksum.events(lobby, events).matches(row.unsigned(3)) else {
            return report("the event does not match its checksum", at: events.seq)
        }
        guard before.hash == nil || events.seq == before.seq &+ 1 else {
            return report(
                "the events before this one are missing, from \(before.seq &+ 1)", at: events.seq)
        }
        if events.hash != hash { report("the rolling hash is wrong", at: events.seq) }
    }

    /// Texts come in order of `seq`, like the events.
    mutating func takeText(_ row: SQLiteRow) {
        let seq = row.unsigned(0)
        let body = row.blob(1)
        textCount += 1
        guard RowChecksum.text(lobby, seq, body).matches(row.unsigned(2)) else {
            return report("the text does not match its checksum", at: seq)
        }
        while textCursor < records.count, records[textCursor].seq < seq { textCursor += 1 }
        guard textCursor < records.count, records[textCursor].seq == seq else {
            return report("the text has no event", at: seq)
        }
        records[textCursor].texts = body
    }

    mutating func takeReplica(_ row: SQLiteRow) {
        replicaCount += 1
        guard let replica = row.identifier(0), let person = row.identifier(1),
            let fingerprint = UInt32(exactly: row.integer(3)),
            let refused = RefusalCoding.decode(row.blob(5))
        else { return report("a replica row has values out of range") }
        let value = ReplicaRow(
            replica: ReplicaID(replica), person: PersonID(person), lastNumber: row.unsigned(2),
            fingerprint: fingerprint, refused: refused)
        guard RowChecksum.replica(lobby, value).matches(row.unsigned(4)) else {
            return report("replica \(replica) does not match its checksum")
        }
        replicas.append(value)
    }

    /// Holds the head against the rows.
    mutating func finish() {
        if !hasHead, !records.isEmpty || !replicas.isEmpty || textCount > 0 {
            report("the head row is missing")
        }
        guard let head else { return }
        if head.seq != last.seq {
            report("the log ends with event \(last.seq), the head says \(head.seq)")
        } else if head.hash != last.hash {
            report("the head's rolling hash is not the last event's")
        }
    }

    /// Takes what is wrong with the batches that wait.
    mutating func take(_ finding: StoreFinding) {
        report(finding.what)
    }

    /// Adds the batches that are not among the rows yet. To be called last.
    mutating func take(_ tail: TailReading) {
        switch tail {
        case .damaged(let finding): take(finding)
        case .batch(let batch):
            head?.follow(batch)
            records += batch.records
            textCount += batch.records.count { !$0.texts.isEmpty }
            replicas.replace(by: batch.replicas)
            replicas.sort { $0.replica.value < $1.replica.value }
            replicaCount = max(replicaCount, replicas.count)
        }
    }

    private mutating func report(_ what: String, at seq: Seq? = nil) {
        guard findings.count < Self.findingsMax else { return }
        findings.append(StoreFinding(lobby: lobby, seq: seq, what: what))
    }
}

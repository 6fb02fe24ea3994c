import Documents
import Log

/// The rows that come of some batches of one lobby. The batches follow one another directly; their
/// events are packed, as many in a row as may be, and of the rows of one replica the last one
/// counts.
struct LobbyRows {
    /// The `seq` that the lobby's log has to end with before these rows are written.
    let previousSeq: Seq
    let previousHash: UInt64
    /// The end of the log with these rows.
    private(set) var head: HeadRow
    private(set) var texts: [(seq: Seq, body: [UInt8])] = []
    private(set) var replicas: [ReplicaRow] = []
    /// The time at which the last batch was committed.
    let touched: WallTime
    private var packed: [EventRow] = []
    /// Bytes after which a row of events takes no further one.
    private let rowBytesMax: Int

    var lobby: LobbyID { head.lobby }

    /// No rows yet, behind a log that ends with `head`.
    init(behind head: HeadRow, touched: WallTime, rowBytesMax: Int) {
        previousSeq = head.seq
        previousHash = head.hash
        self.head = head
        self.touched = touched
        self.rowBytesMax = rowBytesMax
    }

    /// The rows of `batch`, whose records must fit together.
    init(_ batch: LobbyBatch, touched: WallTime, rowBytesMax: Int) {
        let head = HeadRow(
            lobby: batch.lobby, epoch: batch.epoch, seq: batch.previousSeq,
            hash: batch.previousHash, code: batch.code?.description,
            deletedAt: batch.deletedAt)
        self.init(behind: head, touched: touched, rowBytesMax: rowBytesMax)
        for record in batch.records {
            var body: [UInt8] = []
            body.appendCounted(record.body)
            append(body[...], texts: record.texts[...])
        }
        replicas = batch.replicas
    }

    /// The rows of events. A body that is alone in one has no length before it.
    var events: [EventRow] {
        packed.map { row in
            var row = row
            if row.count == 1 { row.body.removeFirst(MemoryLayout<UInt32>.size) }
            return row
        }
    }

    /// Goes on with a batch that was made for `beginning`; false if that isn't where this ends, or
    /// the code is none.
    mutating func follow(_ beginning: HeadRow) -> Bool {
        guard beginning.lobby == lobby, beginning.seq == head.seq, beginning.hash == head.hash
        else { return false }
        // One that is known needn't be parsed again.
        if let code = beginning.code, code != head.code || packed.isEmpty {
            guard JoinCode(code) != nil else { return false }
        }
        head = beginning
        return true
    }

    /// Adds the next event, given with its length before it.
    mutating func append(_ body: ArraySlice<UInt8>, texts: ArraySlice<UInt8>) {
        head.seq &+= 1
        head.hash = RollingHash.extend(
            head.hash, with: body.dropFirst(MemoryLayout<UInt32>.size))
        if !texts.isEmpty { self.texts.append((head.seq, Array(texts))) }
        let last = packed.count - 1
        if last >= 0, packed[last].body.count + body.count <= rowBytesMax {
            packed[last].body += body
            packed[last].count += 1
            packed[last].hash = head.hash
        } else {
            packed.append(
                EventRow(seq: head.seq, count: 1, body: Array(body), hash: head.hash))
        }
    }

    mutating func replace(by row: ReplicaRow) {
        replicas.replace(by: row)
    }
}

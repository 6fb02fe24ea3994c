import Documents
import Log

/// The beginning and the end of a batch in the log of its lobby: all that is needed to know whether
/// it fits behind another one, or is in a log already, without holding its records.
struct BatchOutline: Equatable {
    var lobby: LobbyID
    var previousSeq: Seq
    var previousHash: UInt64
    var hasRecords: Bool
    /// The end of the log with this batch.
    var end: LogEnd
}

extension BatchOutline {
    /// Nil unless the records follow `previousSeq` without a gap and carry the right hashes, and
    /// a new lobby has a first event: what is written must be readable.
    init?(checking batch: LobbyBatch) {
        guard batch.isConsistent else { return nil }
        let (seq, hash) = batch.end
        let end = LogEnd(seq: seq, hash: hash, code: batch.code?.description)
        self.init(
            lobby: batch.lobby, previousSeq: batch.previousSeq,
            previousHash: batch.previousHash, hasRecords: !batch.records.isEmpty, end: end)
    }
}

/// The end of the log of a lobby.
struct LogEnd: Equatable {
    var seq: Seq
    var hash: UInt64
    var code: String?

    /// Whether `batch` is made for a log that ends here.
    func isFollowed(by batch: BatchOutline) -> Bool {
        seq == batch.previousSeq && hash == batch.previousHash
    }

    /// Whether a log that ends here has `batch` in it. One without events may be in it too, but
    /// to apply it once more, with all that came after it, changes nothing.
    func includes(_ batch: BatchOutline) -> Bool {
        batch.hasRecords ? batch.end.seq <= seq : batch.previousSeq < seq
    }
}

extension LobbyBatch {
    /// Adds what follows directly.
    mutating func append(_ next: LobbyBatch) {
        epoch = next.epoch
        code = next.code
        records += next.records
        replicas.replace(by: next.replicas)
        joined += next.joined
    }
}

extension [ReplicaRow] {
    /// Puts a row in, in the place of an older one of its replica.
    mutating func replace(by row: ReplicaRow) {
        if let place = firstIndex(where: { $0.replica == row.replica }) {
            self[place] = row
        } else {
            append(row)
        }
    }

    mutating func replace(by rows: [ReplicaRow]) {
        for row in rows { replace(by: row) }
    }
}

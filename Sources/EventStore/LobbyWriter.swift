import Lobby

/// Writes batches into an open transaction. The lobby's head row is the compare-and-swap: a
/// batch goes in only behind exactly the event it was made for.
final class LobbyWriter {
    private let createHead: SQLiteStatement
    private let moveHead: SQLiteStatement
    private let insertEvent: SQLiteStatement
    private let insertText: SQLiteStatement
    private let putReplica: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        createHead = try connection.prepare(
            """
            INSERT INTO lobbies
                (lobby, epoch, seq, hash, code, checksum, created_ms, touched_ms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT (lobby) DO NOTHING
            """)
        moveHead = try connection.prepare(
            """
            UPDATE lobbies
            SET epoch = ?2, seq = ?3, hash = ?4, code = ?5, checksum = ?6, touched_ms = ?7
            WHERE lobby = ?1 AND seq = ?8 AND hash = ?9
            """)
        insertEvent = try connection.prepare(
            "INSERT INTO events (lobby, seq, body, hash, checksum) VALUES (?1, ?2, ?3, ?4, ?5)")
        insertText = try connection.prepare(
            "INSERT INTO texts (lobby, seq, body, checksum) VALUES (?1, ?2, ?3, ?4)")
        putReplica = try connection.prepare(
            """
            INSERT OR REPLACE INTO replicas
                (lobby, replica, person, last_number, fingerprint, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """)
    }

    /// Writes `batch`, which must be consistent, through `connection`. Returns why not, if the
    /// batch is at fault; throws if SQLite is. In both cases some rows may be written: the caller
    /// rolls back.
    func write(
        _ batch: LobbyBatch, now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        do {
            try writeHead(batch, now: now)
            guard connection.changes == 1 else { return .conflict(batch.lobby) }
            for record in batch.records { try writeRecord(record, of: batch.lobby) }
            for replica in batch.replicas { try writeReplica(replica, of: batch.lobby) }
            return nil
        } catch  where error.isConstraint {
            return batch.failure(error)
        }
    }

    private func writeHead(_ batch: LobbyBatch, now: WallTime) throws(SQLiteError) {
        let head = HeadRow(
            lobby: batch.lobby, epoch: batch.epoch,
            seq: batch.records.last?.seq ?? batch.previousSeq,
            hash: batch.records.last?.hash ?? batch.previousHash, code: batch.code?.description)
        let values: [SQLiteValue] = [
            head.lobby.blob, .unsigned(head.epoch.value), .unsigned(head.seq),
            .unsigned(head.hash), head.code.map(SQLiteValue.text) ?? .null,
            RowChecksum.head(head).value, .integer(now.milliseconds),
        ]
        if batch.previousSeq == 0 {
            try createHead.run(values)
        } else {
            let before = [SQLiteValue.unsigned(batch.previousSeq), .unsigned(batch.previousHash)]
            try moveHead.run(values + before)
        }
    }

    private func writeRecord(_ record: LogRecord, of lobby: LobbyID) throws(SQLiteError) {
        try insertEvent.run([
            lobby.blob, .unsigned(record.seq), .blob(record.body), .unsigned(record.hash),
            RowChecksum.event(lobby, record).value,
        ])
        guard !record.texts.isEmpty else { return }
        try insertText.run([
            lobby.blob, .unsigned(record.seq), .blob(record.texts),
            RowChecksum.text(lobby, record.seq, record.texts).value,
        ])
    }

    private func writeReplica(_ row: ReplicaRow, of lobby: LobbyID) throws(SQLiteError) {
        try putReplica.run([
            lobby.blob, .identifier(row.replica.value), .identifier(row.person.value),
            .unsigned(row.lastNumber), .integer(Int64(row.fingerprint)),
            RowChecksum.replica(lobby, row).value,
        ])
    }
}

extension LobbyBatch {
    /// Whether the records follow `previousSeq` without a gap and carry the right hashes, and a
    /// new lobby has a first event: what is written must be readable.
    var isConsistent: Bool {
        if previousSeq == 0 && (records.isEmpty || previousHash != RollingHash.empty) {
            return false
        }
        var seq = previousSeq
        var hash = previousHash
        for record in records {
            seq &+= 1
            hash = RollingHash.extend(hash, with: record.body)
            guard record.seq == seq, record.hash == hash else { return false }
        }
        return true
    }

    /// The only constraints that a batch can violate are the code's and, if rows of a lost lobby
    /// are still there, the primary key's.
    func failure(_ error: SQLiteError) -> CommitFailure {
        if error.isUniqueIndex, let code { return .codeTaken(lobby, code) }
        return .conflict(lobby)
    }

    /// Rows that the batch writes.
    var rowCount: Int { records.count + replicas.count + 1 }
}

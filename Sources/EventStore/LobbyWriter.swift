import Lobby

/// Writes batches into an open transaction. The lobby's head row is the compare-and-swap: a
/// batch goes in only behind exactly the event it was made for.
final class LobbyWriter {
    private let createHead: SQLiteStatement
    private let moveHead: SQLiteStatement
    private let insertEvents: SQLiteStatement
    private let insertText: SQLiteStatement
    private let putReplica: SQLiteStatement
    private let rowBytesMax: Int

    /// - Parameter rowBytesMax: bytes after which a row of events takes no further one.
    init(
        _ connection: borrowing SQLiteConnection, rowBytesMax: Int
    ) throws(SQLiteError) {
        self.rowBytesMax = rowBytesMax
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
        insertEvents = try connection.prepare(
            """
            INSERT INTO events (lobby, seq, body, hash, checksum, count)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """)
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
            try writeEvents(batch.records[...], of: batch.lobby)
            for record in batch.records where !record.texts.isEmpty {
                try writeTexts(record, of: batch.lobby)
            }
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

    private func writeEvents(
        _ records: ArraySlice<LogRecord>, of lobby: LobbyID
    ) throws(SQLiteError) {
        var records = records
        while !records.isEmpty {
            let row = EventRow(records, bytesMax: rowBytesMax)
            records = records.dropFirst(Int(row.count))
            try insertEvents.run([
                lobby.blob, .unsigned(row.seq), .blob(row.body), .unsigned(row.hash),
                RowChecksum.events(lobby, row).value, .integer(row.count),
            ])
        }
    }

    private func writeTexts(_ record: LogRecord, of lobby: LobbyID) throws(SQLiteError) {
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
    /// The only constraints that a batch can violate are the code's and, if rows of a lost lobby
    /// are still there, the primary key's.
    func failure(_ error: SQLiteError) -> CommitFailure {
        if error.isUniqueIndex, let code { return .codeTaken(lobby, code) }
        return .conflict(lobby)
    }

    /// Rows that the batch writes.
    var rowCount: Int { records.count + replicas.count + 1 }
}

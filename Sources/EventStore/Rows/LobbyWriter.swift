import Documents
import Log

/// Writes batches into an open transaction. The lobby's head row is the compare-and-swap: a
/// batch goes in only behind exactly the event it was made for.
final class LobbyWriter {
    private let createHead: SQLiteStatement
    private let moveHead: SQLiteStatement
    private let insertEvents: SQLiteStatement
    private let insertText: SQLiteStatement
    private let putReplica: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        createHead = try connection.prepare(
            """
            INSERT INTO lobbies
                (lobby, epoch, seq, hash, code, checksum, created_ms, touched_ms, deleted_ms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8) ON CONFLICT (lobby) DO NOTHING
            """)
        moveHead = try connection.prepare(
            """
            UPDATE lobbies
            SET epoch = ?2, seq = ?3, hash = ?4, code = ?5, checksum = ?6, touched_ms = ?7,
                deleted_ms = ?8
            WHERE lobby = ?1 AND seq = ?9 AND hash = ?10
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
                (lobby, replica, person, last_number, fingerprint, checksum, refused)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
    }

    /// Writes `rows`, which must be consistent, through `connection`. False if the lobby doesn't
    /// end as they say. If that is so, or an error is thrown, some rows may be written: the caller
    /// rolls back.
    func write(
        _ rows: LobbyRows, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        try writeHead(rows)
        guard connection.changes == 1 else { return false }
        for row in rows.events { try writeEvents(row, of: rows.lobby) }
        for text in rows.texts { try writeText(text.body, of: text.seq, in: rows.lobby) }
        for replica in rows.replicas { try writeReplica(replica, of: rows.lobby) }
        return true
    }

    private func writeHead(_ rows: LobbyRows) throws(SQLiteError) {
        let head = rows.head
        let values: [SQLiteValue] = [
            head.lobby.blob, .unsigned(head.epoch.value), .unsigned(head.seq),
            .unsigned(head.hash), head.code.map(SQLiteValue.text) ?? .null,
            RowChecksum.head(head).value, .integer(rows.touched.milliseconds),
            head.deletedAt.map { .integer($0.milliseconds) } ?? .null,
        ]
        if rows.previousSeq == 0 {
            try createHead.run(values)
        } else {
            let before = [SQLiteValue.unsigned(rows.previousSeq), .unsigned(rows.previousHash)]
            try moveHead.run(values + before)
        }
    }

    private func writeEvents(_ row: EventRow, of lobby: LobbyID) throws(SQLiteError) {
        try insertEvents.run([
            lobby.blob, .unsigned(row.seq), .blob(row.body), .unsigned(row.hash),
            RowChecksum.events(lobby, row).value, .integer(row.count),
        ])
    }

    private func writeText(
        _ body: [UInt8], of seq: Seq, in lobby: LobbyID
    ) throws(SQLiteError) {
        try insertText.run([
            lobby.blob, .unsigned(seq), .blob(body), RowChecksum.text(lobby, seq, body).value,
        ])
    }

    private func writeReplica(_ row: ReplicaRow, of lobby: LobbyID) throws(SQLiteError) {
        try putReplica.run([
            lobby.blob, .identifier(row.replica.value), .identifier(row.person.value),
            .unsigned(row.lastNumber), .integer(Int64(row.fingerprint)),
            RowChecksum.replica(lobby, row).value, .blob(RefusalCoding.encode(row.refused)),
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

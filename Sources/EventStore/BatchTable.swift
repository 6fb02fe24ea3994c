import Lobby

/// The statements on the table `batches`.
final class BatchTable {
    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let delete: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        insert = try connection.prepare(
            """
            INSERT INTO batches (id, lobbies, body, checksum, touched_ms)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        select = try connection.prepare(
            "SELECT id, lobbies, body, checksum, touched_ms FROM batches ORDER BY id")
        delete = try connection.prepare("DELETE FROM batches WHERE id = ?1")
    }

    func insert(_ row: inout BatchRow) throws(SQLiteError) {
        let checksum = row.finish()
        try insert.run([
            .integer(row.id), .blob(row.lobbies), .blob(row.body), checksum.value,
            .integer(row.touched.milliseconds),
        ])
    }

    func delete(_ row: BatchRow) throws(SQLiteError) {
        try delete.run([.integer(row.id)])
    }

    /// Reads what isn't among the rows of its lobby yet: after a crash in the middle of sorting,
    /// batches are in both places.
    func unsorted(_ heads: LobbyReader) throws(SQLiteError) -> UnsortedBatches {
        var ends: [LobbyID: LogEnd?] = [:]
        var unsorted = UnsortedBatches()
        try select.forEachRow([]) { (found) throws(SQLiteError) in
            let row = BatchRow(found)
            guard let parts = row.parts(found.unsigned(3)) else { return unsorted.reject(row) }
            for part in parts where ends[part.lobby] == nil {
                ends.updateValue(try heads.end(of: part.lobby), forKey: part.lobby)
            }
            let place = unsorted.add(row)
            for part in parts { unsorted.add(part, of: row.id, in: place, &ends) }
        }
        return unsorted
    }
}

extension UnsortedBatches {
    /// Takes note of a row that isn't as it was written.
    fileprivate mutating func reject(_ row: BatchRow) {
        skip(row.id)
        for lobby in row.suspects { report("does not match its checksum", row.id, lobby) }
    }

    /// Takes a batch in. `ends` has the end of each lobby in question; nil for one without a head.
    fileprivate mutating func add(
        _ part: BatchRow.Part, of id: Int64, in row: Int, _ ends: inout [LobbyID: LogEnd?]
    ) {
        guard let batch = part.outline, batch.lobby == part.lobby else {
            return report("does not match its checksum", id, part.lobby)
        }
        guard let end = ends[batch.lobby] ?? nil else {
            return report("has no sound head row", id, batch.lobby)
        }
        if tails[batch.lobby] == nil, end.includes(batch) { return }
        guard end.isFollowed(by: batch) else {
            return report("does not follow event \(end.seq)", id, batch.lobby)
        }
        ends.updateValue(batch.end, forKey: batch.lobby)
        note(batch, in: row, at: part.place)
    }

    private mutating func report(_ what: String, _ id: Int64, _ lobby: LobbyID) {
        add(StoreFinding(lobby: lobby, seq: nil, what: "batch \(id) \(what)"), of: lobby)
    }
}

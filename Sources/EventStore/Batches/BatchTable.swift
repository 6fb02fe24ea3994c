import Documents

/// The table `batches`, the upper level of the tree: rows are inserted in the order of their ids,
/// deleted in ranges, and read as a whole when the file is opened or a transaction was rolled back.
///
/// Reading holds each batch against the end of its lobby's log, which the head row says to begin
/// with. A batch that the head includes was sorted before a crash; one that follows the end is
/// unsorted, and is the end from then on; any other is damage, and told of its lobby.
final class BatchTable {
    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let selectBackwards: SQLiteStatement
    private let delete: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        insert = try connection.prepare(
            """
            INSERT INTO batches (id, lobbies, body, checksum, touched_ms)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        select = try connection.prepare(
            "SELECT id, lobbies, body, checksum, touched_ms FROM batches ORDER BY id")
        selectBackwards = try connection.prepare(
            """
            SELECT id, lobbies, body, checksum, touched_ms FROM batches
            WHERE id > ?1 ORDER BY id DESC
            """)
        delete = try connection.prepare("DELETE FROM batches WHERE id BETWEEN ?1 AND ?2")
    }

    func insert(_ row: inout BatchRow) throws(SQLiteError) {
        let checksum = row.finish()
        try insert.run([
            .integer(row.id), .blob(row.lobbies), .blob(row.body), checksum.value,
            .integer(row.touched.milliseconds),
        ])
    }

    func delete(_ ids: ClosedRange<Int64>) throws(SQLiteError) {
        try delete.run([.integer(ids.lowerBound), .integer(ids.upperBound)])
    }

    /// Reads the batches that aren't among the rows of their lobbies yet.
    func unsorted(_ heads: LobbyReader) throws(SQLiteError) -> UnsortedBatches {
        var unsorted = UnsortedBatches()
        var ends: [LobbyID: LogEnd?] = [:]
        try select.forEachRow([]) { (row) throws(SQLiteError) in
            try unsorted.add(BatchRow(row), row.unsigned(3), heads, &ends)
        }
        return unsorted
    }

    /// Reads a table with pages that can't be read, from both ends as far as possible.
    func salvaged(_ heads: LobbyReader) throws(SQLiteError) -> UnsortedBatches {
        var rows: [(BatchRow, checksum: UInt64)] = []
        try whileReadable { () throws(SQLiteError) in
            try select.forEachRow([]) { row in rows.append((BatchRow(row), row.unsigned(3))) }
        }
        let lastID = rows.last?.0.id
        var behind: [(BatchRow, checksum: UInt64)] = []
        try whileReadable { () throws(SQLiteError) in
            try selectBackwards.forEachRow([.integer(lastID ?? .min)]) { row in
                behind.append((BatchRow(row), row.unsigned(3)))
            }
        }
        var unsorted = UnsortedBatches()
        var ends: [LobbyID: LogEnd?] = [:]
        for (row, checksum) in rows + behind.reversed() {
            try unsorted.add(row, checksum, heads, &ends)
        }
        return unsorted
    }

    private func whileReadable(_ read: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        do throws(SQLiteError) {
            try read()
        } catch  where error.isCorrupt {
            return
        }
    }
}

extension UnsortedBatches {
    /// Takes in the sound batches of a row, and a finding for each of the others.
    fileprivate mutating func add(
        _ row: BatchRow, _ checksum: UInt64, _ heads: LobbyReader, _ ends: inout [LobbyID: LogEnd?]
    ) throws(SQLiteError) {
        guard let parts = row.parts(checksum) else { return reject(row) }
        for part in parts where ends[part.lobby] == nil {
            ends.updateValue(try heads.end(of: part.lobby), forKey: part.lobby)
        }
        let place = add(row)
        for part in parts { add(part, of: row.id, in: place, &ends) }
    }

    /// Takes note of a row that isn't as it was written.
    private mutating func reject(_ row: BatchRow) {
        skip(row.id)
        for lobby in row.suspects { report("does not match its checksum", row.id, lobby) }
    }

    /// Takes a batch in, unless it is sorted already or damaged. `ends` has the end of each lobby's
    /// log so far, and nil for a lobby without a sound head row.
    private mutating func add(
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

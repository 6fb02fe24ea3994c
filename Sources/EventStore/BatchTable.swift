import Lobby

/// The statements on the table `batches`.
final class BatchTable {
    private let insert: SQLiteStatement
    private let select: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        insert = try connection.prepare(
            """
            INSERT INTO batches (id, lobby, body, checksum, touched_ms)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        select = try connection.prepare(
            "SELECT id, lobby, body, checksum, touched_ms FROM batches ORDER BY id")
    }

    func append(_ batch: LobbyBatch, id: Int64, touched: WallTime) throws(SQLiteError) {
        let body = BatchCoding.encode(batch)
        try insert.run([
            .integer(id), batch.lobby.blob, .blob(body),
            RowChecksum.batch(id, batch.lobby, body).value, .integer(touched.milliseconds),
        ])
    }

    /// Deletes rows in order, but those of the `spared` lobbies; how many.
    func delete(
        _ ids: ClosedRange<Int64>, sparing spared: [LobbyID],
        through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> Int {
        let names = spared.map { "x'\($0.value)'" }.joined(separator: ", ")
        try connection.execute(
            """
            DELETE FROM batches
            WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
                AND length(lobby) = 16 AND lobby NOT IN (\(names))
            """)
        return connection.changes
    }

    /// Reads what isn't among the rows of its lobby yet: after a crash in the middle of sorting,
    /// batches are in both places.
    func unsorted(_ heads: LobbyReader) throws(SQLiteError) -> UnsortedBatches {
        var rows: [BatchRow] = []
        try select.forEachRow([]) { row in rows.append(BatchRow(row)) }
        var ends: [LobbyID: LogEnd?] = [:]
        var unsorted = UnsortedBatches()
        for row in rows {
            for lobby in row.lobbies where ends[lobby] == nil {
                ends.updateValue(try heads.end(of: lobby), forKey: lobby)
            }
            unsorted.add(row, &ends)
        }
        return unsorted
    }
}

/// A row of `batches` as it was read.
struct BatchRow {
    let id: Int64
    /// What the column says; nil if it isn't an id.
    private let named: LobbyID?
    private let decoded: LobbyBatch?
    /// Nil unless the row matches its checksum.
    let batch: LobbyBatch?
    let touched: WallTime

    init(_ row: SQLiteRow) {
        id = row.integer(0)
        named = Identifier128(bytes: row.blob(1)).map(LobbyID.init)
        let body = row.blob(2)
        decoded = BatchCoding.decode(body)
        let isSound = named.map { name in
            RowChecksum.batch(row.integer(0), name, body).matches(row.unsigned(3))
        }
        batch = isSound == true ? decoded : nil
        touched = WallTime(milliseconds: row.integer(4))
    }

    /// Whose batch it may be: the id stands in it twice, so that damage to one of them doesn't
    /// hide from whom something is missing.
    var lobbies: Set<LobbyID> { Set([named, decoded?.lobby].compactMap { $0 }) }
}

/// Where the log of a lobby ends.
struct LogEnd: Equatable {
    var seq: Seq
    var hash: UInt64
    var code: String?

    init(seq: Seq, hash: UInt64, code: String?) {
        self.seq = seq
        self.hash = hash
        self.code = code
    }

    /// After `batch`.
    init(after batch: LobbyBatch) {
        (seq, hash) = batch.end
        code = batch.code?.description
    }

    /// Whether `batch` is made for a log that ends here.
    func isFollowed(by batch: LobbyBatch) -> Bool {
        seq == batch.previousSeq && hash == batch.previousHash
    }

    /// Whether a log that ends here has `batch` in it. One without events may be in it too, but
    /// to apply it once more, with all that came after it, changes nothing.
    func includes(_ batch: LobbyBatch) -> Bool {
        batch.records.isEmpty ? batch.previousSeq < seq : batch.end.seq <= seq
    }
}

extension UnsortedBatches {
    /// Takes a row in. `ends` has the end of each lobby in question; nil for one without a head.
    mutating func add(_ row: BatchRow, _ ends: inout [LobbyID: LogEnd?]) {
        guard let batch = row.batch else {
            noteRow(row.id)
            for lobby in row.lobbies { report("does not match its checksum", row, lobby) }
            return
        }
        guard let end = ends[batch.lobby] ?? nil else {
            noteRow(row.id)
            return report("has no sound head row", row, batch.lobby)
        }
        if tails[batch.lobby] == nil, end.includes(batch) { return noteRow(row.id) }
        guard end.isFollowed(by: batch) else {
            noteRow(row.id)
            return report("does not follow event \(end.seq)", row, batch.lobby)
        }
        ends.updateValue(LogEnd(after: batch), forKey: batch.lobby)
        add(batch, id: row.id, touched: row.touched)
    }

    private mutating func report(_ what: String, _ row: BatchRow, _ lobby: LobbyID) {
        add(
            StoreFinding(lobby: lobby, seq: nil, what: "batch \(row.id) \(what)"), of: lobby)
    }
}

import Lobby

/// The statements on the table `batches`.
final class BatchTable {
    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let selectAll: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        insert = try connection.prepare(
            """
            INSERT INTO batches (id, lobby, body, checksum, touched_ms)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        select = try connection.prepare(
            "SELECT body, checksum, touched_ms FROM batches WHERE id = ?1")
        selectAll = try connection.prepare(
            "SELECT id, lobby, body, checksum FROM batches ORDER BY id")
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
        var ends: [LobbyID: LogEnd?] = [:]
        var unsorted = UnsortedBatches()
        try selectAll.forEachRow([]) { (row) throws(SQLiteError) in
            let row = BatchRow(row)
            for lobby in row.lobbies where ends[lobby] == nil {
                ends.updateValue(try heads.end(of: lobby), forKey: lobby)
            }
            unsorted.add(row, &ends)
        }
        return unsorted
    }

    /// Reads the rows of a tail.
    func read(
        _ tail: UnsortedBatches.Tail, of lobby: LobbyID
    ) throws(SQLiteError) -> TailReading {
        var merged: LobbyBatch?
        var end: (seq: Seq, hash: UInt64)?
        var touched = WallTime(milliseconds: 0)
        for id in tail.ids {
            var read: LobbyBatch?
            try select.forEachRow([.integer(id)]) { row in
                let body = row.blob(0)
                let sum = RowChecksum.batch(id, lobby, body)
                let isSound = sum.matches(row.unsigned(1))
                read = isSound ? BatchCoding.decode(body, known: merged?.code) : nil
                touched = WallTime(milliseconds: row.integer(2))
            }
            guard let next = read, next.lobby == lobby,
                end.map({ $0 == (next.previousSeq, next.previousHash) }) ?? true
            else {
                let what = "batch \(id) is not as it was written"
                return .damaged(StoreFinding(lobby: lobby, seq: nil, what: what))
            }
            end = next.end
            if merged?.append(next) == nil { merged = next }
        }
        guard let merged else { preconditionFailure("a tail without rows") }
        return .batch(merged, touched: touched)
    }
}

/// What the rows of a tail hold.
enum TailReading {
    /// All of them as one, and when the last one was committed.
    case batch(LobbyBatch, touched: WallTime)
    case damaged(StoreFinding)
}

/// A row of `batches` as it was read.
struct BatchRow {
    let id: Int64
    /// What the column says; nil if it isn't an id.
    private let named: LobbyID?
    private let decoded: BatchOutline?
    private let isSound: Bool

    init(_ row: SQLiteRow) {
        id = row.integer(0)
        named = row.identifier(1).map(LobbyID.init)
        let body = row.blob(2)
        decoded = BatchCoding.outline(body)
        let sum = named.map { RowChecksum.batch(row.integer(0), $0, body) }
        isSound = sum?.matches(row.unsigned(3)) ?? false
    }

    /// Nil unless the row matches its checksum.
    var batch: BatchOutline? { isSound ? decoded : nil }

    /// Whose batch it may be: the id stands in it twice, so that damage to one of them doesn't
    /// hide from whom something is missing.
    var lobbies: [LobbyID] {
        guard let named, let decoded else { return [named ?? decoded?.lobby].compactMap { $0 } }
        return named == decoded.lobby ? [named] : [named, decoded.lobby]
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
        ends.updateValue(batch.end, forKey: batch.lobby)
        add(batch, id: row.id)
    }

    private mutating func report(_ what: String, _ row: BatchRow, _ lobby: LobbyID) {
        add(
            StoreFinding(lobby: lobby, seq: nil, what: "batch \(row.id) \(what)"), of: lobby)
    }
}

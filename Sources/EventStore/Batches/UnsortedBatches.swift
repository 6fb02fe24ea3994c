import Documents
import Log

/// The content of the table `batches` in memory: whoever reads or sorts a lobby needs its batches,
/// and would have to fetch a page for each. Its size is bounded, because sorting begins beyond a
/// limit.
///
///     counted   0 … deletedCount │ in the table, sorted or not │ drafts │ … endOfRows
///                                └──────────────── rows ────────────────┘
///     tails     lobby ──▸ the places of its unsorted batches in `rows`, and where its log ends
///
/// A draft becomes a row of the table with the transaction that appended it. A lobby whose batches
/// are sorted loses its tail; the rows go later, when a pass of sorting is done with all of them.
struct UnsortedBatches {
    /// The place of a batch. Rows are counted from the first one that was read.
    struct Place {
        var row: Int
        var start: Int32
        var end: Int32
    }

    /// The unsorted batches of one lobby.
    struct Tail {
        /// In the order in which they were committed; never empty.
        var places: [Place]
        /// The end of the lobby's log with them.
        var end: LogEnd
    }

    /// The batches that aren't among the rows of their lobbies yet.
    private(set) var tails: [LobbyID: Tail] = [:]
    /// Lobbies that a damaged row may belong to, with what is wrong.
    private(set) var findings: [LobbyID: StoreFinding] = [:]
    /// The number of batches in `rows`, with those that are sorted already.
    private(set) var batchCount = 0
    /// The size of the batches in `rows`.
    private(set) var byteCount = 0
    /// The sound rows of the table in the order of their ids, and behind them the drafts.
    private var rows: [BatchRow] = []
    private var draftCount = 0
    /// The number of rows that were deleted before the first of `rows`.
    private var deletedCount = 0
    private var nextID: Int64 = 1

    /// The place behind the last of `rows`.
    var endOfRows: Int { deletedCount + rows.count }

    /// Adds a batch that the table doesn't have yet.
    mutating func append(
        _ batch: LobbyBatch, _ outline: BatchOutline, touched: WallTime, rowBytesMax: Int
    ) {
        let count = BatchCoding.byteCount(batch)
        if draftCount == 0
            || rows[rows.count - 1].byteCount(withBatchOf: count) > rowBytesMax
        {
            rows.append(BatchRow(id: nextID, byteCount: rowBytesMax))
            draftCount += 1
            nextID += 1
        }
        let place = rows[rows.count - 1].append(batch, byteCount: count, touched: touched)
        batchCount += 1
        byteCount += count
        note(outline, in: endOfRows - 1, at: place)
    }

    /// Takes the batch out again that was appended last.
    mutating func removeLast(_ batch: LobbyBatch) {
        guard let place = tails[batch.lobby]?.places.popLast() else {
            preconditionFailure("a batch that was never appended")
        }
        if tails[batch.lobby]?.places.isEmpty == true {
            tails[batch.lobby] = nil
        } else {
            tails[batch.lobby]?.end = LogEnd(
                seq: batch.previousSeq, hash: batch.previousHash, code: batch.code?.description)
        }
        rows[rows.count - 1].removeLast(at: place.range)
        batchCount -= 1
        byteCount -= place.range.count
        guard rows[rows.count - 1].count == 0 else { return }
        nextID = rows.removeLast().id
        draftCount -= 1
    }

    /// Gives the rows that the table doesn't have yet; afterwards it is taken to have them.
    mutating func writeDrafts(
        _ write: (inout BatchRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        for index in rows.count - draftCount..<rows.count {
            try write(&rows[index])
            rows[index].trim()
        }
        draftCount = 0
    }

    /// Adds a row of the table, whose batches are to be noted; returns its place.
    mutating func add(_ row: BatchRow) -> Int {
        skip(row.id)
        rows.append(row)
        batchCount += row.count
        byteCount += row.body.count
        return endOfRows - 1
    }

    /// Keeps ids up to `id` from being given to later rows. That of a damaged row may be any
    /// number, so one out of all proportion is ignored.
    mutating func skip(_ id: Int64) {
        if (nextID...Int64.max / 2).contains(id) { nextID = id + 1 }
    }

    /// Adds a batch of a row that is there.
    mutating func note(_ batch: BatchOutline, in row: Int, at place: Range<Int>) {
        let place = Place(
            row: row, start: Int32(place.lowerBound), end: Int32(place.upperBound))
        tails[batch.lobby, default: Tail(places: [], end: batch.end)].add(place, batch.end)
    }

    mutating func add(_ finding: StoreFinding, of lobby: LobbyID) {
        if findings[lobby] == nil { findings[lobby] = finding }
    }

    /// The batches of a lobby as one; nil if none waits.
    func read(_ lobby: LobbyID) -> TailReading? {
        guard let tail = tails[lobby] else { return nil }
        var merged: LobbyBatch?
        for place in tail.places {
            let row = rows[place.row - deletedCount]
            guard BatchCoding.decode(row.body, in: place.range, behind: &merged) else {
                let what = "batch \(row.id) holds what no server writes"
                return .damaged(StoreFinding(lobby: lobby, seq: nil, what: what))
            }
        }
        return merged.map { .batch($0) }
    }

    /// The rows that come of a lobby's batches; nil if none waits, or one is damaged.
    func rows(of lobby: LobbyID, rowBytesMax: Int) -> LobbyRows? {
        guard let places = tails[lobby]?.places, let first = places.first,
            let last = places.last,
            let head = BatchCoding.beginning(bytes(of: first), in: first.range)
        else { return nil }
        var merged = LobbyRows(
            behind: head, touched: rows[last.row - deletedCount].touched,
            rowBytesMax: rowBytesMax)
        for place in places {
            guard BatchCoding.decode(bytes(of: place), in: place.range, to: &merged) else {
                return nil
            }
        }
        return merged
    }

    /// When the last batch of a lobby was committed; nil if none waits.
    func touched(_ lobby: LobbyID) -> WallTime? {
        tails[lobby]?.places.last.map { rows[$0.row - deletedCount].touched }
    }

    private func bytes(of place: Place) -> [UInt8] { rows[place.row - deletedCount].body }

    /// Forgets the batches of a lobby because they are among its rows now.
    mutating func forget(_ lobby: LobbyID) {
        tails[lobby] = nil
    }

    /// Takes the first rows out, until they have `batchCount` batches or `end` is reached, and
    /// gives the ids of those that `mayGo` to `delete`, as many in a range as follow one another.
    mutating func deleteRows(
        batchCount: Int, before end: Int, where mayGo: (BatchRow) -> Bool,
        _ delete: (ClosedRange<Int64>) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        var (count, batchesLeft) = (0, batchCount)
        var ids: ClosedRange<Int64>?
        while deletedCount + count < end, batchesLeft > 0 {
            let row = rows[count]
            batchesLeft -= row.count
            byteCount -= row.body.count
            count += 1
            guard mayGo(row) else { continue }
            if let range = ids, range.upperBound == row.id - 1 {
                ids = range.lowerBound...row.id
            } else {
                if let ids { try delete(ids) }
                ids = row.id...row.id
            }
        }
        if let ids { try delete(ids) }
        self.batchCount -= batchCount - batchesLeft
        rows.removeFirst(count)
        deletedCount += count
    }

    /// Whether every row up to `end` is deleted.
    func hasDeleted(before end: Int) -> Bool { deletedCount >= end }
}

/// The unsorted batches of a lobby, as they were read.
enum TailReading {
    /// All batches as one.
    case batch(LobbyBatch)
    case damaged(StoreFinding)
}

extension UnsortedBatches.Place {
    fileprivate var range: Range<Int> { Int(start)..<Int(end) }
}

extension UnsortedBatches.Tail {
    fileprivate mutating func add(_ place: UnsortedBatches.Place, _ end: LogEnd) {
        places.append(place)
        self.end = end
    }
}

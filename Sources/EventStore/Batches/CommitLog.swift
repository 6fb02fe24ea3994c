import Documents
import Log

/// Brings batches into the file, and reads lobbies out of it.
///
/// The rows of a lobby lie in four trees, so that it can be read and checked by itself: to write
/// an edit there touches four pages, and edits of many lobbies touch as many times four. So the
/// batches of a transaction are first appended to the table `batches`, as many in a row as fit a
/// page: that makes them durable. Once many have gathered there, all batches of a lobby are
/// sorted into its rows together, its events into one.
///
/// A lobby's first batch, and one that changes its code, go straight among the rows: the index
/// of codes has to know.
///
/// Invariant: a lobby is its rows, followed by its batches in `unsorted`.
final class CommitLog {
    /// Whether the batches of a request could be appended.
    enum Appending: Equatable {
        case done
        /// A batch is at fault.
        case failed(CommitFailure)
        /// Nothing was appended, because a batch has to go straight among the rows.
        case needsRows
    }

    private let reader: LobbyReader
    private let writer: LobbyWriter
    private let table: BatchTable
    private let savepoint: SQLiteStatement
    private let release: SQLiteStatement
    private let rollBackToSavepoint: SQLiteStatement
    private let limits: StoreLimits
    /// Why not all rows of `batches` could be read at the beginning; nil if all could.
    let unreadable: SQLiteError?
    private var unsorted: UnsortedBatches
    private var sorting: Sorting?
    private var appendedCount = 0

    /// A pass over the lobbies that had unsorted batches when it began, and then over the rows
    /// that were there then.
    private struct Sorting {
        var lobbies: [LobbyID]
        let endOfRows: Int
    }

    init(
        _ connection: borrowing SQLiteConnection, reader: LobbyReader, limits: StoreLimits
    ) throws(SQLiteError) {
        self.reader = reader
        self.limits = limits
        writer = try LobbyWriter(connection)
        table = try BatchTable(connection)
        savepoint = try connection.prepare("SAVEPOINT sorting")
        release = try connection.prepare("RELEASE sorting")
        rollBackToSavepoint = try connection.prepare("ROLLBACK TO sorting")
        do {
            unsorted = try table.unsorted(reader)
            unreadable = nil
        } catch  where error.isCorrupt {
            unsorted = try table.salvaged(reader)
            unreadable = error
        }
    }

    /// Forgets what a transaction that was rolled back has left in memory.
    func reload() throws(SQLiteError) {
        sorting = nil
        appendedCount = 0
        unsorted = try table.unsorted(reader)
    }

    /// The end of a lobby's log; nil without a sound head row.
    func end(of lobby: LobbyID) throws(SQLiteError) -> LogEnd? { try end(of: lobby, unsorted) }

    private func end(
        of lobby: LobbyID, _ unsorted: UnsortedBatches
    ) throws(SQLiteError) -> LogEnd? {
        if let waiting = unsorted.tails[lobby] { return waiting.end }
        return try reader.end(of: lobby)
    }

    /// When a lobby was committed to last.
    func touched(_ lobby: LobbyID) throws(SQLiteError) -> WallTime {
        if let time = unsorted.touched(lobby) { return time }
        return try reader.touched(lobby)
    }

    /// Whether no batch waits to be sorted, not even a damaged one.
    var isSorted: Bool { unsorted.batchCount == 0 && unsorted.findings.isEmpty }

    var unsortedLobbies: some Sequence<LobbyID> { unsorted.tails.keys }

    /// Reads a lobby and checks it.
    func read(_ lobby: LobbyID) throws(SQLiteError) -> LobbyReading {
        try reader.read(lobby, unsorted)
    }

    /// Reads a part of a lobby's events, and maybe more, and checks them by themselves.
    func read(
        _ lobby: LobbyID, after seq: Seq, eventsMax: Int
    ) throws(SQLiteError) -> LobbyReading {
        try reader.read(lobby, after: seq, eventsMax: eventsMax, unsorted)
    }

    /// Appends all of `batches`, or none; nothing is written yet.
    func append(_ batches: [LobbyBatch], now: WallTime) throws(SQLiteError) -> Appending {
        for count in batches.indices {
            let answer = try append(batches[count], to: &unsorted, now: now)
            if answer == .done { continue }
            for batch in batches[..<count].reversed() { unsorted.removeLast(batch) }
            return answer
        }
        appendedCount += batches.count
        return .done
    }

    private func append(
        _ batch: LobbyBatch, to unsorted: inout UnsortedBatches, now: WallTime
    ) throws(SQLiteError) -> Appending {
        guard let outline = BatchOutline(checking: batch) else {
            return .failed(.malformed(batch.lobby))
        }
        guard unsorted.findings[batch.lobby] == nil else {
            return .failed(.conflict(batch.lobby))
        }
        if batch.previousSeq == 0 { return .needsRows }
        guard let end = try end(of: batch.lobby, unsorted), end.isFollowed(by: outline) else {
            return .failed(.conflict(batch.lobby))
        }
        guard end.code == outline.end.code else { return .needsRows }
        unsorted.append(batch, outline, touched: now, rowBytesMax: limits.batchRowBytesMax)
        return .done
    }

    /// Writes what was appended into the open transaction.
    func writeAppended() throws(SQLiteError) {
        try unsorted.writeDrafts { (row) throws(SQLiteError) in try table.insert(&row) }
    }

    /// Writes `batches`, some of them straight among the rows, into the open transaction. Returns
    /// why not, if one is at fault; throws if SQLite is. In both cases some rows may be written:
    /// the caller rolls back, and reloads.
    func write(
        _ batches: [LobbyBatch], now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        for batch in batches {
            switch try append(batch, to: &unsorted, now: now) {
            case .done: appendedCount += 1
            case .failed(let failure): return failure
            case .needsRows:
                let failure =
                    batch.previousSeq == 0
                    ? try insert(batch, now: now, through: connection)
                    : try sort(batch, now: now, through: connection)
                if let failure { return failure }
            }
        }
        return nil
    }

    /// Puts a batch straight among the rows, after those of its lobby that wait.
    private func sort(
        _ batch: LobbyBatch, now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        // Only by an event does a batch that is sorted differ from one that isn't.
        guard !batch.records.isEmpty else { return .malformed(batch.lobby) }
        try writeAppended()
        var merged = batch
        switch unsorted.read(batch.lobby) {
        case nil: break
        case .damaged: return .conflict(batch.lobby)
        case .batch(let before):
            merged = before
            merged.append(batch)
        }
        if let failure = try insert(merged, now: now, through: connection) { return failure }
        unsorted.forget(batch.lobby)
        return nil
    }

    private func insert(
        _ batch: LobbyBatch, now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        let rows = LobbyRows(batch, touched: now, rowBytesMax: limits.eventRowBytesMax)
        do throws(SQLiteError) {
            return try writer.write(rows, through: connection) ? nil : .conflict(batch.lobby)
        } catch  where error.isConstraint {
            return batch.failure(error)
        }
    }

    /// Sorts some batches, if many wait; to be called in each transaction. It sorts faster than
    /// batches are appended, and so few at a time that nobody waits for it.
    func sortSome(through connection: borrowing SQLiteConnection) throws(SQLiteError) {
        let batchCount = max(limits.sortedBatchesPerTransaction, 2 * appendedCount)
        appendedCount = 0
        if sorting == nil,
            unsorted.batchCount >= limits.unsortedBatchesMax
                || unsorted.byteCount >= limits.unsortedBytesMax
        {
            beginSorting()
        }
        try goOnSorting(batchCount: batchCount, through: connection)
    }

    /// Sorts everything.
    func sortAll(through connection: borrowing SQLiteConnection) throws(SQLiteError) {
        beginSorting()
        try goOnSorting(batchCount: .max, through: connection)
        sorting = nil
    }

    /// Sorts what could be read of `batches`, and begins a new table in the place of the one that
    /// is damaged; the name under which that one stays.
    func setAside(through connection: borrowing SQLiteConnection) throws(SQLiteError) -> String {
        for lobby in unsorted.tails.keys.sorted(by: { $0.value < $1.value }) {
            try sort(lobby, through: connection)
        }
        let name = try connection.setBatchesAside()
        try reload()
        return name
    }

    /// Begins a pass over the lobbies in the order in which their rows lie in the trees.
    private func beginSorting() {
        sorting = Sorting(
            lobbies: unsorted.tails.keys.sorted { $0.value > $1.value },
            endOfRows: unsorted.endOfRows)
    }

    private func goOnSorting(
        batchCount: Int, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        var batchesLeft = batchCount
        while batchesLeft > 0, let lobby = sorting?.lobbies.popLast() {
            batchesLeft -= unsorted.tails[lobby]?.places.count ?? 0
            try sort(lobby, through: connection)
        }
        if batchesLeft > 0, let pass = sorting { try deleteSorted(batchesLeft, of: pass) }
    }

    private func sort(
        _ lobby: LobbyID, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        guard let rows = unsorted.rows(of: lobby, rowBytesMax: limits.eventRowBytesMax) else {
            if case .damaged(let finding)? = unsorted.read(lobby) {
                unsorted.add(finding, of: lobby)
            }
            return
        }
        try savepoint.run()
        if try fits(rows, through: connection) {
            unsorted.forget(lobby)
        } else {
            try rollBackToSavepoint.run()
            let what = "its rows don't end with event \(rows.previousSeq), as its batches say"
            unsorted.add(StoreFinding(lobby: lobby, seq: nil, what: what), of: lobby)
        }
        try release.run()
    }

    private func fits(
        _ rows: LobbyRows, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            return try writer.write(rows, through: connection)
        } catch  where error.isConstraint {
            return false
        }
    }

    /// Deletes rows of a pass that has sorted all its lobbies. Rows with batches that couldn't be
    /// sorted, or can't be read, stay for somebody to look at.
    private func deleteSorted(_ batchCount: Int, of pass: Sorting) throws(SQLiteError) {
        let damaged = unsorted.findings
        try unsorted.deleteRows(
            batchCount: batchCount, before: pass.endOfRows,
            where: { row in
                damaged.isEmpty || !row.named.contains { damaged[$0] != nil }
            },
            { (ids) throws(SQLiteError) in try table.delete(ids) })
        if unsorted.hasDeleted(before: pass.endOfRows) { sorting = nil }
    }
}

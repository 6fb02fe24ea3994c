import Lobby

/// How batches get into the file.
///
/// The rows of a lobby lie in four trees, so that it can be read and checked by itself: to write
/// an edit there touches four pages, and edits of many lobbies touch as many times four. So a
/// batch is first appended, whole, to the table `batches`, where those of all lobbies share a
/// page: that makes it durable. Once many have gathered there, all batches of a lobby are sorted
/// into its rows together. With 250 lobbies that write in turn, a commit of one edit writes fewer
/// than two pages instead of almost five.
///
/// A lobby's first batch, and one that changes its code, go straight among the rows: the index
/// of codes has to know.
///
/// Invariant: a lobby is its rows, followed by its batches in `unsorted`.
final class CommitLog {
    private let reader: LobbyReader
    private let writer: LobbyWriter
    private let table: BatchTable
    private let limits: StoreLimits
    private var unsorted: UnsortedBatches
    private var sorting: Sorting?
    private var appendedCount = 0

    /// A pass over the lobbies that had unsorted batches when it began, and then over the rows
    /// that were there then.
    private struct Sorting {
        var lobbies: [LobbyID]
        let lastID: Int64
        /// Rows before this one are deleted, but those of damaged lobbies.
        var nextID: Int64
    }

    init(
        _ connection: borrowing SQLiteConnection, reader: LobbyReader, limits: StoreLimits
    ) throws(SQLiteError) {
        self.reader = reader
        self.limits = limits
        writer = try LobbyWriter(connection)
        table = try BatchTable(connection)
        unsorted = try table.unsorted(reader)
    }

    /// Forgets what a transaction that was rolled back has left in memory.
    func reload() throws(SQLiteError) {
        sorting = nil
        appendedCount = 0
        unsorted = try table.unsorted(reader)
    }

    /// Reads a lobby and checks it.
    func read(_ lobby: LobbyID) throws(SQLiteError) -> LobbyReading {
        try reader.read(lobby, unsorted, in: table)
    }

    /// Reads a part of a lobby's events, and maybe more, and checks them by themselves.
    func read(
        _ lobby: LobbyID, after seq: Seq, eventsMax: Int
    ) throws(SQLiteError) -> LobbyReading {
        try reader.read(lobby, after: seq, eventsMax: eventsMax, unsorted, in: table)
    }

    /// Writes `batch` into the open transaction. Returns why not, if the batch is at fault;
    /// throws if SQLite is. In both cases some rows may be written: the caller rolls back.
    func write(
        _ batch: LobbyBatch, now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        guard batch.isConsistent else { return .malformed(batch.lobby) }
        guard unsorted.findings[batch.lobby] == nil else { return .conflict(batch.lobby) }
        if batch.previousSeq == 0 { return try writer.write(batch, now: now, through: connection) }
        let outline = BatchOutline(batch)
        let end =
            if let waiting = unsorted.tails[batch.lobby] { waiting.end } else {
                try reader.end(of: batch.lobby)
            }
        guard let end, end.isFollowed(by: outline) else { return .conflict(batch.lobby) }
        guard end.code == outline.end.code else {
            return try sort(batch, now: now, through: connection)
        }
        let id = unsorted.nextID
        try table.append(batch, id: id, touched: now)
        unsorted.add(outline, id: id)
        appendedCount += 1
        return nil
    }

    /// Puts a batch straight among the rows, after those of its lobby that wait.
    private func sort(
        _ batch: LobbyBatch, now: WallTime, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> CommitFailure? {
        // Only by an event does a batch that is sorted differ from one that isn't.
        guard !batch.records.isEmpty else { return .malformed(batch.lobby) }
        var merged = batch
        if let tail = unsorted.tails[batch.lobby] {
            guard case .batch(let before, _) = try table.read(tail, of: batch.lobby) else {
                return .conflict(batch.lobby)
            }
            merged = before
            merged.append(batch)
        }
        if let failure = try writer.write(merged, now: now, through: connection) { return failure }
        unsorted.forget(batch.lobby)
        return nil
    }

    /// To be called in each transaction: sorts some batches, if many wait. Faster than they are
    /// appended, and little enough at a time that nobody waits for it.
    func sortSome(through connection: borrowing SQLiteConnection) throws(SQLiteError) {
        let rowCount = max(limits.sortedRowsPerTransaction, 2 * appendedCount)
        appendedCount = 0
        if sorting == nil, unsorted.rowCount >= limits.unsortedRowsMax { beginSorting() }
        try goOnSorting(rowCount: rowCount, through: connection)
    }

    /// Sorts everything.
    func sortAll(through connection: borrowing SQLiteConnection) throws(SQLiteError) {
        beginSorting()
        try goOnSorting(rowCount: .max, through: connection)
        sorting = nil
    }

    /// In the order of the trees.
    private func beginSorting() {
        sorting = Sorting(
            lobbies: unsorted.tails.keys.sorted { $0.value > $1.value },
            lastID: unsorted.nextID - 1, nextID: unsorted.firstID)
    }

    private func goOnSorting(
        rowCount: Int, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        var rowsLeft = rowCount
        while rowsLeft > 0, let lobby = sorting?.lobbies.popLast() {
            guard let tail = unsorted.tails[lobby] else { continue }
            rowsLeft -= tail.ids.count
            try sort(lobby, tail, through: connection)
        }
        if rowsLeft > 0 { try deleteSorted(rowsLeft, through: connection) }
    }

    private func sort(
        _ lobby: LobbyID, _ tail: UnsortedBatches.Tail,
        through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        let batch: LobbyBatch
        let touched: WallTime
        switch try table.read(tail, of: lobby) {
        case .damaged(let finding): return unsorted.add(finding, of: lobby)
        case .batch(let merged, let time): (batch, touched) = (merged, time)
        }
        try connection.execute("SAVEPOINT sorting")
        if try writer.write(batch, now: touched, through: connection) == nil {
            unsorted.forget(lobby)
        } else {
            try connection.execute("ROLLBACK TO sorting")
            let what = "its rows don't end with event \(batch.previousSeq), as its batches say"
            unsorted.add(StoreFinding(lobby: lobby, seq: nil, what: what), of: lobby)
        }
        try connection.execute("RELEASE sorting")
    }

    /// Deletes rows of a pass that has sorted them. What couldn't be sorted, or can't be read,
    /// stays for somebody to look at.
    private func deleteSorted(
        _ rowCount: Int, through connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        guard let pass = sorting else { return }
        guard pass.nextID <= pass.lastID else {
            sorting = nil
            return
        }
        let lastID = pass.nextID + min(pass.lastID - pass.nextID, Int64(rowCount))
        let count = try table.delete(
            pass.nextID...lastID, sparing: Array(unsorted.findings.keys), through: connection)
        unsorted.forgetRows(count, through: lastID)
        sorting?.nextID = lastID + 1
    }
}

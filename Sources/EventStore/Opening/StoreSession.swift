import Club
import Documents
import Log

/// Batches that are to be committed together: all of them or none.
struct CommitRequest {
    var batches: [LobbyBatch]
    var now: WallTime
    /// Monotonic microseconds at which it was asked for.
    var askedAt: UInt64 = 0
}

/// What is to be written in one transaction.
struct StoreWork {
    var commits: [CommitRequest] = []
    var changes: [ClubChange] = []
    /// Writes a page also if nothing else does, by setting what is set.
    var isChecked = false

    var isEmpty: Bool { commits.isEmpty && changes.isEmpty && !isChecked }
}

/// What has become of it, in the order of the requests.
struct StoreWorkOutcomes {
    var commits: [CommitOutcome] = []
    /// Nil for a change that was made, or undone because it threw.
    var changes: [ClubFault?] = []
}

/// The one connection that writes, with its prepared statements: open, configured and migrated.
///
/// A transaction holds the commits of all who wait. The batches of most are gathered in memory and
/// written as rows of `batches` at its end; a commit with a batch that has to go straight among the
/// rows is written under a savepoint, so that it can fail alone, and so is each change of the
/// tables of accounts, which come behind the commits. Queries that wait together share a
/// transaction as well.
final class StoreSession {
    let connection: SQLiteConnection
    let reader: LobbyReader
    let log: CommitLog
    let seats: SeatWriter
    private(set) lazy var club = ClubTables(mayWrite: true) {
        [unowned self] (sql) throws(SQLiteError) in
        try connection.prepare(sql)
    }
    let begin: SQLiteStatement
    let commit: SQLiteStatement
    /// Sets the version that the file has: a page is written, and nothing is changed.
    private let touch: String
    let savepoint: SQLiteStatement
    let release: SQLiteStatement
    let rollBackToSavepoint: SQLiteStatement
    private let beginReading: SQLiteStatement
    private let rollBackReading: SQLiteStatement
    /// Between the first query and `endReading`.
    private(set) var isReading = false
    /// Whether a batch that waits to be sorted may say that its lobby is deleted: then the head
    /// doesn't say so yet.
    var mayHoldUnsortedDeletion = true
    /// The version that the file had before it was opened.
    let versionBefore: Int64
    let limits: StoreLimits
    /// The time that the file had when it was opened: no commit of the session was earlier.
    private let timeFloor: WallTime
    /// The last date that was noted.
    var knownTime: WallTime?

    /// Opens the file at `path`, which must exist.
    init(path: String, limits: StoreLimits, migrations: [String]) throws(StoreError) {
        let connection = try onFile(path) { () throws(SQLiteError) in
            try SQLiteConnection.open(path: path, mode: .writing)
        }
        // Before anything is written, lest a foreign file be turned to WAL.
        _ = try connection.schemaVersion(path: path, known: Int64(migrations.count))
        try connection.configureForWriting(limits, path: path)
        versionBefore = try connection.migrate(migrations, path: path)
        self.limits = limits
        touch = "PRAGMA user_version = \(migrations.count)"
        do {
            reader = try LobbyReader(connection)
            log = try CommitLog(connection, reader: reader, limits: limits)
            seats = try SeatWriter(connection)
            begin = try connection.prepare("BEGIN IMMEDIATE")
            commit = try connection.prepare("COMMIT")
            savepoint = try connection.prepare("SAVEPOINT request")
            release = try connection.prepare("RELEASE request")
            rollBackToSavepoint = try connection.prepare("ROLLBACK TO request")
            beginReading = try connection.prepare("BEGIN")
            rollBackReading = try connection.prepare("ROLLBACK")
            knownTime = try StoreMeta.knownTime(in: connection)
            timeFloor = max(knownTime ?? limits.timeMin, limits.timeMin)
        } catch {
            throw StoreError(error, path: path)
        }
        self.connection = connection
    }

    /// Brings all batches to the rows of their lobbies.
    func sortAll(path: String) throws(StoreError) {
        try connection.transaction(path: path) { () throws(SQLiteError) in
            try log.sortAll(through: connection)
        }
    }

    /// Fills with zeros what `body` deletes, also where a page has to be written only for that.
    func fillingDeleted<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try connection.execute("PRAGMA secure_delete = ON")
        defer { try? connection.execute("PRAGMA secure_delete = FAST") }
        return try body()
    }

    /// Leaves a transaction that failed; false if that fails too.
    func rollBack() -> Bool {
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        return !connection.isInTransaction && (try? log.reload()) != nil
    }

    /// Runs queries in the same transaction as those before, up to `endReading`: each by itself
    /// would take the locks anew.
    func read<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        if !isReading { try beginReading.run() }
        isReading = true
        return try body()
    }

    /// To be called before anything is written.
    func endReading() {
        guard isReading else { return }
        isReading = false
        // COMMIT fails once damage was met in the transaction.
        try? rollBackReading.run()
    }

    /// Writes the requests in one transaction, each of them whole or not at all. A request that
    /// is at fault fails alone. Throws if SQLite fails: then none may be taken as written.
    ///
    /// A transaction in which SQLite met a damaged page can't be committed. If that is one of the
    /// accounts' tables, it is undone and written again without the change that had to do with it,
    /// or without seats: players are not to be kept from scoring.
    func write(_ work: StoreWork) throws(SQLiteError) -> StoreWorkOutcomes {
        guard work.changes.contains(where: \.erases) else { return try writeUndamaged(work) }
        return try fillingDeleted { () throws(SQLiteError) in try writeUndamaged(work) }
    }

    private func writeUndamaged(_ work: StoreWork) throws(SQLiteError) -> StoreWorkOutcomes {
        var damage = Damage()
        while true {
            if let outcomes = try write(work, &damage) { return outcomes }
            if let failure = damage.failure, !rollBack() { throw failure }
        }
    }

    /// What can't be written, since it has to do with damaged pages.
    private struct Damage {
        /// The places of changes.
        var changes: Set<Int> = []
        var hitsSeats = false
        var failure: SQLiteError?
    }

    /// Nil if a damaged page was met, which is one more in `damage` then.
    private func write(
        _ work: StoreWork, _ damage: inout Damage
    ) throws(SQLiteError) -> StoreWorkOutcomes? {
        try begin.run()
        if work.isChecked { try connection.execute(touch) }
        var outcomes = StoreWorkOutcomes()
        for request in work.commits {
            if request.batches.contains(where: { $0.deletedAt != nil }) {
                mayHoldUnsortedDeletion = true
            }
            let failure = try write(request)
            outcomes.commits.append(failure.map(CommitOutcome.failed) ?? .committed)
            if failure == nil, try !takeSeats(request, &damage) { return nil }
        }
        for (place, change) in work.changes.enumerated() {
            guard !damage.changes.contains(place) else {
                outcomes.changes.append(.damaged)
                continue
            }
            outcomes.changes.append(try make(change))
            if let failure = club.failure {
                damage.changes.insert(place)
                damage.failure = failure
                return nil
            }
        }
        try log.writeAppended()
        try log.sortSome(through: connection)
        try commit.run()
        return outcomes
    }

    /// False if a damaged page was met.
    private func takeSeats(
        _ request: CommitRequest, _ damage: inout Damage
    ) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            if !damage.hitsSeats { try takeSeats(request) }
            return true
        } catch  where error.isCorrupt {
            damage.hitsSeats = true
            damage.failure = error
            return false
        }
    }

    private func takeSeats(_ request: CommitRequest) throws(SQLiteError) {
        for batch in request.batches where !batch.joined.isEmpty {
            try seats.write(batch, since: max(request.now, timeFloor))
        }
    }

    /// Makes a change, under a savepoint.
    ///
    /// - Returns: why not, if it isn't made. `club.failure` is a damaged page.
    private func make(_ change: ClubChange) throws(SQLiteError) -> ClubFault? {
        if !change.retiring.isEmpty {
            let fault = try underSavepoint { (tables) throws(ClubFault) in
                try tables.note(change.retiring)
            }
            if let fault { return fault }
        }
        return try underSavepoint(change.make)
    }

    func underSavepoint(
        _ body: (ClubTables) throws(ClubFault) -> Void
    ) throws(SQLiteError) -> ClubFault? {
        try savepoint.run()
        club.begin()
        var fault: ClubFault?
        do throws(ClubFault) {
            try body(club)
        } catch {
            fault = error
        }
        if let failure = club.failure {
            guard failure.isCorrupt else { throw failure }
            return fault
        }
        if fault != nil { try rollBackToSavepoint.run() }
        try release.run()
        return fault
    }

    /// What has become of batches that were copied beside the database.
    enum Replayed {
        case appended
        /// The log has it already, or has erased its lobby for good.
        case included
        /// It follows nothing that is there.
        case unfitting
    }

    /// Brings copied batches in, in one transaction, those that fit. Throws if SQLite fails.
    func replay(_ requests: [CommitRequest]) throws(SQLiteError) -> [Replayed] {
        try begin.run()
        var outcomes: [Replayed] = []
        for request in requests {
            for batch in request.batches {
                let outline = BatchOutline(checking: batch)
                let end = try log.end(of: batch.lobby)
                let isKnown =
                    if let end {
                        outline.map(end.includes) ?? false
                    } else {
                        try reader.isErased(batch.lobby)
                    }
                if isKnown {
                    outcomes.append(.included)
                } else {
                    let alone = CommitRequest(batches: [batch], now: request.now)
                    let isWritten = try write(alone) == nil
                    if isWritten { try takeSeats(alone) }
                    outcomes.append(isWritten ? .appended : .unfitting)
                }
            }
        }
        try log.writeAppended()
        try log.sortSome(through: connection)
        try commit.run()
        return outcomes
    }

    /// Moves a write-ahead log that is long into the database: to be called after the answers,
    /// which needn't wait for it.
    func moveLogIfLong() {
        guard connection.logPageCount >= limits.writeAheadPagesMax, !connection.hasMoved else {
            return
        }
        // If it fails nothing is lost: it is tried again after the next commit.
        try? connection.copyUnreadLog()
    }

    private func write(_ request: CommitRequest) throws(SQLiteError) -> CommitFailure? {
        let now = max(request.now, timeFloor)
        switch try log.append(request.batches, now: now) {
        case .done: return nil
        case .failed(let failure): return failure
        case .needsRows: break
        }
        // The drafts of earlier requests are written first, so that rolling back to the savepoint
        // leaves them.
        try log.writeAppended()
        try savepoint.run()
        let failure = try log.write(request.batches, now: now, through: connection)
        if failure != nil {
            try rollBackToSavepoint.run()
            try log.reload()
        }
        try release.run()
        return failure
    }
}

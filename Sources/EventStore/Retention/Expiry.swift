import Club
package import Documents
import Log

/// The times at which lobbies lapse.
package struct Lapse: Equatable, Sendable {
    /// A lobby whose last commit was before this lapses; none does if nil.
    package var untouchedSince: WallTime?
    /// A lobby that was deleted before this lapses.
    package var deletedBefore: WallTime
    /// The date, which is believed: it is noted once an hour, and no commit of a later session is
    /// taken to be from before.
    package var now: WallTime

    package init(untouchedSince: WallTime?, deletedBefore: WallTime, now: WallTime) {
        self.untouchedSince = untouchedSince
        self.deletedBefore = deletedBefore
        self.now = now
    }
}

/// What has become of lobbies that have lapsed.
package enum ExpiryOutcome: Equatable, Sendable {
    /// These were erased; there may be more if they are as many as were asked for.
    case erased([LobbyID])
    /// Nothing was, since batches can't be sorted, which `folfd verify` names: the lobbies would
    /// be without a head.
    case unsorted
    /// Nothing was.
    case failed(StoreError)
}

extension EventStore {
    /// Erases lobbies that have lapsed, for good: what they have written is overwritten with zeros
    /// in the database. Backups keep them until they are rotated. The ids are kept, lest a phone
    /// make a lobby anew of the part of it that it wrote itself.
    ///
    /// - Parameters:
    ///   - lobbiesMax: how many at once; others wait meanwhile.
    ///   - answer: called on the store's thread, or at once if the store is closed.
    package func erase(
        _ lapse: Lapse, lobbiesMax: Int, _ answer: @escaping @Sendable (ExpiryOutcome) -> Void
    ) {
        let request = StoreRequest.expire(lapse, lobbiesMax: lobbiesMax, answer)
        if !queue.add(request, at: 0) { answer(.failed(.closed)) }
    }

    /// The last date of a folder that was believed (`Lapse.now`), to the hour; nil if none was.
    package static func knownTime(in folder: String) throws(StoreError) -> WallTime? {
        let path = DataFolder.databasePath(in: folder)
        let connection = try StoredLog.connect(path: path)
        return try onFile(path) { () throws(SQLiteError) in
            try StoreMeta.knownTime(in: connection)
        }
    }

    /// How many games of a folder nobody has touched since a time, as far as they are sorted.
    package static func countUntouched(
        since time: WallTime, in folder: String
    ) throws(StoreError) -> Int {
        let path = DataFolder.databasePath(in: folder)
        let connection = try StoredLog.connect(path: path)
        return try onFile(path) { () throws(SQLiteError) in
            let sql =
                "SELECT count(*) FROM lobbies WHERE touched_ms < \(time.milliseconds) "
                + "AND \(LobbyID.isNoNotebook)"
            return Int(try connection.integer(sql) ?? 0)
        }
    }
}

extension StoreSession {
    private static let noteMilliseconds: Int64 = 3_600_000
    private static let tables = [
        "events", "texts", "replicas", "lobbies", LobbySeat.table.name, Invitation.table.name,
        ColumnClaim.table.name, ResultRow.table.name, Projection.table.name,
    ]

    /// Erases lobbies that have lapsed. Nothing is erased while batches can't be sorted: they would
    /// be without a head.
    func erase(_ lapse: Lapse, lobbiesMax: Int) throws(SQLiteError) -> ExpiryOutcome {
        try note(lapse.now)
        let isSortingDue = mayHoldUnsortedDeletion && !log.isSorted
        let someLapsed = try lapsed(lapse, lobbiesMax: 1)
        guard isSortingDue || !someLapsed.isEmpty else { return .erased([]) }
        let lobbies = try fillingDeleted { () throws(SQLiteError) in
            try begin.run()
            try log.sortAll(through: connection)
            let lobbies = log.isSorted ? try lapsed(lapse, lobbiesMax: lobbiesMax) : []
            if !lobbies.isEmpty { try fillFreePages() }
            try remove(lobbies)
            try commit.run()
            return lobbies
        }
        guard log.isSorted else { return .unsorted }
        mayHoldUnsortedDeletion = false
        // Until it is moved, the write-ahead log has the pages as they were. Who reads them now, a
        // backup, keeps them until the next time.
        if !lobbies.isEmpty { try? connection.checkpoint() }
        return .erased(lobbies)
    }

    private func note(_ now: WallTime) throws(SQLiteError) {
        let isDue = knownTime.map { now.milliseconds - $0.milliseconds >= Self.noteMilliseconds }
        guard isDue ?? true else { return }
        try StoreMeta.note(now, in: connection)
        knownTime = now
    }

    /// Erases once more what was erased from the database that this one takes the place of.
    func eraseAgain(_ lobbies: [LobbyID]) throws(SQLiteError) {
        try fillingDeleted { () throws(SQLiteError) in
            try begin.run()
            try remove(lobbies)
            try commit.run()
        }
    }

    /// Deletes the rows of lobbies, and notes that they are gone.
    func remove(_ lobbies: [LobbyID]) throws(SQLiteError) {
        let remember = try connection.prepare("INSERT OR IGNORE INTO erased VALUES (?1)")
        for lobby in lobbies { try remember.run([lobby.blob]) }
        let forgetKeys = try connection.prepare(
            "DELETE FROM result_keys WHERE \(ResultSchema.isKeyOfOnly)")
        for lobby in lobbies { try forgetKeys.run([lobby.blob]) }
        for table in Self.tables {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE lobby = ?1")
            for lobby in lobbies { try delete.run([lobby.blob]) }
        }
    }

    /// Fills with zeros the pages that nothing refers to. Batches lay there until they were sorted,
    /// which leaves their bytes. Pages are taken in the reverse order of their release, so that as
    /// many as batches ever took are enough.
    func fillFreePages() throws(SQLiteError) {
        let free = try connection.integer("PRAGMA freelist_count") ?? 0
        let pages = min(free, Int64(limits.freePagesFilledMax))
        // Of what is long a page takes 4 KiB less four bytes (sqlite.org/fileformat2.html, 1.6).
        try connection.execute(
            """
            INSERT INTO meta VALUES ('zeros', zeroblob(\(pages * 4_092)), 0);
            DELETE FROM meta WHERE key = 'zeros'
            """)
    }

    /// Notebooks stay until their person is erased: a season is longer than what is set for games.
    ///
    /// The deleted ones have an index; the untouched ones are looked for one after the other, which
    /// whoever asks for them should do seldom.
    private func lapsed(_ lapse: Lapse, lobbiesMax: Int) throws(SQLiteError) -> [LobbyID] {
        // A clock that stood wrong may say that a lobby was deleted before it was made.
        let isPlausible = "deleted_ms >= max(created_ms, \(limits.timeMin.milliseconds))"
        var lobbies = try lobbies(
            "deleted_ms < ?1 AND (\(isPlausible) OR touched_ms < ?1)", lapse.deletedBefore,
            max: lobbiesMax)
        if let time = lapse.untouchedSince, lobbies.count < lobbiesMax {
            let known = Set(lobbies)
            lobbies += try self.lobbies(
                "touched_ms < ?1 AND \(LobbyID.isNoNotebook)", time, max: lobbiesMax
            )
            .filter { !known.contains($0) }
        }
        return Array(lobbies.prefix(lobbiesMax))
    }

    private func lobbies(
        _ condition: String, _ time: WallTime, max: Int
    ) throws(SQLiteError) -> [LobbyID] {
        var lobbies: [LobbyID] = []
        let select = try connection.prepare(
            "SELECT lobby FROM lobbies WHERE \(condition) LIMIT \(max)")
        try select.forEachRow([.integer(time.milliseconds)]) { row in
            if let value = row.identifier(0) { lobbies.append(LobbyID(value)) }
        }
        return lobbies
    }
}

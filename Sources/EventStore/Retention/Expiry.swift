package import Documents
import Log

/// What has become of lobbies that nobody has touched for long.
package enum ExpiryOutcome: Equatable, Sendable {
    /// So many were deleted; there may be more if it is as many as were asked for.
    case deleted(lobbies: Int)
    /// Nothing was.
    case failed(StoreError)
}

extension EventStore {
    /// Deletes lobbies whose last commit was before a time, for good: what they have written is
    /// overwritten with zeros in the database. Backups keep them until they are rotated.
    ///
    /// - Parameters:
    ///   - lobbiesMax: how many at once; others wait meanwhile.
    ///   - answer: called on the store's thread, or at once if the store is closed.
    package func deleteUntouched(
        since time: WallTime, lobbiesMax: Int,
        _ answer: @escaping @Sendable (ExpiryOutcome) -> Void
    ) {
        let request = StoreRequest.expire(since: time, lobbiesMax: lobbiesMax, answer)
        if !queue.add(request, at: 0) { answer(.failed(.closed)) }
    }

    /// How many lobbies of a folder nobody has touched since a time, as far as they are sorted.
    package static func countUntouched(
        since time: WallTime, in folder: String
    ) throws(StoreError) -> Int {
        let path = DataFolder.databasePath(in: folder)
        let connection = try StoredLog.connect(path: path)
        return try onFile(path) { () throws(SQLiteError) in
            let sql = "SELECT count(*) FROM lobbies WHERE touched_ms < \(time.milliseconds)"
            return Int(try connection.integer(sql) ?? 0)
        }
    }
}

extension StoreSession {
    private static let tables = ["events", "texts", "replicas", "lobbies"]

    /// Deletes lobbies that nobody has touched since `time`, and returns how many. Nothing is
    /// deleted while batches can't be sorted: they would be without a head.
    func deleteUntouched(since time: WallTime, lobbiesMax: Int) throws(SQLiteError) -> Int {
        guard try !untouched(since: time, lobbiesMax: 1).isEmpty else { return 0 }
        try connection.execute("PRAGMA secure_delete = ON")
        defer { try? connection.execute("PRAGMA secure_delete = OFF") }
        try begin.run()
        try log.sortAll(through: connection)
        let lobbies = log.isSorted ? try untouched(since: time, lobbiesMax: lobbiesMax) : []
        for table in Self.tables {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE lobby = ?1")
            for lobby in lobbies { try delete.run([lobby.blob]) }
        }
        try commit.run()
        return lobbies.count
    }

    private func untouched(
        since time: WallTime, lobbiesMax: Int
    ) throws(SQLiteError) -> [LobbyID] {
        var lobbies: [LobbyID] = []
        let select = try connection.prepare(
            "SELECT lobby FROM lobbies WHERE touched_ms < ?1 LIMIT ?2")
        try select.forEachRow([.integer(time.milliseconds), .integer(Int64(lobbiesMax))]) { row in
            if let value = row.identifier(0) { lobbies.append(LobbyID(value)) }
        }
        return lobbies
    }
}

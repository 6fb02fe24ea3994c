package import Club
package import Documents
package import Log

/// What a rebuild has done.
package struct RebuildReport: Equatable, Sendable {
    package var lobbies = 0
    package var seats = 0
    package var results = 0
    /// Lobbies that are damaged, whose seats stay as they are, and which have no results.
    package var damaged: [LobbyID] = []
}

/// What is looked up beside a lobby's log, and follows from it.
package struct Derivation {
    /// Who has joined the lobby, and when.
    package var seats: [LobbySeat]
    /// Nil for a lobby that is no game.
    package var results: (rows: [KeyedResult], projection: Projection)?

    package init(
        seats: [LobbySeat], results: (rows: [KeyedResult], projection: Projection)? = nil
    ) {
        self.seats = seats
        self.results = results
    }
}

extension EventStore {
    /// Lobbies whose rows one transaction writes.
    private static let rebuiltPerTransaction = 256

    /// Takes anew from the logs what is looked up beside them: seats, and results of games. For a
    /// folder of no running server, which an earlier version may have made. To be repeated if it
    /// was broken off.
    ///
    /// - Parameter derive: nil if a lobby's events can't be replayed.
    package static func rebuild(
        folder: String, derive: (StoredLobby) -> Derivation?
    ) throws(StoreError) -> RebuildReport {
        let folder = try DataFolder(folder)
        let path = DataFolder.databasePath(in: folder.path)
        guard hasDatabase(in: folder.path), !folder.isBeingRestored else {
            throw .cannotOpen(path: path, reason: "it isn't whole: start the server, or restore")
        }
        let session = try StoreSession(
            path: path, limits: StoreLimits(), migrations: Schema.migrations)
        try session.sortAll(path: path)
        try onFile(path) { () throws(SQLiteError) in
            try session.connection.execute(ResultSchema.deleteAll)
        }
        var left = try onFile(path) { () throws(SQLiteError) in try session.reader.lobbies() }[...]
        var report = RebuildReport()
        while !left.isEmpty {
            let some = left.prefix(rebuiltPerTransaction)
            left = left.dropFirst(some.count)
            try session.connection.transaction(path: path) { () throws(SQLiteError) in
                for lobby in some { try session.rebuild(lobby, derive, &report) }
            }
        }
        try onFile(path) { () throws(SQLiteError) in try session.connection.checkpoint() }
        return report
    }
}

extension StoreSession {
    fileprivate func rebuild(
        _ lobby: LobbyID, _ derive: (StoredLobby) -> Derivation?, _ report: inout RebuildReport
    ) throws(SQLiteError) {
        report.lobbies += 1
        let reading = try log.read(lobby)
        guard reading.findings.isEmpty, let stored = reading.stored,
            let derived = derive(stored)
        else { return report.damaged.append(lobby) }
        try seats.replace(of: lobby, by: derived.seats)
        report.seats += Set(derived.seats.map(\.person)).count
        guard let (rows, projection) = derived.results else { return }
        let fault = try underSavepoint { (tables) throws(ClubFault) in
            try tables.replaceResults(by: rows, projection)
        }
        // A page that can't be read spoils the transaction.
        if let failure = club.failure { throw failure }
        if fault != nil { return report.damaged.append(lobby) }
        report.results += rows.count
    }
}

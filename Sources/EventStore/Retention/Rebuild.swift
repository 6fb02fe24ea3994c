package import Club
package import Documents
package import Log

/// What a rebuild has done.
package struct RebuildReport: Equatable, Sendable {
    package var lobbies = 0
    package var seats = 0
    /// Lobbies that are damaged, whose seats stay as they are.
    package var damaged: [LobbyID] = []
}

extension EventStore {
    /// Lobbies whose rows one transaction writes.
    private static let rebuiltPerTransaction = 256

    /// Takes anew from the logs what is looked up beside them: the seats. For a folder of no
    /// running server, which an earlier version may have made. To be repeated if it was broken off.
    ///
    /// - Parameter seats: who has joined a lobby, and when; nil if its events can't be replayed.
    package static func rebuild(
        folder: String, seats: (StoredLobby) -> [LobbySeat]?
    ) throws(StoreError) -> RebuildReport {
        let folder = try DataFolder(folder)
        let path = DataFolder.databasePath(in: folder.path)
        guard hasDatabase(in: folder.path), !folder.isBeingRestored else {
            throw .cannotOpen(path: path, reason: "it isn't whole: start the server, or restore")
        }
        let session = try StoreSession(
            path: path, limits: StoreLimits(), migrations: Schema.migrations)
        try session.sortAll(path: path)
        var left = try onFile(path) { () throws(SQLiteError) in try session.reader.lobbies() }[...]
        var report = RebuildReport()
        while !left.isEmpty {
            let some = left.prefix(rebuiltPerTransaction)
            left = left.dropFirst(some.count)
            try session.connection.transaction(path: path) { () throws(SQLiteError) in
                for lobby in some { try session.rebuild(lobby, seats, &report) }
            }
        }
        try onFile(path) { () throws(SQLiteError) in try session.connection.checkpoint() }
        return report
    }
}

extension StoreSession {
    fileprivate func rebuild(
        _ lobby: LobbyID, _ seats: (StoredLobby) -> [LobbySeat]?, _ report: inout RebuildReport
    ) throws(SQLiteError) {
        report.lobbies += 1
        let reading = try log.read(lobby)
        guard reading.findings.isEmpty, let stored = reading.stored,
            let taken = seats(stored)
        else { return report.damaged.append(lobby) }
        try self.seats.replace(of: lobby, by: taken)
        report.seats += Set(taken.map(\.person)).count
    }
}

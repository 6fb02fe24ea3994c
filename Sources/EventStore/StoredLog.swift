import Lobby

/// A database file that is only read, by any process, while a server may be writing it.
struct StoredLog: ~Copyable {
    private let path: String
    private let connection: SQLiteConnection
    private let reader: LobbyReader

    /// Opens the file at `path`, which must be of this program's version.
    static func open(path: String) throws(StoreError) -> StoredLog {
        let connection = try onFile(path) { () throws(SQLiteError) in
            let connection = try SQLiteConnection.open(path: path, mode: .reading)
            try connection.configureForReading(StoreLimits())
            return connection
        }
        let known = Int64(Schema.migrations.count)
        let version = try connection.schemaVersion(path: path, known: known)
        guard version == known else { throw .olderSchema(found: version, known: known) }
        let reader = try onFile(path) { () throws(SQLiteError) in try LobbyReader(connection) }
        return StoredLog(path: path, connection: connection, reader: reader)
    }

    private init(path: String, connection: consuming SQLiteConnection, reader: LobbyReader) {
        self.path = path
        self.connection = connection
        self.reader = reader
    }

    /// Reads a lobby as it is at one moment.
    func read(_ lobby: LobbyID) throws(StoreError) -> LobbyReading {
        try onFile(path) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                return try snapshot { () throws(SQLiteError) in try reader.read(lobby) }
            } catch  where error.isCorrupt {
                return LobbyReading(lobby, unreadable: error)
            }
        }
    }

    /// Every lobby that has a head row, in order of its id.
    func lobbies() throws(StoreError) -> [LobbyID] {
        try onFile(path) { () throws(SQLiteError) in
            try identifiers("SELECT lobby FROM lobbies ORDER BY lobby")
        }
    }

    /// Lobbies that have rows but no head.
    func headlessLobbies() throws(StoreError) -> [LobbyID] {
        try onFile(path) { () throws(SQLiteError) in
            try identifiers(
                """
                SELECT lobby FROM events UNION SELECT lobby FROM texts
                UNION SELECT lobby FROM replicas EXCEPT SELECT lobby FROM lobbies ORDER BY 1
                """)
        }
    }

    /// What SQLite itself finds wrong with the file; ["ok"] if nothing.
    func integrity() throws(StoreError) -> [String] {
        try onFile(path) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                return try connection.texts("PRAGMA integrity_check")
            } catch  where error.isCorrupt {
                return [error.message]
            }
        }
    }

    /// Writes a compact copy of the whole content into the file at `copy`, which must be empty.
    func copy(to copy: String) throws(StoreError) {
        try onFile(copy) { () throws(SQLiteError) in
            try connection.prepare("VACUUM INTO ?1").run([.text(copy)])
        }
    }

    private func snapshot<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try connection.execute("BEGIN")
        defer { try? connection.execute("ROLLBACK") }
        return try body()
    }

    private func identifiers(_ sql: String) throws(SQLiteError) -> [LobbyID] {
        var result: [LobbyID] = []
        try connection.prepare(sql).forEachRow([]) { row in
            if let value = Identifier128(bytes: row.blob(0)) { result.append(LobbyID(value)) }
        }
        return result
    }
}

import Club
import Documents

/// A database file as it was at one moment, read by any process while a server may be writing it.
struct StoredLog: ~Copyable {
    private let path: String
    private let connection: SQLiteConnection
    private let reader: LobbyReader
    private let unsorted: UnsortedBatches
    /// Tables of batches that can't be read to their end; nobody knows from which lobbies something
    /// is missing.
    let findings: [StoreFinding]

    /// Opens the file at `path`, which must be of this program's version, and stays at that
    /// moment: what is being sorted meanwhile would be in two places, or in none.
    static func open(path: String) throws(StoreError) -> StoredLog {
        let connection = try connect(path: path)
        let (reader, unsorted, findings) = try onFile(path) { () throws(SQLiteError) in
            try connection.execute("BEGIN")
            let reader = try LobbyReader(connection)
            let table = try BatchTable(connection)
            var missing = try connection.texts(
                "SELECT name FROM sqlite_schema WHERE name GLOB '\(Schema.asideName)*'")
            let unsorted: UnsortedBatches
            do throws(SQLiteError) {
                unsorted = try table.unsorted(reader)
            } catch  where error.isCorrupt {
                unsorted = try table.salvaged(reader)
                missing.append("batches")
            }
            return (reader, unsorted, missing.map(StoreFinding.init(unreadable:)))
        }
        return StoredLog(
            path: path, connection: connection, reader: reader, unsorted: unsorted,
            findings: findings)
    }

    /// A connection for reading to a file that must be of this program's version.
    static func connect(path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try onFile(path) { () throws(SQLiteError) in
            let connection = try SQLiteConnection.open(path: path, mode: .reading)
            try connection.configureForReading(StoreLimits())
            return connection
        }
        let known = Int64(Schema.migrations.count)
        let version = try connection.schemaVersion(path: path, known: known)
        guard version == known else { throw .olderSchema(found: version, known: known) }
        return connection
    }

    private init(
        path: String, connection: consuming SQLiteConnection, reader: LobbyReader,
        unsorted: UnsortedBatches, findings: [StoreFinding]
    ) {
        self.path = path
        self.connection = connection
        self.reader = reader
        self.unsorted = unsorted
        self.findings = findings
    }

    func read(_ lobby: LobbyID) throws(StoreError) -> LobbyReading {
        try onFile(path) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                return try reader.read(lobby, unsorted)
            } catch  where error.isCorrupt {
                return LobbyReading(lobby, unreadable: error)
            }
        }
    }

    /// Every lobby that has a head row, in order of its id.
    func lobbies() throws(StoreError) -> [LobbyID] {
        try onFile(path) { () throws(SQLiteError) in try reader.lobbies() }
    }

    /// Lobbies that have rows or batches but no head.
    func headlessLobbies() throws(StoreError) -> [LobbyID] {
        let known = Set(try lobbies())
        let found = try onFile(path) { () throws(SQLiteError) in
            try identifiers(
                "SELECT lobby FROM events UNION SELECT lobby FROM texts "
                    + "UNION SELECT lobby FROM replicas")
        }
        return Set(found).union(unsorted.findings.keys).subtracting(known)
            .sorted { $0.value < $1.value }
    }

    /// The faults that SQLite itself finds in the file; ["ok"] if there are none.
    func integrity() throws(StoreError) -> [String] {
        try onFile(path) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                return try connection.texts("PRAGMA integrity_check")
            } catch  where error.isCorrupt {
                return [error.message]
            }
        }
    }

    /// Holds every row of the tables of accounts against its checksum.
    func checkClub(_ report: inout VerifyReport) throws(StoreError) {
        for type in ClubSchema.rowTypes {
            let (count, findings) = try onFile(path) { () throws(SQLiteError) in
                try check(type)
            }
            report.clubRows += count
            report.findings += findings
            if type == Account.self { report.accounts = count }
        }
    }

    /// What the tables say is retired, as far as they can be read.
    func retired() throws(StoreError) -> [RetiredEntry] {
        try onFile(path) { () throws(SQLiteError) in
            SpeakerRows(
                keys: try sound(), persons: [], erased: try sound()
            ).retired
        }
    }

    private func sound<Row: ClubRow>() throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        do throws(SQLiteError) {
            try connection.prepare(Row.table.select).forEachRow([]) { row in
                if let row = Row(sound: row) { rows.append(row) }
            }
        } catch  where error.isCorrupt {
            return rows
        }
        return rows
    }

    private func check<Row: ClubRow>(
        _: Row.Type
    ) throws(SQLiteError) -> (rows: Int, findings: [StoreFinding]) {
        var count = 0
        var findings: [StoreFinding] = []
        do throws(SQLiteError) {
            try connection.prepare(Row.table.select).forEachRow([]) { row in
                count += 1
                guard findings.count < LobbyReading.findingsMax, Row(sound: row) == nil else {
                    return
                }
                findings.append(StoreFinding(damaged: row.blob(0), of: Row.table.name))
            }
        } catch  where error.isCorrupt {
            findings.append(StoreFinding(unreadable: Row.table.name))
        }
        return (count, findings)
    }

    private func identifiers(_ sql: String) throws(SQLiteError) -> [LobbyID] {
        var result: [LobbyID] = []
        try connection.prepare(sql).forEachRow([]) { row in
            if let value = row.identifier(0) { result.append(LobbyID(value)) }
        }
        return result
    }
}

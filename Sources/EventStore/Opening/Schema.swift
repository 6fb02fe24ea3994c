/// The form of the database file, and how an older form becomes this one.
///
///     meta      the secret that was made with the file, the file's identity, the last known time
///     batches   what was committed lately, in the order in which it came
///     lobbies   the head of each lobby: where its log ends, its epoch and its code
///     events    the events of a lobby, several in a row
///     texts     what people typed, by event, so that it can be erased
///     replicas  how far the journal of each device has been processed
///     erased    the ids of lobbies that are gone for good, lest a phone bring them back
///
/// The tables of accounts are in `ClubSchema`, of courses in `CourseSchema`, of results in
/// `ResultSchema`.
///
/// `PRAGMA user_version` is the number of migrations that the file has been through. Opening runs
/// the missing ones, each in a transaction that also raises the number; a file with a higher
/// number was written by a later program and is refused. A migration is never edited once
/// released.
enum Schema {
    /// "folf", in the header of the file. See sqlite.org/pragma.html#pragma_application_id.
    static let applicationID: Int64 = 0x666F_6C66
    static let fileName = "folf.sqlite"
    /// The beginning of the names of tables of batches that were damaged and set aside; a number
    /// follows.
    static let asideName = "batches_unreadable_"

    /// STRICT, so that a column holds what it says. WITHOUT ROWID, so that the rows of a lobby
    /// lie side by side: twice as dear to write, six to nine times cheaper to replay; only what
    /// `batches` holds for a while is in the order in which it came. Unsigned numbers are stored
    /// as the signed ones of the same bits.
    static let migrations = [
        """
        CREATE TABLE meta (
            key TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE lobbies (
            lobby BLOB NOT NULL PRIMARY KEY CHECK (length(lobby) = 16),
            epoch INTEGER NOT NULL, seq INTEGER NOT NULL, hash INTEGER NOT NULL, code TEXT,
            created_ms INTEGER NOT NULL, touched_ms INTEGER NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX lobbies_code ON lobbies (code) WHERE code IS NOT NULL;
        CREATE TABLE events (
            lobby BLOB NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL,
            hash INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (lobby, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE texts (
            lobby BLOB NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (lobby, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE replicas (
            lobby BLOB NOT NULL, replica BLOB NOT NULL, person BLOB NOT NULL,
            last_number INTEGER NOT NULL, fingerprint INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (lobby, replica)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE batches (
            id INTEGER PRIMARY KEY, lobby BLOB NOT NULL, body BLOB NOT NULL,
            checksum INTEGER NOT NULL, touched_ms INTEGER NOT NULL
        ) STRICT;
        """,
        // Rows of one batch and rows of one event stay as they are.
        """
        ALTER TABLE batches RENAME COLUMN lobby TO lobbies;
        ALTER TABLE events ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
        """,
        // Rows without refusals stay as they are.
        "ALTER TABLE replicas ADD COLUMN refused BLOB NOT NULL DEFAULT x''",
        // Heads of lobbies that aren't deleted stay as they are.
        """
        ALTER TABLE lobbies ADD COLUMN deleted_ms INTEGER;
        CREATE INDEX lobbies_deleted ON lobbies (deleted_ms) WHERE deleted_ms IS NOT NULL;
        CREATE TABLE erased (
            lobby BLOB NOT NULL PRIMARY KEY CHECK (length(lobby) = 16)
        ) STRICT, WITHOUT ROWID;
        """,
        ClubSchema.accounts,
        ClubSchema.seats,
        ClubSchema.columnClaims,
        CourseSchema.catalogue,
        ResultSchema.results,
        CourseSchema.changes,
        CourseSchema.words,
        CourseSchema.merging,
    ]
}

extension SQLiteConnection {
    /// The version of the file, once it is clear that it is ours; 0 for an empty file.
    func schemaVersion(path: String, known: Int64) throws(StoreError) -> Int64 {
        let (application, version, objects) = try onFile(path) { () throws(SQLiteError) in
            (
                try integer("PRAGMA application_id"), try integer("PRAGMA user_version") ?? 0,
                try integer("SELECT count(*) FROM sqlite_schema")
            )
        }
        let isOurs = application == Schema.applicationID || (application == 0 && objects == 0)
        guard isOurs, version >= 0 else { throw .foreign(path: path) }
        guard version <= known else { throw .newerSchema(found: version, known: known) }
        return version
    }

    /// Gives the table `batches` another name, and makes an empty one.
    func setBatchesAside() throws(SQLiteError) -> String {
        let names = "SELECT count(*) FROM sqlite_schema WHERE name GLOB '\(Schema.asideName)*'"
        let name = "\(Schema.asideName)\(1 + (try integer(names) ?? 0))"
        try execute(
            """
            ALTER TABLE batches RENAME TO \(name);
            CREATE TABLE batches (
                id INTEGER PRIMARY KEY, lobbies BLOB NOT NULL, body BLOB NOT NULL,
                checksum INTEGER NOT NULL, touched_ms INTEGER NOT NULL
            ) STRICT;
            """)
        return name
    }

    /// Runs those of `migrations` that the file has not been through.
    func migrate(_ migrations: [String], path: String) throws(StoreError) -> Int64 {
        let version = try schemaVersion(path: path, known: Int64(migrations.count))
        for (index, migration) in migrations.enumerated() where index >= version {
            try transaction(path: path) { () throws(SQLiteError) in
                try execute(migration)
                try execute("PRAGMA application_id = \(Schema.applicationID)")
                try execute("PRAGMA user_version = \(index + 1)")
            }
        }
        return version
    }

    /// Runs `body` in a transaction of its own, rolled back if it throws.
    func transaction(
        path: String, _ body: () throws(SQLiteError) -> Void
    ) throws(StoreError) {
        do {
            try execute("BEGIN IMMEDIATE")
            try body()
            try execute("COMMIT")
        } catch {
            if isInTransaction { try? execute("ROLLBACK") }
            throw StoreError(error, path: path)
        }
    }
}

import Documents
import SystemCalls

/// The rows of the table `meta`: the secret that was made with the file, the identity by which a
/// copy of the file is noticed, and the last time that is known.
struct StoreMeta {
    static let secretByteCount = 32

    private enum Key {
        static let secret = "secret"
        static let identity = "file_identity"
        static let time = "known_time"
        static let restored = "restored_time"
    }

    /// Random bytes made with the file, for message authentication codes.
    var secret: [UInt8]
    /// Nil in a backup, so that it is taken for a copy even when it is written over the original.
    var identity: FileIdentity?
    /// When the file was last found to be a copy; nil if it never was.
    var restoredAt: WallTime?

    /// Nil for a file that has just been made.
    init?(reading connection: borrowing SQLiteConnection, path: String) throws(StoreError) {
        var rows: [String: [UInt8]] = [:]
        var damaged = false
        try onFile(path) { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT key, value, checksum FROM meta")
            try select.forEachRow([]) { row in
                let key = row.text(0) ?? ""
                let value = row.blob(1)
                damaged = damaged || !RowChecksum.meta(key, value).matches(row.unsigned(2))
                rows[key] = value
            }
        }
        if rows.isEmpty { return nil }
        guard !damaged, let secret = rows[Key.secret], secret.count == Self.secretByteCount else {
            throw .corrupt("\(path): the table meta does not match its checksums")
        }
        self.secret = secret
        identity = rows[Key.identity].map(FileIdentity.init(bytes:))
        restoredAt = rows[Key.restored].map(Self.time)
    }

    init(secret: [UInt8], identity: FileIdentity, restoredAt: WallTime? = nil) {
        self.secret = secret
        self.identity = identity
        self.restoredAt = restoredAt
    }

    /// For a new file.
    init(identity: FileIdentity) {
        var random = SystemRandom()
        let secret: [UInt8] = (0..<Self.secretByteCount).map { _ in random.next() }
        self.init(secret: secret, identity: identity)
    }

    func write(to connection: borrowing SQLiteConnection) throws(SQLiteError) {
        let insert = try connection.prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2, ?3)")
        let values = [
            (Key.secret, secret), (Key.identity, identity?.bytes),
            (Key.restored, restoredAt?.milliseconds.bigEndianBytes),
        ]
        for (key, value) in values {
            guard let value else { continue }
            try insert.run([.text(key), .blob(value), RowChecksum.meta(key, value).value])
        }
    }

    /// The time that was noted last; nil if none was, or it is damaged.
    static func knownTime(
        in connection: borrowing SQLiteConnection
    ) throws(SQLiteError) -> WallTime? {
        var time: WallTime?
        let select = try connection.prepare("SELECT value, checksum FROM meta WHERE key = ?1")
        try select.forEachRow([.text(Key.time)]) { row in
            let value = row.blob(0)
            guard RowChecksum.meta(Key.time, value).matches(row.unsigned(1)) else { return }
            time = Self.time(value)
        }
        return time
    }

    static func note(
        _ time: WallTime, in connection: borrowing SQLiteConnection
    ) throws(SQLiteError) {
        let value = time.milliseconds.bigEndianBytes
        let insert = try connection.prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2, ?3)")
        try insert.run([.text(Key.time), .blob(value), RowChecksum.meta(Key.time, value).value])
    }

    private static func time(_ bytes: [UInt8]) -> WallTime {
        WallTime(milliseconds: Int64(bigEndianBytes: bytes.prefix(8)))
    }

    static func forgetIdentity(in connection: borrowing SQLiteConnection) throws(SQLiteError) {
        try connection.prepare("DELETE FROM meta WHERE key = ?1").run([.text(Key.identity)])
    }
}

import Documents
import Glibc
import SystemCalls

/// The first opening of the file in a process: makes it if it is missing, and finds out whether
/// it is the file that the server wrote last or a copy of it.
///
/// A copy may lack what clients were told is committed, or hold another history; each lobby gets
/// a new epoch, so that no client takes its `seq` for this file's. The new epochs and the new
/// identity are one transaction: a crash in between repeats both.
///
/// A file in which pages of the table `batches` can't be read is treated as a copy too: nobody can
/// say from which lobbies something is missing, and their phones may have it.
struct StoreOpening {
    let session: StoreSession
    let secret: [UInt8]
    /// The number of lobbies that got a new epoch; nil if the file is no copy.
    let restoredLobbies: Int?
    /// When the file was last found to be a copy; nil if it never was.
    let restoredAt: WallTime?

    init(
        _ folder: borrowing DataFolder, limits: StoreLimits, migrations: [String],
        notice: (StoreNotice) -> Void
    ) throws(StoreError) {
        let path = DataFolder.databasePath(in: folder.path)
        guard !folder.isBeingRestored else {
            throw .cannotOpen(path: folder.path, reason: "a restore was broken off: repeat it")
        }
        if try folder.createDatabase() { notice(.created(path: path)) }
        // A process that was killed may have written what it had no time to sync.
        let log = path + "-wal"
        if unsafe access(log, F_OK) == 0 { try syncFile(log) }
        session = try StoreSession(path: path, limits: limits, migrations: migrations)
        let version = Int64(migrations.count)
        if (1..<version).contains(session.versionBefore) {
            notice(.migrated(from: session.versionBefore, to: version))
        }
        let identity = try FileIdentity(path: path)
        if let meta = try StoreMeta(reading: session.connection, path: path) {
            secret = meta.secret
            guard meta.identity != identity || session.log.unreadable != nil else {
                restoredLobbies = nil
                restoredAt = meta.restoredAt
                return
            }
            let now = WallTime(milliseconds: milliseconds(on: CLOCK_REALTIME))
            let renewed = StoreMeta(secret: meta.secret, identity: identity, restoredAt: now)
            restoredAt = now
            let (count, table) = try session.renewEpochs(renewed, path: path)
            restoredLobbies = count
            if let table { notice(.setAside(table: table)) }
            notice(.restored(lobbies: count))
        } else {
            secret = try session.writeNewMeta(identity, path: path).secret
            restoredLobbies = nil
            restoredAt = nil
        }
    }
}

extension StoreSession {
    private static let renewalCacheKibibytes = 64 * 1_024

    /// Gives each lobby a new epoch and writes `meta`. A head row that does not match its
    /// checksum stays as it is: a new checksum would hide the damage. Returns how many got one,
    /// and the name of the table of batches if it had to be set aside.
    func renewEpochs(
        _ meta: StoreMeta, path: String
    ) throws(StoreError) -> (lobbies: Int, setAside: String?) {
        var renewed = 0
        var table: String?
        var random = SystemRandom()
        // Most pages are changed, many several times: with room for them each is written once.
        try onFile(path) { () throws(SQLiteError) in
            try connection.setCache(kibibytes: Self.renewalCacheKibibytes)
        }
        defer { try? connection.setCache(kibibytes: nil) }
        try connection.transaction(path: path) { () throws(SQLiteError) in
            // Among the rows, where the new epochs will be.
            if log.unreadable == nil {
                try log.sortAll(through: connection)
            } else {
                table = try log.setAside(through: connection)
            }
            let update = try connection.prepare(
                "UPDATE lobbies SET epoch = ?2, checksum = ?3 WHERE lobby = ?1")
            for var head in try soundHeads() {
                head.epoch = Epoch(.random(in: 1...UInt64.max, using: &random))
                try update.run([
                    head.lobby.blob, .unsigned(head.epoch.value), RowChecksum.head(head).value,
                ])
                renewed += 1
            }
            try meta.write(to: connection)
        }
        return (renewed, table)
    }

    /// For a file that has just been made.
    func writeNewMeta(_ identity: FileIdentity, path: String) throws(StoreError) -> StoreMeta {
        let lobbies = try onFile(path) { () throws(SQLiteError) in
            try connection.integer("SELECT count(*) FROM lobbies")
        }
        guard lobbies == 0 else { throw .corrupt("\(path): the table meta is empty") }
        let meta = StoreMeta(identity: identity)
        try connection.transaction(path: path) { () throws(SQLiteError) in
            try meta.write(to: connection)
        }
        return meta
    }

    private func soundHeads() throws(SQLiteError) -> [HeadRow] {
        var heads: [HeadRow] = []
        let select = try connection.prepare(
            "SELECT lobby, epoch, seq, hash, code, checksum, deleted_ms FROM lobbies")
        try select.forEachRow([]) { row in
            guard let lobby = row.identifier(0) else { return }
            let head = HeadRow(
                lobby: LobbyID(lobby), epoch: Epoch(row.unsigned(1)), seq: row.unsigned(2),
                hash: row.unsigned(3), code: row.text(4), deletedAt: row.time(6))
            if RowChecksum.head(head).matches(row.unsigned(5)) { heads.append(head) }
        }
        return heads
    }
}

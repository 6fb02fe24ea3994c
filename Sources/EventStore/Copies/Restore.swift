package import Documents
import Glibc
import Log
import SystemCalls

/// What a restore has brought back.
package struct RestoreReport: Equatable, Sendable {
    /// The copy that was taken, and newer ones that weren't sound.
    package var copy: String
    package var passedOver: [String] = []
    package var lobbies = 0
    /// Batches that were committed after the copy was made.
    package var batches = 0
    /// Batches that follow nothing: some before them are lost.
    package var unfitting = 0
    /// Lobbies that had been erased from the database that was there, and stay so.
    package var erased = 0
    /// Keys and persons that were signed out or erased, before the copy was made or after, and stay
    /// so.
    package var retired = 0
    /// Files of batches whose end couldn't be read.
    package var torn: [String] = []
    /// Where the database lies that was in the folder before.
    package var aside: String?
}

/// Restoring a data folder from a copy and the batches behind it.
///
/// All is done beside what lies in the folder; it takes its place at the end, by a rename. The
/// result has no file identity: the server takes it for a copy, and gives each lobby a new epoch.
extension EventStore {
    /// - Parameters:
    ///   - source: a copy of a database, or a folder with copies and batches.
    ///   - folder: the data folder, of no running server.
    ///   - replaces: whether a database that is there is put aside; else it is refused.
    package static func restore(
        from source: String, to folder: String, replaces: Bool, now: WallTime
    ) throws(StoreError) -> RestoreReport {
        let folder = try DataFolder(folder)
        let database = DataFolder.databasePath(in: folder.path)
        let isThere = unsafe access(database, F_OK) == 0
        guard replaces || !isThere || folder.isBeingRestored else {
            throw .cannotOpen(
                path: folder.path, reason: "a database is there already; --replace puts it aside")
        }
        var (report, files) = try choose(source)
        let draft = folder.path + "/restored.draft"
        for name in [draft, draft + "-wal", draft + "-shm"] { unsafe unlink(name) }
        try copyFile(report.copy, to: draft)
        try replay(files, into: draft, &report)
        let gone = isThere ? erasedLobbies(of: database) : []
        if !gone.isEmpty { try eraseAgain(gone, in: draft) }
        report.erased = gone.count
        let check = try verify(file: draft)
        guard check.isSound else {
            throw .corrupt("\(draft): \(check.findings.first?.description ?? "not sound")")
        }
        report.lobbies = check.lobbies
        report.retired = try mergeRetired(from: source, to: folder.path)
        try syncFile(draft)
        try createMark(folder.restoreMark)
        if isThere { report.aside = try putAside(database, now: now) }
        guard unsafe rename(draft, database) == 0 else {
            throw .cannotOpen(path: database, reason: SystemError(code: errno).text)
        }
        try syncFolder(folder.path)
        for name in [folder.restoreMark, draft + "-wal", draft + "-shm"] { unsafe unlink(name) }
        try syncFolder(folder.path)
        return report
    }

    /// The newest copy that is sound, and the files of batches behind it.
    private static func choose(
        _ source: String
    ) throws(StoreError) -> (RestoreReport, files: [String]) {
        guard unsafe access(source, F_OK) == 0 else {
            throw .cannotOpen(path: source, reason: SystemError(code: errno).text)
        }
        let isFolder = isFolder(source)
        let copies = isFolder ? CopyFolder.copies(in: source) : [("", source)]
        var passedOver: [String] = []
        for (stamp, path) in copies {
            guard let check = try? verify(file: path), check.isSound else {
                passedOver.append(path)
                continue
            }
            let files = isFolder ? CopyFolder.batches(in: source, from: stamp) : []
            return (RestoreReport(copy: path, passedOver: passedOver), files)
        }
        let what = copies.isEmpty ? "there is no copy in it" : "no copy in it is sound"
        throw .cannotOpen(path: source, reason: isFolder ? what : "it is no sound copy")
    }

    /// Puts what is retired here or beside the copy into the folder, where the server finds it.
    ///
    /// - Returns: how much that is.
    private static func mergeRetired(
        from source: String, to folder: String
    ) throws(StoreError) -> Int {
        let path = folder + "/" + RetiredFile.name
        let before = try RetiredFile(reading: path)
        var file = before ?? RetiredFile()
        file.merge(try RetiredFile.entries(in: folder))
        if isFolder(source) {
            file.merge(try RetiredFile.entries(in: source))
        } else if let beside = try RetiredFile(reading: source + RetiredFile.suffix) {
            file.merge(beside.entries)
        }
        if file.differs(from: before) { try file.writeWhole(to: path) }
        return file.entries.count
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func replay(
        _ files: [String], into path: String, _ report: inout RestoreReport
    ) throws(StoreError) {
        let session = try StoreSession(
            path: path, limits: StoreLimits(), migrations: Schema.migrations)
        for file in files {
            var requests: [CommitRequest] = []
            let isWhole = try BatchFile.read(file) { (batch, touched) throws(StoreError) in
                requests.append(CommitRequest(batches: [batch], now: touched))
                guard requests.count >= CopyLimits.restoredPerTransaction else { return }
                try bringIn(&requests, session, path, &report)
            }
            try bringIn(&requests, session, path, &report)
            if !isWhole { report.torn.append(file) }
        }
        try session.sortAll(path: path)
        try onFile(path) { () throws(SQLiteError) in
            try StoreMeta.forgetIdentity(in: session.connection)
            try session.connection.checkpoint()
        }
    }

    /// The lobbies that were erased from a database; none if it can't be read.
    private static func erasedLobbies(of path: String) -> [LobbyID] {
        var lobbies: [LobbyID] = []
        try? StoredLog.connect(path: path).prepare("SELECT lobby FROM erased").forEachRow([]) {
            if let value = $0.identifier(0) { lobbies.append(LobbyID(value)) }
        }
        return lobbies
    }

    private static func eraseAgain(
        _ lobbies: [LobbyID], in path: String
    ) throws(StoreError) {
        let session = try StoreSession(
            path: path, limits: StoreLimits(), migrations: Schema.migrations)
        try onFile(path) { () throws(SQLiteError) in
            try session.eraseAgain(lobbies)
            try session.connection.checkpoint()
        }
    }

    private static func bringIn(
        _ requests: inout [CommitRequest], _ session: StoreSession, _ path: String,
        _ report: inout RestoreReport
    ) throws(StoreError) {
        let outcomes = try onFile(path) { () throws(SQLiteError) in try session.replay(requests) }
        session.moveLogIfLong()
        requests = []
        for outcome in outcomes {
            switch outcome {
            case .appended: report.batches += 1
            case .included: break
            case .unfitting: report.unfitting += 1
            }
        }
    }

    /// Gives the database that is there another name, with all that belongs to it.
    private static func putAside(
        _ database: String, now: WallTime
    ) throws(StoreError) -> String {
        let aside = freeName(database + ".before-" + Stamp.text(now))
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(database + suffix, aside + suffix) != 0, errno != ENOENT else {
                continue
            }
            throw .cannotOpen(path: aside, reason: SystemError(code: errno).text)
        }
        return aside
    }

    /// The name, or with a number behind it if something has it: what was put aside within the same
    /// second stays.
    private static func freeName(_ name: String) -> String {
        var (free, number) = (name, 1)
        while unsafe access(free, F_OK) == 0 {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    private static func createMark(_ path: String) throws(StoreError) {
        _ = try createEmptyFile(path)
        try syncFolder(parentFolder(of: path))
    }

    private static func copyFile(_ source: String, to target: String) throws(StoreError) {
        let from = try BatchFile.opened(source, O_RDONLY)
        let to = try BatchFile.opened(target, O_WRONLY | O_CREAT | O_EXCL)
        while true {
            let count = sendfile(to.number, from.number, nil, 1 << 30)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else {
                throw .inputOutput(
                    code: errno, message: "\(target): \(SystemError(code: errno).text)")
            }
        }
    }
}

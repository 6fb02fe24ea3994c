import Glibc
import SystemCalls

/// Copying a whole data folder while a server runs.
///
/// The copy is made by `VACUUM INTO` through a connection of its own that only reads, so neither
/// the store thread nor a player waits for it. Until it is complete, checked and on the disk it
/// has another name, and what had the name before stays. It carries no file identity, so whoever
/// opens it takes it for a copy, even where it was written over the original's bytes.
///
/// Beside the copy goes one of `retired.log`, under the copy's name and `.retired.log`, or of that
/// name alone where a folder has many copies. It is added to, so that it has all that was ever
/// retired, however old the copy is that it lies beside.
///
/// To restore, put the copy as `folf.sqlite` into an **empty** folder, with the file beside it:
/// beside a foreign write-ahead log it would be damaged (sqlite.org/howtocorrupt.html §1.4).
extension EventStore {
    /// Copies the database of `folder` to the file `path`, replacing it.
    ///
    /// - Parameters:
    ///   - retiredPath: where `retired.log` goes, if not beside the copy.
    ///   - check: looks at the draft, and throws if it isn't to become the copy.
    package static func backup(
        folder: String, to path: String, retiredPath: String? = nil,
        check: (_ draft: String) throws(StoreError) -> Void = { (_) throws(StoreError) in }
    ) throws(StoreError) {
        let connection = try StoredLog.connect(path: DataFolder.databasePath(in: folder))
        let draft = "\(path).\(getpid()).draft"
        // Made beforehand, because SQLite would make it readable to everyone.
        guard try createEmptyFile(draft) else {
            throw .cannotOpen(path: draft, reason: SystemError(code: EEXIST).text)
        }
        do throws(StoreError) {
            try onFile(draft) { () throws(SQLiteError) in
                try connection.prepare("VACUUM INTO ?1").run([.text(draft)])
            }
            try finishDraft(draft)
            try check(draft)
            try syncFile(draft)
            // Behind the database, so that it has all that is retired there.
            try copyRetired(of: folder, to: retiredPath ?? path + RetiredFile.suffix)
            guard unsafe rename(draft, path) == 0 else {
                throw StoreError.cannotOpen(path: path, reason: SystemError(code: errno).text)
            }
        } catch {
            unsafe unlink(draft)
            // SQLite leaves it behind when it can't undo what it has begun.
            unsafe unlink(draft + "-journal")
            throw error
        }
        try syncFolder(parentFolder(of: path))
    }

    private static func copyRetired(
        of folder: String, to path: String
    ) throws(StoreError) {
        let before = try RetiredFile(reading: path)
        var file = before ?? RetiredFile()
        file.merge(try RetiredFile.entries(in: folder))
        if file.differs(from: before) { try file.writeWhole(to: path) }
    }

    /// Checks the copy and makes it known as one.
    private static func finishDraft(_ path: String) throws(StoreError) {
        let integrity = try onFile(path) { () throws(SQLiteError) in
            let connection = try SQLiteConnection.open(path: path, mode: .writing)
            try connection.execute("PRAGMA synchronous = FULL")
            try StoreMeta.forgetIdentity(in: connection)
            return try connection.texts("PRAGMA integrity_check")
        }
        guard integrity == ["ok"] else {
            throw .corrupt("\(path): \(integrity.joined(separator: "; "))")
        }
    }
}

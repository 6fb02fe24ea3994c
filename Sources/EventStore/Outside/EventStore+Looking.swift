import Glibc
import SystemCalls

/// Looking at a data folder from outside, without a change to it.
extension EventStore {
    /// The version of the SQLite library, such as "3.40.1".
    package static var sqliteVersion: String { SQLiteConnection.libraryVersion }

    package static func hasDatabase(in folder: String) -> Bool {
        unsafe access(DataFolder.databasePath(in: folder), F_OK) == 0
    }

    /// When the database was written last, in milliseconds since 1970; nil without one.
    package static func lastWritten(in folder: String) -> Int64? {
        let path = DataFolder.databasePath(in: folder)
        return [path, path + "-wal"].compactMap { path in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return Int64(status.st_mtim.tv_sec) * 1_000
        }.max()
    }

    /// The process that has the folder locked; nil if none has, and 0 if it didn't say which.
    package static func processServing(folder: String) -> Int32? {
        let number = unsafe open(folder + "/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let lock = Descriptor(number)
        guard flock(lock.number, LOCK_SH | LOCK_NB) != 0 else {
            flock(lock.number, LOCK_UN)
            return nil
        }
        return errno == EWOULDBLOCK ? readProcess(lock.number) ?? 0 : nil
    }

    /// The folder that something at `path` is in.
    package static func parent(of path: String) -> String { parentFolder(of: path) }
}

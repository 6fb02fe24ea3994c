import Glibc
package import Log
import SystemCalls

extension EventStore {
    /// Looks at the store and its files. Asks the file system, and so isn't for a loop.
    package func figures() -> StoreFigures {
        let database = DataFolder.databasePath(in: folder)
        return StoreFigures(
            counters: meter.value, waitingCount: queue.waitingCount,
            writeAheadBytes: fileBytes(database + "-wal"), databaseBytes: fileBytes(database),
            disk: diskBytes(of: folder))
    }

    /// Finds out whether a commit would succeed now: one is made that changes nothing, synced like
    /// every other. `answer` is called on the store's thread, or at once if the store is closed; it
    /// gets nil if all went well.
    package func check(_ answer: @escaping @Sendable (CommitFailure?) -> Void) {
        let request = StoreRequest.check(answer)
        if !queue.add(request, at: 0) { answer(.unavailable(StoreError.closed.description)) }
    }
}

/// The length of a file; 0 if there is none.
private func fileBytes(_ path: String) -> UInt64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? UInt64(clamping: status.st_size) : 0
}

private func diskBytes(of folder: String) -> (bytes: UInt64, freeBytes: UInt64)? {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    let block = UInt64(status.f_frsize)
    return (UInt64(status.f_blocks) &* block, UInt64(status.f_bavail) &* block)
}

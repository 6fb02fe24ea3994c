import Glibc
import SystemCalls

/// The folder that holds everything a server knows, locked for one process.
///
/// The lock is an exclusive `flock` on the file `lock`, which holds the owner's process id for
/// people to read. The kernel drops the lock when the process ends, however it ends.
package struct DataFolder: ~Copyable {
    package let path: String
    private let descriptor: Int32

    /// Creates the folder (for its owner only) if it is missing, and locks it until the value's
    /// end. Throws `locked` if another process, or another value in this one, holds it.
    package init(_ path: String) throws(StoreError) {
        if unsafe mkdir(path, 0o700) == 0 {
            try syncFolder(parentFolder(of: path))
        } else if errno != EEXIST {
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        let lock = path + "/lock"
        let descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: lock, reason: SystemError(code: errno).text)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let owner = readProcess(descriptor)
            close(descriptor)
            throw .locked(folder: path, byProcess: owner)
        }
        writeProcess(descriptor)
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // A child process that is just being started still shares the descriptor, and the lock
        // would last until its exec (flock(2)).
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The database file in `folder`.
    package static func databasePath(in folder: String) -> String {
        folder + "/" + Schema.fileName
    }

    /// A file that is there while another database is put in the place of the one that was here.
    var restoreMark: String { path + "/restoring" }

    var isBeingRestored: Bool { unsafe access(restoreMark, F_OK) == 0 }

    /// Makes the database file, empty and for its owner only, unless it exists.
    /// Returns whether it made it.
    func createDatabase() throws(StoreError) -> Bool {
        let file = Self.databasePath(in: path)
        let created = try createEmptyFile(file)
        if created { try syncFolder(path) }
        return created
    }
}

/// Makes an empty file for its owner only; false if something of that name exists.
func createEmptyFile(_ path: String) throws(StoreError) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
        if errno == EEXIST { return false }
        throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
    }
    close(descriptor)
    return true
}

/// The folder that the file at `path` is in.
func parentFolder(of path: String) -> String {
    var path = Substring(path)
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Waits until the names in a folder are on the disk.
func syncFolder(_ path: String) throws(StoreError) {
    try syncFile(path, flags: O_RDONLY | O_DIRECTORY)
}

/// Waits until the content of a file is on the disk.
func syncFile(_ path: String, flags: Int32 = O_RDONLY) throws(StoreError) {
    let descriptor = unsafe open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
        throw .inputOutput(
            code: errno, message: "fsync of \(path): \(SystemError(code: errno).text)")
    }
}

func readProcess(_ descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let digits = buffer[..<count].prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
}

private func writeProcess(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = unsafe pwrite(descriptor, text, text.count, 0)
}

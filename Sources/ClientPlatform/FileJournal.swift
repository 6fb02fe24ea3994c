import Glibc
public import SyncClient
import SystemCalls
import Threads

/// A journal as a file, which at most one process has open.
///
/// What was added half when the disk was full is cut off again; whether a failed sync has saved
/// anything nobody knows, so after one the file isn't used any more. A rewritten journal comes
/// into being under another name and takes the old one's place whole.
public final class FileJournal: JournalStorage {
    fileprivate struct State: Sendable {
        /// The file's descriptor; -1 when closed.
        var descriptor: Int32
        var length: Int64
        var isBroken = false
    }

    public enum OpeningError: Error, Hashable, Sendable {
        /// Another process has it open.
        case inUse
        case failed(StorageError)
    }

    /// The largest journal that is read.
    static let bytesMax: Int64 = 256 * 1024 * 1024

    public let path: String
    private let state: Lock<State>

    /// Opens the journal, or creates an empty one.
    public init(path: String) throws(OpeningError) {
        self.path = path
        do throws(SystemError) {
            state = Lock(try Self.open(path))
        } catch {
            guard error.code != EWOULDBLOCK else { throw .inUse }
            throw .failed(StorageError(error, at: path))
        }
    }

    deinit { close() }

    private static func open(_ path: String) throws(SystemError) -> State {
        while true {
            let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
            let descriptor = Descriptor(try systemCall { unsafe Glibc.open(path, flags, 0o600) })
            _ = try systemCall { flock(descriptor.number, LOCK_EX | LOCK_NB) }
            var here = stat()
            var there = stat()
            _ = try systemCall { unsafe fstat(descriptor.number, &here) }
            let isThere = unsafe stat(path, &there) == 0
            // A file that was replaced between opening and locking isn't the journal any more.
            guard isThere, here.st_ino == there.st_ino else { continue }
            if here.st_size == 0 { try Files.syncFolder(of: path) }
            return State(descriptor: descriptor.release(), length: Int64(here.st_size))
        }
    }

    public func read() throws(StorageError) -> [UInt8] {
        let descriptor = state.withLock { $0.descriptor }
        do throws(SystemError) {
            return try Files.contents(of: descriptor, bytesMax: Self.bytesMax)
        } catch {
            throw StorageError(error, at: path)
        }
    }

    public func append(_ bytes: [UInt8], isDurable: Bool) throws(StorageError) {
        let path = path
        let failure = state.withLock { state in
            do throws(SystemError) {
                try state.append(bytes, isDurable: isDurable)
                return nil as StorageError?
            } catch {
                return StorageError(error, at: path)
            }
        }
        if let failure { throw failure }
    }

    public func replace(with bytes: [UInt8]) throws(StorageError) {
        let path = path
        let failure = state.withLock { state in
            do throws(SystemError) {
                try state.replace(path, with: bytes)
                return nil as StorageError?
            } catch {
                return StorageError(error, at: path)
            }
        }
        if let failure { throw failure }
    }

    public func close() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            // A child process that is just being started still shares the descriptor, and the
            // lock would last until its exec (flock(2)).
            _ = flock(state.descriptor, LOCK_UN)
            _ = Glibc.close(state.descriptor)
            state.descriptor = -1
        }
    }
}

extension FileJournal.State {
    private func checkIsUsable() throws(SystemError) {
        guard descriptor >= 0, !isBroken else { throw SystemError(code: EIO) }
    }

    fileprivate mutating func append(_ bytes: [UInt8], isDurable: Bool) throws(SystemError) {
        try checkIsUsable()
        do throws(SystemError) {
            try Files.write(bytes, to: descriptor)
        } catch {
            isBroken = ftruncate(descriptor, off_t(length)) != 0
            throw error
        }
        if isDurable, fdatasync(descriptor) != 0 {
            let error = SystemError(code: errno)
            isBroken = true
            _ = ftruncate(descriptor, off_t(length))
            throw error
        }
        length += Int64(bytes.count)
    }

    fileprivate mutating func replace(
        _ path: String, with bytes: [UInt8]
    ) throws(SystemError) {
        try checkIsUsable()
        let draft = Files.draft(of: path)
        let next = try Files.writeDraft(draft, bytes)
        _ = try systemCall { unsafe rename(draft, path) }
        _ = Glibc.close(descriptor)
        self = FileJournal.State(descriptor: next.release(), length: Int64(bytes.count))
        do throws(SystemError) {
            try Files.syncFolder(of: path)
        } catch {
            isBroken = true
            throw error
        }
    }
}

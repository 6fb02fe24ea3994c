import Glibc
import SyncClient
import SystemCalls

/// Files and folders, with `errno` as the reason when something fails.
enum Files {
    /// The file's bytes; nil if there is no such file.
    static func contents(of path: String, bytesMax: Int64) throws(SystemError) -> [UInt8]? {
        let number: Int32
        do throws(SystemError) {
            number = try systemCall { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        let descriptor = Descriptor(number)
        return try contents(of: descriptor.number, bytesMax: bytesMax)
    }

    /// The bytes of an open file, from its beginning.
    static func contents(of descriptor: Int32, bytesMax: Int64) throws(SystemError) -> [UInt8] {
        var status = stat()
        _ = try systemCall { unsafe fstat(descriptor, &status) }
        let size = Int64(status.st_size)
        guard size <= bytesMax else { throw SystemError(code: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var count = 0
        while count < bytes.count {
            let start = count
            let more = try systemCall {
                unsafe bytes.withUnsafeMutableBytes {
                    unsafe pread(
                        descriptor, $0.baseAddress! + start, $0.count - start, off_t(start))
                }
            }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let from = start
            start += try systemCall {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(descriptor, $0.baseAddress! + from, $0.count - from)
                }
            }
        }
    }

    /// Writes a new file, durably, that is to be renamed or linked to its place. Nothing of it
    /// stays if that fails.
    ///
    /// - Parameter path: a name that nobody else writes to meanwhile.
    /// - Returns: the file, open for adding to it and locked.
    static func writeDraft(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let descriptor = Descriptor(try systemCall { unsafe open(path, flags, 0o600) })
        do throws(SystemError) {
            _ = try systemCall { flock(descriptor.number, LOCK_EX | LOCK_NB) }
            try write(bytes, to: descriptor.number)
            _ = try systemCall { fsync(descriptor.number) }
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
        return descriptor
    }

    /// The draft of a file that only the holder of a lock writes.
    static func draft(of path: String) -> String { path + ".new" }

    /// The draft of a file that anyone may write at any time: one name for two writers would let
    /// the second empty what the first has just put in place.
    static func ownDraft(of path: String) -> String {
        draft(of: path) + "-" + String(UInt64.random(in: 0 ... .max), radix: 16)
    }

    /// Puts a file in its place whole.
    static func put(_ bytes: [UInt8], at path: String) throws(SystemError) {
        let draft = ownDraft(of: path)
        let file = try writeDraft(draft, bytes)
        _ = consume file
        _ = try systemCall { unsafe rename(draft, path) }
    }

    /// Makes the entries of the folder that `path` lies in durable.
    static func syncFolder(of path: String) throws(SystemError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = Descriptor(
            try systemCall { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        _ = try systemCall { fsync(descriptor.number) }
    }

    /// Creates the folder and those above it, for the owner's eyes only.
    static func createFolder(_ path: String) throws(SystemError) {
        var end = path.startIndex
        while end < path.endIndex {
            let next = path.index(after: end)
            end = path[next...].firstIndex(of: "/") ?? path.endIndex
            do throws(SystemError) {
                _ = try systemCall { unsafe mkdir(String(path[..<end]), 0o700) }
            } catch {
                guard error.code == EEXIST || error.code == EISDIR else { throw error }
            }
        }
    }

    /// The names in a folder, sorted; none if there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

extension StorageError {
    /// - Parameter path: where it happened.
    init(_ error: SystemError, at path: String) {
        switch error.code {
        case ENOSPC, EDQUOT: self.init("The disk is full.")
        default: self.init("\(path) can't be used: \(error.text).")
        }
    }
}

import Club
import Documents
import Glibc
import SystemCalls

/// The file in which the server notes what must never be accepted again: keys that were signed out,
/// persons and accounts that were erased, and claims that were taken back. It lies beside the
/// database and beside each copy, so that a copy which is older doesn't bring them back.
///
///     key 000000de00000001… 1767225600000 89abcdef01234567
///     │   │                 │             └ checksum of what stands before it
///     │   └ 32 digits       └ milliseconds since 1970
///     └ or person, account, release
///
/// Lines are only ever appended, and synced before anybody is told. What stands behind the last
/// end of a line was never acknowledged.
struct RetiredFile {
    /// The name in a folder, and what follows the name of a copy that is a single file.
    static let name = "retired.log"
    static let suffix = "." + name

    private(set) var entries: [RetiredEntry] = []
    /// Whole lines that aren't as they were written.
    private(set) var damagedLineCount = 0
    /// Whether something stands behind the last end of a line.
    private(set) var isTorn = false
    private(set) var byteCount = 0

    /// No file.
    init() {}

    /// Reads a file; nil if there is none.
    init?(reading path: String) throws(StoreError) {
        guard let bytes = try Self.bytes(of: path) else { return nil }
        byteCount = bytes.count
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        isTorn = !(lines.popLast()?.isEmpty ?? true)
        for line in lines {
            if let entry = Self.entry(line) {
                entries.append(entry)
            } else {
                damagedLineCount += 1
            }
        }
    }

    /// Adds what isn't there yet.
    mutating func merge(_ more: [RetiredEntry]) {
        var known = Set(entries.map(\.subject))
        entries += more.filter { known.insert($0.subject).inserted }
    }

    /// Whether this has to be written in the place of a file that was read.
    func differs(from file: RetiredFile?) -> Bool {
        guard let file else { return !entries.isEmpty }
        return file.entries != entries || file.damagedLineCount > 0 || file.isTorn
    }

    /// All that `name` and the files beside copies in a folder have.
    static func entries(in folder: String) throws(StoreError) -> [RetiredEntry] {
        var merged = RetiredFile()
        for file in try fileNames(in: folder) where file == name || file.hasSuffix(suffix) {
            if let found = try RetiredFile(reading: folder + "/" + file) {
                merged.merge(found.entries)
            }
        }
        return merged.entries
    }

    private static func fileNames(in path: String) throws(StoreError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }
}

/// Lines.
extension RetiredFile {
    static func line(_ entry: RetiredEntry) -> [UInt8] {
        let text =
            switch entry.subject {
            case .key(let key): "key \(key.value)"
            case .person(let person): "person \(person.value)"
            case .account(let account): "account \(account.value)"
            case .release(let id): "release \(id)"
            }
        let content = Array("\(text) \(entry.at.milliseconds) ".utf8)
        return content + Array("\(checksum(content[...]))\n".utf8)
    }

    /// Nil unless the line, without its end, is as it was written.
    static func entry(_ line: ArraySlice<UInt8>) -> RetiredEntry? {
        let words = line.split(
            separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 4, let id = Identifier128(words[1]), let time = Int64(words[2]),
            words[3] == checksum(line.dropLast(words[3].utf8.count)).description
        else { return nil }
        let subject: RetiredEntry.Subject
        switch words[0] {
        case "key": subject = .key(DeviceKey(id))
        case "person": subject = .person(PersonID(id))
        case "account": subject = .account(AccountID(id))
        case "release": subject = .release(id)
        default: return nil
        }
        return RetiredEntry(subject, at: WallTime(milliseconds: time))
    }

    /// 16 digits.
    private static func checksum(_ content: ArraySlice<UInt8>) -> Epoch {
        Epoch(RollingHash.extend(RollingHash.empty, with: content))
    }
}

/// Reading and writing.
extension RetiredFile {
    /// Appends lines to the file at `path`, which must have `byteCount` bytes, and syncs them;
    /// false if it hasn't, or isn't there. After an error nobody knows where the file ends.
    mutating func append(_ more: [RetiredEntry], to path: String) throws(StoreError) -> Bool {
        let number = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOENT { return false }
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        let file = Descriptor(number)
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_size == byteCount else {
            return false
        }
        let bytes = more.flatMap(Self.line)
        try Self.write(bytes, to: file, path)
        entries += more
        byteCount += bytes.count
        return true
    }

    /// Writes a file with all entries in the place of the one at `path`; it is there as a whole, or
    /// not at all.
    mutating func writeWhole(to path: String) throws(StoreError) {
        let draft = path + ".draft"
        let bytes = entries.flatMap(Self.line)
        try Self.write(
            bytes, to: BatchFile.opened(draft, O_WRONLY | O_CREAT | O_TRUNC), draft)
        guard unsafe rename(draft, path) == 0 else {
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        try syncFolder(parentFolder(of: path))
        (damagedLineCount, isTorn, byteCount) = (0, false, bytes.count)
    }

    /// Writes, and waits until it is on the disk.
    private static func write(
        _ bytes: [UInt8], to file: borrowing Descriptor, _ path: String
    ) throws(StoreError) {
        let number = file.number
        guard SystemCalls.write(bytes, to: number) else { throw failure(path) }
        guard fsync(number) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> StoreError {
        let error = SystemError(code: errno)
        return error.code == ENOSPC || error.code == EDQUOT
            ? .full("\(path): \(error.text)")
            : .inputOutput(code: error.code, message: "\(path): \(error.text)")
    }

    private static func bytes(of path: String) throws(StoreError) -> [UInt8]? {
        do throws(SystemError) {
            return try contents(of: path, bytesMax: RetiredLimits.fileBytesMax)
        } catch {
            if error.code == ENOENT { return nil }
            throw .cannotOpen(path: path, reason: error.text)
        }
    }
}

/// The bounds of what is retired.
enum RetiredLimits {
    /// Bytes of a file: a million lines are 70 MB.
    static let fileBytesMax = 256 << 20
}

import CLinux
import EventStore
import Glibc
import SystemCalls

extension Check {
    private static let folder = "data folder"

    /// What is known of the data folder.
    struct FolderState {
        /// The name of a kind of file system (linux/magic.h).
        enum FileSystem: Int64 {
            case nfs = 0x6969
            case smb = 0xFE53_4D42
            case cifs = 0xFF53_4D42
            case v9fs = 0x0102_1997
            case fuse = 0x6573_5546
            case memory = 0x0102_1994
        }

        var path: String
        var isFolder = true
        var isWritable = true
        /// The permissions, as in chmod(2).
        var mode: UInt32 = 0o700
        var owner: UInt32 = 0
        var user: UInt32 = 0
        var freeBytes: UInt64 = .max
        var totalBytes: UInt64 = .max
        /// Nil for one that SQLite is at home on.
        var fileSystem: FileSystem?
        /// The process that has the folder locked.
        var process: Int32?
    }

    /// Free bytes below which a server is soon read-only, and below which it is now.
    static let freeBytesWanted: UInt64 = 1 << 30
    static let freeBytesNeeded: UInt64 = 64 << 20

    static func judgeDataFolder(_ options: Options) -> [Finding] {
        let path = options.dataFolder
        guard let state = FolderState(path) else {
            return [judgeMissing(path, parent: EventStore.parent(of: path))]
        }
        return judge(state)
    }

    private static func judgeMissing(_ path: String, parent: String) -> Finding {
        guard errno == ENOENT else {
            return .problem(folder, "\(path) can't be looked at: \(SystemError(code: errno).text)")
        }
        guard unsafe access(parent, W_OK | X_OK) == 0 else {
            let reason = SystemError(code: errno).text
            return .problem(folder, "\(path) isn't there and can't be made: \(parent): \(reason)")
        }
        return .ok(folder, "\(path) isn't there yet; the server makes it")
    }

    /// A finding for each thing that is wrong, or one that says that nothing is.
    static func judge(_ state: FolderState) -> [Finding] {
        let path = state.path
        guard state.isFolder else { return [.problem(folder, "\(path) is no folder")] }
        var findings: [Finding] = []
        if !state.isWritable {
            findings.append(.problem(folder, "\(path) can't be written to by this user"))
        }
        if state.owner != state.user {
            findings.append(
                .warning(
                    folder,
                    "\(path) belongs to user \(state.owner), and this is user "
                        + "\(state.user): run the server as its owner"))
        }
        if state.mode & 0o077 != 0 {
            findings.append(
                .warning(folder, "\(path) is open to other users: chmod 700 closes it"))
        }
        findings += judgeRoom(state)
        if let finding = judgeFileSystem(state) { findings.append(finding) }
        if findings.isEmpty { findings = [.ok(folder, "\(path), for this user only")] }
        if let process = state.process {
            findings.append(.ok(folder, "a server is running with it, process \(process)"))
        }
        return findings
    }

    private static func judgeRoom(_ state: FolderState) -> [Finding] {
        let free = "\(state.freeBytes >> 20) MiB are free for \(state.path)"
        if state.freeBytes < freeBytesNeeded { return [.problem("disk", "only \(free)")] }
        if state.freeBytes < freeBytesWanted || state.freeBytes < state.totalBytes / 10 {
            return [.warning("disk", "only \(free)")]
        }
        return [.ok("disk", free)]
    }

    private static func judgeFileSystem(_ state: FolderState) -> Finding? {
        switch state.fileSystem {
        case nil: nil
        case .memory:
            .warning("disk", "\(state.path) is in memory: all is lost when the machine restarts")
        case .nfs, .smb, .cifs, .v9fs, .fuse:
            .warning(
                "disk",
                "\(state.path) is not on a disk of this machine: locks and syncs, which "
                    + "keep entries safe, may not be kept there")
        }
    }
}

extension Check.FolderState {
    /// Looks at a folder; nil, and `errno`, if there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.path = path
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isWritable = unsafe access(path, R_OK | W_OK | X_OK) == 0
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        user = geteuid()
        var room = statvfs()
        if unsafe statvfs(path, &room) == 0 {
            freeBytes = UInt64(room.f_bavail) * UInt64(room.f_frsize)
            totalBytes = UInt64(room.f_blocks) * UInt64(room.f_frsize)
        }
        fileSystem = unsafe FileSystem(rawValue: clinux_file_system_of(path))
        process = EventStore.processServing(folder: path)
    }
}

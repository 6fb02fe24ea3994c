import Documents
import EventStore
import Glibc
import Reactor

extension Check {
    private static let backup = "backup"

    /// What is known of the folder for copies.
    struct BackupState {
        var path: String
        var isWritable = true
        /// Whether the service's unit lets it write there.
        var isAllowed = true
        /// Whether it lies on the same disk as the data folder: they die together.
        var isBeside = false
        /// Hours since the last copy was begun; nil without one.
        var hoursOld: Int?
        /// Hours between two copies.
        var interval = 24
    }

    static func judgeBackup(_ options: Options, _ units: ServiceUnits?) -> [Finding] {
        guard let path = options.backupFolder else {
            return [
                .warning(backup, "none: --backup-folder names a folder, best on another disk")
            ]
        }
        var state = BackupState(path: path, interval: options.backupHours)
        var (own, data) = (stat(), stat())
        let place = unsafe access(path, F_OK) == 0 ? path : EventStore.parent(of: path)
        state.isWritable = unsafe access(place, W_OK | X_OK) == 0
        state.isAllowed = units?.mayWrite(path) ?? true
        let isKnown = unsafe stat(place, &own) == 0 && stat(options.dataFolder, &data) == 0
        state.isBeside = isKnown && own.st_dev == data.st_dev
        state.hoursOld = CopyFolder.lastCopied(in: path).map { time in
            Int((WallClock.milliseconds() - time.milliseconds) / 3_600_000)
        }
        return judge(state)
    }

    static func judge(_ state: BackupState) -> [Finding] {
        let path = state.path
        guard state.isWritable else {
            return [.problem(backup, "\(path) can't be written to by this user")]
        }
        guard state.isAllowed else {
            return [
                .problem(
                    backup,
                    "the service may not write to \(path): systemctl edit \(ServiceUnits.service), "
                        + "[Service], ReadWritePaths=\(path)")
            ]
        }
        var findings: [Finding] = []
        if state.isBeside {
            findings.append(
                .warning(backup, "\(path) is on the disk of the data folder, and dies with it"))
        }
        if let hours = state.hoursOld, hours > 2 * state.interval {
            findings.append(.warning(backup, "the last copy in \(path) is \(hours) hours old"))
        }
        if !findings.isEmpty { return findings }
        return [.ok(backup, state.hoursOld.map { "\(path), last \($0) hours ago" } ?? path)]
    }
}

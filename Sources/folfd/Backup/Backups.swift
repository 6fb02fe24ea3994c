import Documents
import EventStore
import Glibc
import Log
import Reactor
import SystemCalls
import Threads

/// Copies the database while the server runs: at its start, every so many hours, and when a batch
/// is missing behind the last copy. Each is made on a thread of its own, one at a time.
final class Backups: Sendable {
    /// How the copying goes, for whoever watches the server.
    struct Status: Sendable {
        /// When the last sound copy was begun, by this process or one before; nil without one.
        var lastSuccess: WallTime?
        /// Why the last copy failed; nil if it didn't.
        var failure: String?
        /// Of the batches behind the copies.
        var copier = BatchCopier.State()
    }

    private struct State {
        var status = Status()
        var isRunning = false
        /// The gaps behind copies that have been logged.
        var gapsTold = 0
        /// Monotonic milliseconds of the last copy's begin and of the next one's.
        var begunAt: UInt64 = 0
        var dueAt: UInt64 = 0
    }

    /// The time after which a copy that failed is tried again, unless the database is damaged.
    static let retryMilliseconds: UInt64 = 60_000
    /// How often it is looked whether a copy is due.
    static let lookMilliseconds: UInt64 = 1_000

    let copier: BatchCopier
    private let copies: CopyFolder
    private let data: String
    private let keep: Int
    private let intervalMilliseconds: UInt64
    private let logger: Logger
    private let state: Lock<State>

    /// - Parameter folder: where the copies go.
    init(_ folder: String, _ options: Options, _ logger: Logger) throws {
        copies = try CopyFolder(folder)
        copies.removeDrafts()
        copier = try BatchCopier()
        data = options.dataFolder
        keep = options.backupKeep
        intervalMilliseconds = UInt64(options.backupHours) * 3_600_000
        self.logger = logger
        state = Lock(State(status: Status(lastSuccess: CopyFolder.lastCopied(in: folder))))
    }

    var status: Status {
        var status = state.withLock { $0.status }
        status.copier = copier.state
        return status
    }

    /// Begins a copy if one is due, or the batches behind the last one aren't complete. For the
    /// main thread, again and again.
    func look() {
        let now = MonotonicClock.milliseconds()
        let isComplete = tellOfGap()
        let isDue = state.withLock { state in
            let mayRetry = now >= state.begunAt + Self.retryMilliseconds
            guard !state.isRunning, now >= state.dueAt || !isComplete && mayRetry else {
                return false
            }
            state.isRunning = true
            state.begunAt = now
            state.dueAt = now + intervalMilliseconds
            return true
        }
        guard isDue else { return }
        do throws(SystemError) {
            try WorkerThread(named: "backup") { [self] in run() }.detach()
        } catch {
            end(failure: error.description, mayPass: true)
        }
    }

    /// Says once if batches are missing; returns whether none is.
    private func tellOfGap() -> Bool {
        let copying = copier.state
        let isNew = state.withLock { state in
            defer { state.gapsTold = copying.gaps }
            return copying.gaps > state.gapsTold
        }
        if isNew { logger.log(.backupIncomplete, ["reason": .text(copying.failure ?? "")]) }
        return copying.isComplete
    }

    private func run() {
        // Players come first. A unit may forbid to say so.
        _ = nice(10)
        let now = WallTime(milliseconds: WallClock.milliseconds())
        do throws(StoreError) {
            let report = try EventStore.copy(
                folder: data, into: copies, copier: copier, now: now, keep: keep,
                intervalMilliseconds: Int64(intervalMilliseconds),
                replay: Maintenance.fault(of:))
            state.withLock { $0.status.lastSuccess = now }
            logger.log(
                .backupMade, ["folder": .text(copies.path), "lobbies": "\(report.lobbies)"])
            end(failure: nil, mayPass: true)
        } catch {
            end(failure: error.description, mayPass: Self.mayPass(error))
        }
    }

    /// Whether a copy may succeed in a minute that fails now. What is damaged stays so.
    static func mayPass(_ error: StoreError) -> Bool {
        switch error {
        case .corrupt, .corruptLobby: false
        default: true
        }
    }

    private func end(failure: String?, mayPass: Bool) {
        let now = MonotonicClock.milliseconds()
        state.withLock { state in
            state.isRunning = false
            state.status.failure = failure
            if failure != nil, mayPass {
                state.dueAt = min(state.dueAt, now + Self.retryMilliseconds)
            }
        }
        if let failure { logger.log(.backupFailed, ["reason": .text(failure)]) }
    }
}

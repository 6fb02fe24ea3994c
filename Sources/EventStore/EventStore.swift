package import Lobby
import SystemCalls
import Threads

/// The log of all lobbies of one server, in one SQLite file, behind one thread.
///
/// One connection on that thread does every write and every checkpoint; that, WAL and
/// `synchronous = FULL` are what "durable" means here. Every call may come from any thread and
/// returns at once; its completion runs on the store thread, in the order of the calls, and must
/// be short. After `close` completions run at once, on the caller's thread, with the store's
/// unavailability.
package final class EventStore: Sendable {
    /// 32 random bytes that were made with the file, for message authentication codes.
    package let secret: [UInt8]
    /// Whether the file was found to be a copy, and each lobby has got a new epoch.
    package let wasRestored: Bool
    /// The version of the SQLite library, such as "3.40.1".
    package let sqliteVersion: String

    private let limits: StoreLimits
    private let queue = StoreQueue()
    private let thread: WorkerThread

    /// Locks `folder`, makes it and the database if they are missing, migrates and checks.
    /// `notice` may be called here and, later, on the store thread.
    package init(
        folder: String, limits: StoreLimits = StoreLimits(),
        notice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
    ) throws(StoreError) {
        let folder = try DataFolder(folder)
        let opening = try StoreOpening(
            folder, limits: limits, migrations: Schema.migrations, notice: notice)
        secret = opening.secret
        wasRestored = opening.restoredLobbies != nil
        sqliteVersion = SQLiteConnection.libraryVersion
        self.limits = limits
        let worker = StoreWorker(
            folder: folder, session: opening.session, queue: queue, limits: limits,
            notice: notice)
        do throws(SystemError) {
            thread = try WorkerThread { worker.run() }
        } catch {
            throw .inputOutput(code: error.code, message: error.text)
        }
    }

    deinit {
        close()
    }

    /// Commits `batches` together or not at all. All requests that wait, of all callers, share
    /// one transaction; `now` becomes the time at which the lobbies were last touched.
    package func commit(
        _ batches: [LobbyBatch], now: WallTime,
        completion: @escaping @Sendable (CommitOutcome) -> Void
    ) {
        add(.commit(CommitRequest(batches: batches, now: now, completion: completion)))
    }

    /// Reads and checks a lobby. Sees every commit that was asked for before.
    package func load(
        _ lobby: LobbyID, completion: @escaping @Sendable (LoadOutcome) -> Void
    ) {
        add(.load(lobby, completion))
    }

    /// Reads the first `eventsMax` events of a lobby behind `seq`, and checks them by themselves.
    /// Sees every commit that was asked for before.
    package func readHistory(
        of lobby: LobbyID, after seq: Seq, eventsMax: Int,
        completion: @escaping @Sendable (HistoryOutcome) -> Void
    ) {
        precondition(eventsMax > 0)
        add(.history(lobby, after: seq, eventsMax: eventsMax, completion))
    }

    /// Looks for the lobby that has `code` now.
    package func find(
        _ code: JoinCode, completion: @escaping @Sendable (FindOutcome) -> Void
    ) {
        add(.find(code, completion))
    }

    /// Gives `count` random codes of `length` signs that no lobby has and no earlier call was
    /// given and has not used. Fewer, perhaps none, if the database can't be read or codes of
    /// that length run out. `length` is within `JoinCode.lengths`, `count` within the limit.
    package func reserveCodes(
        _ count: Int, length: Int = JoinCode.lengthDefault,
        completion: @escaping @Sendable ([JoinCode]) -> Void
    ) {
        precondition((0...limits.codesPerRequestMax).contains(count))
        precondition(JoinCode.lengths.contains(length))
        add(.reserve(count: count, length: length, completion))
    }

    /// Finishes what waits, moves the write-ahead log into the database, and ends the thread.
    /// Returns when that is done; called again it does nothing.
    package func close() {
        queue.close()
        thread.join()
    }

    private func add(_ request: StoreRequest) {
        if !queue.add(request) { request.refuse(reason: StoreError.closed.description) }
    }
}

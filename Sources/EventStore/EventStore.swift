package import Documents
package import Log
import SystemCalls
import Threads

/// The log of all lobbies of one server, in one SQLite file, behind one thread.
///
/// It is a log-structured merge tree of two levels, whose levels are tables:
///
///     commit ──▸ Batches: as many batches of a turn as fit a page, in the order in which they
///                │        came; also held in memory (`UnsortedBatches`)
///                │  once many have gathered, some of them with each later commit
///                ▼
///                Rows: heads, events, texts and rows of replicas, side by side for each lobby
///
/// To append touches one page, however many lobbies a turn has changed; to read a lobby takes its
/// rows, and behind them its batches from memory. A batch that creates a lobby or changes its code
/// goes straight to the rows, because the index of codes has to know. Sorting deletes rows of
/// batches only after the transactions that put them among the rows, so after a crash a batch may
/// be on both levels; the head of its lobby says that it is among the rows, and opening passes over
/// it.
///
/// The folders: `Batches` and `Rows` are the levels, with `CommitLog` between them; `Club` has the
/// tables of accounts, beside the logs, `Courses` the catalogue, `Results` what games have come to,
/// and `Retired` what outlives every copy of them; `Thread` is who writes; `Opening` finds out what
/// kind of file there is and makes it this version's; `Outside` reads beside a running server;
/// `SQLite` is the library.
///
/// One connection on that thread does every write and every checkpoint; that, WAL and
/// `synchronous = FULL` are what "durable" means here. `ask` returns at once; completions run on
/// the store thread, in the order of the requests, and must be short. After `close` they run at
/// once, on the caller's thread, with the store's unavailability.
package final class EventStore: EventLog, Sendable {
    /// 32 random bytes that were made with the file, for message authentication codes.
    package let secret: [UInt8]
    /// Whether the file was found to be a copy, and each lobby has got a new epoch.
    package let wasRestored: Bool
    /// When it was last found to be one, by the machine's clock; nil if it never was.
    package let restoredAt: WallTime?
    /// The version of the SQLite library, such as "3.40.1".
    package let sqliteVersion: String

    private let limits: StoreLimits
    let folder: String
    let queue = StoreQueue()
    let meter = StoreMeter()
    let readers: ClubReaders
    let retired: RetiredLog
    private let touched = TouchedGames()
    private let thread: WorkerThread

    /// Locks `folder`, makes it and the database if they are missing, migrates and checks.
    /// `notice` may be called here and, later, on the store thread.
    ///
    /// - Parameter copier: is given every batch that is committed.
    package init(
        folder: String, limits: StoreLimits = StoreLimits(), copier: BatchCopier? = nil,
        notice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
    ) throws(StoreError) {
        self.folder = folder
        let folder = try DataFolder(folder)
        let opening = try StoreOpening(
            folder, limits: limits, migrations: Schema.migrations, notice: notice)
        secret = opening.secret
        wasRestored = opening.restoredLobbies != nil
        restoredAt = opening.restoredAt
        sqliteVersion = SQLiteConnection.libraryVersion
        self.limits = limits
        retired = try opening.session.mergeRetired(in: folder.path, notice: notice)
        readers = ClubReaders(
            path: DataFolder.databasePath(in: folder.path), countMax: limits.clubReadersMax)
        let worker = StoreWorker(
            folder: folder, session: opening.session, queue: queue, meter: meter,
            touched: touched, limits: limits, copier: copier, notice: notice)
        do throws(SystemError) {
            thread = try WorkerThread(named: "store") { worker.run() }
        } catch {
            throw .inputOutput(code: error.code, message: error.text)
        }
    }

    deinit {
        close()
    }

    /// Asks for something; any thread may. All commits that wait, of all callers, share one
    /// transaction.
    package func ask(_ request: LogRequest) {
        var askedAt: UInt64 = 0
        switch request {
        case .reserveCodes(let count, let length, _):
            precondition((0...limits.codesPerRequestMax).contains(count))
            precondition(JoinCode.lengths.contains(length))
        case .readHistory(_, _, let eventsMax, _): precondition(eventsMax > 0)
        case .commit: askedAt = StoreMeter.now()
        case .load, .find: break
        }
        if !queue.add(.log(request), at: askedAt) {
            request.refuse(reason: StoreError.closed.description)
        }
    }

    /// The games that something was committed to since this was called last, as far as they can be
    /// remembered; the first time, those with batches that wait to be sorted.
    package func fetchTouchedGames() -> Set<LobbyID> { touched.fetch() }

    /// Finishes what waits, moves the write-ahead log into the database, and ends the thread.
    /// Returns when that is done; called again it does nothing.
    package func close() {
        readers.close()
        queue.close()
        thread.join()
    }
}

import Club
import Documents
import Glibc
import Log
import SystemCalls

/// Serves requests on the store's thread: takes all that wait, writes their commits in one
/// transaction, then answers in order.
///
/// A transaction that failed is unknown, not undone: SQLite was seen to answer EIO to a COMMIT
/// that was in the file later, and a second sync may report success for pages that the first
/// one lost. So nobody is told "committed", nothing is tried again, and the connection is given
/// up; the next request opens a new one, writes and syncs in the database what stands in the
/// write-ahead log, and only then sees what the file says. A full disk is the
/// exception: SQLite has rolled back, and reading must go on without room to reopen in.
/// A file that was moved away is neither written nor opened anew: in its place may lie another
/// one, which the write-ahead log of this one would damage (sqlite.org/howtocorrupt.html §1.4).
final class StoreWorker {
    private let path: String
    private let limits: StoreLimits
    private let notice: @Sendable (StoreNotice) -> Void
    private let queue: StoreQueue
    private let meter: StoreMeter
    private let touched: TouchedGames
    private let folder: DataFolder
    private let copier: BatchCopier?
    private var session: StoreSession?
    private var codes = CodeReservations()
    private var random = SystemRandom()
    /// Whether nothing has succeeded since a check failed, which was told.
    private var isCheckInVain = false

    init(
        folder: consuming DataFolder, session: StoreSession, queue: StoreQueue,
        meter: StoreMeter, touched: TouchedGames, limits: StoreLimits,
        copier: BatchCopier? = nil,
        notice: @escaping @Sendable (StoreNotice) -> Void
    ) {
        path = DataFolder.databasePath(in: folder.path)
        self.folder = folder
        self.session = session
        self.queue = queue
        self.meter = meter
        self.touched = touched
        touched.note(session.log.unsortedLobbies)
        self.limits = limits
        self.copier = copier
        self.notice = notice
    }

    /// Runs until the queue is closed and empty.
    func run() {
        while let requests = queue.take(rowsMax: limits.transactionRowsMax) {
            serve(requests)
            session?.moveLogIfLong()
        }
        // If it fails nothing is lost: the next opening finds what is left to do.
        try? session?.sortAll(path: path)
        try? session?.connection.checkpoint()
        session = nil
    }

    private func serve(_ requests: [WaitingRequest]) {
        let work = StoreWork(
            commits: requests.compactMap { $0.commit }, changes: requests.compactMap { $0.change },
            isChecked: requests.contains { $0.isCheck })
        var outcomes = PendingOutcomes()
        if !work.isEmpty {
            outcomes = write(work)
            meter.count(work.commits, outcomes.commits)
        }
        for (place, waiting) in requests.enumerated() {
            let answer = answer(to: waiting.request, &outcomes)
            // Whoever has waited for the last answer isn't to find the locks still held.
            if place == requests.count - 1 { session?.endReading() }
            answer()
        }
    }

    /// The outcomes of a transaction that nobody was told yet.
    private struct PendingOutcomes {
        var commits: ArraySlice<CommitOutcome> = []
        var changes: ArraySlice<ClubFault?> = []
        /// Why the whole transaction failed.
        var failure: CommitFailure?
    }

    /// Finds the answer, and returns the call that gives it.
    private func answer(
        to request: StoreRequest, _ outcomes: inout PendingOutcomes
    ) -> () -> Void {
        switch request {
        case .check(let completion): answer(outcomes.failure, completion)
        case .change(let change): answer(outcomes.changes.removeFirst(), change.answer)
        case .expire(let lapse, let lobbiesMax, let completion):
            answer(erase(lapse, lobbiesMax: lobbiesMax), completion)
        case .eraseNames(let lobbiesMax, let texts, let completion):
            answer(eraseNames(lobbiesMax: lobbiesMax, texts), completion)
        case .log(let request): answer(to: request, &outcomes.commits)
        }
    }

    private func answer<Outcome>(
        _ outcome: Outcome, _ completion: @escaping (Outcome) -> Void
    ) -> () -> Void {
        { completion(outcome) }
    }

    private func erase(_ lapse: Lapse, lobbiesMax: Int) -> ExpiryOutcome {
        session?.endReading()
        switch reopened() {
        case .failure(let error): return .failed(error)
        case .success(let session):
            do {
                return try session.erase(lapse, lobbiesMax: lobbiesMax)
            } catch {
                _ = isUndone(session, error)
                return .failed(StoreError(error, path: path))
            }
        }
    }

    private func eraseNames(
        lobbiesMax: Int, _ texts: NamelessTexts
    ) -> NameErasureOutcome {
        session?.endReading()
        switch reopened() {
        case .failure(let error): return .failed(error)
        case .success(let session):
            do {
                return try session.eraseNames(lobbiesMax: lobbiesMax, texts)
            } catch {
                _ = isUndone(session, error)
                return .failed(StoreError(error, path: path))
            }
        }
    }

    private func answer(
        to request: LogRequest, _ outcomes: inout ArraySlice<CommitOutcome>
    ) -> () -> Void {
        switch request {
        case .commit(_, now: _, let completion):
            let outcome = outcomes.removeFirst()
            return { completion(outcome) }
        case .load(let lobby, let completion):
            let outcome = load(lobby)
            return { completion(outcome) }
        case .readHistory(let lobby, let seq, let eventsMax, let completion):
            let outcome = history(lobby, after: seq, eventsMax: eventsMax)
            return { completion(outcome) }
        case .find(let code, let completion):
            let outcome = find(code)
            return { completion(outcome) }
        case .reserveCodes(let count, let length, let completion):
            let codes = reserve(count, length: length)
            return { completion(codes) }
        }
    }

    /// Writes what is asked for in one transaction.
    private func write(_ work: StoreWork) -> PendingOutcomes {
        switch reopened() {
        case .failure(let error):
            return failed(work, .unavailable(error.description))
        case .success(let session):
            do {
                let outcomes = try session.write(work)
                for (request, outcome) in zip(work.commits, outcomes.commits)
                where outcome == .committed {
                    codes.settle(request.batches)
                    touched.note(request.batches.lazy.map(\.lobby))
                    copier?.take(request.batches, touched: request.now)
                }
                isCheckInVain = false
                return PendingOutcomes(
                    commits: outcomes.commits[...], changes: outcomes.changes[...])
            } catch {
                tell(of: error, work.commits.count + work.changes.count)
                if !isUndone(session, error), !work.commits.isEmpty { copier?.missCommit() }
                return failed(work, error.isFull ? .full : .inputOutput(error.message))
            }
        }
    }

    /// Leaves a transaction that failed; false if it may be in the file all the same. Then the
    /// connection is given up.
    private func isUndone(_ session: StoreSession, _ error: SQLiteError) -> Bool {
        let rolledBack = session.rollBack()
        let isUndone = error.isFull && rolledBack
        if !isUndone { self.session = nil }
        return isUndone
    }

    /// Tells of a transaction that failed; but not again and again of checks that do.
    private func tell(of error: SQLiteError, _ requestCount: Int) {
        if requestCount > 0 || !isCheckInVain {
            notice(.transactionFailed(requests: requestCount, reason: error.message))
        }
        isCheckInVain = true
    }

    private func failed(_ work: StoreWork, _ failure: CommitFailure) -> PendingOutcomes {
        PendingOutcomes(
            commits: work.commits.map { _ in .failed(failure) }[...],
            changes: work.changes.map { _ in .unavailable(full: failure == .full) }[...],
            failure: failure)
    }

    private func load(_ lobby: LobbyID) -> LoadOutcome {
        let reading = read { session throws(SQLiteError) in
            do throws(SQLiteError) {
                return try session.log.read(lobby)
            } catch  where error.isCorrupt {
                return LobbyReading(lobby, unreadable: error)
            }
        }
        switch reading {
        case .failure(let error): return .unavailable(reason: error.description)
        case .success(let reading):
            if let finding = reading.findings.first {
                return .corrupt(reason: finding.reason)
            }
            return reading.stored.map(LoadOutcome.lobby) ?? missing(lobby)
        }
    }

    /// The outcome for a lobby that isn't there.
    private func missing(_ lobby: LobbyID) -> LoadOutcome {
        let isErased = read { session throws(SQLiteError) in
            try session.reader.isErased(lobby)
        }
        return switch isErased {
        case .failure(let error): .unavailable(reason: error.description)
        case .success(let isErased): isErased ? .erased : .absent
        }
    }

    private func history(_ lobby: LobbyID, after seq: Seq, eventsMax: Int) -> HistoryOutcome {
        let reading = read { session throws(SQLiteError) in
            do throws(SQLiteError) {
                return try session.log.read(lobby, after: seq, eventsMax: eventsMax)
            } catch  where error.isCorrupt {
                return LobbyReading(lobby, unreadable: error)
            }
        }
        switch reading {
        case .failure(let error): return .unavailable(reason: error.description)
        case .success(let reading):
            if let finding = reading.findings.first { return .corrupt(reason: finding.reason) }
            guard let head = reading.head else { return .absent }
            let records = reading.records.drop { $0.seq <= seq }.prefix(eventsMax)
            let count = min(Seq(eventsMax), head.seq - min(seq, head.seq))
            guard records.map(\.seq).elementsEqual(seq + 1..<seq + 1 + count) else {
                return .corrupt(reason: "events are missing behind event \(seq)")
            }
            return .events(Array(records), top: head.seq)
        }
    }

    private func find(_ code: JoinCode) -> FindOutcome {
        let begin = limits.codeMillisecondsMax.map { milliseconds(on: CLOCK_REALTIME) - $0 }
        let found = read { session throws(SQLiteError) in
            guard let lobby = try session.reader.find(code) else { return LobbyID?.none }
            if let begin, try session.log.touched(lobby).milliseconds < begin { return nil }
            return lobby
        }
        return switch found {
        case .failure(let error): .unavailable(reason: error.description)
        case .success(let lobby): lobby.map(FindOutcome.lobby) ?? .absent
        }
    }

    private func reserve(_ count: Int, length: Int) -> [JoinCode] {
        let triesMax = count * limits.triesPerCodeMax
        let reserved = read { session throws(SQLiteError) in
            try codes.reserve(
                count, length: length, triesMax: triesMax, unusedIn: session.reader,
                using: &random)
        }
        return (try? reserved.get()) ?? []
    }

    /// Runs queries, all that wait at a time in one transaction. If one fails, the connection is
    /// given up.
    private func read<Value>(
        _ query: (StoreSession) throws(SQLiteError) -> Value
    ) -> Result<Value, StoreError> {
        reopened().flatMap { session in
            do throws(SQLiteError) {
                return .success(
                    try session.read { () throws(SQLiteError) in try query(session) })
            } catch {
                self.session = nil
                return .failure(StoreError(error, path: path))
            }
        }
    }

    /// The connection, opened anew if the last one was given up.
    private func reopened() -> Result<StoreSession, StoreError> {
        if let session {
            guard !session.isReading, session.connection.hasMoved else { return .success(session) }
            notice(.moved(path: path))
            return .failure(.moved(path: path))
        }
        do throws(StoreError) {
            let session = try StoreSession(
                path: path, limits: limits, migrations: Schema.migrations)
            // Somebody may have seen the entries that are missing now; only a start can give all
            // lobbies a new epoch.
            if let error = session.log.unreadable { throw StoreError(error, path: path) }
            try onFile(path) { () throws(SQLiteError) in try session.connection.copyLog() }
            self.session = session
            notice(.reopened)
            return .success(session)
        } catch {
            notice(.reopenFailed(reason: error.description))
            return .failure(error)
        }
    }
}

extension WaitingRequest {
    fileprivate var commit: CommitRequest? {
        guard case .log(.commit(let batches, let now, _)) = request else { return nil }
        return CommitRequest(batches: batches, now: now, askedAt: askedAt)
    }

    fileprivate var change: ClubChange? {
        if case .change(let change) = request { change } else { nil }
    }

    fileprivate var isCheck: Bool {
        if case .check = request { true } else { false }
    }
}

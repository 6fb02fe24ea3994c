import Documents
import Log

/// The store's thread and its disk: takes everything that waits, writes all of it in one
/// transaction, then answers in order.
final class Store {
    var random: SeededRandom
    /// What is on the disk.
    var image: MemoryLog
    /// An old copy, for a restore.
    var copy: (lobbies: [LobbyID: StoredLobby], accounts: AccountTables)?
    var accounts = AccountTables()
    /// It lies beside the database, and isn't put back with a copy.
    var retired = RetiredRecords()
    fileprivate var waiting: [LogRequest] = []
    /// What the thread is doing now, and what it has done and not yet told.
    fileprivate var current: [LogRequest] = []
    fileprivate var answers: [() -> Void] = []
    fileprivate var isBusy = false

    /// How the next transactions fail: whether they are on the disk nevertheless.
    var failures: [Bool] = []
    var fullUntil: UInt64 = 0
    var lostUntil: UInt64 = 0
    var slowUntil: UInt64 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed, .store)
        image = MemoryLog(random: SeededRandom(seed: seed, .codes))
    }

    /// The lobbies in an order that is the same in every run.
    var lobbies: [StoredLobby] {
        image.lobbies.values.sorted { $0.lobby.value < $1.lobby.value }
    }

    /// The process is gone, and what it has reserved.
    func forgetRequests() {
        waiting = []
        current = []
        answers = []
        isBusy = false
        image.forgetReservations()
    }

    /// The last event of each lobby was never there.
    func loseLastEvents() {
        for id in image.lobbies.keys { _ = image.lobbies[id]?.records.popLast() }
    }

    fileprivate func takeWaiting() {
        current = waiting
        waiting = []
    }
}

/// The log as a loop of the server has it.
struct SimulatedLog<Kind: SimulatedKind>: EventLog {
    unowned let world: World<Kind>

    func ask(_ request: LogRequest) { world.ask(request) }
}

extension World {
    fileprivate func ask(_ request: LogRequest) {
        store.waiting.append(request)
        if !store.isBusy { beginStoreWork() }
    }

    private func beginStoreWork() {
        guard !store.waiting.isEmpty else { return }
        store.isBusy = true
        store.takeWaiting()
        let isSlow = store.slowUntil > now
        let time =
            isSlow ? store.random.milliseconds(50...4_000) : store.random.milliseconds(0...6)
        schedule(.storeDone(life: life), at: now + time)
    }

    func storeDone(_ life: Int) {
        guard life == self.life, store.isBusy else { return }
        if !store.current.isEmpty {
            serve()
            // A crash may come between the commit and its answer.
            if store.random.chance(20) {
                return schedule(
                    .storeDone(life: life), at: now + store.random.milliseconds(1...20))
            }
        }
        for answer in store.answers { answer() }
        store.answers = []
        store.isBusy = false
        deliverMail()
        beginStoreWork()
    }

    /// A clean stop finishes what waits.
    func finishStore() {
        while store.isBusy || !store.waiting.isEmpty {
            if store.current.isEmpty { store.takeWaiting() }
            serve()
            store.answers = []
            store.isBusy = false
        }
        store.forgetRequests()
    }

    private func serve() {
        let requests = store.current
        store.current = []
        var outcomes = commit(requests)[...]
        for request in requests {
            if case .commit(_, now: _, let completion) = request {
                let outcome = outcomes.removeFirst()
                store.answers.append { completion(outcome) }
            } else {
                store.answers.append(answer(to: request))
            }
        }
    }

    /// Looks for what is asked now; it is told later.
    private func answer(to request: LogRequest) -> () -> Void {
        guard store.lostUntil <= now else { return { request.refuse(reason: "the disk is away") } }
        switch request {
        case .commit: return {}
        case .load(let lobby, let completion):
            oracle.loaded(lobby)
            let outcome = store.image.load(lobby)
            return { completion(outcome) }
        case .readHistory(let lobby, let seq, let eventsMax, let completion):
            let outcome = store.image.readHistory(of: lobby, after: seq, eventsMax: eventsMax)
            return { completion(outcome) }
        case .find(let code, let completion):
            let outcome = store.image.find(code)
            return { completion(outcome) }
        case .reserveCodes(let count, let length, let completion):
            let codes = store.image.reserveCodes(count, length: length)
            return { completion(codes) }
        }
    }

    /// One transaction for all commits.
    private func commit(_ requests: [LogRequest]) -> [CommitOutcome] {
        let commits: [[LobbyBatch]] = requests.compactMap { request in
            if case .commit(let batches, now: _, _) = request { batches } else { nil }
        }
        guard !commits.isEmpty else { return [] }
        if store.fullUntil > now { return commits.map { failed($0, .full) } }
        if store.lostUntil > now { return commits.map { failed($0, .unavailable("away")) } }
        let lands = store.failures.isEmpty ? nil : store.failures.removeFirst()
        let failure = CommitFailure.inputOutput("as planned")
        guard lands != false else { return commits.map { failed($0, failure) } }
        return commits.map { batches in
            switch write(batches) {
            case .failed(let misfit): failed(batches, misfit)
            case .committed: lands == nil ? .committed : failed(batches, failure)
            }
        }
    }

    private func failed(_ batches: [LobbyBatch], _ failure: CommitFailure) -> CommitOutcome {
        for batch in batches { oracle.commitFailed(batch.lobby) }
        statistics.count("failed commits")
        note("a commit fails: \(failure)")
        return .failed(failure)
    }

    private func write(_ batches: [LobbyBatch]) -> CommitOutcome {
        let outcome = store.image.commit(batches)
        switch outcome {
        case .committed: for batch in batches { oracle.landed(batch, in: self) }
        case .failed(let misfit): oracle.refused(batches, misfit, in: self)
        }
        return outcome
    }
}

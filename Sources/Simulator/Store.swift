import Lobby
import SyncServer

/// What is on the disk.
struct StoreImage {
    var lobbies: [LobbyID: StoredLobby] = [:]
    /// The lobbies in the order of their creation.
    var order: [LobbyID] = []

    func find(_ code: JoinCode) -> LobbyID? {
        order.first { lobbies[$0]?.code == code }
    }
}

/// The store's thread and its disk: takes everything that waits, writes all of it in one
/// transaction, then answers in order.
final class Store {
    enum Request {
        case commit(shard: Int, UInt64, [LobbyBatch])
        case load(shard: Int, LobbyID)
        case history(shard: Int, LobbyID, after: Seq, eventsMax: Int, SessionID)
        case find(shard: Int, JoinCode, SessionID, ClientNetwork)
        case reserve(shard: Int, Int)
    }

    /// How a batch fails on its own.
    enum Misfit { case conflict, codeTaken, malformed }

    var random: SeededRandom
    var image = StoreImage()
    /// An old copy, for a restore.
    var copy: StoreImage?
    private(set) var waiting: [Request] = []
    /// What the thread is doing now, and what it has done and not yet told.
    var current: [Request] = []
    var answers: [(shard: Int, input: Input)] = []
    var isBusy = false
    /// Codes that were given out and are in no lobby yet.
    private var reserved: Set<String> = []

    /// How the next transactions fail: whether they are on the disk nevertheless.
    var failures: [Bool] = []
    var fullUntil: UInt64 = 0
    var lostUntil: UInt64 = 0
    var slowUntil: UInt64 = 0

    init(random: SeededRandom) { self.random = random }

    func add(_ request: Request) { waiting.append(request) }

    func takeWaiting() {
        current = waiting
        waiting = []
    }

    /// The process is gone.
    func forgetRequests() {
        waiting = []
        current = []
        answers = []
        isBusy = false
        reserved = []
    }

    func reserve(_ count: Int) -> [JoinCode] {
        (0..<count).compactMap { _ in
            let code = JoinCode(length: JoinCode.lengthDefault, using: &random)
            let isFree = image.find(code) == nil && reserved.insert(code.description).inserted
            return isFree ? code : nil
        }
    }

    /// Why a batch doesn't fit behind exactly the event it was made for; nil if it does.
    func misfit(of batch: LobbyBatch) -> Misfit? {
        let stored = image.lobbies[batch.lobby]
        if batch.previousSeq == 0 {
            guard !batch.records.isEmpty, batch.previousHash == RollingHash.empty else {
                return .malformed
            }
            guard stored == nil else { return .conflict }
        }
        if let code = batch.code, let owner = image.find(code), owner != batch.lobby {
            return .codeTaken
        }
        let last = stored?.records.last
        guard last?.seq ?? 0 == batch.previousSeq,
            last?.hash ?? RollingHash.empty == batch.previousHash
        else { return .conflict }
        return isConsistent(batch) ? nil : .malformed
    }

    func write(_ batch: LobbyBatch) {
        if image.lobbies[batch.lobby] == nil { image.order.append(batch.lobby) }
        let empty = StoredLobby(
            lobby: batch.lobby, epoch: batch.epoch, code: nil, records: [], replicas: [])
        Self.extend(&image.lobbies[batch.lobby, default: empty], by: batch)
    }

    /// The last event of each lobby was never there.
    func loseLastEvents() {
        for id in image.order { _ = image.lobbies[id]?.records.popLast() }
    }

    private static func extend(_ lobby: inout StoredLobby, by batch: LobbyBatch) {
        lobby.epoch = batch.epoch
        lobby.code = batch.code
        lobby.records.append(contentsOf: batch.records)
        for row in batch.replicas {
            if let place = lobby.replicas.firstIndex(where: { $0.replica == row.replica }) {
                lobby.replicas[place] = row
            } else {
                lobby.replicas.append(row)
            }
        }
    }

    private func isConsistent(_ batch: LobbyBatch) -> Bool {
        var (seq, hash) = (batch.previousSeq, batch.previousHash)
        for record in batch.records {
            seq += 1
            hash = RollingHash.extend(hash, with: record.body)
            guard record.seq == seq, record.hash == hash else { return false }
        }
        return true
    }
}

extension World {
    func ask(_ request: Store.Request) {
        store.add(request)
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
        for answer in store.answers { post(answer.input, to: answer.shard) }
        store.answers = []
        store.isBusy = false
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
        var commits = commit(requests)[...]
        for request in requests {
            switch request {
            case .commit(let shard, _, _): store.answers.append((shard, commits.removeFirst()))
            case .load(let shard, let lobby):
                store.answers.append((shard, .loaded(lobby, load(lobby))))
            case .history(let shard, let lobby, let seq, let eventsMax, let id):
                let stored = store.image.lobbies[lobby]
                let answer =
                    store.lostUntil > now
                    ? .unavailable : HistoryAnswer(stored, after: seq, eventsMax: eventsMax)
                store.answers.append((shard, .history(answer, id)))
            case .find(let shard, let code, let id, let network):
                store.answers.append((shard, .found(find(code, network), id)))
            case .reserve(let shard, let count):
                let codes = store.lostUntil > now ? [] : store.reserve(count)
                store.answers.append((shard, .reserved(codes)))
            }
        }
    }

    /// One transaction for all commits.
    private func commit(_ requests: [Store.Request]) -> [Input] {
        let commits: [(ticket: UInt64, batches: [LobbyBatch])] = requests.compactMap { request in
            guard case .commit(_, let ticket, let batches) = request else { return nil }
            return (ticket, batches)
        }
        guard !commits.isEmpty else { return [] }
        if store.fullUntil > now || store.lostUntil > now {
            let isFull = store.fullUntil > now
            return commits.map { failed($0.ticket, $0.batches, isFull: isFull) }
        }
        let lands = store.failures.isEmpty ? nil : store.failures.removeFirst()
        guard lands != false else {
            return commits.map { failed($0.ticket, $0.batches, isFull: false) }
        }
        return commits.map { commit in
            guard write(commit.batches), lands == nil else {
                return failed(commit.ticket, commit.batches, isFull: false)
            }
            return .committed(ticket: commit.ticket)
        }
    }

    private func failed(_ ticket: UInt64, _ batches: [LobbyBatch], isFull: Bool) -> Input {
        for batch in batches { oracle.commitFailed(batch.lobby) }
        statistics.count("failed commits")
        note("commit \(ticket) fails")
        return .failed(ticket: ticket, isFull: isFull)
    }

    /// All batches of a request or none.
    private func write(_ batches: [LobbyBatch]) -> Bool {
        for batch in batches {
            guard let misfit = store.misfit(of: batch) else { continue }
            oracle.refused(batch, misfit, in: self)
            return false
        }
        for batch in batches {
            store.write(batch)
            oracle.landed(batch, in: self)
        }
        return true
    }

    private func load(_ lobby: LobbyID) -> LoadAnswer {
        guard store.lostUntil <= now else { return .unavailable }
        oracle.loaded(lobby)
        return store.image.lobbies[lobby].map(LoadAnswer.lobby) ?? .absent
    }

    private func find(_ code: JoinCode, _ network: ClientNetwork) -> FindAnswer {
        let time = serverTime.monotonicMilliseconds
        switch joinGuard.begin(network, now: time) {
        case .wait(let wait): return .tooManyAttempts(retryMilliseconds: wait)
        case .mayTry(let attempt):
            let isThere = store.lostUntil <= now
            let lobby = isThere ? store.image.find(code) : nil
            if !isThere || lobby != nil { joinGuard.acquit(attempt) }
            guard isThere else { return .unavailable }
            return lobby.map(FindAnswer.lobby) ?? .unknown
        }
    }
}

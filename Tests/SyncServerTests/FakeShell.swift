import Lobby
import Structures
import SyncServer
import Synchronization
import TestSupport
import Testing
import WebSocket
import Wire

/// Everything around the real server: connections, store, clocks and randomness, all in memory
/// and in step with the test. One turn of a shard per thing that happens, and the store answers
/// at once, unless a test says otherwise.
final class FakeShell {
    final class Shard {
        var server: SyncServer
        var wires: [SessionID: WireEnd] = [:]
        /// Connections that the server has asked to be preferred.
        var seated: [SessionID] = []

        init(_ server: consuming SyncServer) { self.server = server }
    }

    /// A wire belongs to whoever holds its other end. One that nobody holds hears nothing.
    struct WireEnd {
        weak var wire: FakeWire?
    }

    enum StoreRequest {
        case commit(shard: Int, ticket: UInt64, [LobbyBatch])
        case load(shard: Int, LobbyID)
        case history(shard: Int, LobbyID, after: Seq, eventsMax: Int, SessionID)
        case find(shard: Int, JoinCode, SessionID, ClientNetwork)
        case reserve(shard: Int, Int)
    }

    static let secret = [UInt8](repeating: 7, count: 32)

    var configuration: ServerConfiguration
    var shards: [Shard] = []
    var store = FakeStore()
    var random: SeededGenerator
    var joinGuard = JoinGuard(now: 0)
    var monotonic: UInt64 = 1_000_000
    var wall: Int64 = 1_780_000_000_000
    var reports: [Report] = []

    /// What the store hasn't answered.
    var requests: [StoreRequest] = []
    var holdsStore = false
    /// How the next commits fail, in order.
    var failures: [FakeStore.Failure] = []
    var isStoreUnavailable = false
    var damaged: Set<LobbyID> = []
    var givesCodes = true
    private var isAnswering = false
    private var turnsJoined = false
    private var idsGiven: UInt64 = 0

    init(
        shards count: Int = 1, seed: UInt64 = 1,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) {
        random = SeededGenerator(seed: seed)
        configuration = ServerConfiguration(secret: Self.secret)
        configuration.shardCount = count
        configure(&configuration)
        start()
    }

    var now: ServerTime {
        ServerTime(wall: WallTime(milliseconds: wall), monotonicMilliseconds: monotonic)
    }

    /// Starts the servers anew: whatever they had in memory is gone, connections too.
    func start() {
        for end in shards.flatMap(\.wires.values) { end.wire?.isGone = true }
        requests = []
        let perHour = configuration.lobbiesPerAddressPerHourMax
        let creations = Mutex(CreationBudget(lobbiesPerAddressPerHourMax: perHour))
        shards = (0..<configuration.shardCount).map { number in
            var own = configuration
            own.countCreation = { address, now in
                creations.withLock { $0.count(address, now: now) }
            }
            own.shard = number
            let generator = SeededGenerator(seed: random.next())
            return Shard(SyncServer(configuration: own, random: generator))
        }
        for shard in shards.indices { turn(shard) { _, _ in } }
    }

    /// Ids that are new each time, in slots that are used again.
    func newID() -> SessionID {
        idsGiven += 1
        let taken = Set(
            shards.flatMap(\.wires.keys).map(\.slot))
        let slot = (0...).first { !taken.contains($0) }!
        return SessionID(slot: UInt32(slot), generation: UInt32(idsGiven))
    }

    func identifier() -> Identifier128 { Identifier128(high: random.next(), low: random.next()) }

    /// Lets time pass, with a tick of every shard at least once a second.
    func wait(_ milliseconds: UInt64) {
        let end = monotonic + milliseconds
        while monotonic < end {
            let step = min(1_000, end - monotonic)
            monotonic += step
            wall += Int64(step)
            for shard in shards.indices { turn(shard) { $0.tick(now: $1) } }
            for end in shards.flatMap(\.wires.values) { end.wire?.sendPongs() }
        }
    }

    /// Until everyone knows who is here, and the next to come or go is announced at once.
    func waitForPresence() { wait(2 * configuration.presenceIntervalMilliseconds) }

    /// Everything that happens inside `body` is one turn of each shard.
    func inOneTurn(_ body: () -> Void) {
        turnsJoined = true
        body()
        turnsJoined = false
        for shard in shards.indices { turn(shard) { _, _ in } }
    }

    func turn(_ number: Int, _ body: (inout SyncServer, ServerTime) -> Void) {
        let shard = shards[number]
        body(&shard.server, now)
        guard !turnsJoined else { return }
        shard.server.endTurn(now: now)
        for effect in shard.server.takeEffects() { perform(effect, of: number) }
        answerStore()
    }
}

extension FakeShell {
    private func perform(_ effect: Effect, of number: Int) {
        let shard = shards[number]
        switch effect {
        case .send(let id, let bytes, let isDroppable):
            shard.wires[id]?.wire?.receive(bytes, isDroppable: isDroppable)
        case .broadcast(let ids, let bytes):
            for id in ids { shard.wires[id]?.wire?.receive(bytes, isDroppable: true) }
        case .seated(let id): shard.seated.append(id)
        case .close(let id): shard.wires.removeValue(forKey: id)?.wire?.isGone = true
        case .commit(let ticket, let batches):
            requests.append(.commit(shard: number, ticket: ticket, batches))
        case .load(let lobby): requests.append(.load(shard: number, lobby))
        case .readHistory(let lobby, let seq, let eventsMax, let id):
            requests.append(
                .history(shard: number, lobby, after: seq, eventsMax: eventsMax, id))
        case .find(let code, let id, let network):
            requests.append(.find(shard: number, code, id, network))
        case .reserveCodes(let count): requests.append(.reserve(shard: number, count))
        case .handOver(let id, let handover): handOver(id, handover, from: shard)
        case .report(let report): reports.append(report)
        }
    }

    private func handOver(_ id: SessionID, _ handover: Handover, from shard: Shard) {
        guard let end = shard.wires.removeValue(forKey: id), let wire = end.wire else { return }
        wire.shard = handover.shard
        wire.id = newID()
        shards[wire.shard].wires[wire.id] = end
        turn(wire.shard) { $0.adopt(wire.id, handover, now: $1) }
    }

    func answerStore() {
        guard !holdsStore, !isAnswering else { return }
        isAnswering = true
        while !requests.isEmpty, !holdsStore { answerFirst() }
        isAnswering = false
    }

    /// Answers the oldest request, even while the store is held.
    func answerFirst() {
        guard !requests.isEmpty else { return }
        switch requests.removeFirst() {
        case .commit(let shard, let ticket, let batches): commit(shard, ticket, batches)
        case .load(let shard, let lobby):
            turn(shard) { $0.loaded(lobby, self.load(lobby), now: $1) }
        case .history(let shard, let lobby, let seq, let eventsMax, let id):
            let stored = store.lobbies[lobby]
            let answer =
                isStoreUnavailable
                ? .unavailable : HistoryAnswer(stored, after: seq, eventsMax: eventsMax)
            turn(shard) { $0.history(answer, for: id, now: $1) }
        case .find(let shard, let code, let id, let network):
            turn(shard) { $0.found(self.find(code, from: network), for: id, now: $1) }
        case .reserve(let shard, let count):
            let codes =
                givesCodes ? (0..<count).map { _ in JoinCode(length: 6, using: &random) } : []
            turn(shard) { server, _ in server.reserved(codes) }
        }
    }

    private func commit(_ shard: Int, _ ticket: UInt64, _ batches: [LobbyBatch]) {
        let failure = failures.isEmpty ? nil : failures.removeFirst()
        var isCommitted = false
        switch failure {
        case .notWritten, .full: break
        case .written: _ = store.commit(batches)
        case nil: isCommitted = store.commit(batches)
        }
        turn(shard) { server, now in
            if isCommitted {
                server.committed(ticket, now: now)
            } else {
                server.failed(ticket, isFull: failure == .full, now: now)
            }
        }
    }

    private func load(_ lobby: LobbyID) -> LoadAnswer {
        if isStoreUnavailable { return .unavailable }
        if damaged.contains(lobby) { return .damaged(reason: "a checksum is wrong") }
        return store.lobbies[lobby].map(LoadAnswer.lobby) ?? .absent
    }

    private func find(_ code: JoinCode, from network: ClientNetwork) -> FindAnswer {
        if isStoreUnavailable { return .unavailable }
        switch joinGuard.begin(network, now: monotonic) {
        case .wait(let wait): return .tooManyAttempts(retryMilliseconds: wait)
        case .mayTry(let attempt):
            guard let lobby = store.find(code) else { return .unknown }
            joinGuard.acquit(attempt)
            return .lobby(lobby)
        }
    }
}

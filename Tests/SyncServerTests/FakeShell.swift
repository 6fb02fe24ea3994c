import API
import Club
import Connections
import Documents
import HTTP
import Host
import Lobby
import Log
import MemoryShell
import SyncServer
import TestSupport
import Testing
import WebSocket
import Wire

/// Everything around the real host and server: connections, store, clocks and randomness, all in
/// memory and in step with the test. One turn of a shard per thing that happens, and the store
/// answers at once, unless a test says otherwise.
final class FakeShell {
    typealias MemoryHost = Host<ServerOfKinds, MemoryTransport, HeldLog, MemoryMail<Int>>

    final class Shard {
        var host: MemoryHost
        /// The peers whose connections the server has asked to be preferred.
        var seated: [Int] = []

        init(_ host: consuming MemoryHost) { self.host = host }

        var server: SyncServer<Lobby> { host.server.games }
    }

    /// A wire belongs to whoever holds its other end. One that nobody holds hears nothing.
    struct WireEnd {
        weak var wire: FakeWire?
    }

    static let secret = [UInt8](repeating: 7, count: 32)

    var configuration: ServerConfiguration
    var shards: [Shard] = []
    var wires: [Int: WireEnd] = [:]
    var store = FakeStore()
    var random: SeededGenerator
    let doorkeeper = Shared(Doorkeeper(now: 0))
    /// Who may act as whom; it outlives the servers.
    let speakers = Shared(Speakers())
    /// What happens once somebody has asked them.
    let afterAsking = Shared<@Sendable (inout Speakers) -> Void>({ _ in })
    var monotonic: UInt64 = 1_000_000
    var wall: Int64 = 1_780_000_000_000
    var reports: [Report] = []

    /// The page's folder.
    var folder: [String: PageFile] = [:]
    /// Answers to an authority for certificates, by their tokens.
    var challenges: [String: [UInt8]] = [:]
    /// Whether as much work is waiting as may be.
    var isBusy = false
    /// The answer to each call of the API.
    var answerCall: (APIRequest) -> APIAnswer = { _ in APIAnswer(APIProblem(.notImplemented)) }
    /// What the store says when it is asked whether it could commit.
    var readiness = Readiness.ready
    /// Work is done when the store answers.
    private var worker = HeldWorker()

    /// What the store hasn't answered.
    var requests: [LogRequest] = []
    var holdsStore = false
    /// How the next commits fail, in order.
    var failures: [FakeStore.Failure] = []
    var isStoreUnavailable = false
    var damaged: Set<LobbyID> = []
    var givesCodes = true
    private let lobbiesPerAddressPerHourMax: UInt64
    private let connectionsPerAddressMax: UInt64
    private var mail = MemoryMail<Int>(loopCount: 0)
    private var isAnswering = false
    private var turnsJoined = false
    private var wiresGiven = 0

    init(
        shards count: Int = 1, seed: UInt64 = 1,
        lobbiesPerAddressPerHourMax: UInt64 = ServerConfiguration.lobbiesPerAddressPerHourMax,
        connectionsPerAddressMax: UInt64 = ServerConfiguration.connectionsPerAddressMax,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) {
        random = SeededGenerator(seed: seed)
        self.lobbiesPerAddressPerHourMax = lobbiesPerAddressPerHourMax
        self.connectionsPerAddressMax = connectionsPerAddressMax
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
        for end in wires.values { end.wire?.isGone = true }
        wires = [:]
        requests = []
        let (perHour, connections) = (lobbiesPerAddressPerHourMax, connectionsPerAddressMax)
        doorkeeper.change { [monotonic] in
            $0 = Doorkeeper(
                lobbiesPerAddressPerHourMax: perHour, connectionsPerAddressMax: connections,
                now: monotonic)
        }
        configuration.lendDoorkeeper = { [doorkeeper] in doorkeeper.change($0) }
        configuration.lendSpeakers = { [speakers, afterAsking] body in
            speakers.change { speakers in
                body(speakers)
                afterAsking.change { $0(&speakers) }
            }
        }
        mail = MemoryMail(loopCount: configuration.shardCount)
        worker = HeldWorker()
        shards = (0..<configuration.shardCount).map { number in
            var own = configuration
            own.shard = number
            let generator = SeededGenerator(seed: random.next())
            return Shard(
                Host(
                    ServerOfKinds(configuration: own, random: generator),
                    on: MemoryTransport(), log: HeldLog(), worker: worker, mail: mail,
                    loop: number))
        }
        for shard in shards.indices { turn(shard) }
    }

    /// A number for a new wire.
    func add(_ wire: FakeWire) -> Int {
        wiresGiven += 1
        wires[wiresGiven] = WireEnd(wire: wire)
        return wiresGiven
    }

    func identifier() -> Identifier128 { Identifier128(high: random.next(), low: random.next()) }

    /// Lets time pass, with a turn of every shard at least once a second.
    func wait(_ milliseconds: UInt64) {
        let end = monotonic + milliseconds
        while monotonic < end {
            let step = min(1_000, end - monotonic)
            monotonic += step
            wall += Int64(step)
            for shard in shards.indices { turn(shard) }
            for end in wires.sorted(by: { $0.key < $1.key }) { end.value.wire?.sendPongs() }
        }
    }

    /// Until everyone knows who is here, and the next to come or go is announced at once.
    func waitForPresence() { wait(2 * configuration.presenceIntervalMilliseconds) }

    /// Everything that happens inside `body` is one turn of each shard.
    func inOneTurn(_ body: () -> Void) {
        turnsJoined = true
        body()
        turnsJoined = false
        for shard in shards.indices { turn(shard) }
    }

    /// Something happens on a shard's connections, and it turns.
    func turn(_ number: Int, _ body: (inout MemoryTransport) -> Void = { _ in }) {
        body(&shards[number].host.transport)
        if !turnsJoined { run(number) }
    }

    /// A letter comes to a shard, and it turns.
    func post(_ letter: Letter, to number: Int) {
        mail.post(letter, to: number)
        run(number)
    }

    private func run(_ number: Int) {
        let shard = shards[number]
        shard.host.turn(with: mail, loop: number, now: now)
        requests += shard.host.log.takeRequests()
        reports += shard.host.takeReports().compactMap {
            if case .server(let report) = $0 { report } else { nil }
        }
        for output in shard.host.transport.takeOutputs() { perform(output, of: shard) }
        answerStore()
        for other in shards.indices where mail.hasMail(for: other) { run(other) }
    }

    private func perform(_ output: MemoryTransport.Output, of shard: Shard) {
        switch output {
        case .sent(let bytes, let wire, let isDroppable):
            wires[wire]?.wire?.receive(bytes, isDroppable: isDroppable)
        case .broadcast(let bytes, let receivers):
            for wire in receivers { wires[wire]?.wire?.receive(bytes, isDroppable: true) }
        case .preferred(let wire): shard.seated.append(wire)
        case .closed(let wire): wires.removeValue(forKey: wire)?.wire?.isGone = true
        }
    }
}

extension FakeShell {
    func answerStore() {
        guard !holdsStore, !isAnswering else { return }
        isAnswering = true
        while !requests.isEmpty || !worker.isEmpty, !holdsStore { answerFirst() }
        isAnswering = false
    }

    /// Answers the oldest request, or does the oldest work, even while the store is held.
    func answerFirst() {
        if requests.isEmpty {
            worker.doFirst(carryOut)
        } else {
            answer(requests.removeFirst())
        }
        for shard in shards.indices where mail.hasMail(for: shard) { run(shard) }
    }

    /// A picture is the link itself here.
    private func carryOut(_ work: Work) -> WorkAnswer {
        guard !isBusy else { return .busy }
        return switch work {
        case .qrCode(let link): .picture(Array(link.utf8))
        case .file(let path): .file(folder[path])
        case .readiness: .readiness(readiness)
        case .control(let request, let form): .control(.told(Array("\(request)".utf8), form))
        case .metrics: .metrics(Array("folf_lobbies 0\n".utf8))
        case .challenge(let token): .challenge(challenges[token])
        case .api(let request): .api(answerCall(request))
        }
    }

    private func answer(_ request: LogRequest) {
        switch request {
        case .commit(let batches, now: _, let completion): completion(commit(batches))
        case .load(let lobby, let completion) where damaged.contains(lobby) && !isStoreUnavailable:
            completion(.corrupt(reason: "a checksum is wrong"))
        case .reserveCodes(_, _, let completion) where !givesCodes: completion([])
        case .load, .readHistory, .find:
            if isStoreUnavailable { request.refuse(reason: "away") } else { store.answer(request) }
        case .reserveCodes: store.answer(request)
        }
    }

    private func commit(_ batches: [LobbyBatch]) -> CommitOutcome {
        switch failures.isEmpty ? nil : failures.removeFirst() {
        case .notWritten: break
        case .full: return .failed(.full)
        case .written: _ = store.commit(batches)
        case nil: if store.commit(batches) { return .committed }
        }
        return .failed(.inputOutput("as the test says"))
    }
}

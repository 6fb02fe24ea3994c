import API
import Connections
import Documents
import HTTP
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import WebSocket
import Wire

/// Everything around the real server, in memory and in step with the fuzzer. One turn for each
/// thing that happens, and the store answers at once, unless a step says otherwise.
final class SessionWorld {
    private typealias MemoryHost = Host<
        SyncServer<Lobby>, MemoryTransport, HeldLog, MemoryMail<Int>
    >

    private var host: MemoryHost
    private let mail = MemoryMail<Int>(loopCount: 1)
    private(set) var store = SessionStore()
    private(set) var wires: [SessionWire] = []
    private(set) var monotonic: UInt64 = 1_000_000
    private var requests: [LogRequest] = []
    private var isAnswering = false
    var holdsStore = false
    var joinsTurns = false
    var failures: [SessionStore.Failure] = []
    /// Whether a commit has failed: then everyone in the lobby has been sent away.
    private(set) var hasFailed = false
    /// The messages that came for each, until they are taken.
    private var inbox: [Int: [ServerMessage<Lobby>]] = [:]

    init(_ game: SessionGame? = nil) {
        var configuration = ServerConfiguration(secret: [UInt8](repeating: 7, count: 32))
        let doorkeeper = Shared(Doorkeeper(lobbiesPerAddressPerHourMax: 20, now: 0))
        configuration.lendDoorkeeper = { doorkeeper.change($0) }
        let file = PageFile(
            contentType: "text/html", tag: "a", body: [0x61], compressed: [0x62], hasPolicy: true)
        configuration.site = .files(["/index.html": file])
        let worker = PromptWorker { work in
            switch work {
            case .qrCode(let link): .picture(Array(link.utf8))
            case .file: .file(nil)
            case .challenge: .challenge(nil)
            case .readiness: .readiness(.ready)
            case .metrics: .metrics([])
            case .control: .control(.failed(.absent))
            case .api(let request): .api(Self.answer(to: request))
            }
        }
        host = Host(
            SyncServer(configuration: configuration, random: FuzzRandom(seed: 8)),
            on: MemoryTransport(), log: HeldLog(), worker: worker, mail: mail, loop: 0)
        store = SessionStore(game?.lobbies ?? [:])
    }

    private static func answer(to request: APIRequest) -> APIAnswer {
        do throws(APIProblem) {
            _ = try APITable.check(request)
            return .nothing
        } catch {
            return APIAnswer(error)
        }
    }

    var now: ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: 1_780_000_000_000 + Int64(monotonic)),
            monotonicMilliseconds: monotonic)
    }

    func take(_ place: Int) -> [ServerMessage<Lobby>] { inbox.removeValue(forKey: place) ?? [] }

    func change(_ place: Int, _ body: (inout SessionWire) -> Void) { body(&wires[place]) }

    /// Has something happen on the connections, and the server turn.
    func turn(_ body: (inout MemoryTransport) -> Void = { _ in }) throws(Finding) {
        body(&host.transport)
        if !joinsTurns { try run() }
    }

    private func run() throws(Finding) {
        repeat {
            host.turn(with: mail, now: now)
            requests += host.log.takeRequests()
            for case .server(.lobbyDamaged(_, let reason)) in host.takeReports() {
                throw Finding("damaged: \(reason)")
            }
            for output in host.transport.takeOutputs() { try perform(output) }
            try answerStore()
        } while mail.hasMail(for: 0)
    }

    private func perform(_ output: MemoryTransport.Output) throws(Finding) {
        switch output {
        case .sent(let bytes, let place, let isDroppable):
            try deliver(bytes, to: place, isDroppable: isDroppable)
        case .broadcast(let bytes, let places):
            for place in places { try deliver(bytes, to: place, isDroppable: true) }
        case .preferred: break
        case .closed(let place): wires[place].isGone = true
        }
    }

    private func deliver(
        _ bytes: [UInt8], to place: Int, isDroppable: Bool
    ) throws(Finding) {
        let messages = try wires[place].receive(bytes, isDroppable: isDroppable, store)
        inbox[place, default: []] += messages
    }

    func answerStore() throws(Finding) {
        guard !isAnswering, !holdsStore, !requests.isEmpty else { return }
        isAnswering = true
        while !requests.isEmpty, !holdsStore {
            try answer(requests.removeFirst())
            try run()
        }
        isAnswering = false
    }

    private func answer(_ request: LogRequest) throws(Finding) {
        guard case .commit(let batches, now: _, let completion) = request else {
            return store.answer(request)
        }
        let failure = failures.isEmpty ? nil : failures.removeFirst()
        if failure == nil || failure == .written { try store.commit(batches) }
        hasFailed = hasFailed || failure != nil
        switch failure {
        case nil: completion(.committed)
        case .full: completion(.failed(.full))
        case .notWritten, .written: completion(.failed(.inputOutput("as the fuzzer says")))
        }
    }
}

/// Connections and time.
extension SessionWorld {
    static let connectionsMax = 14

    /// - Returns: the connection's place.
    func open(upgrades: Bool = true, network: UInt64 = 1) throws(Finding) -> Int {
        let place = wires.count
        wires.append(SessionWire())
        try turn { $0.open(place, from: PeerAddress(high: network << 16, low: 1)) }
        guard upgrades else { return place }
        let key = [UInt8](1...16)
        wires[place].upgrade = HTTPResponseParser(
            key: key, subprotocol: WireLimits.subprotocol)
        try send(
            WebSocketHandshake.request(
                host: "folf.example", path: ServerPaths.sync, key: key,
                subprotocol: WireLimits.subprotocol), on: place)
        return place
    }

    func send(_ bytes: [UInt8], on place: Int) throws(Finding) {
        guard !wires[place].isGone else { return }
        try turn { $0.receive(bytes, from: place) }
    }

    func say(_ message: [UInt8], on place: Int) throws(Finding) {
        try send(WebSocketFrame.clientText(message, mask: 0x1234_5678), on: place)
    }

    func hangUp(_ place: Int) throws(Finding) {
        guard !wires[place].isGone else { return }
        wires[place].isGone = true
        try turn { $0.lose(place) }
    }

    func drain(_ place: Int) throws(Finding) {
        guard !wires[place].isGone, wires[place].isLagging else { return }
        wires[place].isLagging = false
        try turn { $0.drain(place) }
    }

    /// Lets time pass; every peer whose WebSocket works answers pings.
    func wait(_ milliseconds: UInt64) throws(Finding) {
        let end = monotonic + milliseconds
        while monotonic < end {
            monotonic += min(5_000, end - monotonic)
            try turn()
            for place in wires.indices where !wires[place].answers.isEmpty {
                let pongs = wires[place].answers
                wires[place].answers = []
                try send(pongs, on: place)
            }
        }
    }

    /// Says hello and expects to be let in.
    func greet(_ place: Int, _ hello: Hello) throws(Finding) -> Welcome {
        try say(ClientMessage<Lobby>.hello(encoding: hello), on: place)
        for case .welcome(let welcome) in inbox[place] ?? [] { return welcome }
        throw Finding("no welcome: \(inbox[place] ?? [])")
    }

    /// Sends an op and expects it to be dealt with.
    func perform(
        _ command: Command, number: OpNumber, on place: Int
    ) throws(Finding) {
        let op = Op(
            number: number, at: now.wall, seenVersion: 0, seenEpoch: .none, command: command)
        try say(ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op)]), on: place)
        let isDone = (inbox[place] ?? []).contains {
            if case .ack(number, _) = $0 { true } else { false }
        }
        try expect(isDone, "op \(number) isn't acknowledged: \(inbox[place] ?? [])")
    }

    /// Checks that the server holds no more sessions, lobbies and timers than fit the connections.
    func expectBounded() throws(Finding) {
        let open = wires.count { !$0.isGone }
        try expect(
            joinsTurns || host.server.sessionCount == open,
            "\(host.server.sessionCount) sessions for \(open) connections")
        try expect(
            host.server.lobbyCount <= store.lobbies.count + wires.count, "lobbies that nobody has")
        try expect(
            host.server.timerCount <= 4 * (wires.count + host.server.lobbyCount), "timers pile up")
    }

    /// Has all hang up, lets time pass, and checks that nothing is left.
    func expectForgotten() throws(Finding) {
        for place in wires.indices { try hangUp(place) }
        try wait(130_000)
        try expect(
            host.server.sessionCount == 0 && host.server.lobbyCount == 0
                && host.server.timerCount == 0,
            "left behind: \(host.server.sessionCount) sessions, \(host.server.lobbyCount) lobbies, "
                + "\(host.server.timerCount) timers")
    }
}

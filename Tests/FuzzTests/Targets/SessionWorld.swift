import Lobby
import Structures
import SyncServer
import Synchronization
import WebSocket
import Wire

/// Everything around the real server, in memory and in step with the fuzzer. One turn for each
/// thing that happens, and the store answers at once, unless a step says otherwise.
final class SessionWorld {
    private var server: SyncServer
    private(set) var store = SessionStore()
    private(set) var wires: [SessionWire] = []
    private(set) var monotonic: UInt64 = 1_000_000
    private var random = FuzzRandom(seed: 7)
    private var joinGuard = JoinGuard(now: 0)
    private var requests: [Effect] = []
    private var isAnswering = false
    var holdsStore = false
    var joinsTurns = false
    var failures: [SessionStore.Failure] = []
    /// Whether a commit has failed: then everyone in the lobby has been sent away.
    private(set) var hasFailed = false
    /// What came for whom, until it is taken.
    private var inbox: [Int: [ServerMessage]] = [:]

    init(_ game: SessionGame? = nil) {
        var configuration = ServerConfiguration(secret: [UInt8](repeating: 7, count: 32))
        let creations = Mutex(CreationBudget(lobbiesPerAddressPerHourMax: 20))
        configuration.countCreation = { address, now in
            creations.withLock { $0.count(address, now: now) }
        }
        let file = PageFile(
            contentType: "text/html", tag: "a", body: [0x61], compressed: [0x62], hasPolicy: true)
        configuration.page = { $0 == "/index.html" ? file : nil }
        configuration.qrCode = { Array($0.utf8) }
        server = SyncServer(configuration: configuration, random: FuzzRandom(seed: 8))
        store = SessionStore(game?.lobbies ?? [:])
    }

    var now: ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: 1_780_000_000_000 + Int64(monotonic)),
            monotonicMilliseconds: monotonic)
    }

    func take(_ place: Int) -> [ServerMessage] { inbox.removeValue(forKey: place) ?? [] }

    func change(_ place: Int, _ body: (inout SessionWire) -> Void) { body(&wires[place]) }

    func turn(_ body: (inout SyncServer, ServerTime) -> Void) throws(Finding) {
        body(&server, now)
        guard !joinsTurns else { return }
        server.endTurn(now: now)
        for effect in server.takeEffects() { try perform(effect) }
        try answerStore()
    }

    private func perform(_ effect: Effect) throws(Finding) {
        switch effect {
        case .send(let id, let bytes, let isDroppable):
            try deliver(bytes, to: id, isDroppable: isDroppable)
        case .broadcast(let ids, let bytes):
            for id in ids { try deliver(bytes, to: id, isDroppable: true) }
        case .seated: break
        case .close(let id): wires[id.slot].isGone = true
        case .commit, .load, .readHistory, .find, .reserveCodes: requests.append(effect)
        case .handOver: throw Finding("there is one shard only")
        case .report(.lobbyDamaged(_, let reason)): throw Finding("damaged: \(reason)")
        case .report: break
        }
    }

    private func deliver(
        _ bytes: [UInt8], to id: SessionID, isDroppable: Bool
    ) throws(Finding) {
        let messages = try wires[id.slot].receive(bytes, isDroppable: isDroppable, store)
        inbox[id.slot, default: []] += messages
    }

    func answerStore() throws(Finding) {
        guard !isAnswering else { return }
        isAnswering = true
        while !requests.isEmpty, !holdsStore { try answer(requests.removeFirst()) }
        isAnswering = false
    }

    private func answer(_ request: Effect) throws(Finding) {
        switch request {
        case .commit(let ticket, let batches): try commit(ticket, batches)
        case .load(let lobby):
            let answer = store.lobbies[lobby].map(LoadAnswer.lobby) ?? .absent
            try turn { $0.loaded(lobby, answer, now: $1) }
        case .readHistory(let lobby, let seq, let eventsMax, let id):
            let answer = HistoryAnswer(store.lobbies[lobby], after: seq, eventsMax: eventsMax)
            try turn { $0.history(answer, for: id, now: $1) }
        case .find(let code, let id, let network):
            let answer = find(code, network)
            try turn { $0.found(answer, for: id, now: $1) }
        case .reserveCodes(let count):
            let codes = (0..<count).map { _ in JoinCode(length: 6, using: &random) }
            try turn { server, _ in server.reserved(codes) }
        case .send, .broadcast, .seated, .close, .handOver, .report: break
        }
    }

    private func find(_ code: JoinCode, _ network: ClientNetwork) -> FindAnswer {
        switch joinGuard.begin(network, now: monotonic) {
        case .wait(let wait): return .tooManyAttempts(retryMilliseconds: wait)
        case .mayTry(let attempt):
            guard let lobby = store.find(code) else { return .unknown }
            joinGuard.acquit(attempt)
            return .lobby(lobby)
        }
    }

    private func commit(_ ticket: UInt64, _ batches: [LobbyBatch]) throws(Finding) {
        let failure = failures.isEmpty ? nil : failures.removeFirst()
        if failure == nil || failure == .written { try store.commit(batches) }
        hasFailed = hasFailed || failure != nil
        try turn { server, now in
            if failure == nil {
                server.committed(ticket, now: now)
            } else {
                server.failed(ticket, isFull: failure == .full, now: now)
            }
        }
    }
}

/// Connections and time.
extension SessionWorld {
    static let connectionsMax = 14

    /// - Returns: the connection's place.
    func open(upgrades: Bool = true, network: UInt64 = 1) throws(Finding) -> Int {
        let place = wires.count
        let id = SessionID(slot: UInt32(place), generation: 1)
        wires.append(SessionWire(id))
        try turn { $0.opened(id, from: ClientNetwork(high: network, low: 1), now: $1) }
        guard upgrades else { return place }
        let key = [UInt8](1...16)
        wires[place].upgrade = HTTPResponseParser(
            key: key, subprotocol: WireLimits.subprotocol)
        try send(
            WebSocketHandshake.request(
                host: "folf.example", path: SyncServer.syncPath, key: key,
                subprotocol: WireLimits.subprotocol), on: place)
        return place
    }

    func send(_ bytes: [UInt8], on place: Int) throws(Finding) {
        guard !wires[place].isGone else { return }
        let id = wires[place].id
        try turn { $0.received(bytes.span, from: id, now: $1) }
    }

    func say(_ message: [UInt8], on place: Int) throws(Finding) {
        try send(WebSocketFrame.clientText(message, mask: 0x1234_5678), on: place)
    }

    func hangUp(_ place: Int) throws(Finding) {
        guard !wires[place].isGone else { return }
        wires[place].isGone = true
        let id = wires[place].id
        try turn { $0.closed(id, now: $1) }
    }

    func drain(_ place: Int) throws(Finding) {
        guard !wires[place].isGone, wires[place].isLagging else { return }
        wires[place].isLagging = false
        let id = wires[place].id
        try turn { $0.drained(id, now: $1) }
    }

    /// Lets time pass; every peer whose WebSocket works answers pings.
    func wait(_ milliseconds: UInt64) throws(Finding) {
        let end = monotonic + milliseconds
        while monotonic < end {
            monotonic += min(5_000, end - monotonic)
            try turn { $0.tick(now: $1) }
            for place in wires.indices where !wires[place].answers.isEmpty {
                let pongs = wires[place].answers
                wires[place].answers = []
                try send(pongs, on: place)
            }
        }
    }

    /// Says hello and expects to be let in.
    func greet(_ place: Int, _ hello: Hello) throws(Finding) -> Welcome {
        try say(ClientMessage.hello(encoding: hello), on: place)
        for case .welcome(let welcome) in inbox[place] ?? [] { return welcome }
        throw Finding("no welcome: \(inbox[place] ?? [])")
    }

    /// Sends an op and expects it to be dealt with.
    func perform(
        _ command: Command, number: OpNumber, on place: Int
    ) throws(Finding) {
        let op = Op(
            number: number, at: now.wall, seenVersion: 0, seenEpoch: .none, command: command)
        try say(ClientMessage.ops(encoding: [OpCoding.encode(op)]), on: place)
        let isDone = (inbox[place] ?? []).contains {
            if case .ack(number, _) = $0 { true } else { false }
        }
        try expect(isDone, "op \(number) isn't acknowledged: \(inbox[place] ?? [])")
    }

    /// What the server must not hold more of than there are connections.
    func expectBounded() throws(Finding) {
        let open = wires.count { !$0.isGone }
        try expect(
            joinsTurns || server.sessionCount == open,
            "\(server.sessionCount) sessions for \(open) connections")
        try expect(
            server.lobbyCount <= store.lobbies.count + wires.count, "lobbies that nobody has")
        try expect(server.timerCount <= 4 * (wires.count + server.lobbyCount), "timers pile up")
    }

    /// Once all have hung up and time has passed, nothing is left.
    func expectForgotten() throws(Finding) {
        for place in wires.indices { try hangUp(place) }
        try wait(130_000)
        try expect(
            server.sessionCount == 0 && server.lobbyCount == 0 && server.timerCount == 0,
            "left behind: \(server.sessionCount) sessions, \(server.lobbyCount) lobbies, "
                + "\(server.timerCount) timers")
    }
}

import Connections
import Documents
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import Testing
import WebSocket
import Wire

/// A client's end of a connection: bytes go in and out, messages are kept in the order they came.
final class FakeWire {
    let shell: FakeShell
    /// How the shell calls it.
    private(set) var number = 0
    private let firstShard: Int
    /// What came before WebSocket, or instead of it.
    private(set) var http: [UInt8] = []
    private(set) var inbox: [ServerMessage<Lobby>] = []
    private(set) var closeCode: UInt16?
    private(set) var pingCount = 0
    /// The server has closed it, or the client has hung up.
    var isGone = false
    /// Reads nothing: what may be dropped is.
    var isLagging = false
    /// Doesn't answer pings.
    var isMute = false
    var onMessage: (ServerMessage<Lobby>) -> Void = { _ in }
    /// Takes messages about documents that are no games.
    var onOtherText: (([UInt8]) -> Void)?

    private var handshake: HTTPResponseParser?
    private var isUpgraded = false
    private var socket = WebSocketConnection(
        role: .client, limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax))
    private var lobby: LobbyID?
    private static let key = [UInt8](1...16)

    init(
        _ shell: FakeShell, network: ClientNetwork = ClientNetwork(high: 1, low: 1), shard: Int = 0,
        by door: Door = .front
    ) {
        self.shell = shell
        firstShard = shard
        number = shell.add(self)
        shell.turn(shard) {
            $0.open(
                self.number, from: PeerAddress(high: network.high, low: network.low), by: door)
        }
    }

    /// The shard that has it now.
    var shard: Int {
        shell.shards.firstIndex { $0.host.transport.connection(to: number) != nil } ?? firstShard
    }

    /// How the server calls it now.
    var id: SessionID? { shell.shards[shard].host.transport.connection(to: number) }

    /// One that has become a WebSocket.
    static func upgraded(
        _ shell: FakeShell, network: ClientNetwork = ClientNetwork(high: 1, low: 1), shard: Int = 0
    ) -> FakeWire {
        let wire = FakeWire(shell, network: network, shard: shard)
        wire.upgrade()
        return wire
    }

    /// Sends pieces of HTTP requests, the last of which ends the connection.
    /// - Returns: everything that was answered.
    static func answers(to pieces: [[UInt8]], by shell: FakeShell) -> String {
        let wire = FakeWire(shell)
        for piece in pieces { wire.send(piece) }
        #expect(wire.isGone)
        return wire.takeHTTP()
    }

    func upgrade(subprotocol: String = WireLimits.subprotocol, origin: String? = nil) {
        handshake = HTTPResponseParser(key: Self.key, subprotocol: subprotocol)
        send(
            WebSocketHandshake.request(
                host: "folf.example", path: ServerPaths.sync, key: Self.key,
                subprotocol: subprotocol, origin: origin))
    }

    func send(_ bytes: [UInt8]) {
        guard !isGone else { return }
        shell.turn(shard) { $0.receive(bytes, from: self.number) }
    }

    static func frame(_ message: [UInt8]) -> [UInt8] {
        WebSocketFrame.clientText(message, mask: 0x1234_5678)
    }

    func say(_ message: [UInt8]) { send(Self.frame(message)) }

    func say(_ text: String) { say(Array(text.utf8)) }

    /// The connection is lost without a word.
    func hangUp() {
        guard !isGone else { return }
        isGone = true
        shell.wires[number] = nil
        shell.turn(shard) { $0.lose(self.number) }
    }

    /// The client reads again.
    func drain() {
        isLagging = false
        shell.turn(shard) { $0.drain(self.number) }
    }

    /// The messages since the last call.
    @discardableResult
    func take() -> [ServerMessage<Lobby>] {
        defer { inbox = [] }
        return inbox
    }

    /// What has been answered without WebSocket since the last call.
    func takeHTTP() -> String {
        defer { http = [] }
        return String(decoding: http, as: UTF8.self)
    }

    func receive(_ bytes: [UInt8], isDroppable: Bool) {
        if isGone || isLagging && isDroppable { return }
        var cursor = 0
        if socketIsOpen(bytes, &cursor) {
            while let event = socket.receive(bytes.span, cursor: &cursor) { handle(event) }
            if !isMute { answer(socket.takeOutput()) }
        }
    }

    private func socketIsOpen(_ bytes: [UInt8], _ cursor: inout Int) -> Bool {
        guard !isUpgraded else { return true }
        http += bytes
        isUpgraded = handshake?.receive(bytes.span, cursor: &cursor) == .accepted
        return isUpgraded
    }

    /// Pongs go back in a turn of their own, once this one is over.
    private func answer(_ output: [UInt8]) {
        guard !output.isEmpty else { return }
        pingCount += 1
        pongs.append(output)
    }

    private var pongs: [[UInt8]] = []

    func sendPongs() {
        let waiting = pongs
        pongs = []
        for pong in waiting { send(pong) }
    }

    private func handle(_ event: WebSocketEvent) {
        switch event {
        case .text(let bytes):
            #expect(closeCode == nil, "nothing is sent after a close frame")
            if let onOtherText { return onOtherText(bytes) }
            guard let message = try? ServerMessage<Lobby>.decode(bytes) else {
                Issue.record("unreadable: \(String(decoding: bytes, as: UTF8.self))")
                return
            }
            if case .welcome(let welcome) = message { lobby = welcome.lobby }
            if let lobby { shell.store.expectDurable(message, in: lobby) }
            inbox.append(message)
            onMessage(message)
        case .closed(let code, _): closeCode = code?.rawValue
        case .binary, .pong, .failed: Issue.record("unexpected: \(event)")
        }
    }
}

extension FakeStore {
    /// Durable before visible: whatever a message tells of a lobby is in the store.
    mutating func expectDurable(_ message: ServerMessage<Lobby>, in lobby: LobbyID) {
        let stored = lobbies[lobby]
        let top = Seq(stored?.records.count ?? 0)
        switch message {
        case .welcome(let welcome):
            #expect(welcome.top <= top, "a welcome tells only what is durable")
            guard let stored else { return }
            #expect(welcome.epoch == stored.epoch)
            let last = stored.replicas.map(\.lastNumber).max() ?? 0
            #expect(welcome.lastNumber <= last)
        case .snapshot(let snapshot, let proof):
            #expect(snapshot.seq <= top, "a snapshot tells only what is durable")
            guard let stored, snapshot.seq >= 1, snapshot.seq <= top else { return }
            #expect(snapshot.epoch == stored.epoch)
            let hash = RollingHash.short(stored.records[Int(snapshot.seq) - 1].hash)
            #expect(proof.hash == hash)
        case .events(let first, let proof, let changes):
            expectDurable(changes, from: first, proof, in: stored)
        case .history(let first, let changes, let historyTop):
            #expect(historyTop <= top, "a history tells only what is durable")
            if !changes.isEmpty { expectDurable(changes, from: first, nil, in: stored) }
        case .ack(_, let seq): #expect(seq <= top, "an ack tells only what is durable")
        case .presence(let presence):
            let joined = self.lobby(lobby)?.members ?? []
            #expect(
                presence.members.allSatisfy { Int($0.value) <= joined.count },
                "presence tells only of members who are durable")
        case .error(let notice) where notice.number == Refusal.kicked.rawValue:
            let joined = self.lobby(lobby)?.members ?? []
            #expect(
                joined.contains { $0.standing == .kicked }, "nobody is kicked before it's durable")
        case .reject, .gap, .moved, .draining, .pong, .error: break
        }
    }

    private func expectDurable(
        _ changes: [Change], from first: Seq, _ proof: PositionProof?, in stored: StoredLobby?
    ) {
        let last = first + Seq(changes.count) - 1
        guard let stored, last <= Seq(stored.records.count) else {
            Issue.record("events \(first)...\(last) are visible before they are durable")
            return
        }
        for (place, change) in changes.enumerated() {
            let record = stored.records[Int(first) - 1 + place]
            let event = try? LogCoding<Lobby>.event(record)
            #expect(
                event?.change == change || event?.change.forSpectators == change,
                "what is sent is what is stored")
        }
        guard let proof else { return }
        #expect(proof.hash == RollingHash.short(stored.records[Int(last) - 1].hash))
    }
}

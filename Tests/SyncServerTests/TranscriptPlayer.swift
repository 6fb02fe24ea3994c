import Lobby
import Structures
import SyncServer
import TestSupport
import Testing
import WebSocket
import Wire

/// Plays a transcript against one `SyncServer`, with clients that do nothing but what it says and
/// what WebSocket asks of them.
final class TranscriptPlayer {
    /// What a client has been sent and not yet expected.
    private enum Received {
        case message([UInt8])
        case closed(UInt16?)
    }

    private struct Client {
        var id: SessionID
        var socket = WebSocketConnection(
            role: .client,
            limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax))
        var isUpgraded = false
        var isOpen = true
        var inbox: [Received] = []
        var lastPresence: [UInt8] = []

        mutating func receive(_ message: [UInt8]) {
            if message.starts(with: #"{"type":"presence""#.utf8) {
                // It may repeat itself.
                guard message != lastPresence else { return }
                lastPresence = message
            }
            inbox.append(.message(message))
        }
    }

    private var server: SyncServer
    private var store = TranscriptStore()
    private var storeCopy = TranscriptStore()
    private var clients: [String: Client] = [:]
    private var names = TranscriptNames(Transcript.given)
    private var connectionCount: UInt32 = 0
    private var time = ServerTime(
        wall: WallTime(milliseconds: 1_760_000_000_000), monotonicMilliseconds: 1_000)

    init() {
        server = Self.newServer(seed: 1)
        turn {}
    }

    private static let configuration = ServerConfiguration(
        secret: [UInt8](repeating: 7, count: 32))

    private static func newServer(seed: UInt64) -> SyncServer {
        SyncServer(configuration: configuration, random: SeededGenerator(seed: seed))
    }

    func play(_ transcript: Transcript) {
        for line in transcript.lines {
            guard let fault = play(line.step) else { continue }
            Issue.record("Protocol.md line \(line.number), \(transcript.title): \(fault)")
            return
        }
        waitForPresence()
        for (name, client) in clients where !client.inbox.isEmpty {
            Issue.record("\(transcript.title): \(name) has got more: \(text(client.inbox[0]))")
        }
    }

    /// What is wrong, if anything.
    private func play(_ step: Transcript.Step) -> String? {
        switch step {
        case .send(let name, let json): return send(json, from: name)
        case .receive(let name, let json):
            if clients[name]?.inbox.isEmpty == true { waitForPresence() }
            guard let next = take(name) else { return "\(name) has got nothing" }
            guard case .message(let bytes) = next, names.match(json, bytes) else {
                return "\(name) has got \(text(next))"
            }
        case .closed(let name, let code):
            guard let next = take(name) else { return "\(name) is still connected" }
            guard case .closed(code) = next else { return "\(name) has got \(text(next))" }
        case .cut(let name): cut(name)
        case .pass(let seconds): pass(seconds)
        case .copy: storeCopy = store
        case .restore:
            for name in clients.keys { clients[name]?.isOpen = false }
            store = storeCopy
            server = Self.newServer(seed: 2)
            turn {}
        case .unknown: return "no such line"
        }
        return nil
    }

    private func take(_ name: String) -> Received? {
        guard let client = clients[name], !client.inbox.isEmpty else { return nil }
        return clients[name]?.inbox.removeFirst()
    }

    private func text(_ received: Received) -> String {
        switch received {
        case .message(let bytes): String(decoding: bytes, as: UTF8.self)
        case .closed(let code): "closed \(code ?? 0)"
        }
    }
}

extension TranscriptPlayer {
    private func send(_ json: String, from name: String) -> String? {
        guard let bytes = names.filled(json) else { return "a name has no value yet" }
        if clients[name]?.isOpen != true {
            if let left = take(name) { return "\(name) had got \(text(left))" }
            connect(name)
        }
        guard let id = clients[name]?.id else { return "not connected" }
        let frame = WebSocketFrame.clientText(bytes, mask: 0x1234_5678)
        turn { server.received(frame.span, from: id, now: time) }
        return nil
    }

    private func connect(_ name: String) {
        connectionCount += 1
        let id = SessionID(slot: connectionCount, generation: 1)
        clients[name] = Client(id: id)
        let request = WebSocketHandshake.request(
            host: "folf.example", path: SyncServer.syncPath,
            key: [UInt8](repeating: 9, count: WebSocketHandshake.keyBytes),
            subprotocol: WireLimits.subprotocol)
        turn {
            server.opened(id, from: ClientNetwork(high: 0, low: UInt64(id.slot)), now: time)
            server.received(request.span, from: id, now: time)
        }
    }

    private func cut(_ name: String) {
        guard let client = clients[name], client.isOpen else { return }
        clients[name]?.isOpen = false
        turn { server.closed(client.id, now: time) }
    }

    /// Lets go out what the server has put off. The time of day stands still.
    private func waitForPresence() {
        time.monotonicMilliseconds += Self.configuration.presenceIntervalMilliseconds
        turn { server.tick(now: time) }
    }

    private func pass(_ seconds: UInt64) {
        for _ in 0..<seconds {
            time = ServerTime(
                wall: WallTime(milliseconds: time.wall.milliseconds + 1_000),
                monotonicMilliseconds: time.monotonicMilliseconds + 1_000)
            turn { server.tick(now: time) }
        }
    }
}

extension TranscriptPlayer {
    /// One turn of the loop, and those that answers of the store and of clients lead to.
    private func turn(_ action: () -> Void) {
        action()
        server.endTurn(now: time)
        while true {
            let effects = server.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect) }
            server.endTurn(now: time)
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .send(let id, let bytes, isDroppable: _): deliver(bytes, to: id)
        case .broadcast(let ids, let bytes):
            for id in ids { deliver(bytes, to: id) }
        case .seated: break
        case .close(let id):
            withClient(id) { $0.isOpen = false }
            server.closed(id, now: time)
        case .commit(let ticket, let batches):
            store.commit(batches)
            server.committed(ticket, now: time)
        case .load(let lobby): server.loaded(lobby, store.load(lobby), now: time)
        case .readHistory(let lobby, let seq, let eventsMax, for: let id):
            server.history(
                HistoryAnswer(store.lobbies[lobby], after: seq, eventsMax: eventsMax), for: id,
                now: time)
        case .find(let code, for: let id, from: _):
            server.found(store.find(code), for: id, now: time)
        case .reserveCodes(let count): server.reserved(store.codes(count))
        case .handOver: Issue.record("there is one shard")
        case .report: break
        }
    }

    private func withClient(_ id: SessionID, _ change: (inout Client) -> Void) {
        guard let name = clients.first(where: { $0.value.id == id })?.key else { return }
        change(&clients[name]!)
    }

    private func deliver(_ bytes: [UInt8], to id: SessionID) {
        var answer: [UInt8] = []
        withClient(id) { client in
            guard client.isOpen else { return }
            guard client.isUpgraded else {
                client.isUpgraded = bytes.starts(with: "HTTP/1.1 101 ".utf8)
                return
            }
            var cursor = 0
            while let event = client.socket.receive(bytes.span, cursor: &cursor) {
                switch event {
                case .text(let message): client.receive(message)
                case .closed(let code, reason: _): client.inbox.append(.closed(code?.rawValue))
                case .binary, .pong, .failed: Issue.record("the server breaks WebSocket")
                }
            }
            answer = client.socket.takeOutput()
        }
        guard !answer.isEmpty else { return }
        server.received(answer.span, from: id, now: time)
    }
}

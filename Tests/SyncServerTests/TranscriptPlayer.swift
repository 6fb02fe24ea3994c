import Connections
import Documents
import Host
import Lobby
import MemoryShell
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
        var number: Int
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

    private var host: Host<SyncServer<Lobby>, MemoryTransport, HeldLog, MemoryMail<Int>>
    private let mail = MemoryMail<Int>(loopCount: 1)
    private var store = TranscriptStore()
    private var storeCopy = TranscriptStore()
    private var clients: [String: Client] = [:]
    private var names = TranscriptNames(Transcript.given)
    private var connectionCount = 0
    private var time = ServerTime(
        wall: WallTime(milliseconds: 1_760_000_000_000), monotonicMilliseconds: 1_000)

    init() {
        host = Self.newHost(mail, seed: 1)
        turn()
    }

    private static let configuration = ServerConfiguration(
        secret: [UInt8](repeating: 7, count: 32))

    private static func newHost(
        _ mail: MemoryMail<Int>, seed: UInt64
    ) -> Host<SyncServer<Lobby>, MemoryTransport, HeldLog, MemoryMail<Int>> {
        Host(
            SyncServer(configuration: configuration, random: SeededGenerator(seed: seed)),
            on: MemoryTransport(), log: HeldLog(), worker: PromptWorker(),
            mail: mail, loop: 0)
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
            host = Self.newHost(mail, seed: 2)
            turn()
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
        guard let number = clients[name]?.number else { return "not connected" }
        host.transport.receive(
            WebSocketFrame.clientText(bytes, mask: 0x1234_5678), from: number)
        turn()
        return nil
    }

    private func connect(_ name: String) {
        connectionCount += 1
        clients[name] = Client(number: connectionCount)
        let request = WebSocketHandshake.request(
            host: "folf.example", path: ServerPaths.sync,
            key: [UInt8](repeating: 9, count: WebSocketHandshake.keyBytes),
            subprotocol: WireLimits.subprotocol)
        let address = PeerAddress(high: UInt64(connectionCount), low: 1)
        host.transport.open(connectionCount, from: address)
        host.transport.receive(request, from: connectionCount)
        turn()
    }

    private func cut(_ name: String) {
        guard let client = clients[name], client.isOpen else { return }
        clients[name]?.isOpen = false
        host.transport.lose(client.number)
        turn()
    }

    /// Lets go out what the server has put off. The time of day stands still.
    private func waitForPresence() {
        time.monotonicMilliseconds += Self.configuration.presenceIntervalMilliseconds
        turn()
    }

    private func pass(_ seconds: UInt64) {
        for _ in 0..<seconds {
            time = ServerTime(
                wall: WallTime(milliseconds: time.wall.milliseconds + 1_000),
                monotonicMilliseconds: time.monotonicMilliseconds + 1_000)
            turn()
        }
    }
}

extension TranscriptPlayer {
    /// One turn of the loop, and those that answers of the store and of clients lead to.
    private func turn() {
        repeat {
            host.turn(with: mail, now: time)
            for request in host.log.takeRequests() { store.answer(request) }
            for output in host.transport.takeOutputs() { perform(output) }
        } while mail.hasMail(for: 0) || host.transport.hasEvents
    }

    private func perform(_ output: MemoryTransport.Output) {
        switch output {
        case .sent(let bytes, let number, isDroppable: _): deliver(bytes, to: number)
        case .broadcast(let bytes, let numbers):
            for number in numbers { deliver(bytes, to: number) }
        case .preferred: break
        case .closed(let number): withClient(number) { $0.isOpen = false }
        }
    }

    private func withClient(_ number: Int, _ change: (inout Client) -> Void) {
        guard let name = clients.first(where: { $0.value.number == number })?.key else { return }
        change(&clients[name]!)
    }

    private func deliver(_ bytes: [UInt8], to number: Int) {
        var answer: [UInt8] = []
        withClient(number) { client in
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
        host.transport.receive(answer, from: number)
    }
}

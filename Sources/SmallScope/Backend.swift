import Connections
import Documents
import Host
import Log
import MemoryShell
import Structures
import SyncServer
import WebSocket
import Wire

/// The server between two turns: the production host and server, their log, and which connections
/// they believe to have. Never changed once it is made, so many states share it.
final class Backend<Kind: ScopedKind> {
    typealias MemoryHost = Host<SyncServer<Kind>, MemoryTransport, HeldLog, MemoryMail<Int>>

    var host: MemoryHost
    /// Empty between two turns; all states share it.
    let mail: MemoryMail<Int>
    var image = Image()
    /// What the log hasn't answered.
    var waiting: [LogRequest] = []
    var lines: [Lines]
    private var connectionCount = 0
    private var now = Constants.serverNow
    /// The log after each commit, for a restore.
    var copies: [Image] = []
    var restoreCount = 0
    private(set) var sent: [(phone: Int, item: Item)] = []

    init(phoneCount: Int) {
        mail = MemoryMail(loopCount: 1)
        host = Self.newHost(mail, random: FixedGenerator())
        lines = Array(repeating: Lines(), count: phoneCount)
    }

    /// Where a scope begins: from here on copies are kept, if there will be a restore.
    convenience init(beginning backend: Backend<Kind>, restoreCount: Int) {
        self.init(backend)
        self.restoreCount = restoreCount
        keepCopy()
    }

    private init(_ backend: Backend<Kind>) {
        host = backend.host
        mail = backend.mail
        image = backend.image
        waiting = backend.waiting
        lines = backend.lines
        connectionCount = backend.connectionCount
        now = backend.now
        copies = backend.copies
        restoreCount = backend.restoreCount
        host.server.random = random
    }

    /// A new epoch differs from the one on the disk.
    var random: FixedGenerator { FixedGenerator(value: image.epoch.value &+ 2) }

    static func newHost(_ mail: MemoryMail<Int>, random: FixedGenerator) -> MemoryHost {
        Host(
            SyncServer(configuration: Constants.configuration, random: random),
            on: MemoryTransport(), log: HeldLog(), worker: PromptWorker(),
            mail: mail, loop: 0)
    }
}

/// A phone's connections as the server knows them, by their numbers.
struct Lines {
    var current: Int?
    /// Broken, which the server hasn't noticed.
    var ghost: Int?
}

/// What happens to the server.
enum BackendInput: Hashable {
    case open(Int)
    /// By its number.
    case message(Int, UInt32)
    case close(Int)
    /// The connection is broken, but the server doesn't know.
    case orphan(Int)
    case noticeGhost(Int)
    case commitSucceeds
    case commitFails(lands: Bool)
    case read
    case faultEnds
    case die(lands: Bool)
    case restore(Int, isNoticed: Bool)
}

extension Backend {
    /// The server a turn later, with what it has sent.
    func after(_ input: BackendInput, _ message: [UInt8]) throws(Violation) -> Backend<Kind> {
        let next = Backend<Kind>(self)
        switch input {
        case .open(let phone): next.open(phone)
        case .message(let phone, _): next.receive(message, from: phone)
        case .close(let phone):
            if let line = next.lines[phone].current {
                next.lines[phone].current = nil
                next.host.transport.lose(line)
            }
        case .orphan(let phone):
            next.lines[phone].ghost = next.lines[phone].current
            next.lines[phone].current = nil
        case .noticeGhost(let phone):
            if let line = next.lines[phone].ghost {
                next.lines[phone].ghost = nil
                next.host.transport.lose(line)
            }
        case .commitSucceeds: next.commit(lands: true, answers: true)
        case .commitFails(let lands): next.commit(lands: lands, answers: false)
        case .read: next.read()
        case .faultEnds: next.endFault()
        case .die(let lands): next.die(lands: lands)
        case .restore(let place, let isNoticed): next.restore(place, isNoticed: isNoticed)
        }
        try next.turn()
        return next
    }

    private func open(_ phone: Int) {
        connectionCount += 1
        lines[phone].current = connectionCount
        host.transport.open(connectionCount, from: PeerAddress(high: 1, low: 1))
        host.transport.receive(
            WebSocketHandshake.request(
                host: "folf.example", path: ServerPaths.sync, key: [UInt8](1...16),
                subprotocol: WireLimits.subprotocol), from: connectionCount)
    }

    private func receive(_ message: [UInt8], from phone: Int) {
        guard let line = lines[phone].current else { return }
        host.transport.receive(
            WebSocketFrame.clientText(message, mask: 0x1234_5678), from: line)
    }

    private func endFault() {
        now.monotonicMilliseconds += Constants.configuration.storageRetryMilliseconds
    }

    /// Turns until nothing more happens by itself.
    private func turn() throws(Violation) {
        repeat {
            host.turn(with: mail, now: now)
            for request in host.log.takeRequests() where try isForStore(request) {
                waiting.append(request)
            }
            var closeCodes: [Int: UInt16] = [:]
            for output in host.transport.takeOutputs() { try perform(output, &closeCodes) }
        } while mail.hasMail(for: 0)
    }

    /// Codes are there at once.
    private func isForStore(_ request: LogRequest) throws(Violation) -> Bool {
        switch request {
        case .commit, .load: return true
        case .reserveCodes(_, _, let completion):
            completion([Constants.code].compactMap { $0 })
            return false
        case .readHistory, .find:
            throw Violation(.rules, "the server asks for what nobody wants")
        }
    }

    private func perform(
        _ output: MemoryTransport.Output, _ closeCodes: inout [Int: UInt16]
    ) throws(Violation) {
        switch output {
        case .sent(let bytes, let line, _): try send(bytes, to: line, &closeCodes)
        case .broadcast(let bytes, let lines):
            for line in lines { try send(bytes, to: line, &closeCodes) }
        case .closed(let line): close(line, closeCodes[line])
        case .preferred: break
        }
    }

    private func send(
        _ bytes: [UInt8], to line: Int, _ closeCodes: inout [Int: UInt16]
    ) throws(Violation) {
        guard let phone = lines.firstIndex(where: { $0.current == line }), !isUpgrade(bytes) else {
            return
        }
        var socket = WebSocketConnection(
            role: .client,
            limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax))
        var cursor = 0
        while let event = socket.receive(bytes.span, cursor: &cursor) {
            switch event {
            case .text(let message):
                // Who is there has no part in this.
                guard try tellsOfLog(message) else { continue }
                sent.append((phone, .text(message)))
            case .closed(let code, _): closeCodes[line] = code?.rawValue
            case .binary, .pong, .failed:
                throw Violation(.rules, "the server sends \(event)")
            }
        }
    }

    private func isUpgrade(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "HTTP/1.1 101 ".utf8) }

    private func close(_ line: Int, _ code: UInt16?) {
        for phone in lines.indices {
            if lines[phone].ghost == line { lines[phone].ghost = nil }
            guard lines[phone].current == line else { continue }
            lines[phone].current = nil
            sent.append((phone, .close(code)))
        }
    }

    /// Whether a message has to do with the log. If so, it tells only what is durable.
    private func tellsOfLog(_ bytes: [UInt8]) throws(Violation) -> Bool {
        let message: ServerMessage<Kind>?
        do throws(WireError) {
            message = try ServerMessage<Kind>.decode(bytes)
        } catch {
            throw Violation(.rules, "the server's message can't be read: \(error)")
        }
        guard let message else { throw Violation(.rules, "an unknown message") }
        if case .presence = message { return false }
        guard image.holds(message) else {
            let text = String(decoding: bytes.prefix(200), as: UTF8.self)
            throw Violation(.durable, "the server tells what isn't durable: \(text)")
        }
        return true
    }
}

extension Backend {
    /// A name for each session that says what part it plays.
    private func name(_ id: SessionID) -> Int? {
        guard let number = host.transport.peer(of: id) else { return nil }
        for (phone, line) in lines.enumerated() {
            if line.current == number { return 2 * phone }
            if line.ghost == number { return 2 * phone + 1 }
        }
        return nil
    }

    /// Who is there has no part in this.
    private static func isPresence(_ frame: [UInt8]) -> Bool {
        let mark = Array("{\"type\":\"presence\"".utf8)
        return frame.dropFirst(2).starts(with: mark) || frame.dropFirst(4).starts(with: mark)
    }

    struct Key: Hashable {
        var server: ServerEssence<Kind>
        var image: Image.Key
        var waiting: [[Image.Key]]
        var copies: [Image.Key]
        var restoreCount: Int
    }

    var key: Key {
        Key(
            server: host.server.essence(name: name, isAside: Self.isPresence), image: image.key,
            waiting: waiting.map { request in
                switch request {
                case .commit(let batches, now: _, _): batches.map(Image.key(of:))
                case .load, .readHistory, .find, .reserveCodes: []
                }
            }, copies: copies.map(\.key), restoreCount: restoreCount)
    }
}

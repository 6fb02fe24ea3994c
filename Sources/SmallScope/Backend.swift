import Lobby
import Structures
import SyncServer
import WebSocket
import Wire

/// The server between two turns: the production `SyncServer`, its store, and which connections
/// it believes to have. Never changed once it is made, so many states share it.
final class Backend {
    enum Request {
        case commit(ticket: UInt64, [LobbyBatch])
        case load(LobbyID)
    }

    /// A phone's connections as the server knows them.
    struct Lines {
        var current: SessionID?
        /// Broken, which the server hasn't noticed.
        var ghost: SessionID?
    }

    var server: SyncServer
    var image = Image()
    var waiting: [Request] = []
    var lines: [Lines]
    /// No two connections ever have the same id.
    private var generation: UInt32 = 1
    /// The log after each commit, for a restore.
    var copies: [Image] = []
    var restoreCount = 0
    private(set) var sent: [(phone: Int, item: Item)] = []

    init(phoneCount: Int) {
        server = SyncServer(configuration: Constants.configuration, random: FixedGenerator())
        lines = Array(repeating: Lines(), count: phoneCount)
    }

    /// Where a scope begins: from here on copies are kept, if there will be a restore.
    convenience init(beginning backend: Backend, restoreCount: Int) {
        self.init(backend)
        self.restoreCount = restoreCount
        keepCopy()
    }

    private init(_ backend: Backend) {
        // A new epoch differs from the one on the disk.
        let random = FixedGenerator(value: backend.image.epoch.value &+ 2)
        server = backend.server.copy(random: random)
        image = backend.image
        waiting = backend.waiting
        lines = backend.lines
        generation = backend.generation
        copies = backend.copies
        restoreCount = backend.restoreCount
    }
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
    func after(_ input: BackendInput, _ message: [UInt8]) throws(Violation) -> Backend {
        let next = Backend(self)
        switch input {
        case .open(let phone): next.open(phone)
        case .message(let phone, _): next.receive(message, from: phone)
        case .close(let phone):
            if let id = next.lines[phone].current {
                next.lines[phone].current = nil
                next.server.closed(id, now: Constants.serverNow)
            }
        case .orphan(let phone):
            next.lines[phone].ghost = next.lines[phone].current
            next.lines[phone].current = nil
        case .noticeGhost(let phone):
            if let id = next.lines[phone].ghost {
                next.lines[phone].ghost = nil
                next.server.closed(id, now: Constants.serverNow)
            }
        case .commitSucceeds: next.commit(lands: true, answers: true)
        case .commitFails(let lands): next.commit(lands: lands, answers: false)
        case .read: next.read()
        case .faultEnds: next.endFault()
        case .die(let lands): next.die(lands: lands)
        case .restore(let place, let isNoticed): next.restore(place, isNoticed: isNoticed)
        }
        next.server.endTurn(now: Constants.serverNow)
        try next.perform()
        return next
    }

    private func open(_ phone: Int) {
        let isFirstFree = lines[phone].ghost.map { $0.slot != 2 * phone } ?? true
        generation += 2
        let id = SessionID(
            slot: UInt32(2 * phone + (isFirstFree ? 0 : 1)), generation: generation)
        lines[phone].current = id
        server.opened(id, from: ClientNetwork(high: 1, low: 1), now: Constants.serverNow)
        let request = WebSocketHandshake.request(
            host: "folf.example", path: SyncServer.syncPath, key: [UInt8](1...16),
            subprotocol: WireLimits.subprotocol)
        server.received(request.span, from: id, now: Constants.serverNow)
        _ = server.takeEffects()
    }

    private func receive(_ message: [UInt8], from phone: Int) {
        guard let id = lines[phone].current else { return }
        let frame = WebSocketFrame.clientText(message, mask: 0x1234_5678)
        server.received(frame.span, from: id, now: Constants.serverNow)
    }

    private func endFault() {
        var later = Constants.serverNow
        later.monotonicMilliseconds += Constants.configuration.storageRetryMilliseconds
        server.tick(now: later)
    }

    private func perform() throws(Violation) {
        var closeCodes: [SessionID: UInt16] = [:]
        // The answer to a wish for codes may lead to more effects.
        while true {
            let effects = server.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects {
                switch effect {
                case .send(let id, let bytes, _): try send(bytes, to: id, &closeCodes)
                case .broadcast(let ids, let bytes):
                    for id in ids { try send(bytes, to: id, &closeCodes) }
                case .close(let id): close(id, closeCodes[id])
                case .commit(let ticket, let batches):
                    waiting.append(.commit(ticket: ticket, batches))
                case .load(let lobby): waiting.append(.load(lobby))
                case .reserveCodes: server.reserved([Constants.code].compactMap { $0 })
                case .readHistory, .find, .handOver:
                    throw Violation(.rules, "the server asks for what nobody wants")
                case .seated, .report: break
                }
            }
        }
    }

    private func send(
        _ bytes: [UInt8], to id: SessionID, _ closeCodes: inout [SessionID: UInt16]
    ) throws(Violation) {
        guard let phone = lines.firstIndex(where: { $0.current == id }) else { return }
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
            case .closed(let code, _): closeCodes[id] = code?.rawValue
            case .binary, .pong, .failed:
                throw Violation(.rules, "the server sends \(event)")
            }
        }
    }

    private func close(_ id: SessionID, _ code: UInt16?) {
        for phone in lines.indices {
            if lines[phone].ghost == id { lines[phone].ghost = nil }
            guard lines[phone].current == id else { continue }
            lines[phone].current = nil
            sent.append((phone, .close(code)))
        }
    }

    /// Whether a message has to do with the log. If so, it tells only what is durable.
    private func tellsOfLog(_ bytes: [UInt8]) throws(Violation) -> Bool {
        let message: ServerMessage?
        do throws(WireError) {
            message = try ServerMessage.decode(bytes)
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
        for (phone, line) in lines.enumerated() {
            if line.current == id { return 2 * phone }
            if line.ghost == id { return 2 * phone + 1 }
        }
        return nil
    }

    /// Who is there has no part in this.
    private static func isPresence(_ frame: [UInt8]) -> Bool {
        let mark = Array("{\"type\":\"presence\"".utf8)
        return frame.dropFirst(2).starts(with: mark) || frame.dropFirst(4).starts(with: mark)
    }

    struct Key: Hashable {
        var server: ServerEssence
        var image: Image.Key
        var waiting: [[Image.Key]]
        var copies: [Image.Key]
        var restoreCount: Int
    }

    var key: Key {
        Key(
            server: server.essence(name: name, isAside: Self.isPresence), image: image.key,
            waiting: waiting.map { request in
                switch request {
                case .commit(_, let batches): batches.map { Image($0).key }
                case .load: []
                }
            }, copies: copies.map(\.key), restoreCount: restoreCount)
    }
}

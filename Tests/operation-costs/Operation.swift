import Documents
import HTTP
import Lobby
import Log
import WebSocket
import Wire

/// Something that a server does with a message, a connection or an edit.
enum Operation: String, CaseIterable {
    /// The same work is prepared whatever the count is, and isn't part of the difference.
    static let countMax = 2_000
    /// Events of a game that the store reads.
    private static let eventCount = 72
    /// Events among them that wait to be sorted, each in a batch of its own.
    private static let unsortedCount = 65

    case decodeOneOp = "decode-1-op"
    case decodeFourOps = "decode-4-ops"
    case decodeHello = "decode-hello"
    case encodeEvents = "encode-4-events"
    case encodeAck = "encode-ack"
    case encodeWelcome = "encode-welcome"
    case encodeSnapshot = "encode-snapshot"
    case record
    case decide
    case upgrade
    case receiveFrame = "receive-frame"
    case serveOp = "serve-op"
    case serveResume = "serve-resume"
    case serveReturn = "serve-return"
    case commitFlush = "commit-250"
    case commitEdit = "commit-1"
    case loadSorted = "load-sorted"
    case loadUnsorted = "load-unsorted"

    /// Carries the operation out `count` times. Returns something that depends on all that was
    /// done.
    func run(count: Int) -> Int {
        let game = SampleGame()
        switch self {
        case .decodeOneOp: return decode(game.opMessages(ops: 1), count)
        case .decodeFourOps: return decode(game.opMessages(ops: 4), count)
        case .decodeHello:
            return decode([ClientMessage<Lobby>.hello(encoding: game.hello(of: 1))], count)
        case .encodeEvents:
            let changes = game.events.suffix(4).map(\.change)
            return encode(
                .events(
                    first: game.lobby.seq - 3, proof: PositionProof(hash: 1, seal: 1 << 63), changes
                ), count)
        case .encodeAck: return encode(.ack(number: 72, seq: game.lobby.seq), count)
        case .encodeWelcome: return encode(.welcome(game.welcome), count)
        case .encodeSnapshot:
            return encode(
                .snapshot(game.lobby, proof: PositionProof(hash: 0xDEAD_BEEF, seal: 1 << 63)), count
            )
        case .record: return record(game.events.last!, count)
        case .decide: return decide(game.ops(by: 1), in: game, count)
        case .upgrade: return upgrade(SampleGame.request, count)
        case .receiveFrame: return receive([UInt8](repeating: 0x61, count: 120), count)
        case .serveOp: return serveOps(of: game, count)
        case .serveResume: return serveResumes(of: game, count)
        case .serveReturn: return serveReturns(to: game, count)
        case .commitFlush: return commit(game, edits: StoreLine.lobbyCount, count)
        case .commitEdit: return commit(game, edits: 1, count)
        case .loadSorted: return load(StoreLine(game, first: Self.eventCount), count)
        case .loadUnsorted: return load(unsorted(game), count)
        }
    }
}

extension Operation {
    private func decode(_ messages: [[UInt8]], _ count: Int) -> Int {
        var sum = 0
        for turn in 0..<count {
            switch try? ClientMessage<Lobby>.decode(messages[turn % messages.count]) {
            case .ops(let ops): sum += ops.count
            case .hello(let hello): sum += Int(hello.number)
            default: fatalError("the message can't be read")
            }
        }
        return sum
    }

    private func encode(_ message: ServerMessage<Lobby>, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum += message.encode().count }
        return sum
    }

    private func record(_ event: Event, _ count: Int) -> Int {
        var hash = RollingHash.empty
        for _ in 0..<count { hash = LogCoding<Lobby>.record(event, after: hash).hash }
        return Int(truncatingIfNeeded: hash)
    }

    private func decide(_ ops: [Op], in game: SampleGame, _ count: Int) -> Int {
        var lobby = game.lobby
        let author = game.author(1)
        for turn in 0..<count {
            guard
                let event = try? lobby.decide(
                    ops[turn % ops.count], by: author, received: SampleGame.now)
            else { fatalError("the edit is refused") }
            lobby.apply(event)
        }
        return Int(lobby.seq)
    }

    private func upgrade(_ request: [UInt8], _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count {
            var parser = HTTPRequestParser()
            var cursor = 0
            guard case .request(let request) = parser.receive(request.span, cursor: &cursor),
                case .accepted(let response) = WebSocketHandshake.accept(
                    request, subprotocol: WireLimits.subprotocol, allowsOrigin: { _, _ in true })
            else { fatalError("the request is refused") }
            sum += response.count
        }
        return sum
    }

    private func receive(_ payload: [UInt8], _ count: Int) -> Int {
        let frame = WebSocketFrame.clientText(payload, mask: 0x1234_5678)
        var socket = WebSocketConnection(role: .server)
        var sum = 0
        for _ in 0..<count {
            var cursor = 0
            guard case .text(let text) = socket.receive(frame.span, cursor: &cursor) else {
                fatalError("the frame is refused")
            }
            sum += text.count
        }
        return sum
    }

    /// From an op's frame to the frames that go out once it is committed.
    private func serveOps(of game: SampleGame, _ count: Int) -> Int {
        let frames = game.opFrames(count: Self.countMax)
        var line = ServerLine(game)
        for member in 1...SampleGame.memberCount { line.enter(member) }
        var sum = 0
        for frame in frames[..<count] { sum += line.serve(frame, from: 1) }
        return sum
    }

    /// From the first byte of HTTP to being up to date, and away again, beside three others.
    private func serveResumes(of game: SampleGame, _ count: Int) -> Int {
        var line = ServerLine(game)
        for member in 2...SampleGame.memberCount { line.enter(member) }
        var sum = 0
        for _ in 0..<count {
            sum += line.enter(1)
            line.leave(1)
        }
        return sum
    }

    /// The same for all four of a game that the server has to read first.
    private func serveReturns(to game: SampleGame, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count {
            var line = ServerLine(game)
            for member in 1...SampleGame.memberCount { sum += line.enter(member) }
        }
        return sum
    }

    /// Commits an edit in each of `edits` games together, `count` times, with the sorting, which
    /// the end of the store completes.
    private func commit(_ game: SampleGame, edits: Int, _ count: Int) -> Int {
        let line = StoreLine(game, first: 7)
        for _ in 0..<count { line.commitEdits(in: edits) }
        return line.load(0)
    }

    private func unsorted(_ game: SampleGame) -> StoreLine {
        let line = StoreLine(game, first: Self.eventCount - Self.unsortedCount)
        for _ in 0..<Self.unsortedCount { line.commitEdits(in: StoreLine.lobbyCount) }
        return line
    }

    private func load(_ line: StoreLine, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum += line.load(0) }
        return sum
    }
}

import Lobby
import Structures
import SyncServer
import TestSupport
import WebSocket
import Wire

/// The server with one lobby, a store that answers at once, and nobody who reads what it sends.
struct ServerLine: ~Copyable {
    private var server: SyncServer
    private let stored: StoredLobby
    private let hellos: [[UInt8]]
    private var monotonicMilliseconds: UInt64 = 1_000_000
    private var generation: UInt32 = 1

    init(_ game: SampleGame) {
        server = SyncServer(
            configuration: ServerConfiguration(secret: SampleGame.secret),
            random: SeededGenerator(seed: 1))
        stored = game.stored
        hellos = (1...SampleGame.memberCount).map { member in
            WebSocketFrame.clientText(
                ClientMessage.hello(encoding: game.hello(of: member)), mask: 0x1234_5678)
        }
    }

    private var now: ServerTime {
        ServerTime(wall: SampleGame.now, monotonicMilliseconds: monotonicMilliseconds)
    }

    /// Each connection of a member has the same slot, and a generation of its own.
    private func session(of member: Int) -> SessionID {
        SessionID(slot: UInt32(member), generation: generation)
    }

    /// Connects a member's phone and says hello. Returns how many bytes were sent.
    @discardableResult
    mutating func enter(_ member: Int) -> Int {
        server.opened(session(of: member), from: ClientNetwork(high: 1, low: 1), now: now)
        return serve(SampleGame.request, from: member) + serve(hellos[member - 1], from: member)
    }

    mutating func leave(_ member: Int) {
        server.closed(session(of: member), now: now)
        _ = endTurn()
        generation += 2
    }

    /// Bytes of a member's connection, in a turn of their own. Returns how many bytes were sent.
    mutating func serve(_ bytes: [UInt8], from member: Int) -> Int {
        server.received(bytes.span, from: session(of: member), now: now)
        monotonicMilliseconds += 10
        return endTurn()
    }

    private mutating func endTurn() -> Int {
        var sum = 0
        server.endTurn(now: now)
        var effects = server.takeEffects()
        while !effects.isEmpty {
            for effect in effects { sum += perform(effect) }
            server.endTurn(now: now)
            effects = server.takeEffects()
        }
        return sum
    }

    private mutating func perform(_ effect: Effect) -> Int {
        switch effect {
        case .send(_, let bytes, _): return bytes.count
        case .broadcast(let ids, let bytes): return ids.count * bytes.count
        case .commit(let ticket, _): server.committed(ticket, now: now)
        case .load(let lobby): server.loaded(lobby, .lobby(stored), now: now)
        case .reserveCodes, .seated: break
        case .close, .readHistory, .find, .handOver, .report: fatalError("\(effect)")
        }
        return 0
    }
}

import Connections
import Documents
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import TestSupport
import WebSocket
import Wire

/// The server's loop with one lobby, a log that answers at once, and nobody who reads what is sent.
struct ServerLine {
    private var host: Host<ServerOfKinds, StillTransport, StillLog, StillMail>
    private let mail = StillMail()
    private let hellos: [[UInt8]]
    private var monotonicMilliseconds: UInt64 = 1_000_000
    private var connections: [ConnectionID?]

    init(_ game: SampleGame) {
        var configuration = ServerConfiguration(secret: SampleGame.secret)
        let doorkeeper = Shared(Doorkeeper(now: 0))
        configuration.lendDoorkeeper = { doorkeeper.change($0) }
        host = Host(
            ServerOfKinds(
                configuration: configuration,
                random: SeededGenerator(seed: 1)),
            on: StillTransport(), log: StillLog(stored: game.stored),
            worker: PromptWorker(), mail: mail, loop: 0)
        connections = Array(repeating: nil, count: SampleGame.memberCount)
        hellos = (1...SampleGame.memberCount).map { member in
            WebSocketFrame.clientText(
                ClientMessage<Lobby>.hello(encoding: game.hello(of: member)), mask: 0x1234_5678)
        }
        _ = turn()
    }

    private var now: ServerTime {
        ServerTime(wall: SampleGame.now, monotonicMilliseconds: monotonicMilliseconds)
    }

    /// Connects a member's phone and says hello. Returns how many bytes were sent.
    @discardableResult
    mutating func enter(_ member: Int) -> Int {
        connections[member - 1] = host.transport.open(from: PeerAddress(high: 1, low: 1))
        return turn() + serve(SampleGame.request, from: member)
            + serve(hellos[member - 1], from: member)
    }

    mutating func leave(_ member: Int) {
        guard let id = connections[member - 1] else { return }
        connections[member - 1] = nil
        host.transport.lose(id)
        _ = turn()
    }

    /// Serves bytes of a member's connection, in a turn of their own. Returns how many bytes were
    /// sent.
    mutating func serve(_ bytes: [UInt8], from member: Int) -> Int {
        guard let id = connections[member - 1] else { return 0 }
        host.transport.receive(bytes, on: id)
        monotonicMilliseconds += 10
        return turn()
    }

    /// Turns until nothing more happens by itself.
    private mutating func turn() -> Int {
        var letters: [Letter] = []
        repeat {
            host.turn(letters, now: now)
            letters = mail.take()
        } while !letters.isEmpty
        return host.transport.takeSentBytes()
    }
}

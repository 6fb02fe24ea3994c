import Connections
import Documents
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import WebSocket
import Wire

/// A generator that counts on: its numbers differ from each other and are the same in each run.
struct Counter: RandomNumberGenerator, Sendable {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        count += 1
        return count &* 0x9E37_79B9_7F4A_7C15
    }
}

/// A server with games and their people, all of them idle. It holds nothing of its own for any of
/// them.
struct IdleServer: ~Copyable {
    static let membersPerLobby = 4
    static let holeCount = 18
    private static let key = [UInt8](1...16)
    private static let invitation = Identifier128(high: 0xAB, low: 0xCD)

    private var host: Host<ServerOfKinds, SilentTransport, AbsentLog, MemoryMail<Int>>
    private let mail = MemoryMail<Int>(loopCount: 1)
    private var random = Counter()
    private var milliseconds: UInt64 = 1_000_000
    private var connectionCount: UInt32 = 0
    /// The names of lobbies and replicas of two servers may be the same: they never meet.
    let lobbyCount: Int

    init(lobbies: Int) {
        lobbyCount = lobbies
        let configuration = ServerConfiguration(secret: [UInt8](repeating: 7, count: 32))
        host = Host(
            ServerOfKinds(configuration: configuration, random: Counter()), on: SilentTransport(),
            log: AbsentLog(), worker: PromptWorker(), mail: mail, loop: 0)
    }

    private var now: ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: 1_780_000_000_000 + Int64(milliseconds)),
            monotonicMilliseconds: milliseconds)
    }

    /// Lets time pass until nothing is left of how the people came.
    mutating func settle() {
        for _ in 0..<20 {
            milliseconds += 1_000
            turn()
        }
    }

    /// Brings the hosts in, each of whom creates a game.
    mutating func enterHosts() {
        for number in 0..<lobbyCount {
            let id = connect(.create(lobby(number)), replica: 0, in: number, as: nil)
            let setup = GameSetup(
                course: "Maple Hill", holes: Self.holes, invitation: Self.invitation,
                watch: Self.invitation,
                hostName: "Host", hostPlayer: PlayerID(1))
            send([op(1, .create(setup, nonce: Self.nonce(number)))], from: id)
        }
    }

    /// Brings the others of each game in, who join as players.
    mutating func enterMembers() {
        for number in 0..<lobbyCount {
            for member in 1..<Self.membersPerLobby {
                connect(invitation(number), replica: UInt64(member), in: number, as: .player)
            }
        }
    }

    /// Brings a spectator into each game.
    mutating func enterSpectators() {
        for number in 0..<lobbyCount {
            connect(
                invitation(number), replica: UInt64(Self.membersPerLobby), in: number,
                as: .spectator)
        }
    }

    /// Has each host score every hole for all four; the others' columns have the ids of guests.
    mutating func fillCards() {
        for number in 0..<lobbyCount {
            let start = Command.move(from: .setup, to: Stage(.playing, round: 1))
            let host = SessionID(slot: UInt32(number), generation: 1)
            let guests = (2...4).map {
                Command.addPlayer(PlayerID(UInt32($0)), name: "Guest \($0)")
            }
            let scores = (1...4).flatMap { player in
                (1...Self.holeCount).map { hole in
                    let key = CellKey.score(
                        round: 1, player: PlayerID(UInt32(player)), hole: UInt8(hole))
                    return Command.set(key, .number(3), confirms: false)
                }
            }
            for (place, command) in (guests + [start] + scores).enumerated() {
                send([op(OpNumber(place + 2), command)], from: host)
            }
        }
    }

    private static var holes: [Hole] { (1...holeCount).map { Hole(label: "\($0)", par: 3) } }

    private static func credentials(_ number: UInt64, in lobby: Int) -> Credentials {
        let half = Identifier128(high: number, low: UInt64(lobby))
        return Credentials(token: Token(high: half, low: half))
    }

    private static func nonce(_ number: Int) -> Identifier128 {
        Identifier128(high: 5, low: UInt64(number))
    }

    private func lobby(_ number: Int) -> LobbyID {
        LobbyID(
            maker: Self.credentials(0, in: number).person, nonce: Self.nonce(number))
    }

    private func invitation(_ number: Int) -> Entry {
        .invitation(lobby(number), Self.invitation)
    }

    private func op(_ number: OpNumber, _ command: Command) -> [UInt8] {
        OpCoding<Lobby>.encode(
            Op(number: number, at: now.wall, seenVersion: 0, seenEpoch: .none, command: command))
    }

    @discardableResult
    private mutating func connect(
        _ entry: Entry, replica: UInt64, in lobby: Int, as part: Hello.Part?
    ) -> SessionID {
        let id = SessionID(slot: connectionCount, generation: 1)
        connectionCount += 1
        host.transport.happenings.append(
            .opened(id, PeerAddress(high: 0, low: 0xFFFF_7F00_0001), .front))
        receive(
            WebSocketHandshake.request(
                host: "folf.example", path: ServerPaths.sync, key: Self.key,
                subprotocol: WireLimits.subprotocol, origin: nil), from: id)
        let credentials = Self.credentials(replica, in: lobby)
        let replica = ReplicaID(Identifier128(high: replica << 32, low: UInt64(lobby)))
        let hello = Hello(
            client: "memory-count", credentials: credentials, replica: replica, entry: entry,
            part: part, name: part == .player ? "Player" : nil)
        send(ClientMessage<Lobby>.hello(encoding: hello), from: id)
        return id
    }

    private mutating func send(_ ops: [[UInt8]], from id: SessionID) {
        send(ClientMessage<Lobby>.ops(encoding: ops[...]), from: id)
    }

    private mutating func send(_ message: [UInt8], from id: SessionID) {
        receive(WebSocketFrame.clientText(message, mask: 0x1234_5678), from: id)
    }

    private mutating func receive(_ bytes: [UInt8], from id: SessionID) {
        milliseconds += 5
        host.transport.bytes = bytes
        host.transport.happenings.append(.received(id))
        turn()
    }

    private static let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]

    /// Turns until nothing more happens by itself. Whoever is asked for a sign of life gives one.
    private mutating func turn() {
        host.turn([], now: now)
        while mail.hasMail(for: 0) || !host.transport.pinged.isEmpty {
            host.transport.bytes = Self.pong
            host.transport.happenings += host.transport.pinged.map { .received($0) }
            host.transport.pinged = []
            host.turn(with: mail, now: now)
        }
    }
}

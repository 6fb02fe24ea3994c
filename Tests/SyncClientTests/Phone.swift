import Documents
import Lobby
import Scoring
import SyncClient
import TestSupport
import Wire

/// A core with a shell around it that only remembers: a journal, what was sent, the time.
struct Phone {
    var core: ClientCore<Lobby>
    var journal: [UInt8] = []
    var milliseconds: UInt64 = 5_000
    var wallAhead: Int64 = 0
    var session = FakeServer.Session()
    /// Client messages that haven't been delivered yet.
    var sent: [[UInt8]] = []
    var effects: [ClientEffect] = []

    var now: ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: Int64(milliseconds) + wallAhead),
            monotonicMilliseconds: milliseconds)
    }

    init(_ identity: Hello, seed: UInt64 = 1) {
        core = ClientCore<Lobby>(identity, generator: SeededGenerator(seed: seed))
        settle()
    }

    static let nonce = Identifier128(high: 0x10, low: 0xBB)
    static let lobby = LobbyID(maker: owner(1).person, nonce: nonce)

    /// Whose phone it is.
    static func owner(_ number: UInt64) -> Credentials {
        let half = Identifier128(high: number, low: 0xBEEF)
        return Credentials(token: Token(high: half, low: half))
    }

    static func replica(_ number: UInt64) -> ReplicaID {
        ReplicaID(Identifier128(high: number << 32 | 0xA, low: number))
    }

    static func host(seed: UInt64 = 1) -> Phone {
        Phone(
            Hello(
                client: "test", credentials: owner(1), replica: replica(1),
                entry: .create(lobby), name: "Anna"), seed: seed)
    }

    static func guest(_ number: UInt64 = 2) -> Phone {
        Phone(
            Hello(
                client: "test", credentials: owner(number), replica: replica(number),
                entry: .code(JoinCode("ABCDEF")), part: .player, name: "Ben"), seed: number)
    }

    /// Carries out the effects.
    mutating func settle() {
        for effect in core.takeEffects() {
            effects.append(effect)
            switch effect {
            case .journal(let line, _): journal.append(contentsOf: line)
            case .rewriteJournal(let bytes, _): journal = bytes
            case .send(let message): sent.append(message)
            case .disconnect: sent = []
            case .connect, .notice, .changed: break
            }
        }
    }

    /// The last effects, of one kind.
    func count(where matches: (ClientEffect) -> Bool) -> Int { effects.count(where: matches) }

    mutating func edit(_ command: Command, seen: SeenVersion? = nil) throws(Refusal) {
        let number = try core.edit(command, seen: seen, now: now)
        settle()
        core.committed(through: number, now: now)
        settle()
    }

    mutating func undo() throws(Refusal) {
        guard let number = try core.undo(now: now) else { return }
        settle()
        core.committed(through: number, now: now)
        settle()
    }

    mutating func receive(_ message: ServerMessage<Lobby>) { receive(bytes: message.encode()) }

    mutating func receive(bytes: [UInt8]) {
        core.received(bytes, now: now)
        settle()
    }

    mutating func open() {
        core.start(now: now)
        if case .waiting(let until) = core.connectionState {
            milliseconds = max(milliseconds, until)
            core.tick(now: now)
        }
        settle()
        session = FakeServer.Session()
        core.connected(now: now)
        settle()
    }

    /// Talks to the server until neither has anything to say.
    mutating func talk(_ server: inout FakeServer) throws {
        while !sent.isEmpty {
            let message = sent.removeFirst()
            for answer in try server.receive(message, on: &session) { receive(answer) }
        }
    }

    mutating func connect(_ server: inout FakeServer) throws {
        open()
        try talk(&server)
    }

    mutating func loseConnection(closeCode: UInt16? = nil) {
        sent = []
        core.disconnected(closeCode: closeCode, now: now)
        settle()
    }

    mutating func tick(after milliseconds: UInt64) {
        self.milliseconds += milliseconds
        core.tick(now: now)
        settle()
    }

    /// The app ends and is opened again.
    @discardableResult
    mutating func restart(journal bytes: [UInt8]? = nil) throws -> JournalReport {
        let (restored, report) = try ClientCore<Lobby>.restore(
            journal: bytes ?? journal, generator: SeededGenerator(seed: 99))
        journal = bytes ?? journal
        core = restored
        sent = []
        settle()
        return report
    }
}

extension Command {
    static let anna = PlayerID(0xA)

    static let create = Command.create(
        GameSetup(
            course: "Meadow", holes: (1...3).map { Hole(label: "\($0)", par: 3) },
            invitation: Identifier128(high: 1, low: 2), watch: Identifier128(high: 1, low: 3),
            hostName: "Anna", hostPlayer: anna),
        nonce: Phone.nonce)

    static let begin = Command.move(from: .setup, to: Stage(.playing, round: 1))

    static func score(_ hole: UInt8, _ count: Int64?, of player: PlayerID = anna) -> Command {
        .set(
            .score(round: 1, player: player, hole: hole), count.map { .number($0) } ?? .empty,
            confirms: false)
    }
}

extension GameView {
    func score(_ hole: Int, of player: PlayerID = Command.anna) -> Int64? {
        card?.lines.first { $0.player == player }?.throws[hole - 1]
    }
}

import Documents
import Lobby
import Log
import SyncServer
import WebSocket
import Wire

/// A game of four that has scored eighteen holes: the same in every run.
struct SampleGame {
    static let memberCount = 4
    static let holeCount = 18
    static let secret = [UInt8](repeating: 7, count: 32)
    static let now = WallTime(milliseconds: 1_760_000_600_000)
    static let start = WallTime(milliseconds: 1_760_000_000_000)
    static let request = WebSocketHandshake.request(
        host: "folf.example:8080", path: ServerPaths.sync,
        key: Array(1...UInt8(WebSocketHandshake.keyBytes)), subprotocol: WireLimits.subprotocol)

    let id = LobbyID(Identifier128(high: 0x5F0C_1E9A_7B3D_4826, low: 0x9C1F_0E2D_3C4B_5A69))
    let epoch = Epoch(0x9D2C_5680_C7A1_F3E5)
    private(set) var events: [Event] = []
    private(set) var records: [LogRecord] = []
    private(set) var lobby: Lobby

    init() {
        let setup = GameSetup(
            course: "Klambratún",
            holes: (1...Self.holeCount).map { Hole(label: "\($0)", par: 3) },
            invitation: Identifier128(high: 1, low: 2), watch: Identifier128(high: 1, low: 3),
            hostName: "Anna",
            hostPlayer: PlayerID(515_831_986))
        let creation = Creation(
            setup: setup, host: Self.credentials(of: 1).person, start: Self.start,
            code: JoinCode("K7M2QX"))
        lobby = Lobby(id: id, epoch: epoch, creation: creation)
        note(
            Event(
                seq: 1, by: MemberNumber(1), received: Self.start, origin: nil,
                change: .created(creation)))
        for (place, name) in ["Ben", "Åsa", "Grandpa"].enumerated() {
            append { game throws(Refusal) in
                try game.join(Self.credentials(of: place + 2).person, name: name)
                    .map { game.event($0, received: Self.start) }
            }
        }
        let begin = Op(
            number: 1, at: Self.start,
            command: .move(from: .setup, to: Stage(.playing, round: 1)))
        append { [author = author(1)] game throws(Refusal) in
            try game.decide(begin, by: author, received: Self.start)
        }
        for op in ops(by: 2) {
            append { [author = author(2)] game throws(Refusal) in
                try game.decide(op, by: author, received: Self.now)
            }
        }
    }

    private mutating func append(_ next: (Lobby) throws(Refusal) -> Event?) {
        guard let event = try? next(lobby) else { fatalError("the game refuses its own course") }
        lobby.apply(event)
        note(event)
    }

    private mutating func note(_ event: Event) {
        events.append(event)
        records.append(
            LogCoding<Lobby>.record(event, after: records.last?.hash ?? RollingHash.empty))
    }
}

extension SampleGame {
    static func credentials(of member: Int) -> Credentials {
        let half = Identifier128(high: UInt64(member), low: 0x2F9C_2F9C_2F9C_2F9C)
        let token = Token(high: half, low: half)
        return Credentials(token: token)
    }

    static func replica(of member: Int) -> ReplicaID {
        ReplicaID(Identifier128(high: UInt64(member) << 32 | 0xA1A1, low: UInt64(member)))
    }

    func author(_ member: Int) -> Author {
        Author(
            person: Self.credentials(of: member).person, replica: Self.replica(of: member).tag)
    }

    /// Ops that score for each player on each hole, numbered from 1.
    func ops(by member: Int) -> [Op] {
        var ops: [Op] = []
        for hole in 1...UInt8(Self.holeCount) {
            for player in lobby.players {
                ops.append(
                    Op(
                        number: OpNumber(ops.count + 1), at: Self.now, seenVersion: lobby.seq,
                        seenEpoch: epoch,
                        command: .set(
                            .score(round: 1, player: player.id, hole: hole),
                            .number(Int64(2 + ops.count % 4)), confirms: false)))
            }
        }
        return ops
    }

    func opMessages(ops count: Int) -> [[UInt8]] {
        let lines = ops(by: 1).map(OpCoding<Lobby>.encode)
        return stride(from: 0, to: lines.count, by: count).map { start in
            ClientMessage<Lobby>.ops(encoding: lines[start..<start + count])
        }
    }

    /// Frames with an op in each, numbered on from the one that began the game.
    func opFrames(count: Int) -> [[UInt8]] {
        let ops = ops(by: 1)
        return (0..<count).map { place in
            var op = ops[place % ops.count]
            op.number = OpNumber(place + 2)
            return WebSocketFrame.clientText(
                ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op)]), mask: 0x1234_5678)
        }
    }

    /// The hello of a phone that comes back and has missed the last 20 events.
    func hello(of member: Int) -> Hello {
        let seen = records[records.count - 21]
        return Hello(
            client: "folf 1.0", credentials: Self.credentials(of: member),
            replica: Self.replica(of: member), entry: .member(id, ticket: ticket(of: member)),
            name: "Anna",
            position: LogPosition(
                epoch: epoch, seq: seen.seq,
                proof: PositionSeal(secret: Self.secret).proof(
                    of: seen.seq, seen.hash, in: id, epoch)))
    }

    var welcome: Welcome {
        Welcome(
            admission: .member(MemberNumber(1)), person: Self.credentials(of: 1).person,
            lobby: id, ticket: ticket(of: 1), epoch: epoch, top: lobby.seq,
            lastNumber: 72, fingerprint: 0x1234_5678, now: Self.now, pingMilliseconds: 25_000,
            pongMilliseconds: 10_000)
    }

    var stored: StoredLobby {
        StoredLobby(
            lobby: id, epoch: epoch, code: lobby.code, records: records,
            replicas: [
                row(of: 1, lastNumber: 1), row(of: 2, lastNumber: OpNumber(records.count)),
            ])
    }

    func row(of member: Int, lastNumber: OpNumber) -> ReplicaRow {
        ReplicaRow(
            replica: Self.replica(of: member), person: Self.credentials(of: member).person,
            lastNumber: lastNumber, fingerprint: 0)
    }

    private func ticket(of member: Int) -> Identifier128 {
        Identity.ticket(
            for: Self.credentials(of: member).person, in: id, secret: Self.secret)
    }
}

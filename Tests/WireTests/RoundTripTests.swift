import Documents
import Lobby
import Testing

@testable import Wire

/// What is encoded decodes to the same, for everything that travels or is stored.
struct RoundTripTests {
    private func id(_ number: UInt64) -> Identifier128 {
        Identifier128(high: number &* 0x9E37_79B9_7F4A_7C15, low: ~number)
    }

    private var hellos: [Hello] {
        let lobby = LobbyID(id(1))
        let credentials = Credentials(
            person: PersonID(id(2)), token: Token(high: id(3), low: id(4)))
        let signedIn = Credentials(
            person: PersonID(id(2)), token: Token(high: id(3), low: id(4)),
            pass: Pass(account: id(8), proof: id(9)))
        let entries: [Entry] = [
            .create(lobby), .code(JoinCode("ABC234")), .code(nil), .invitation(lobby, id(5)),
            .watch(lobby, id(7)),
            .member(lobby, ticket: nil), .member(lobby, ticket: id(6)),
        ]
        var hellos: [Hello] = []
        for entry in entries {
            for part in [nil, .player, .spectator] as [Hello.Part?] {
                hellos.append(
                    Hello(
                        client: "test/1 \"x\"",
                        credentials: part == .player ? signedIn : credentials,
                        replica: ReplicaID(id(7)), entry: entry, part: part,
                        name: part == .player ? "Åsa 😀" : nil,
                        position: part == nil
                            ? LogPosition(
                                epoch: Epoch(.max), seq: 1 << 53,
                                proof: PositionProof(hash: .max, seal: .max)) : .none,
                        number: part == nil ? 1 << 53 : 0))
            }
        }
        return hellos
    }

    @Test("Every hello comes back as it was")
    func hello() throws {
        for hello in hellos {
            #expect(
                try ClientMessage<Lobby>.decode(ClientMessage<Lobby>.hello(encoding: hello))
                    == .hello(hello))
        }
    }

    @Test("Pings and byes come back as they were")
    func pings() throws {
        for time in [0, -1, 1 << 53, -(1 << 53)] as [Int64] {
            #expect(
                try ClientMessage<Lobby>.decode(ClientMessage<Lobby>.ping(encodingTime: time))
                    == .ping(time: time))
        }
        #expect(try ClientMessage<Lobby>.decode(ClientMessage<Lobby>.byeBytes()) == .bye)
    }

    @Test("Drawn ops come back as they were, with their fingerprint, 64 at a time")
    func ops() throws {
        var drawn = try RandomGame(seed: 3)
        drawn.play(steps: 200, isAbsurd: false)
        for _ in 0..<40 {
            var ops = (0..<WireLimits.opsPerMessageMax).map { _ in drawn.op(isAbsurd: false) }
            ops[0].command = .create(
                GameSetup(
                    course: "Järva", holes: [Hole(label: "10A", par: 3)], allowsLateJoin: true,
                    invitation: id(1), watch: id(6), hostName: "Åsa", hostPlayer: PlayerID(.max)),
                nonce: id(9))
            let encoded = ops.map(OpCoding<Lobby>.encode)
            let expected = zip(ops, encoded).map {
                ReceivedOp<Command>(
                    number: $0.number, fingerprint: Fingerprint32.of($1.span), op: .success($0))
            }
            #expect(
                try ClientMessage<Lobby>.decode(ClientMessage<Lobby>.ops(encoding: encoded))
                    == .ops(expected))
            #expect(try encoded.map(OpCoding<Lobby>.decode) == expected)
        }
    }

    @Test("Absurd ops come back as they were, or refused with their number, or not at all")
    func absurdOps() throws {
        var drawn = try RandomGame(seed: 4)
        var refused = 0
        for _ in 0..<5_000 {
            let op = drawn.op(isAbsurd: true)
            let bytes = OpCoding<Lobby>.encode(op)
            guard op.number > 0, op.number <= 1 << 53 else {
                #expect(throws: WireError.self) { try OpCoding<Lobby>.decode(bytes) }
                continue
            }
            let received = try OpCoding<Lobby>.decode(bytes)
            #expect(received.number == op.number)
            switch received.op {
            case .success(let decoded): #expect(decoded == withoutNone(op))
            case .failure(let refusal):
                #expect(refusal == .malformed)
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    /// In an op a player of 0 is none.
    private func withoutNone(_ op: Op) -> Op {
        var op = op
        switch op.command {
        case .placePlayer(let id, PlayerID(0)): op.command = .placePlayer(id, before: nil)
        case .create(var setup, let nonce) where setup.hostPlayer == PlayerID(0):
            setup.hostPlayer = nil
            op.command = .create(setup, nonce: nonce)
        default: break
        }
        return op
    }

    private var serverMessages: [ServerMessage<Lobby>] {
        let admissions: [Welcome.Admission] = [
            .member(MemberNumber(.max)), .spectator, .creator, .outsider,
        ]
        let welcomes = admissions.map { admission in
            ServerMessage<Lobby>.welcome(
                Welcome(
                    admission: admission, person: PersonID(id(1)),
                    lobby: LobbyID(id(4)), ticket: admission == .spectator ? nil : id(5),
                    epoch: Epoch(6), top: 1 << 53, lastNumber: 7, fingerprint: .max,
                    now: Game.time(0), pingMilliseconds: 1, pongMilliseconds: 2))
        }
        let notices =
            SessionError.allCases.flatMap {
                [ErrorNotice($0), ErrorNotice($0, retryMilliseconds: 500)]
            } + Refusal.allCases.map { ErrorNotice($0) }
        return welcomes + notices.map(ServerMessage<Lobby>.error)
            + Refusal.allCases.map { .reject(number: 9, $0) } + [
                .ack(number: 0, seq: 0), .ack(number: 1 << 53, seq: 1 << 53), .gap(expected: 1),
                .presence(Presence(members: [], spectatorCount: 0)),
                .presence(
                    Presence(
                        members: [MemberNumber(1), MemberNumber(.max)], spectatorCount: 3,
                        hostPassesInMilliseconds: 60_000)),
                .moved(url: "wss://b.example/sync"), .draining(milliseconds: 0),
                .pong(time: -1, now: Game.time(5)),
                .events(first: 1, proof: PositionProof(hash: 2, seal: 3), []),
            ]
    }

    @Test("Every message of the server comes back as it was")
    func serverMessage() throws {
        for message in serverMessages {
            #expect(try ServerMessage<Lobby>.decode(message.encode()) == message)
        }
    }

    @Test("A message of an unknown type is nothing to a client, and an error to a server")
    func unknownType() throws {
        let bytes = Array(#"{"type":"later","x":[1,{"y":null}]}"#.utf8)
        #expect(try ServerMessage<Lobby>.decode(bytes) == nil)
        #expect(throws: WireError.unknownType("later")) { try ClientMessage<Lobby>.decode(bytes) }
        #expect(throws: WireError.missing(field: "type")) {
            try ServerMessage<Lobby>.decode(Array("{}".utf8))
        }
        #expect(throws: WireError.missing(field: "type")) {
            try ClientMessage<Lobby>.decode(Array("{}".utf8))
        }
    }

    @Test("Stable names and numbers of errors never meet")
    func errorNames() {
        let names = SessionError.allCases.map(\.name) + Refusal.allCases.map(\.name)
        #expect(Set(names).count == names.count)
        let numbers = SessionError.allCases.map(\.rawValue) + Refusal.allCases.map(\.rawValue)
        #expect(Set(numbers).count == numbers.count)
        for error in SessionError.allCases {
            guard let code = error.closeCode else { continue }
            #expect((4000...4999).contains(code))
            #expect(SyncCloseCode.allowsReconnect(code) == error.mayRetry, "\(error)")
        }
    }
}

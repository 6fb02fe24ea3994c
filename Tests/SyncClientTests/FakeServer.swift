import Documents
import Lobby
import SyncClient
import Wire

/// The server's rules for one lobby, in memory: what a `ClientCore` is tested against.
struct FakeServer {
    struct Row: Equatable {
        var last: OpNumber
        var fingerprint: UInt32
        var refused: [RefusedOp] = []
    }

    var lobbyID: LobbyID
    var epoch = Epoch(0xE1)
    var lobby: Lobby?
    var changes: [Change] = []
    var rows: [ReplicaID: Row] = [:]
    var code = JoinCode("ABCDEF")
    var now = WallTime(milliseconds: 1_000_000)
    /// Ops that reached the server, also those it had dealt with before.
    var opsReceived = 0

    init(lobbyID: LobbyID) { self.lobbyID = lobbyID }

    /// One device's connection.
    struct Session {
        var person = PersonID(Identifier128(high: 0, low: 0))
        var replica = ReplicaID(Identifier128(high: 0, low: 0))
        var isReadOnly = false
    }

    var top: Seq { lobby?.seq ?? 0 }

    static func proof(_ epoch: Epoch, _ seq: Seq) -> PositionProof {
        PositionProof(hash: UInt32(truncatingIfNeeded: seq &* 2_654_435_761), seal: epoch.value)
    }

    func events(from first: Seq) -> [ServerMessage<Lobby>] {
        guard first <= top else { return [] }
        return [
            .events(
                first: first, proof: Self.proof(epoch, top),
                Array(changes[Int(first) - 1..<Int(top)])
            )
        ]
    }

    var snapshot: ServerMessage<Lobby> { .snapshot(lobby!, proof: Self.proof(epoch, top)) }

    mutating func rotate(to next: Epoch) {
        epoch = next
        lobby?.epoch = next
    }

    /// What the server answers.
    mutating func receive(_ bytes: [UInt8], on session: inout Session) throws -> [ServerMessage<
        Lobby
    >] {
        switch try ClientMessage<Lobby>.decode(bytes) {
        case .hello(let hello): greet(hello, &session)
        case .ops(let ops): take(ops, session)
        case .ping(let time): [.pong(time: time, now: now)]
        case .history, .bye: []
        }
    }

    /// The host lets in someone who knocks.
    mutating func admit(_ person: PersonID, name: String) {
        let change = try! lobby!.join(person, name: name, isVouched: true)!
        append(lobby!.event(change, received: now))
    }

    private mutating func greet(_ hello: Hello, _ session: inout Session) -> [ServerMessage<Lobby>]
    {
        session.person = hello.credentials.person
        session.replica = hello.replica
        let isKnown = lobby?.member(of: session.person) != nil
        session.isReadOnly = hello.part == .spectator || (hello.knocks && !isKnown)
        if lobby != nil, !session.isReadOnly, lobby?.member(of: session.person) == nil {
            let change = try! lobby!.join(
                session.person, name: hello.name ?? "?", isVouched: true)!
            append(lobby!.event(change, received: now))
        }
        if lobby == nil, case .create = hello.entry {
        } else if lobby == nil {
            return [.error(ErrorNotice(Refusal.unknownLobby))]
        }
        return welcome(hello, session)
    }

    private func welcome(_ hello: Hello, _ session: Session) -> [ServerMessage<Lobby>] {
        let row = rows[hello.replica]
        let member = lobby?.member(of: session.person)?.number
        let admission: Welcome.Admission =
            session.isReadOnly ? .spectator : member.map { .member($0) } ?? .creator
        let welcome = Welcome(
            admission: admission, person: session.person, lobby: lobbyID,
            ticket: session.isReadOnly ? nil : Identifier128(high: 7, low: 7), epoch: epoch,
            top: top, lastNumber: row?.last ?? 0, fingerprint: row?.fingerprint ?? 0,
            refused: row?.refused.filter { $0.number > hello.heard } ?? [], now: now,
            pingMilliseconds: 25_000, pongMilliseconds: 10_000)
        let fits =
            hello.position.epoch == epoch && hello.position.seq <= top
            && hello.position.proof == Self.proof(epoch, hello.position.seq)
        let state = lobby == nil ? [] : fits ? events(from: hello.position.seq + 1) : [snapshot]
        return [.welcome(welcome)] + state
    }

    private mutating func take(_ ops: [ReceivedOp<Command>], _ session: Session) -> [ServerMessage<
        Lobby
    >] {
        let first = top + 1
        var answers: [ServerMessage<Lobby>] = []
        opsReceived += ops.count
        for op in ops {
            let last = rows[session.replica]?.last ?? 0
            guard op.number > last else { continue }
            guard op.number == last + 1 else {
                return events(from: first) + answers + [.gap(expected: last + 1)]
            }
            rows[session.replica, default: Row(last: 0, fingerprint: 0)].last = op.number
            rows[session.replica]?.fingerprint = op.fingerprint
            do throws(Refusal) { try perform(try op.op.get(), session) } catch {
                answers.append(.reject(number: op.number, error))
                rows[session.replica]?.refused.append(RefusedOp(op.number, error))
            }
        }
        let last = rows[session.replica]?.last ?? 0
        return events(from: first) + answers + [.ack(number: last, seq: top)]
    }

    private mutating func perform(_ op: Op, _ session: Session) throws(Refusal) {
        guard !session.isReadOnly else { throw .readOnly }
        let author = Author(person: session.person, replica: session.replica.tag)
        if let lobby {
            append(try lobby.decide(op, by: author, received: now))
        } else {
            append(try Lobby.create(lobbyID, op, by: author, received: now, code: code))
        }
    }

    mutating func append(_ event: Event) {
        changes.append(event.change)
        if case .created(let creation) = event.change, lobby == nil {
            lobby = Lobby(id: lobbyID, epoch: epoch, creation: creation)
        } else {
            lobby?.apply(event)
        }
    }
}

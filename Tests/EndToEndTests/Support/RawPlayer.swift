import Documents
import Foundation
import Lobby
import Wire

/// A player by hand: one replica, one connection, every message as it comes. For what a
/// `FolfGame` wouldn't do, and for how the server answers it.
final class RawPlayer {
    /// The connection ended before the answer came.
    struct Ended: Error { var code: UInt16?, notice: ErrorNotice? }

    enum Entrance {
        case welcome(Welcome)
        case refused(ErrorNotice, closeCode: UInt16?)
    }

    let port: UInt16
    private(set) var client: RawClient
    var credentials = Credentials(token: Token(high: .random(), low: .random()))
    var replica = ReplicaID(Identifier128.random())
    private(set) var lobbyID: LobbyID?
    private(set) var ticket: Identifier128?
    private(set) var lobby: Lobby?
    /// The members who are there, as far as the server has said.
    private(set) var present: [MemberNumber] = []
    private var epoch = Epoch.none
    private var proof = PositionProof.none
    /// The number of its last op.
    private(set) var number: OpNumber = 0

    init(port: UInt16, receiveBytes: Int32? = nil) throws {
        self.port = port
        client = try RawClient.upgraded(port, receiveBytes: receiveBytes)
    }

    var position: LogPosition {
        lobby.map { LogPosition(epoch: $0.epoch, seq: $0.seq, proof: proof) } ?? .none
    }

    var code: String { lobby?.code?.description ?? "" }
    var invitation: Entry { .invitation(lobbyID!, lobby!.invitation!) }
    var membership: Entry { .member(lobbyID!, ticket: ticket) }

    /// A host with a game that is in setup, or has begun.
    static func host(
        _ server: TestServer, holes: Int = 9, allowsLateJoin: Bool = false, isStarted: Bool = true,
        token: Token? = nil
    ) throws -> RawPlayer {
        let host = try RawPlayer(port: server.port)
        if let token { host.credentials = Credentials(token: token) }
        let nonce = Identifier128.random()
        let lobby = LobbyID(maker: host.credentials.person, nonce: nonce)
        _ = try host.enter(.create(lobby), announcing: 1)
        let setup = GameSetup(
            course: nil, holes: (1...holes).map { Hole(label: "\($0)", par: 3) },
            allowsLateJoin: allowsLateJoin, invitation: .random(), watch: .random(),
            hostName: "Anna",
            hostPlayer: PlayerID(1))
        try host.perform(.create(setup, nonce: nonce))
        if isStarted { try host.perform(.move(from: .setup, to: Stage(.playing, round: 1))) }
        return host
    }

    /// Comes back on a new connection.
    func reconnect() throws { client = try RawClient.upgraded(port) }

    func enter(
        _ entry: Entry, as part: Hello.Part? = nil, name: String? = nil,
        announcing number: OpNumber? = nil
    ) throws -> Entrance {
        client.say(
            ClientMessage<Lobby>.hello(
                encoding: Hello(
                    client: "by hand", credentials: credentials, replica: replica, entry: entry,
                    part: part, name: name, position: position, number: number ?? self.number)))
        var refusal: ErrorNotice?
        while true {
            switch try client.next() {
            case .closed(let code):
                guard let refusal else { throw Ended(code: code, notice: nil) }
                return .refused(refusal, closeCode: code)
            case .message(let message):
                apply(message)
                if case .error(let notice) = message { refusal = notice }
                guard case .welcome(let welcome) = message else { continue }
                while welcome.admission != .outsider, position.seq < welcome.top {
                    _ = try hear()
                }
                return .welcome(welcome)
            }
        }
    }

    /// The next message.
    func hear() throws -> ServerMessage<Lobby> {
        switch try client.next() {
        case .closed(let code): throw Ended(code: code, notice: nil)
        case .message(let message):
            apply(message)
            return message
        }
    }

    /// Sends one op and waits until it has been dealt with.
    ///
    /// - Returns: why it was refused, if it was. Throws if there was an error instead.
    @discardableResult
    func perform(_ command: Command) throws -> Refusal? {
        number += 1
        return try offer(command)
    }

    /// Sends ops in one message and waits until all have been dealt with.
    func perform(_ commands: [Command]) throws {
        client.say(
            ClientMessage<Lobby>.ops(
                encoding: commands.map { command in
                    number += 1
                    return OpCoding<Lobby>.encode(op(command))
                }))
        _ = try answer()
    }

    /// Sends the last op.
    func offer(_ command: Command) throws -> Refusal? {
        client.say(ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op(command))]))
        return try answer()
    }

    private func op(_ command: Command) -> Op {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        return Op(
            number: number, at: WallTime(milliseconds: now), seenVersion: position.seq,
            seenEpoch: position.epoch, command: command)
    }

    private func answer() throws -> Refusal? {
        var refusal: Refusal?
        while true {
            switch try hear() {
            case .reject(_, let reason): refusal = reason
            case .ack: return refusal
            case .error(let notice): throw Ended(code: nil, notice: notice)
            default: continue
            }
        }
    }

    @discardableResult
    func score(_ throwCount: Int64, hole: UInt8, of player: PlayerID = PlayerID(1)) throws
        -> Refusal?
    {
        try perform(
            .set(
                .score(round: 1, player: player, hole: hole), .number(throwCount),
                confirms: false))
    }

    /// Sends an entry, and doesn't wait for what becomes of it.
    func beginScoring(_ throwCount: Int64 = 3, hole: UInt8 = 1) {
        number += 1
        let command = Command.set(
            .score(round: 1, player: PlayerID(1), hole: hole), .number(throwCount),
            confirms: false)
        client.say(ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op(command))]))
    }

    private func apply(_ message: ServerMessage<Lobby>) {
        switch message {
        case .welcome(let welcome):
            lobbyID = welcome.lobby
            ticket = welcome.ticket ?? ticket
            epoch = welcome.epoch
        case .snapshot(let lobby, let proof): (self.lobby, self.proof) = (lobby, proof)
        case .events(let first, let proof, let changes):
            self.proof = proof
            for (place, change) in changes.enumerated() { apply(change, at: first + Seq(place)) }
        case .presence(let presence): present = presence.members
        default: break
        }
    }

    private func apply(_ change: Change, at seq: Seq) {
        if lobby == nil, case .created(let creation) = change {
            lobby = Lobby(id: lobbyID!, epoch: epoch, creation: creation)
        } else if seq > position.seq {
            lobby?.apply(
                Event(
                    seq: seq, by: MemberNumber(0), received: WallTime(milliseconds: 0),
                    origin: nil, change: change))
        }
    }
}

extension Identifier128 {
    static func random() -> Identifier128 {
        Identifier128(high: .random(in: 1 ... .max), low: .random(in: 0 ... .max))
    }
}

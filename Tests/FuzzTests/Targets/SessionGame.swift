import Documents
import Lobby
import Log
import SyncServer
import Wire

/// The game that a session of the fuzzer begins with: a host and a member, one round begun.
struct SessionGame {
    /// Someone who has been in the game before.
    struct Person {
        var credentials: Credentials
        var replica: ReplicaID
        var ticket: Identifier128?
        /// The last op of the journal.
        var number: OpNumber
    }

    var lobbies: [LobbyID: StoredLobby]
    var host: Person
    var member: Person

    static let nonce = Identifier128(high: 0x10B5, low: 0x10B5)
    static let lobby = LobbyID(maker: credentials(1).person, nonce: nonce)
    static let invitation = Identifier128(high: 0x1F1F, low: 0x1F1F)
    static let watch = Identifier128(high: 0x2F2F, low: 0x2F2F)
    static let hostPlayer = PlayerID(41)
    static let made = Result(catching: make)

    private static func make() throws(Finding) -> SessionGame {
        let world = SessionWorld()
        let hostReplica = ReplicaID(Identifier128(high: 0xA << 32, low: 1))
        let memberReplica = ReplicaID(Identifier128(high: 0xB << 32, low: 2))
        let host = try world.open()
        let welcome = try world.greet(
            host,
            Hello(
                client: "host", credentials: credentials(1), replica: hostReplica,
                entry: .create(lobby), name: "Hanna", number: 1))
        let setup = GameSetup(
            course: "Park", holes: (1...3).map { Hole(label: "\($0)", par: 3) },
            allowsLateJoin: true, invitation: invitation, watch: watch, hostName: "Hanna",
            hostPlayer: hostPlayer)
        try world.perform(.create(setup, nonce: nonce), number: 1, on: host)
        let member = try world.open()
        let joined = try world.greet(
            member,
            Hello(
                client: "member", credentials: credentials(2), replica: memberReplica,
                entry: .code(world.store.lobbies[lobby]?.code), part: .player, name: "Ben"))
        try world.perform(
            .move(from: .setup, to: Stage(.playing, round: 1)), number: 2, on: host)
        return SessionGame(
            lobbies: world.store.lobbies,
            host: Person(
                credentials: credentials(1), replica: hostReplica, ticket: welcome.ticket,
                number: 2),
            member: Person(
                credentials: credentials(2), replica: memberReplica, ticket: joined.ticket,
                number: 0))
    }

    private static func credentials(_ number: UInt64) -> Credentials {
        let half = Identifier128(high: number, low: 0x7070)
        return Credentials(token: Token(high: half, low: half))
    }

    func hello(of person: Person, position: LogPosition = .none) -> Hello {
        Hello(
            client: "back", credentials: person.credentials, replica: person.replica,
            entry: .member(Self.lobby, ticket: person.ticket), position: position,
            number: person.number)
    }

    /// The text that `$` and a letter stand for in a message.
    func meaning(of letter: UInt8) -> String? {
        let stored = lobbies[Self.lobby]
        return switch letter {
        case UInt8(ascii: "C"): stored?.code?.description
        case UInt8(ascii: "L"): "\(Self.lobby.value)"
        case UInt8(ascii: "I"): "\(Self.invitation)"
        case UInt8(ascii: "E"): stored.map { "\($0.epoch)" }
        case UInt8(ascii: "P"): "\(member.credentials.person.value)"
        case UInt8(ascii: "T"): member.credentials.token.description
        case UInt8(ascii: "R"): "\(member.replica.value)"
        case UInt8(ascii: "K"): member.ticket.map { "\($0)" }
        default: nil
        }
    }

    func filled(_ message: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = message
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "$"), let letter = rest.first, let text = meaning(of: letter) {
                rest.removeFirst()
                bytes += Array(text.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

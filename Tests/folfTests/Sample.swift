import Documents
import Lobby
import SyncClient
import Wire

/// A game to draw: Anna hosts, Ben plays, Grandma is a guest.
enum Sample {
    static let anna = PlayerID(1)
    static let ben = PlayerID(2)
    static let grandma = PlayerID(3)

    static func lobby() -> Lobby {
        let holes = [("1", 3), ("2", 4), ("10A", 3)].map { Hole(label: $0.0, par: Int64($0.1)) }
        return Lobby(
            id: LobbyID(Identifier128(high: 0xABCD_EF01_2345_6789, low: 1)), epoch: Epoch(1),
            seq: 9, start: WallTime(milliseconds: 0), code: JoinCode("K7MPQX"),
            invitation: Identifier128(high: 2, low: 2), watch: Identifier128(high: 2, low: 3),
            course: "Meadow", holes: holes,
            stage: Stage(.playing, round: 1), allowsLateJoin: false, host: MemberNumber(1),
            owner: MemberNumber(1),
            members: [member(1, "Anna", anna), member(2, "Ben", ben)],
            players: [
                Player(id: anna, member: MemberNumber(1), name: "Anna"),
                Player(id: ben, member: MemberNumber(2), name: "Ben"),
                Player(id: grandma, member: nil, name: "Grandma"),
            ],
            cells: [
                score(anna, 1): cell(4), score(anna, 2): cell(4),
                score(ben, 1): disputed(2, 3),
            ],
            quarantine: [
                QuarantinedEdit(
                    seq: 8, reason: .kicked, key: score(ben, 3), value: .number(5),
                    member: MemberNumber(2), replica: ReplicaTag(2), at: 0)
            ])
    }

    static func member(_ number: UInt16, _ name: String, _ player: PlayerID?) -> Member {
        Member(
            number: MemberNumber(number),
            person: PersonID(Identifier128(high: UInt64(number), low: 0)), player: player,
            name: name)
    }

    static func score(_ player: PlayerID, _ hole: UInt8) -> CellKey {
        .score(round: 1, player: player, hole: hole)
    }

    private static func sibling(_ value: Int64, _ member: UInt16) -> Sibling {
        Sibling(
            seq: Seq(member) + 2, value: .number(value), member: MemberNumber(member),
            replica: ReplicaTag(UInt32(member)), at: Int64(member) * 60_000, rank: .other)
    }

    private static func cell(_ value: Int64) -> Cell {
        Cell(version: 3, siblings: [sibling(value, 1)])
    }

    private static func disputed(_ first: Int64, _ second: Int64) -> Cell {
        Cell(version: 4, siblings: [sibling(first, 1), sibling(second, 2)])
    }

    /// The game's view, as a core restored from a journal shows it.
    static func view(_ lobby: Lobby = lobby()) throws -> GameView {
        let token = Token(high: Identifier128(high: 1, low: 1), low: Identifier128(high: 1, low: 1))
        let hello = Hello(
            client: "test",
            credentials: Credentials(person: lobby.members[0].person, token: token),
            replica: ReplicaID(Identifier128(high: 9 << 32, low: 9)),
            entry: .member(lobby.id, ticket: nil), name: "Anna")
        let lines: [JournalLine] = [
            .hello(hello),
            .server(lobby.epoch, ServerMessage<Lobby>.snapshot(lobby, proof: .none).encode()),
        ]
        let core = try ClientCore<Lobby>.restore(
            journal: lines.flatMap(JournalCoding.encode), generator: SystemRandomNumberGenerator()
        ).core
        return core.view
    }
}

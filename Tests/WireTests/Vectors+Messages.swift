import Documents
import Formats
import Lobby
import Log

@testable import Wire

/// Every kind of message, op and event once, and some of them in their other forms.
extension Vectors {
    static let messages = hellos + ops + others + welcomes + events + answers + layouts

    static func id(_ digits: String) -> Identifier128 {
        let text = String(repeating: digits, count: 32 / digits.utf8.count)
        guard let id = Identifier128(text) else { preconditionFailure("hexadecimal digits") }
        return id
    }

    private static let replica = ReplicaID(id("5e11ca0a"))
    static let ben = PersonID(id("b2"))
    private static let credentials = Credentials(token: Token(high: id("70"), low: id("71")))
    static var anna: PersonID { credentials.person }
    static let nonce = id("4e")
    static let lobby = LobbyID(maker: anna, nonce: nonce)
    static let epoch = Epoch(0x00C0_FFEE_0000_0001)
    static let invitation = id("1f")
    static let watch = id("2f")
    private static let ticket = id("7c")
    static let proof = PositionProof(hash: 0xDEAD_BEEF, seal: 0x0123_4567_89AB_CDEF)
    private static let score = CellKey.score(round: 1, player: PlayerID(41), hole: 3)

    private static let skins = FormatGame(id: "", .skins(Skins(worths: [2])))

    private static let setup = GameSetup(
        course: "Järva", holes: [Hole(label: "1", par: 3), Hole(label: "10A", par: 4)],
        allowsLateJoin: true, invitation: invitation, watch: watch, hostName: "Anna",
        hostPlayer: PlayerID(41))

    private static func hello(
        _ name: String, _ meaning: String, _ entry: Entry,
        part: Hello.Part? = nil, position: LogPosition = .none, number: OpNumber = 0
    ) -> Message {
        let hello = Hello(
            client: "example/1.0", credentials: credentials, replica: replica, entry: entry,
            part: part, name: part == .player ? "Anna" : nil, position: position,
            number: number)
        return Message(name: name, meaning: meaning, content: .hello(hello))
    }

    private static let hellos = [
        hello(
            "hello, create", "A new device creates a game; op 1 of its journal is the create.",
            .create(lobby), part: .player, number: 1),
        hello(
            "hello, code", "A new device joins by code as a player.",
            .code(JoinCode("ABC234")), part: .player),
        hello(
            "hello, wrong code",
            "What was typed can't be a code: answered as a wrong one, not counted.",
            .code(nil), part: .player),
        hello(
            "hello, watch", "A known person watches by code.", .code(JoinCode("ABC234")),
            part: .spectator),
        hello(
            "hello, invitation", "A known person joins by an invitation link.",
            .invitation(lobby, invitation), part: .player),
        hello(
            "hello, watch secret", "A known person watches by the address for it.",
            .watch(lobby, watch), part: .spectator),
        Message(
            name: "hello, knock", meaning: "A player asks the host to be let in, if need be.",
            content: .hello(
                Hello(
                    client: "example/1.0", credentials: credentials, replica: replica,
                    entry: .code(JoinCode("ABC234")), part: .player, name: "Ben", knocks: true))),
        hello("hello, resume without ticket", "A member comes back.", .member(lobby, ticket: nil)),
        hello(
            "hello, resume",
            "A member comes back with 7 ops in the journal, knowing events 1 to 12.",
            .member(lobby, ticket: ticket), part: .player,
            position: LogPosition(epoch: epoch, seq: 12, proof: proof), number: 7),
        Message(
            name: "hello, account",
            meaning: "A device that is signed in to an account comes as the account's person.",
            content: .hello(
                Hello(
                    client: "example/1.0",
                    credentials: Credentials(
                        person: ben, token: credentials.token,
                        pass: Pass(account: id("ac"), proof: id("9a"))),
                    replica: replica, entry: .member(lobby, ticket: ticket)))),
    ]

    static func op(_ name: String, _ meaning: String, _ command: Command) -> Message {
        let op = Op(
            number: 2, at: WallTime(milliseconds: 1_800_000_060_000), command: command)
        return Message(name: "op, " + name, meaning: meaning, content: .op(op))
    }

    private static let seenSet = Message(
        name: "op, set a score that was seen", meaning: "4 throws instead of what event 12 left.",
        content: .op(
            Op(
                number: 7, at: WallTime(milliseconds: 1_800_000_060_000), seenVersion: 12,
                seenEpoch: epoch, command: .set(score, .number(4), confirms: false))))

    private static let ops = [
        op(
            "create", "A game on a course of two holes; the host plays as 41.",
            .create(setup, nonce: nonce)),
        op(
            "create without player", "An unspecified course; the host doesn't play.",
            .create(
                GameSetup(
                    course: nil, holes: [Hole(label: "1", par: 3)], invitation: invitation,
                    watch: watch, hostName: "Anna", hostPlayer: nil), nonce: nonce)),
        op(
            "set a score", "3 throws for player 41 on hole 3 of round 1; nothing was seen there.",
            .set(score, .number(3), confirms: false)),
        seenSet,
        op(
            "confirm a score", "The host settles the cell.",
            .set(score, .number(3), confirms: true)),
        op("erase a score", "Not scored is null.", .set(score, .empty, confirms: false)),
        op(
            "set a name", "Player 41 is called Åsa \"Ace\" 😀.",
            .set(
                CellKey(player: PlayerID(41), field: .name), .text("Åsa \"Ace\" 😀"),
                confirms: false)),
        op(
            "set a par", "Hole 2 has par 4.",
            .set(CellKey(hole: 2, field: .par), .number(4), confirms: false)),
        op(
            "set the course", "The course is called Järva.",
            .set(CellKey(field: .course), .text("Järva"), confirms: false)),
        op(
            "set a tee", "Player 41 throws from the red tee.",
            .set(CellKey(player: PlayerID(41), field: .tee), .text("red"), confirms: false)),
        op("add", "A guest gets column 43.", .addPlayer(PlayerID(43), name: "Guest")),
        op("remove", "Column 43 is taken off the card.", .removePlayer(PlayerID(43))),
        op(
            "place", "Column 43 comes before 41.",
            .placePlayer(PlayerID(43), before: PlayerID(41))),
        op("place last", "Column 41 comes last.", .placePlayer(PlayerID(41), before: nil)),
        op(
            "move", "Round 1 begins.",
            .move(from: .setup, to: Stage(.playing, round: 1))),
        op(
            "move to the end", "The game is over after round 2.",
            .move(from: Stage(.roundEnded, round: 2), to: Stage(.ended, round: 2))),
        op("kick", "Ben is removed from the game.", .kick(ben)),
        op("host", "Anna makes Ben the host.", .passHost(from: anna, to: ben)),
        op("appoint", "Ben becomes scorekeeper.", .appoint(ben, .scorekeeper)),
        op("late join", "Players may join after the start.", .allowLateJoin(true)),
        op(
            "trust", "Two people must have entered a score.",
            .trust(TrustWish(from: 0, need: 2))),
        op(
            "game", "Skins are played besides, worth 2 each.",
            .game(GameWish(id: 1, from: nil, settings: skins))),
        op(
            "game no more", "Game 1, whose settings were given once, is played no more.",
            .game(GameWish(id: 1, from: 1, settings: nil))),
        op("admit", "Ben, who knocks, is let in.", .admit(ben, name: "Ben")),
        op("claim", "The author is guest 43 from now on.", .claim(PlayerID(43))),
        op("settle", "The late edit of event 20 is applied.", .settle(20, applies: true)),
        op("leave", "The author leaves the game.", .leave),
        op("delete", "The game is deleted.", .delete(true)),
        op("delete, taken back", "It is brought back.", .delete(false)),
    ]

    private static let others = [
        Message(name: "history", meaning: "All events, please.", content: .history(0)),
        Message(name: "history, more", meaning: "Those behind event 256.", content: .history(256)),
        Message(name: "ping", meaning: "Are you there?", content: .ping(123_456)),
        Message(name: "bye", meaning: "Goodbye; changes nothing.", content: .bye),
    ]

    static func server(
        _ name: String, _ meaning: String, _ message: ServerMessage<Lobby>
    ) -> Message {
        Message(name: name, meaning: meaning, content: .server(message))
    }

    private static func welcome(
        _ admission: Welcome.Admission, keptDays: Int64? = nil
    ) -> ServerMessage<Lobby> {
        let isCreator = admission == .creator
        return .welcome(
            Welcome(
                admission: admission, person: anna, lobby: lobby,
                ticket: admission == .spectator ? nil : ticket, epoch: epoch,
                top: isCreator ? 0 : 12, lastNumber: isCreator ? 0 : 6,
                fingerprint: isCreator ? 0 : 2_166_136_261,
                now: WallTime(milliseconds: 1_800_000_061_000), pingMilliseconds: 25_000,
                pongMilliseconds: 10_000, keptDays: keptDays))
    }

    private static let welcomes = [
        server(
            "welcome, creator", "Someone who now creates.", welcome(.creator)),
        server("welcome, member", "Member 2 is back.", welcome(.member(MemberNumber(2)))),
        server(
            "welcome, kept for a year", "The game is erased a year after its last change.",
            welcome(.member(MemberNumber(2)), keptDays: 365)),
        server("welcome, spectator", "A person who watches.", welcome(.spectator)),
        server(
            "welcome, outsider", "No member any more; hands in what is left.", welcome(.outsider)),
        server("snapshot", "The whole of a game.", .snapshot(snapshotLobby, proof: proof)),
    ]

    private static let cell = Cell(
        version: 12,
        siblings: [
            Sibling(
                seq: 12, value: .number(4), member: MemberNumber(2),
                replica: ReplicaTag(2_882_400_001), at: 60_000, rank: .other),
            Sibling(
                seq: 11, value: .number(3), member: MemberNumber(1),
                replica: ReplicaTag(1_578_224_138), at: 59_000, rank: .own),
        ])

    private static let late = QuarantinedEdit(
        seq: 12, reason: .left, key: score, value: .number(5), member: MemberNumber(2),
        replica: ReplicaTag(2_882_400_001), at: 61_000)

    static func event(_ name: String, _ meaning: String, _ change: Change) -> Message {
        server(
            "event, " + name, meaning,
            .events(first: 12, proof: proof, [change]))
    }

    private static let member = Member(
        number: MemberNumber(2), person: ben, player: PlayerID(42), name: "Ben")

    private static let events = [
        server(
            "event, new", "The game begins: the first event of every lobby.",
            .events(
                first: 1, proof: proof,
                [
                    .created(
                        Creation(
                            setup: setup, host: anna,
                            start: WallTime(milliseconds: 1_800_000_000_000),
                            code: JoinCode("ABC234")))
                ])),
        event(
            "cell", "A disputed score: 3 by its player is shown, 4 by another.",
            .cell(score, cell)),
        event(
            "cell with text", "A name.",
            .cell(
                CellKey(player: PlayerID(41), field: .name),
                Cell(
                    version: 12,
                    siblings: [
                        Sibling(
                            seq: 12, value: .text("Åsa"), member: MemberNumber(1),
                            replica: ReplicaTag(1_578_224_138), at: -1_000, rank: .confirmed)
                    ]))),
        event("join", "Ben is member 2 and plays as 42.", .joined(member)),
        event("standing", "Member 2 was kicked.", .standing(MemberNumber(2), .kicked)),
        event(
            "add", "A guest.", .playerAdded(Player(id: PlayerID(43), member: nil, name: "Guest"))),
        event("remove", "Column 43 is gone.", .playerRemoved(PlayerID(43))),
        event(
            "place", "Column 43 stands before 41.",
            .playerPlaced(PlayerID(43), before: PlayerID(41))),
        event("place last", "Column 41 stands last.", .playerPlaced(PlayerID(41), before: nil)),
        event("stage", "Round 1 begins.", .stage(Stage(.playing, round: 1))),
        event(
            "host", "Member 2 acts as host; the role goes back to member 1.",
            .host(MemberNumber(2), owner: MemberNumber(1))),
        event("role", "Member 2 is scorekeeper.", .role(MemberNumber(2), .scorekeeper)),
        event("late join", "Players may join after the start.", .lateJoin(true)),
        event(
            "trust", "Members 2 and 1 each keep a card, and don't see the other's before.",
            .trust(
                Trust(
                    number: 2, since: 12, need: 0, scorers: [MemberNumber(2), MemberNumber(1)],
                    isBlind: true))),
        event(
            "game", "Skins are played besides, worth 2 each.",
            .game(1, LobbyGame(id: 1, number: 1, settings: skins))),
        event("game no more", "They no longer are.", .game(1, nil)),
        event(
            "invite", "After a kick: the code and invitation from now on.",
            .invited(JoinCode("DEF567"), id("3f"))),
        event("invite, to spectators", "The same as they are told it.", .invited(nil, nil)),
        event("claim", "Guest 43 is member 2 now.", .claimed(MemberNumber(2), PlayerID(43))),
        event("late", "An edit by someone who left waits for the host.", .quarantined(late)),
        event(
            "settle, applied", "The late edit of event 9 was applied.", .settled(9, score, cell)),
        event(
            "settle, discarded", "The late edit of event 9 was discarded.",
            .settled(9, score, nil)),
        event(
            "deleted", "The game is deleted since then.",
            .deleted(WallTime(milliseconds: 1_800_000_500_000))),
        event("deleted, taken back", "It no longer is.", .deleted(nil)),
        server(
            "events, two", "Two events, of seq 12 and 13.",
            .events(
                first: 12, proof: proof,
                [.playerRemoved(PlayerID(43)), .stage(Stage(.roundEnded, round: 1))])),
    ]

    private static let answers = [
        server(
            "history, two", "Events 12 and 13 of a log that ends with 13.",
            .history(
                first: 12, [.lateJoin(true), .standing(MemberNumber(2), .left)], top: 13)),
        server(
            "history, the end", "There is nothing behind event 13.",
            .history(first: 14, [], top: 13)),
        server("ack", "Ops up to 7 are done; their events are up to 13.", .ack(number: 7, seq: 13)),
        server("reject", "Op 7 is refused.", .reject(number: 7, .noSuchHole)),
        server("gap", "Op 5 is missing.", .gap(expected: 5)),
        server(
            "presence", "Members 1 and 2 and three spectators are there.",
            .presence(
                Presence(members: [MemberNumber(1), MemberNumber(2)], spectatorCount: 3))),
        server(
            "presence, host away", "The host's role passes on in a minute.",
            .presence(
                Presence(
                    members: [MemberNumber(2)], spectatorCount: 0,
                    hostPassesInMilliseconds: 60_000))),
        server(
            "presence, knocks", "Ben asks to be let in.",
            .presence(
                Presence(
                    members: [MemberNumber(1)], spectatorCount: 1,
                    knocks: [Knock(person: ben, name: "Ben")]))),
        server("moved", "The game lives elsewhere.", .moved(url: "wss://b.example/sync")),
        server("draining", "Connect again in 5 to 10 seconds.", .draining(milliseconds: 5_000)),
        server(
            "pong", "Yes.",
            .pong(time: 123_456, now: WallTime(milliseconds: 1_800_000_061_000))),
        server("error, session", "Not before hello.", .error(ErrorNotice(.helloExpected))),
        server(
            "error, wait", "The ops weren't processed; send them again in half a second.",
            .error(ErrorNotice(.storage, retryMilliseconds: 500))),
        server(
            "error, history", "Ask for the history again in half a second.",
            .error(ErrorNotice(.historyLater, retryMilliseconds: 500))),
        server("error, entry", "No such code.", .error(ErrorNotice(.wrongCode))),
    ]

    static let snapshotLobby = Lobby(
        id: lobby, epoch: epoch, seq: 12, start: WallTime(milliseconds: 1_800_000_000_000),
        code: JoinCode("ABC234"), invitation: invitation, watch: watch, course: "Järva",
        holes: setup.holes,
        stage: Stage(.playing, round: 1), allowsLateJoin: false, host: MemberNumber(1),
        owner: MemberNumber(1),
        members: [
            Member(
                number: MemberNumber(1), person: anna, role: .player, player: PlayerID(41),
                name: "Anna"), member,
        ],
        players: [
            Player(id: PlayerID(41), member: MemberNumber(1), name: "Anna"),
            Player(id: PlayerID(42), member: MemberNumber(2), name: "Ben"),
            Player(id: PlayerID(43), member: nil, name: "Guest", isRemoved: true),
        ],
        cells: [score: cell], quarantine: [late])

    /// The log of a game with every event of `events` in it, though it makes no sense as a game.
    static let log: [LogRecord] = {
        var records: [LogRecord] = []
        for message in events + exchanges {
            guard case .server(.events(_, _, let changes)) = message.content else { continue }
            for change in changes {
                let seq = Seq(records.count + 1)
                let origin = Origin(replica: replica.tag, number: seq, seen: seq - 1)
                let event = Event(
                    seq: seq, by: MemberNumber(seq == 4 ? 0 : 1),
                    received: WallTime(milliseconds: 1_800_000_000_000 + Int64(seq) * 1_000),
                    origin: seq == 4 ? nil : origin, change: change)
                let hash = records.last?.hash ?? RollingHash.empty
                records.append(LogCoding<Lobby>.record(event, after: hash))
            }
        }
        return records
    }()
}

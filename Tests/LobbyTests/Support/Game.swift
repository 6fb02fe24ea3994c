import Documents
import Lobby

/// A lobby with its log, driven by commands. Person number `n` has the column `n`.
struct Game {
    static let start: Int64 = 1_800_000_000_000
    static let epoch = Epoch(7)
    static let nonce = Identifier128(high: 0xC, low: 0xD)
    static let id = LobbyID(maker: person(1), nonce: nonce)
    static let invitation = Identifier128(high: 0xA, low: 0xB)
    static let watch = Identifier128(high: 0xC, low: 0xD)

    var lobby: Lobby
    var log: [Event]
    /// The server's time: milliseconds since the lobby's start.
    var now: Int64 = 0
    private var numbers: [ReplicaTag: OpNumber] = [:]

    /// A game in setup, created by person 1.
    init(holes: Int = 3, course: String? = nil, hostPlays: Bool = true) throws(Refusal) {
        let setup = GameSetup(
            course: course, holes: (0..<holes).map { Hole(label: "\($0 + 1)", par: 3) },
            invitation: Self.invitation, watch: Self.watch, hostName: "Person 1",
            hostPlayer: hostPlays ? PlayerID(1) : nil)
        let time = WallTime(milliseconds: Self.start)
        let event = try Lobby.create(
            Self.id, Op(number: 1, at: time, command: .create(setup, nonce: Self.nonce)),
            by: Self.author(1), received: time, code: JoinCode("ABCDEF"))
        guard case .created(let creation) = event.change else { throw .noLobby }
        lobby = Lobby(id: Self.id, epoch: Self.epoch, creation: creation)
        log = [event]
        numbers[ReplicaTag(1)] = 1
    }

    /// A game being played by persons 1 to `people`.
    static func playing(people: UInt64 = 3, holes: Int = 3) throws(Refusal) -> Game {
        var game = try Game(holes: holes)
        for number in 2..<people + 1 { try game.join(number) }
        try game.perform(.move(from: .setup, to: Stage(.playing, round: 1)), by: 1)
        return game
    }

    static func person(_ number: UInt64) -> PersonID {
        PersonID(Identifier128(high: 0, low: number))
    }

    static func author(_ number: UInt64, replica: UInt32? = nil) -> Author {
        Author(
            person: person(number),
            replica: ReplicaTag(replica ?? UInt32(truncatingIfNeeded: number)))
    }

    static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: start + milliseconds)
    }

    var received: WallTime { Self.time(now) }

    mutating func apply(_ change: Change) {
        let event = lobby.event(change, received: received)
        lobby.apply(event)
        log.append(event)
    }

    mutating func join(_ number: UInt64) throws(Refusal) {
        if let change = try lobby.join(Self.person(number), name: "Person \(number)") {
            apply(change)
        }
    }

    /// Decides and applies `command`; a second later each time.
    @discardableResult
    mutating func perform(
        _ command: Command, by person: UInt64, replica: UInt32? = nil, at: Int64? = nil,
        seen: Seq = 0, epoch: Epoch = Game.epoch
    ) throws(Refusal) -> Event {
        now += 1_000
        let author = Self.author(person, replica: replica)
        numbers[author.replica, default: 0] += 1
        let op = Op(
            number: numbers[author.replica, default: 0], at: Self.time(at ?? now),
            seenVersion: seen, seenEpoch: epoch, command: command)
        let event = try lobby.decide(op, by: author, received: received)
        lobby.apply(event)
        log.append(event)
        return event
    }

    /// Scores `count` throws for `player` on `hole`.
    @discardableResult
    mutating func score(
        _ count: Int64?, player: UInt32 = 1, hole: UInt8 = 1, round: UInt8 = 1, by person: UInt64,
        replica: UInt32? = nil, at: Int64? = nil, seen: Seq = 0, confirms: Bool = false
    ) throws(Refusal) -> Event {
        let key = CellKey.score(round: round, player: PlayerID(player), hole: hole)
        return try perform(
            .set(key, count.map(CellValue.number) ?? .empty, confirms: confirms), by: person,
            replica: replica, at: at, seen: seen)
    }

    mutating func move(_ phase: Stage.Phase, round: UInt8) throws(Refusal) {
        try perform(.move(from: lobby.stage, to: Stage(phase, round: round)), by: 1)
    }

    func cell(player: UInt32 = 1, hole: UInt8 = 1, round: UInt8 = 1) -> Cell {
        lobby.cell(.score(round: round, player: PlayerID(player), hole: hole))
    }
}

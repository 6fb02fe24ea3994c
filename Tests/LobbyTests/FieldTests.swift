import Documents
import Formats
import Lobby
import Testing

@Suite("Fields of a card")
struct FieldTests {
    private static let one = PlayerID(1)

    /// A cell of each field of player 1 (member 1, the host) in round 1, and what it takes of
    /// nothing, 0, 1, 72, 73, 100, a name and a text of a program.
    private static let samples: [(field: Field, key: CellKey, taken: String)] = [
        (.throws, key(.throws, 1, one, 1), "- 1 72 73"),
        (.name, key(.name, 0, one), "Bo 1/s1"),
        (.par, key(.par, 0, nil, 1), "1"),
        (.course, key(.course), "- Bo 1/s1"),
        (.tee, key(.tee, 0, one), "- Bo 1/s1"),
        (.start, key(.start, 1), "- 1 72"),
        (.closed, key(.closed, 1, nil, 1), "- 1"),
        (.index, key(.index, 0, nil, 1), "- 1 72"),
        (.handicap, key(.handicap, 0, one), "- 0 1 72 73 100"),
        (.rating, key(.rating, 0, one), "- 1 72 73 100"),
        (.from, key(.from, 1, one), "- 1 72"),
        (.out, key(.out, 1, one), "- 0 1 72"),
        (.pickedUp, key(.pickedUp, 1, one, 1), "- 1"),
        (.provisional, key(.provisional, 1, one, 1), "- 1 72 73"),
        (.concededHole, key(.concededHole, 1, one, 1), "- 0 1 72 73 100"),
        (.concededMatch, key(.concededMatch, 1, one, 1), "- 0 1 72"),
        (.agreed, key(.agreed, 1, PlayerID(1), 1), "- 1"),
        (.press, key(.press, 1, one, 1), "- 1/s1"),
        (.award, key(.award, 1, PlayerID(1), 1), "- 1 72 73 100"),
        (.putts, key(.putts, 1, one, 1), "- 0 1 72 73"),
        (.note, key(.note, 1, one, 1), "- Bo 1/s1"),
        (.signed, key(.signed, 1, one), "- 1/s1"),
        (.tag, key(.tag, 0, one), "- 1 72 73 100"),
        (.penalty(at: 0), key(.penalty(at: 0), 1, one, 1), "- 0 1"),
    ]

    private static func key(
        _ field: Field, _ round: UInt8 = 0, _ player: PlayerID? = nil, _ hole: UInt8 = 0
    ) -> CellKey {
        CellKey(round: round, player: player ?? PlayerID(0), hole: hole, field: field)
    }

    private static let values: [(CellValue, String)] =
        [(.empty, "-"), (.text("Bo"), "Bo"), (.text("1/s1"), "1/s1")]
        + [0, 1, 72, 73, 100].map { (.number($0), "\($0)") }

    private static func set(
        _ key: CellKey, _ value: CellValue, confirms: Bool = false
    ) -> Command { .set(key, value, confirms: confirms) }

    @Test("Each field takes its own values, and of every penalty there is one")
    func values() throws {
        for (field, key, taken) in Self.samples {
            var game = try Game.playing(people: 1)
            let accepted = Self.values.filter { value, _ in
                (try? game.perform(Self.set(key, value), by: 1)) != nil
            }.map(\.1)
            #expect(Set(accepted) == Set(taken.split(separator: " ").map(String.init)), "\(field)")
            #expect(field.isNumeric == !taken.contains("1/s1"), "\(field)")
        }
        #expect(Field.allCases.count == 23 + Penalty.all.count)
        #expect(Field.allCases.allSatisfy { Field(rawValue: $0.rawValue) == $0 })
        #expect([23, 63, 105, 255].allSatisfy { Field(rawValue: $0) == nil })
        #expect(Field(rawValue: 64)?.penalty?.code == "ob")
        #expect(Field(rawValue: 104)?.penalty?.code == "wrong_thrower_played_on")
    }

    @Test("What only programs write has no room for names, nor for more than a whole card")
    func codes() throws {
        var game = try Game.playing(people: 1)
        let signed = Self.key(.signed, 1, Self.one)
        for text in ["", "Bo", "3 4", "3,4\n", "þ", String(repeating: "1", count: 257)] {
            #expect(throws: Refusal.badValue, "\(text)") {
                try game.perform(Self.set(signed, .text(text)), by: 1)
            }
        }
        let whole = Array(repeating: "99", count: 72).joined(separator: ",") + ";99"
        try game.perform(Self.set(signed, .text(whole)), by: 1)
        #expect(game.lobby.cell(signed).value == .text(whole))
    }

    @Test("Places of a key that a field doesn't use are 0, and the others are there")
    func places() throws {
        let two = PlayerID(2)
        let cases: [(CellKey, CellValue, Refusal)] = [
            (Self.key(.start, 1, two), .number(1), .malformed),
            (Self.key(.start, 1, nil, 1), .number(1), .malformed),
            (Self.key(.start, 0), .number(1), .noSuchRound),
            (Self.key(.start, 3), .number(1), .noSuchRound),
            (Self.key(.closed, 1, nil, 0), .number(1), .noSuchHole),
            (Self.key(.closed, 1, nil, 200), .number(1), .noSuchHole),
            (Self.key(.index, 1, nil, 1), .number(1), .stale),
            (Self.key(.handicap, 1, Self.one), .number(1), .malformed),
            (Self.key(.handicap, 0, two), .number(1), .noSuchPlayer),
            (Self.key(.handicap, 0, nil), .number(1), .noSuchPlayer),
            (Self.key(.out, 2, Self.one), .number(1), .noSuchRound),
            (Self.key(.out, 1, Self.one, 1), .number(1), .malformed),
            (Self.key(.pickedUp, 1, two, 1), .number(1), .noSuchPlayer),
            (Self.key(.pickedUp, 1, Self.one, 0), .number(1), .noSuchHole),
            (Self.key(.concededMatch, 1, Self.one, 0), .number(1), .malformed),
            (Self.key(.agreed, 1, nil, 1), .number(1), .malformed),
            (Self.key(.agreed, 1, PlayerID(256), 1), .number(1), .malformed),
            (Self.key(.penalty(at: 3), 1, Self.one, 200), .number(1), .noSuchHole),
        ]
        var game = try Game.playing(people: 1)
        for (key, value, refusal) in cases {
            #expect(throws: refusal, "\(key)") {
                try game.perform(Self.set(key, value), by: 1)
            }
        }
        var early = try Game()
        try early.perform(Self.set(Self.key(.start, 1), .number(4)), by: 1)
        try early.perform(Self.set(Self.key(.closed, 1, nil, 2), .number(1)), by: 1)
        #expect(throws: Refusal.notStarted) {
            try early.perform(Self.set(Self.key(.note, 1, Self.one, 1), .text("a")), by: 1)
        }
    }

    @Test(
        "A column's facts are its own player's, and a guest's everybody's, but for the signature"
    )
    func writers() throws {
        let guest = PlayerID(9)
        func taken(_ field: Field, of player: PlayerID, by person: UInt64) throws -> Bool {
            var game = try Game.playing(people: 3)
            try game.perform(.addPlayer(guest, name: "Guest"), by: 1)
            guard let sample = Self.samples.first(where: { $0.field == field }) else {
                return false
            }
            var key = sample.key
            if key.column != nil { key.player = player }
            let value: CellValue =
                [.name, .course, .tee, .note].contains(field)
                ? .text("Bo") : field.isNumeric ? .number(1) : .text("1/s1")
            return (try? game.perform(Self.set(key, value), by: person)) != nil
        }
        let everybodys: [Field] = [
            .throws, .tee, .pickedUp, .provisional, .agreed, .award, .putts, .note,
            .penalty(at: 0),
        ]
        let own: [Field] = [
            .name, .handicap, .rating, .from, .out, .concededHole, .concededMatch, .press, .tag,
        ]
        for field in Self.samples.map(\.field) {
            let isEverybodys = everybodys.contains(field)
            let isOwn = own.contains(field) || field == .signed
            #expect(try taken(field, of: PlayerID(2), by: 1), "the host writes \(field)")
            #expect(
                try taken(field, of: PlayerID(2), by: 2) == (isEverybodys || isOwn), "\(field)")
            #expect(try taken(field, of: PlayerID(3), by: 2) == isEverybodys, "\(field)")
            #expect(
                try taken(field, of: guest, by: 2) == (isEverybodys || own.contains(field)),
                "\(field) of a guest")
        }
    }

    @Test("Penalties beside the holes are the host's and the scorekeeper's")
    func cardPenalties() throws {
        var game = try Game.playing(people: 3)
        let key = Self.key(.penalty(at: 34), 1, PlayerID(2))
        #expect(throws: Refusal.notYours) { try game.perform(Self.set(key, .number(1)), by: 2) }
        try game.perform(Self.set(key, .number(1)), by: 1)
        try game.perform(.appoint(Game.person(3), .scorekeeper), by: 1)
        try game.perform(Self.set(key, .number(2)), by: 3)
        #expect(game.lobby.cell(key).value == .number(2))
    }

    @Test("What was conceded only the host takes back")
    func concessions() throws {
        var game = try Game.playing(people: 2)
        let key = Self.key(.concededHole, 1, PlayerID(2), 3)
        try game.perform(Self.set(key, .number(0)), by: 2)
        #expect(throws: Refusal.notYours) { try game.perform(Self.set(key, .empty), by: 2) }
        try game.perform(Self.set(key, .empty), by: 1, seen: game.lobby.seq)
        #expect(game.lobby.cell(key).value == .empty)
    }

    @Test("After a round its facts are late like its scores; a signature isn't, until the lock")
    func lateness() throws {
        var game = try Game.playing(people: 2)
        try game.perform(
            .move(from: Stage(.playing, round: 1), to: Stage(.roundEnded, round: 1)), by: 1)
        func rank(_ key: CellKey, _ value: CellValue, _ person: UInt64) throws -> Rank? {
            try game.perform(Self.set(key, value), by: person)
            return game.lobby.cell(key).shown?.rank
        }
        let two = PlayerID(2)
        #expect(try rank(Self.key(.putts, 1, two, 1), .number(2), 2) == .late)
        #expect(try rank(Self.key(.agreed, 1, PlayerID(1), 1), .number(1), 1) == .late)
        #expect(try rank(Self.key(.signed, 1, two), .text("3;0"), 2) == .own)
        #expect(try rank(Self.key(.handicap, 0, two), .number(50), 2) == .own)
        #expect(try rank(Self.key(.start, 2), .number(2), 1) == .other)
        try game.perform(
            .move(from: Stage(.roundEnded, round: 1), to: Stage(.ended, round: 1)), by: 1)
        #expect(try rank(Self.key(.signed, 1, two), .text("4;0"), 2) == .own)
        #expect(try rank(Self.key(.rating, 0, two), .number(900), 2) == .late)
        try game.perform(.move(from: Stage(.ended, round: 1), to: Stage(.locked, round: 1)), by: 1)
        try game.perform(Self.set(Self.key(.signed, 1, two), .text("5;0")), by: 2)
        #expect(game.lobby.cell(Self.key(.signed, 1, two)).value == .text("4;0"))
        #expect(game.lobby.quarantine.map(\.reason) == [.locked])
    }

    @Test("A game and an award have no column, even where a column has their number")
    func ids() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.removePlayer(PlayerID(2)), by: 1)
        // What is for column 2 waits for the host now; game 2 and award 2 aren't it.
        for field in [Field.agreed, .award] {
            let key = Self.key(field, 1, PlayerID(2), 1)
            try game.perform(Self.set(key, .number(1)), by: 2)
            #expect(game.lobby.cell(key).shown?.rank == .other, "\(field)")
        }
        #expect(game.lobby.quarantine.isEmpty)
    }
}

import Documents
import Testing

@testable import Lobby

/// Games that carry their layout, and hosts who exchange the course.
struct CourseTests {
    private func exchange(_ holes: Int, expect: UInt8 = 0) -> Command {
        .exchange(SampleCourse.course(holes: holes), expect: expect)
    }

    private func par(_ par: Int64, hole: UInt8, course: UInt8) -> Command {
        .set(CellKey(round: course, hole: hole, field: .par), .number(par), confirms: false)
    }

    @Test("The host exchanges name, holes and layout together, and each exchange counts one more")
    func exchanges() throws {
        var game = try Game(holes: 3, course: "Park")
        try game.perform(exchange(5), by: 1)
        #expect(game.lobby.played == SampleCourse.course(holes: 5))
        #expect(game.lobby.courseName == "Meadow")
        #expect(game.lobby.pars == [4, 4, 4, 4, 4])
        #expect(game.lobby.courseNumber == 1)
        try game.perform(
            .exchange(GameCourse(name: nil, holes: [Hole(label: "1", par: 2)]), expect: 1), by: 1)
        #expect(game.lobby.layout == nil)
        #expect(game.lobby.courseName == nil)
        #expect(game.lobby.pars == [2])
        #expect(game.lobby.firstCourse?.name == "Park")
        #expect(game.lobby.firstCourse?.holes.count == 3)
    }

    @Test("Pars and the name that were typed for the old course don't count on the new one")
    func parsStay() throws {
        var game = try Game(holes: 3, course: "Park")
        try game.perform(par(5, hole: 2, course: 0), by: 1)
        try game.perform(.set(CellKey(field: .course), .text("Garden"), confirms: false), by: 1)
        try game.perform(exchange(3), by: 1)
        #expect(game.lobby.pars == [4, 4, 4])
        #expect(game.lobby.courseName == "Meadow")
        // A phone without signal had typed it before.
        #expect(throws: Refusal.stale) { try game.perform(par(6, hole: 1, course: 0), by: 1) }
        #expect(throws: Refusal.stale) { try game.perform(par(6, hole: 1, course: 2), by: 1) }
        #expect(throws: Refusal.stale) {
            try game.perform(.set(CellKey(field: .course), .text("Old"), confirms: false), by: 1)
        }
        try game.perform(par(6, hole: 1, course: 1), by: 1)
        #expect(game.lobby.pars == [6, 4, 4])
    }

    @Test("A tee that somebody has chosen stays chosen on the new course")
    func teesStay() throws {
        var game = try Game()
        let key = CellKey(player: PlayerID(1), field: .tee)
        try game.perform(.set(key, .text("white"), confirms: false), by: 1)
        try game.perform(exchange(3), by: 1)
        #expect(game.lobby.cell(key).value == .text("white"))
    }

    @Test(
        "Who expects another course than is played, or comes after the start, is told to look again"
    )
    func stale() throws {
        var game = try Game()
        #expect(throws: Refusal.stale) { try game.perform(exchange(3, expect: 1), by: 1) }
        try game.perform(exchange(3), by: 1)
        #expect(throws: Refusal.stale) { try game.perform(exchange(4), by: 1) }
        try game.move(.playing, round: 1)
        #expect(throws: Refusal.stale) { try game.perform(exchange(4, expect: 1), by: 1) }
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        #expect(throws: Refusal.locked) { try game.perform(exchange(4, expect: 1), by: 1) }
    }

    @Test("Only the host exchanges the course")
    func hostOnly() throws {
        var game = try Game()
        try game.join(2)
        try game.perform(.appoint(Game.person(2), .scorekeeper), by: 1)
        #expect(throws: Refusal.notHost) { try game.perform(exchange(3), by: 2) }
    }

    @Test("Who joins around an exchange plays the new course with everybody else")
    func joins() throws {
        var game = try Game(holes: 3)
        try game.join(2)
        try game.perform(exchange(9), by: 1)
        try game.join(3)
        try game.move(.playing, round: 1)
        try game.score(3, player: 2, hole: 9, by: 2)
        try game.score(4, player: 3, hole: 9, by: 3)
        #expect(game.lobby.columns.count == 3)
        #expect(game.lobby.throws(of: PlayerID(3), round: 1).last == 4)
    }

    @Test("After a restore an exchange may come behind the start, and scores before their holes")
    func restored() throws {
        var game = try Game(holes: 3)
        let lost = Epoch(99)
        try game.move(.playing, round: 1)
        let score = CellKey.score(round: 1, player: PlayerID(1), hole: 8)
        try game.perform(
            .set(score, .number(2), confirms: false), by: 1, replica: 2, epoch: lost)
        try game.perform(par(5, hole: 8, course: 1), by: 1, replica: 2, epoch: lost)
        #expect(game.lobby.strays.count == 2)
        #expect(game.lobby.pars == [3, 3, 3])
        try game.perform(exchange(9), by: 1, replica: 3, epoch: lost)
        #expect(game.lobby.strays.count == 0)
        #expect(game.lobby.throws(of: PlayerID(1), round: 1)[7] == 2)
        #expect(game.lobby.pars[7] == 5)
    }

    @Test("A late par for a course that isn't played any more can only be discarded")
    func lateParOfOldCourse() throws {
        var game = try Game()
        try game.join(2)
        try game.perform(.leave, by: 2)
        try game.perform(par(5, hole: 1, course: 0), by: 2)
        let late = try #require(game.lobby.quarantine.first?.seq)
        try game.perform(exchange(3), by: 1)
        #expect(throws: Refusal.stale) {
            try game.perform(.settle(late, applies: true), by: 1)
        }
        try game.perform(.settle(late, applies: false), by: 1)
        #expect(game.lobby.quarantine.isEmpty)
    }

    @Test("The course can be exchanged fifty times, so that a log has an end")
    func limit() throws {
        var game = try Game()
        for number in 0..<LobbyLimits.exchangesMax {
            try game.perform(exchange(1, expect: number), by: 1)
        }
        #expect(throws: Refusal.logFull) {
            try game.perform(exchange(1, expect: LobbyLimits.exchangesMax), by: 1)
        }
    }

    @Test("A lobby that is read again has the same cells on the card")
    func strays() throws {
        var game = try Game(holes: 3)
        try game.perform(par(5, hole: 2, course: 0), by: 1)
        try game.perform(exchange(2), by: 1)
        let again = Lobby(
            id: game.lobby.id, epoch: game.lobby.epoch, seq: game.lobby.seq,
            start: game.lobby.start, code: game.lobby.code, invitation: game.lobby.invitation,
            watch: game.lobby.watch, course: game.lobby.course, holes: game.lobby.holes,
            layout: game.lobby.layout, courseNumber: 1, firstCourse: game.lobby.firstCourse,
            stage: game.lobby.stage, allowsLateJoin: game.lobby.allowsLateJoin,
            host: game.lobby.host, owner: game.lobby.owner, members: game.lobby.members,
            players: game.lobby.players, cells: game.lobby.cells,
            quarantine: game.lobby.quarantine)
        #expect(again == game.lobby)
    }
}

/// Layouts that no game takes.
struct LayoutCheckTests {
    private func refusal(_ layout: GameLayout, holes: Int = 2) -> Refusal? {
        do throws(Refusal) {
            try Lobby.check(SampleCourse.course(holes: holes, layout: layout))
            return nil
        } catch {
            return error
        }
    }

    private static let red = GameLayout.Tee(name: "red")
    private static let near = GameLayout.Offset(latitudeE6: 10, longitudeE6: -10)

    @Test("A layout that makes sense is taken, with tees or without")
    func sound() {
        #expect(refusal(SampleCourse.layout(holes: 2)) == nil)
        #expect(refusal(SampleCourse.layout(holes: 2, tees: [])) == .badSetup)
        #expect(refusal(SampleCourse.layout(holes: 2, defaultTee: nil, tees: [])) == nil)
        #expect(refusal(SampleCourse.layout(holes: 2, basket: Self.near)) == nil)
    }

    @Test("Rows for other holes than the game has are refused")
    func rows() {
        #expect(refusal(SampleCourse.layout(holes: 3)) == .badSetup)
        #expect(refusal(SampleCourse.layout(holes: 1)) == .badSetup)
    }

    @Test("Each value out of its range is refused")
    func ranges() {
        typealias Start = GameLayout.Start
        let starts = [
            Start(par: -1), Start(par: 21), Start(lengthMetres: -1), Start(lengthMetres: 2_001),
            Start(offset: GameLayout.Offset(latitudeE6: 500_001, longitudeE6: 0)),
            Start(offset: GameLayout.Offset(latitudeE6: 0, longitudeE6: .min)),
        ]
        for start in starts {
            #expect(refusal(SampleCourse.layout(holes: 2, whiteOnLast: start)) == .badSetup)
        }
        for minutes in [Int32(-721), 841, .min, .max] {
            #expect(refusal(SampleCourse.layout(holes: 2, utcMinutes: minutes)) == .badSetup)
        }
        for (latitude, longitude) in [
            (Int32(900_000_001), Int32(0)), (.min, 0), (0, 1_800_000_001), (0, .min),
        ] {
            let place = GameLayout.Position(latitudeE7: latitude, longitudeE7: longitude)
            #expect(refusal(SampleCourse.layout(holes: 2, position: place)) == .badSetup)
        }
    }

    @Test("Places without the position that they are beside are refused")
    func offsets() {
        #expect(
            refusal(SampleCourse.layout(holes: 2, position: nil, basket: Self.near)) == .badSetup)
        #expect(refusal(SampleCourse.layout(holes: 2, position: nil)) == nil)
    }

    @Test("Tees have names of their own, few bytes, colours as on the web, and a default")
    func tees() {
        func refusal(_ tees: [GameLayout.Tee], _ usual: String? = nil) -> Refusal? {
            self.refusal(SampleCourse.layout(holes: 2, defaultTee: usual, tees: tees))
        }
        let nine = (0..<9).map { GameLayout.Tee(name: "\($0)") }
        #expect(refusal(nine) == .badSetup)
        #expect(refusal(Array(nine.dropLast())) == nil)
        #expect(refusal([Self.red, Self.red]) == .badSetup)
        #expect(refusal([Self.red], "blue") == .badSetup)
        #expect(refusal([GameLayout.Tee(name: "")]) == .badText)
        #expect(refusal([GameLayout.Tee(name: String(repeating: "x", count: 17))]) == .badText)
        for colour in ["red", "#", "#ff", "#FFF", "#fffffff", "#ggg", "fff"] {
            #expect(refusal([GameLayout.Tee(name: "red", colour: colour)]) == .badSetup)
        }
        for colour in ["", "#fff", "#c8102e"] {
            #expect(refusal([GameLayout.Tee(name: "red", colour: colour)]) == nil)
        }
    }

    @Test("A layout's name can be seen and has at most 64 bytes")
    func names() {
        for name in ["", " ", "a\u{202E}", String(repeating: "x", count: 65)] {
            #expect(refusal(SampleCourse.layout(holes: 2, name: name)) == .badText)
        }
    }

    @Test("A layout has at most 12 KiB, to the byte")
    func size() {
        #expect(refusal(SampleCourse.largeLayout(extraBytes: 0), holes: 72) == nil)
        #expect(refusal(SampleCourse.largeLayout(extraBytes: 1), holes: 72) == .badSetup)
    }
}

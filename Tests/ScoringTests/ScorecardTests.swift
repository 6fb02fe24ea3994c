import Documents
import Lobby
import Scoring
import Testing

struct ScorecardTests {
    @Test("Totals are sums of the holes scored, and par counts for those alone")
    func totals() throws {
        var game = try Game.playing(people: 2, holes: 3)
        try game.score(4, player: 1, hole: 1, by: 1)
        try game.score(2, player: 1, hole: 3, by: 1)
        let line = try #require(Scorecard(game.lobby).lines.first)
        #expect(line.throws == [4, nil, 2])
        #expect(line.roundTotal == 6)
        #expect(line.overPar == 0)
        #expect(line.holesScored == 2)
        let other = Scorecard(game.lobby).lines[1]
        #expect((other.total, other.overPar, other.holesScored) == (0, 0, 0))
    }

    @Test("Total and par add up over the rounds; each round has its own throws")
    func rounds() throws {
        var game = try Game.playing(people: 1, holes: 3)
        for hole in 1...3 as ClosedRange<UInt8> { try game.score(4, hole: hole, by: 1) }
        try game.move(.roundEnded, round: 1)
        try game.move(.playing, round: 2)
        try game.score(2, hole: 1, round: 2, by: 1)
        let now = try #require(Scorecard(game.lobby).lines.first)
        #expect((now.roundTotal, now.total, now.overPar, now.holesScored) == (2, 14, 2, 4))
        let first = try #require(Scorecard(game.lobby, round: 1).lines.first)
        #expect(first.throws == [4, 4, 4])
        #expect((first.roundTotal, first.total) == (12, 14))
    }

    @Test("A corrected par counts at once")
    func par() throws {
        var game = try Game.playing(people: 1, holes: 2)
        try game.score(4, hole: 1, by: 1)
        try game.perform(.set(CellKey(hole: 1, field: .par), .number(5), confirms: false), by: 1)
        #expect(Scorecard(game.lobby).pars == [5, 3])
        #expect(Scorecard(game.lobby).lines.first?.overPar == -1)
    }

    @Test("An erased score isn't scored, never 0")
    func erased() throws {
        var game = try Game.playing(people: 1)
        let seen = try game.score(4, by: 1).seq
        try game.score(nil, by: 1, seen: seen)
        #expect(Scorecard(game.lobby).lines.first?.throws.first == .some(nil))
        #expect(Scorecard(game.lobby).lines.first?.holesScored == 0)
    }

    @Test("Names and the course are shown as they were last changed")
    func texts() throws {
        var game = try Game.playing(people: 2)
        #expect(Scorecard(game.lobby).course == nil)
        let name = CellKey(player: PlayerID(2), field: .name)
        try game.perform(.set(name, .text("Bea"), confirms: false), by: 2)
        let course = CellKey(field: .course)
        try game.perform(.set(course, .text("Järva"), confirms: false), by: 1)
        #expect(Scorecard(game.lobby).lines.map(\.name) == ["Person 1", "Bea"])
        #expect(game.lobby.name(of: MemberNumber(2)) == "Bea")
        #expect(game.lobby.name(of: MemberNumber(9)) == "?")
        #expect(Scorecard(game.lobby).course == "Järva")
        try game.perform(.set(course, .empty, confirms: false), by: 1)
        #expect(Scorecard(game.lobby).course == nil)
    }

    @Test("Columns taken off the card aren't shown; before the first round there is a bare card")
    func columns() throws {
        var game = try Game()
        try game.join(2)
        try game.perform(.removePlayer(PlayerID(2)), by: 1)
        let card = Scorecard(game.lobby)
        #expect(card.lines.map(\.player) == [PlayerID(1)])
        #expect(card.round == 0)
        #expect(card.labels == ["1", "2", "3"])
    }
}

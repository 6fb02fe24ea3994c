import Documents
import Lobby
import Testing

struct TrustTests {
    private func game() throws -> Game { try Game.playing(people: 3) }

    private func values(_ cell: Cell) -> [CellValue] { cell.siblings.map(\.value) }

    private func refusal(
        _ game: Game, _ wish: TrustWish, by person: UInt64 = 1
    ) -> Refusal? {
        var game = game
        do throws(Refusal) {
            try game.perform(.trust(wish), by: person)
            return nil
        } catch {
            return error
        }
    }

    @Test("Every game begins with one person who is enough")
    func beginning() throws {
        #expect(try game().lobby.trust == Trust())
        #expect(Trust().need == 1)
        #expect(!Trust().keepsOthers(seen: 0))
    }

    @Test("Where two must have entered the same, what another has entered stays beside it")
    func verified() throws {
        var game = try game()
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        try game.score(4, by: 2)
        try game.score(5, by: 3, seen: game.lobby.seq)
        #expect(game.cell().isDisputed)
        try game.score(4, by: 3, seen: game.lobby.seq)
        #expect(values(game.cell()) == [.number(4), .number(4)])
        #expect(!game.cell().isDisputed)
    }

    @Test("A confirmation replaces what was seen at every level")
    func confirmation() throws {
        var game = try game()
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        try game.score(4, by: 2)
        try game.score(5, by: 3)
        try game.score(5, by: 1, seen: game.lobby.seq, confirms: true)
        #expect(game.cell().siblings.map(\.rank) == [.confirmed])
    }

    @Test("Names, pars and tees are replaced as ever, whatever must have been entered by several")
    func otherFields() throws {
        var game = try game()
        try game.perform(.addPlayer(PlayerID(90), name: "Guest"), by: 1)
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        let key = CellKey(player: PlayerID(90), field: .tee)
        try game.perform(.set(key, .text("red"), confirms: false), by: 2)
        try game.perform(
            .set(key, .text("white"), confirms: false), by: 3, seen: game.lobby.seq)
        #expect(values(game.lobby.cell(key)) == [.text("white")])
    }

    @Test("An entry of who hadn't heard that one is enough again leaves what others have entered")
    func loweredMeanwhile() throws {
        var game = try game()
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        try game.score(4, by: 2)
        let heard = game.lobby.seq
        try game.perform(.trust(TrustWish(from: 1, need: 1)), by: 1)
        var late = game
        try late.score(5, by: 3, seen: heard)
        #expect(late.cell().siblings.count == 2)
        try game.score(5, by: 3, seen: game.lobby.seq)
        #expect(values(game.cell()) == [.number(5)])
    }

    @Test("A late entry that the host lets count replaces what the host had seen")
    func settled() throws {
        var game = try game()
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        try game.score(4, by: 2)
        try game.perform(.leave, by: 3)
        let late = try game.score(5, by: 3)
        try game.perform(.settle(late.seq, applies: true), by: 1, seen: game.lobby.seq)
        #expect(values(game.cell()) == [.number(5)])
    }

    @Test("A score is sure once as many people as are needed back it, or somebody confirmed it")
    func sure() throws {
        var game = try game()
        try game.score(4, by: 2)
        #expect(game.lobby.trust.isSure(game.cell()))
        #expect(game.lobby.trust.isSure(Cell()))
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        #expect(game.lobby.trust.isSure(Cell()))
        #expect(!game.lobby.trust.isSure(game.cell()))
        try game.score(4, by: 2, replica: 22)
        #expect(!game.lobby.trust.isSure(game.cell()))
        var confirmed = game
        try confirmed.score(4, by: 1, seen: game.lobby.seq, confirms: true)
        #expect(confirmed.lobby.trust.isSure(confirmed.cell()))
        try game.score(4, by: 3)
        #expect(game.lobby.trust.isSure(game.cell()))
        let everybody = (1...3).map(Game.person)
        try game.perform(.trust(TrustWish(from: 1, need: 0, scorers: everybody)), by: 1)
        #expect(!game.lobby.trust.isSure(game.cell()))
        try game.score(4, by: 1)
        #expect(game.lobby.trust.isSure(game.cell()))
    }

    @Test("Scorers are told by their person, and stand in the game by their number")
    func scorers() throws {
        var game = try game()
        let people = [Game.person(3), Game.person(2)]
        try game.perform(
            .trust(TrustWish(from: 0, need: 0, scorers: people, isBlind: true)), by: 1)
        #expect(
            game.lobby.trust
                == Trust(
                    number: 1, since: game.lobby.seq, need: 0,
                    scorers: [MemberNumber(3), MemberNumber(2)], isBlind: true))
    }

    @Test("Only the host says how strict a game is, and nobody once it is locked")
    func rights() throws {
        var game = try game()
        #expect(refusal(game, TrustWish(from: 0, need: 2), by: 2) == .notHost)
        try game.move(.ended, round: 1)
        #expect(refusal(game, TrustWish(from: 0, need: 2)) == nil)
        try game.move(.locked, round: 1)
        #expect(refusal(game, TrustWish(from: 0, need: 2)) == .locked)
    }

    @Test("A wish that expects another number of changes, or changes nothing, is stale")
    func stale() throws {
        var game = try game()
        #expect(refusal(game, TrustWish(from: 1, need: 2)) == .stale)
        #expect(refusal(game, TrustWish(from: 0, need: 1)) == .stale)
        try game.perform(.trust(TrustWish(from: 0, need: 2)), by: 1)
        #expect(refusal(game, TrustWish(from: 0, need: 3)) == .stale)
        #expect(refusal(game, TrustWish(from: 1, need: 2)) == .stale)
    }

    @Test("Scorers who make no sense are refused")
    func absurd() throws {
        let game = try game()
        let one = [Game.person(2)]
        let absurd = [
            TrustWish(from: 0, need: 0), TrustWish(from: 0, need: 2, scorers: one),
            TrustWish(from: 0, need: 0, scorers: one + one),
            TrustWish(from: 0, need: 2, isBlind: true), TrustWish(from: 0, need: 41),
            TrustWish(from: 0, need: 0, scorers: (1...41).map(Game.person)),
        ]
        for wish in absurd { #expect(refusal(game, wish) == .malformed) }
        #expect(
            refusal(game, TrustWish(from: 0, need: 0, scorers: [Game.person(9)])) == .noSuchPerson)
    }

    @Test("It can be changed only so often")
    func limit() throws {
        var game = try game()
        for number in 0..<LobbyLimits.trustChangesMax {
            try game.perform(.trust(TrustWish(from: number, need: number % 2 == 0 ? 2 : 1)), by: 1)
        }
        let last = TrustWish(from: LobbyLimits.trustChangesMax, need: 2)
        #expect(refusal(game, last) == .logFull)
    }
}

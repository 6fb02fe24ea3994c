import Documents
import Formats
import Lobby
import Testing

@Suite("What is played with the scores besides")
struct LobbyGameTests {
    private let skins = FormatGame(id: "", .skins(Skins()))
    private let match = FormatGame(id: "", .match(MatchPlay()), sides: [Side("1"), Side("2")])

    private func refusal(_ game: Game, _ wish: GameWish, by person: UInt64 = 1) -> Refusal? {
        var game = game
        do throws(Refusal) {
            try game.perform(.game(wish), by: person)
            return nil
        } catch {
            return error
        }
    }

    private func wish(_ id: UInt8, from: UInt16? = nil, _ settings: FormatGame?) -> GameWish {
        GameWish(id: id, from: from, settings: settings)
    }

    @Test("Games come, get other settings and go, in the order of their ids")
    func life() throws {
        var game = try Game.playing()
        try game.perform(.game(wish(1, skins)), by: 1)
        try game.perform(.game(wish(2, match)), by: 1)
        try game.perform(.game(wish(1, from: 1, match)), by: 1)
        #expect(
            game.lobby.games == [
                LobbyGame(id: 1, number: 2, settings: match),
                LobbyGame(id: 2, number: 1, settings: match),
            ])
        try game.perform(.game(wish(1, from: 2, nil)), by: 1)
        #expect(game.lobby.games.map(\.id) == [2])
    }

    @Test("Who didn't know what has become of a game changes nothing of it")
    func stale() throws {
        var game = try Game.playing()
        #expect(refusal(game, wish(1, from: 1, skins)) == .stale)
        #expect(refusal(game, wish(1, nil)) == .stale)
        try game.perform(.game(wish(1, skins)), by: 1)
        #expect(refusal(game, wish(1, match)) == .stale)
        #expect(refusal(game, wish(1, from: 2, match)) == .stale)
        #expect(refusal(game, wish(1, from: 1, skins)) == .stale)
        #expect(refusal(game, wish(1, from: 1, nil)) == nil)
    }

    @Test("No id is used again, so what was conceded in a game that is gone stands in no other")
    func ids() throws {
        var game = try Game.playing()
        #expect(game.lobby.nextGame == 1)
        try game.perform(.game(wish(3, skins)), by: 1)
        #expect(game.lobby.nextGame == 4)
        try game.perform(.game(wish(3, from: 1, nil)), by: 1)
        #expect(game.lobby.nextGame == 4)
        #expect(refusal(game, wish(3, skins)) == .stale)
        #expect(refusal(game, wish(2, skins)) == .stale)
        #expect(refusal(game, wish(0, skins)) == .malformed)
        try game.perform(.game(wish(255, skins)), by: 1)
        #expect(game.lobby.nextGame == nil)
    }

    @Test("Only the host says what is played, and nobody once it is locked")
    func rights() throws {
        var game = try Game.playing()
        #expect(refusal(game, wish(1, skins), by: 2) == .notHost)
        try game.move(.ended, round: 1)
        #expect(refusal(game, wish(1, skins)) == nil)
        try game.move(.locked, round: 1)
        #expect(refusal(game, wish(1, skins)) == .locked)
    }

    @Test("Settings hold ids and words, but nobody's name, and aren't longer than they may be")
    func settings() throws {
        let game = try Game.playing()
        for id in ["Anna", "anna & ben", "å", "12345678901234567"] {
            let settings = FormatGame(
                id: "", .match(MatchPlay()), sides: [Side(id: id, members: ["1"]), Side("2")])
            #expect(refusal(game, wish(1, settings)) == .badSetup, "\(id)")
        }
        func skins(holes: Int) -> FormatGame {
            FormatGame(id: "", .skins(Skins(worths: Array(repeating: 1_000_000, count: holes))))
        }
        #expect(refusal(game, wish(1, skins(holes: 600))) == .badSetup)
        #expect(refusal(game, wish(1, skins(holes: 72))) == nil)
    }

    @Test("So many games are played at the same time, and their settings given so often")
    func limits() throws {
        var game = try Game.playing()
        for id in 1...UInt8(LobbyLimits.gamesMax) {
            try game.perform(.game(wish(id, skins)), by: 1)
        }
        #expect(refusal(game, wish(9, skins)) == .logFull)
        for number in 1..<LobbyLimits.gameChangesMax {
            try game.perform(
                .game(wish(1, from: number, number % 2 == 0 ? skins : match)), by: 1)
        }
        #expect(refusal(game, wish(1, from: LobbyLimits.gameChangesMax, skins)) == .logFull)
        #expect(refusal(game, wish(1, from: LobbyLimits.gameChangesMax, nil)) == nil)
    }
}

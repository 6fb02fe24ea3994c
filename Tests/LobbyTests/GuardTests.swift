import Documents
import Lobby
import Testing

/// What must not happen even by the rules' gaps.
struct GuardTests {
    @Test(
        "Applying a late entry overwrites nothing its host hadn't seen, not even the author's own")
    func settleKeepsUnseen() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        try game.score(9, player: 1, by: 2)
        let late = try #require(game.lobby.quarantine.first?.seq)
        let before = game.lobby.seq
        game.apply(try #require(try game.lobby.join(Game.person(2), name: "Back")))
        try game.score(4, player: 1, by: 2)
        try game.perform(.settle(late, applies: true), by: 1, seen: before)
        #expect(Set(game.cell().siblings.map(\.value)) == [.number(9), .number(4)])
    }

    @Test("A substitute host can't make the role theirs for good")
    func substituteStaysSubstitute() throws {
        var game = try Game.playing(people: 2)
        let two = MemberNumber(2)
        game.apply(.host(two, owner: MemberNumber(1)))
        #expect(throws: Refusal.stale) {
            try game.perform(.passHost(from: Game.person(2), to: Game.person(2)), by: 2)
        }
        #expect(throws: Refusal.notHost) {
            try game.perform(.passHost(from: Game.person(2), to: Game.person(1)), by: 2)
        }
    }

    @Test(
        "Names that break lines or turn the direction of text are refused",
        arguments: [
            "a\u{2028}b", "a\u{2029}b", "a\u{202E}b", "a\u{2066}b", "a\u{0}b", "a\nb",
        ])
    func refusesLayout(name: String) throws {
        var game = try Game()
        #expect(throws: Refusal.badText) {
            try game.perform(.addPlayer(PlayerID(9), name: name), by: 1)
        }
    }

    @Test("Names that only look alike are different values, as in every client's language")
    func comparesBytes() {
        #expect(CellValue.text("\u{E9}") != CellValue.text("e\u{301}"))
        #expect(CellValue.text("\u{E9}") == CellValue.text("\u{E9}"))
    }

    @Test("A lobby has a limit of cells, and those it has can still be changed")
    func limitsCells() throws {
        var game = try Game.playing(people: 1)
        for number in 1...UInt32(LobbyLimits.cellsMax) {
            game.apply(.cell(CellKey(player: PlayerID(number), field: .tee), Cell()))
        }
        #expect(throws: Refusal.logFull) { try game.score(3, player: 1, by: 1) }
        try game.perform(
            .set(CellKey(player: PlayerID(1), field: .tee), .text("red"), confirms: false), by: 1)
    }
}

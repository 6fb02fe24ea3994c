import Documents
import Lobby
import Scoring
import SyncClient
import Testing

@Suite("The host disappears")
struct AbsentHostTests {
    /// The way in which the host goes.
    enum Departure: CaseIterable { case saysGoodbye, losesSignal }

    @Test(
        "The game goes on, the role passes after a visible time, and goes back to its owner",
        arguments: Departure.allCases)
    func hostDisappears(departure: Departure) async throws {
        // Longer than the second for which a change of who is there may have to wait, and than a
        // busy machine leaves whoever waits for the warning without a turn.
        let group = try await Group(
            ["Anna", "Ben", "Cleo"], options: ["--host-timeout", "6", "--ping", "1"])
        let (anna, ben, cleo) = (group["Anna"], group["Ben"], group["Cleo"])
        let isWarned = Task {
            try await cleo.waits(for: "being told when the role passes") {
                $0.hostPassesAtMilliseconds != nil
            }
        }
        switch departure {
        case .saysGoodbye: await anna.game.goOffline()
        case .losesSignal: anna.loseSignal()
        }
        let column = try #require(await ben.game.view.line("Ben")?.player)
        try await ben.game.score(column, hole: 1, throws: 4)
        try await cleo.waits(for: "Ben's score") { $0.score("Ben", 1) == 4 }
        _ = try await isWarned.value

        // To whoever joined first of those who are there; for as long as the owner is away.
        try await ben.waits(for: "being host") { $0.isHost && $0.hostPassesAtMilliseconds == nil }
        try await cleo.waits(for: "Ben as host") { view in
            view.lobby.map { $0.name(of: $0.host) } == "Ben"
        }
        let guest = try await ben.game.addGuest("Grandpa")
        try await cleo.waits(for: "the guest") { $0.line(guest) != nil }

        switch departure {
        case .saysGoodbye: await anna.game.connect()
        case .losesSignal: await anna.regainSignal()
        }
        try await anna.waits(for: "being host again") {
            $0.connection == .live && $0.isHost && $0.names == ["Anna", "Ben", "Cleo", "Grandpa"]
        }
        try await ben.waits(for: "being a player again") { !$0.isHost }
        await #expect(throws: FolfError.refused(.notHost)) { try await ben.game.endRound() }
        try await anna.game.endRound()
        try await ben.waits(for: "the end of the round") { $0.lobby?.stage.phase == .roundEnded }
        #expect(try group.checkLog().count("host") == 2)
    }

    @Test("While the host alone is away for a moment, the role stays")
    func shortAbsence() async throws {
        let group = try await Group(isStarted: false, options: ["--host-timeout", "3600"])
        let (anna, ben) = (group["Anna"], group["Ben"])
        await anna.game.goOffline()
        try await ben.waits(for: "the announcement") { $0.hostPassesAtMilliseconds != nil }
        await anna.game.connect()
        try await ben.waits(for: "its end") {
            $0.hostPassesAtMilliseconds == nil && $0.here == ["Anna", "Ben"]
        }
        #expect(try group.checkLog().count("host") == 0)
    }
}

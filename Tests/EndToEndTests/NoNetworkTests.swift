import Documents
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing

@Suite("A game without any network")
struct NoNetworkTests {
    /// Anna and two guests play nine holes that no server knows of. In the middle the app dies.
    private func play(_ phone: Phone) async throws {
        try await phone.host(course: "Skógur", isOffline: true)
        let guests = [try await phone.game.addGuest("Ben"), try await phone.game.addGuest("Cleo")]
        try await phone.game.startGame()
        let players = [try await phone.player("Anna")] + guests
        for hole in 1...9 {
            for (index, player) in players.enumerated() {
                try await phone.game.score(player, hole: hole, throws: Int64(2 + index))
            }
            guard hole == 5 else { continue }
            phone.kill()
            try await phone.reopen(isOffline: true)
        }
        try await phone.game.endGame()
    }

    private func checkIsThereOnce(_ phone: Phone) async throws {
        let view = try await phone.waits(for: "a code") { $0.code != nil && $0.pendingCount == 0 }
        let code = try #require(view.code).description
        #expect(view.lobby?.stage == Stage(.ended, round: 1))
        #expect(view.refused.isEmpty)
        let log = try phone.server.checkLog(of: code)
        #expect(log.events.first?.event.kind == "new")
        #expect(log.count("new") == 1)
        #expect(log.count("add") == 2)
        #expect(log.count("stage") == 2)
        #expect(log.count("cell") == 27)
        #expect(log.seq == 32)
        #expect(log.line("Anna")?.total == 18)
        #expect(log.line("Ben")?.total == 27)
        #expect(log.line("Cleo")?.total == 36)
        #expect(try phone.server.run(["verify"]).text.hasPrefix("1 lobbies"))

        let spectator = try Phone("Eve", at: phone.server)
        try await spectator.watch(code: code)
        #expect(try await spectator.isInSync().lobby == view.lobby?.forSpectators)
    }

    @Test("It appears at first contact with all scores, and gets its code then")
    func appears() async throws {
        let anna = try Phone("Anna", at: try TestServer())
        try await play(anna)
        let alone = await anna.game.view
        #expect(alone.code == nil)
        #expect(alone.line("Cleo")?.overPar == 9)
        await anna.game.connect()
        try await checkIsThereOnce(anna)
    }

    @Test("It appears once even if the first contact breaks off, and the server and the app die")
    func appearsOnce() async throws {
        let anna = try Phone("Anna", at: try TestServer())
        try await play(anna)
        for turn in 0..<12 {
            await anna.game.connect()
            try await anna.waits(for: "contact \(turn)") { $0.connection != .connecting }
            switch turn % 3 {
            case 0: anna.loseSignal()
            case 1:
                anna.server.crash()
                try anna.server.start()
            default: break
            }
            anna.kill()
            try await anna.reopen(isOffline: true)
        }
        await anna.game.connect()
        try await checkIsThereOnce(anna)
    }
}

import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

@Suite("The server restarts from an old copy")
struct RestoredServerTests {
    /// The way in which the copy was made.
    enum Copy: CaseIterable { case ofTheStoppedFolder, byBackup }

    private let server: TestServer
    private let copies: TemporaryFolder

    init() throws {
        server = try TestServer()
        copies = try TemporaryFolder()
    }

    private var data: URL { URL(fileURLWithPath: server.data) }
    private var copied: URL { copies.url.appendingPathComponent("copy") }

    private func makeCopy(_ copy: Copy) throws {
        switch copy {
        case .ofTheStoppedFolder:
            server.stop()
            try FileManager.default.copyItem(at: data, to: copied)
            try server.start()
        case .byBackup:
            try FileManager.default.createDirectory(at: copied, withIntermediateDirectories: true)
            let file = copied.appendingPathComponent("folf.sqlite").path
            let output = try server.run(["backup", file])
            try #require(output.status == 0, "\(output.errors)")
        }
    }

    private func restartFromCopy() throws {
        server.crash()
        try FileManager.default.removeItem(at: data)
        try FileManager.default.copyItem(at: copied, to: data)
        try server.start()
    }

    @Test(
        "Phones that are ahead of it give back what it lost, and nothing is doubled",
        arguments: Copy.allCases)
    func restored(copy: Copy) async throws {
        let group = try await Group(at: server)
        let (anna, ben) = (group["Anna"], group["Ben"])
        let columns = [try await anna.player("Anna"), try await ben.player("Ben")]
        try await anna.game.allowLateJoin(true)
        try await anna.game.score(columns[0], hole: 1, throws: 3)
        try await ben.waits(for: "the first score") { $0.score("Anna", 1) == 3 }
        try await ben.game.score(columns[1], hole: 1, throws: 4)
        try await ben.isInSync()
        try await anna.catchesUp(with: ben)
        try makeCopy(copy)

        // An hour goes by: scores, a correction, a player who joins, one who is switched off.
        for phone in [anna, ben] {
            await phone.game.wake()
            try await phone.isInSync()
        }
        let cleo = try Phone("Cleo", at: server)
        try await cleo.join(code: group.code)
        let third = try #require(try await cleo.isInSync().line("Cleo")).player
        try await anna.game.score(columns[0], hole: 2, throws: 2)
        try await ben.game.score(columns[1], hole: 2, throws: 5)
        try await ben.game.score(columns[1], hole: 1, throws: 6)
        try await cleo.game.score(third, hole: 2, throws: 7)
        for phone in [anna, ben, cleo] { try await phone.isInSync() }
        try await anna.waits(for: "all of it") {
            $0.score("Ben", 1) == 6 && $0.score("Ben", 2) == 5 && $0.score("Cleo", 2) == 7
        }
        let epoch = await anna.game.view.confirmed.epoch
        ben.kill()

        try restartFromCopy()
        for phone in [anna, cleo] { await phone.game.wake() }
        // Entered while the server and Ben's phone are away.
        try await anna.game.score(columns[0], hole: 3, throws: 1)
        try await ben.reopen()
        try await ben.game.score(columns[1], hole: 3, throws: 8)
        for phone in [anna, ben, cleo] {
            let view = try await phone.waits(for: "everything that a phone still holds") {
                $0.pendingCount == 0
                    && $0.line("Anna")?.throws.prefix(3) == [3, 2, 1]
                    && $0.line("Ben")?.throws.prefix(3) == [6, 5, 8]
                    && $0.line("Cleo")?.throws.prefix(3) == [nil, 7, nil]
            }
            #expect(view.confirmed.epoch != epoch)
            #expect(view.disputes.isEmpty)
            #expect(view.refused.isEmpty)
        }
        #expect(try group.checkLog().line("Ben")?.total == 19)
    }

    @Test("Scores of a round and a guest that the copy doesn't know are kept until it does")
    func unknownRound() async throws {
        let group = try await Group(at: server)
        let (anna, ben) = (group["Anna"], group["Ben"])
        try makeCopy(.byBackup)

        let guest = try await anna.game.addGuest("Grandpa")
        try await anna.game.endRound()
        try await anna.game.startNextRound()
        try await ben.catchesUp(with: anna)
        let column = try await ben.player("Ben")
        try await ben.game.score(guest, hole: 1, throws: 5)
        try await ben.game.score(column, hole: 1, throws: 4)
        try await ben.game.rename(guest, to: "Grandad")
        try await ben.isInSync()
        try await anna.catchesUp(with: ben)

        anna.loseSignal()
        try restartFromCopy()
        await ben.game.wake()
        // Alone with a server that knows neither the round nor the guest.
        try await ben.waits(for: "everything to be taken") {
            $0.connection == .live && $0.pendingCount == 0 && $0.lobby?.stage.round == 1
        }
        #expect(await ben.game.view.refused.isEmpty)
        await anna.regainSignal()
        for phone in [anna, ben] {
            let view = try await phone.waits(for: "the round as it was") {
                $0.pendingCount == 0 && $0.lobby?.stage == Stage(.playing, round: 2)
                    && $0.score("Ben", 1) == 4 && $0.score("Grandad", 1) == 5
            }
            #expect(view.refused.isEmpty && view.disputes.isEmpty)
        }
        try group.checkLog()
    }

    @Test("A game that the copy doesn't know comes back from its host's phone")
    func unknownGame() async throws {
        try makeCopy(.ofTheStoppedFolder)
        let group = try await Group(at: server)
        let (anna, ben) = (group["Anna"], group["Ben"])
        let column = try await ben.player("Ben")
        try await ben.game.score(column, hole: 1, throws: 4)
        try await ben.isInSync()
        try await anna.catchesUp(with: ben)

        try restartFromCopy()
        for phone in [ben, anna] { await phone.game.wake() }
        for phone in [anna, ben] {
            try await phone.waits(for: "the game as it was") {
                $0.connection == .live && $0.pendingCount == 0 && $0.score("Ben", 1) == 4
                    && $0.names == ["Anna", "Ben"] && $0.lobby?.stage.phase == .playing
            }
        }
        let log = try group.checkLog()
        #expect(log.count("new") == 1)
        #expect(log.count("cell") == 1)
        let codes = [await anna.game.view.code, await ben.game.view.code]
        #expect(codes[0] == codes[1] && codes[0] != nil)
    }
}

import Documents
import Lobby
import Scoring
import SyncClient
import Testing

@Suite("A player whose connection dies without a word")
struct DeadConnectionTests {
    @Test(
        "Five holes, a correction and an undo without signal survive a killed app, once, in order")
    func playsOffline() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"])
        let (anna, ben, cleo) = (group["Anna"], group["Ben"], group["Cleo"])
        let column = try await ben.player("Ben")
        ben.loseSignal()
        for hole in 1...5 {
            try await ben.game.score(column, hole: hole, throws: Int64(2 + hole % 3))
        }
        try await ben.game.score(column, hole: 2, throws: 7)
        try await ben.game.score(column, hole: 5, throws: 9)
        #expect(try await ben.game.undo())
        for hole in 1...3 {
            try await anna.game.score(try await anna.player("Anna"), hole: hole, throws: 3)
            try await cleo.game.score(try await cleo.player("Cleo"), hole: hole, throws: 4)
        }
        try await cleo.isInSync()
        try await anna.catchesUp(with: cleo)
        try await cleo.catchesUp(with: anna)

        ben.kill()
        let report = try await ben.reopen(isOffline: true)
        #expect(report.opCount == 8)
        #expect(report.damagedLineCount == 0)
        let scores: [Int64?] = [3, 7, 2, 3, 4, nil, nil, nil, nil]
        let restored = await ben.game.view
        #expect(restored.line("Ben")?.throws == scores)
        #expect(restored.pendingCount == 8)
        #expect(restored.score("Cleo", 1) == nil)

        let (events, snapshots) = (anna.heard("events"), anna.heard("snapshot"))
        await ben.game.connect()
        let view = try await group.agree()
        #expect(view.line("Ben")?.throws == scores)
        #expect(view.line("Cleo")?.total == 12)
        #expect(view.disputes.isEmpty)
        // All eight edits went up in one message, and came out in one.
        #expect(anna.heard("events") == events + 1)
        #expect(anna.heard("snapshot") == snapshots)
        let log = try group.checkLog()
        let numbers = log.events.suffix(8).map(\.n)
        #expect(numbers == Array(1...8))
        #expect(log.count("cell") == 14)
    }

    @Test("The server finds out by itself that a silent phone has gone")
    func goesSilently() async throws {
        let group = try await Group(options: ["--ping", "1"])
        group["Ben"].loseSignal()
        try await group["Anna"].waits(for: "Ben to be gone") { $0.here == ["Anna"] }
        await group["Ben"].regainSignal()
        try await group["Anna"].waits(for: "Ben to be back") { $0.here == ["Anna", "Ben"] }
        try await group.agree()
        try group.checkLog()
    }

    @Test("A phone that nobody told finds out by itself, and what it sent into the void arrives")
    func sendsIntoTheVoid() async throws {
        let group = try await Group()
        let ben = group["Ben"]
        let column = try await ben.player("Ben")
        ben.line.loseSignal(isNoticed: false)
        try await ben.game.score(column, hole: 1, throws: 4)
        let key = CellKey.score(round: 1, player: column, hole: 1)
        let view = try await ben.waits(for: "sending") { $0.entryStates[key] == .onItsWay }
        #expect(view.connection == .live)
        await ben.regainSignal()
        try await ben.waits(for: "an answer") { $0.entryStates[key] == .confirmed }
        #expect(try await group.agree().score("Ben", 1) == 4)
        #expect(try group.checkLog().count("cell") == 1)
    }

    @Test("A signal that comes and goes loses no entry and doubles none")
    func flickers() async throws {
        let group = try await Group()
        let (anna, ben) = (group["Anna"], group["Ben"])
        let column = try await ben.player("Ben")
        for turn in 0..<40 {
            // Some turns wait for the connection, some edit without, some break it at once.
            if turn % 4 == 0 { try await ben.waits(for: "signal") { $0.connection == .live } }
            try await ben.game.score(column, hole: 1 + turn % 9, throws: Int64(1 + turn))
            if turn % 2 == 0 { ben.loseSignal() } else { await ben.regainSignal() }
            try await anna.game.score(
                try await anna.player("Anna"), hole: 1 + turn % 9, throws: Int64(1 + turn))
        }
        await ben.regainSignal()
        let view = try await group.agree()
        let last = (0..<9).map { hole in Int64(1 + (0..<40).last { $0 % 9 == hole }!) }
        #expect(view.line("Ben")?.throws == last)
        #expect(view.line("Anna")?.throws == last)
        #expect(try group.checkLog().count("cell") == 80)
    }
}

import Documents
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing

@Suite("Rounds, the end, corrections and the lock")
struct RoundsToLockTests {
    @Test(
        "Two rounds add up, a score is corrected after the end, and the lock keeps late edits apart"
    )
    func wholeGame() async throws {
        let group = try await Group(holes: (1...3).map { Hole(label: "\($0)", par: 3) })
        let (anna, ben) = (group["Anna"], group["Ben"])
        let column = try await ben.player("Ben")
        for hole in 1...3 { try await anna.game.score(column, hole: hole, throws: 4) }
        try await ben.waits(for: "the first round") { $0.line("Ben")?.total == 12 }
        try await anna.game.endRound()
        try await ben.waits(for: "its end") { $0.lobby?.stage == Stage(.roundEnded, round: 1) }

        try await anna.game.startNextRound()
        try await ben.waits(for: "another") { $0.lobby?.stage == Stage(.playing, round: 2) }
        for hole in 1...3 { try await ben.game.score(column, hole: hole, throws: 2) }
        try await anna.waits(for: "totals over both rounds") {
            $0.line("Ben").map { [$0.roundTotal, $0.total, $0.overPar] } == [6, 18, 0]
        }
        try await anna.game.endRound()
        try await anna.game.endGame()
        try await ben.waits(for: "the end of the game") { $0.lobby?.stage.phase == .ended }

        try await ben.game.score(column, hole: 3, throws: 5)
        try await anna.waits(for: "the correction") { $0.line("Ben")?.total == 21 }
        try await lock(group, column)
    }

    /// Ben enters two scores without signal, and comes back after the lock.
    private func lock(_ group: Group, _ column: PlayerID) async throws {
        let (anna, ben) = (group["Anna"], group["Ben"])
        ben.loseSignal()
        try await ben.game.score(column, hole: 1, throws: 1)
        try await ben.game.score(column, hole: 2, throws: 9)
        try await anna.game.lock()
        try await anna.waits(for: "the lock") {
            $0.pendingCount == 0 && $0.lobby?.stage.phase == .locked
        }
        #expect(await anna.game.view.line("Ben")?.total == 21)

        await ben.regainSignal()
        let late = try await anna.waits(for: "both late edits") { $0.late.count == 2 }.late
        #expect(late.map(\.reason) == [.locked, .locked])
        #expect(late.map(\.value) == [.number(1), .number(9)])
        let view = try await ben.catchesUp(with: anna)
        #expect(view.late == late)
        #expect(view.line("Ben")?.total == 21)
        #expect(view.refused.isEmpty)

        try await anna.game.settle(late[0].seq, applies: true)
        try await anna.game.settle(late[1].seq, applies: false)
        try await ben.waits(for: "the host's answers") {
            $0.late.isEmpty && $0.line("Ben")?.throws == [1, 2, 5]
        }
        await #expect(throws: FolfError.self) { try await anna.game.endGame() }

        let log = try group.checkLog()
        #expect(log.line("Ben")?.total == 20)
        #expect([log.count("late"), log.count("settle")] == [2, 2])
        #expect(try group.server.run(["export", group.code]).status == 1, "the code has expired")
    }
}

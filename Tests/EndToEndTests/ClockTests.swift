import Documents
import Lobby
import SyncClient
import Testing
import Wire

@Suite(
    "The server's clock jumps by a day while a game runs",
    .enabled(if: Faults.library != nil, "needs clang, to compile Tests/Preload/faults.c"),
    .enabled(if: !Faults.isSanitized, "a sanitizer watches the same calls"))
struct ClockTests {
    private static let dayMilliseconds: Int64 = 86_400_000

    @Test("Order, card and the rule for late entries are the same, and each time is clamped")
    func jumps() async throws {
        let faults = try Faults()
        let server = try TestServer(environment: faults.environment)
        let group = try await Group(["Anna", "Ben", "Cleo"], at: server)
        let column = try await group.host.player("Anna")
        for (place, days) in [1, -1, 0, -1, 1].enumerated() {
            faults[.clockOffsetMilliseconds] = Int64(days) * Self.dayMilliseconds
            try await play(hole: place + 1, column, group)
        }
        faults[.clockOffsetMilliseconds] = Self.dayMilliseconds
        try await enterLate(column, group) {
            faults[.clockOffsetMilliseconds] = -Self.dayMilliseconds
        }
        #expect(faults[.clockReadingsShifted] > 0)
        try group.checkLog()
        let id = try #require(await group.host.game.view.lobbyID)
        expectClamped(try LoggedGame(id, on: server))
    }

    /// Plays a hole on which an entry that the next author has seen is replaced, and one that the
    /// next author hasn't seen is disputed, with one's own word about oneself shown.
    private func play(hole: Int, _ column: PlayerID, _ group: Group) async throws {
        try await group["Anna"].game.score(column, hole: hole, throws: 3)
        try await group.agree()
        try await group["Ben"].game.score(column, hole: hole, throws: 4)
        var view = try await group.agree()
        #expect(view.score("Anna", hole) == 4)
        #expect(!view.disputes.contains { $0.key.hole == UInt8(hole) })

        group["Ben"].loseSignal()
        try await group["Ben"].game.score(column, hole: hole, throws: 6)
        try await group["Anna"].game.score(column, hole: hole, throws: 7)
        try await group["Anna"].isInSync()
        await group["Ben"].regainSignal()
        view = try await group.agree()
        #expect(view.score("Anna", hole) == 7)
        let dispute = view.disputes.first { $0.key.hole == UInt8(hole) }
        #expect(dispute?.claims.map(\.value) == [.number(7), .number(6)])
    }

    /// Entries that arrive after the round's end fill what is empty, and win over nothing.
    private func enterLate(
        _ column: PlayerID, _ group: Group, jump: () -> Void
    ) async throws {
        let cleo = group["Cleo"]
        cleo.loseSignal()
        try await cleo.game.score(try await cleo.player("Cleo"), hole: 9, throws: 2)
        try await cleo.game.score(column, hole: 1, throws: 9)
        // Cleo hasn't seen it.
        try await group.host.game.score(column, hole: 1, throws: 8)
        try await group.host.game.endRound()
        try await group.host.isInSync()
        jump()
        await cleo.regainSignal()
        let view = try await group.agree()
        #expect(view.score("Cleo", 9) == 2)
        #expect(view.score("Anna", 1) == 8)
        let dispute = view.disputes.first { $0.key.hole == 1 }
        #expect(dispute?.claims.map(\.value) == [.number(8), .number(9)])
    }

    /// Expects times as Protocol.md bounds them: not more than five minutes before the game's
    /// start, nor two seconds after the server got the entry.
    private func expectClamped(_ log: LoggedGame) {
        var times: [Int64] = []
        for event in log.events {
            guard case .cell(_, let cell) = event.change,
                let written = cell.siblings.first(where: { $0.seq == event.seq })
            else { continue }
            let latest = event.received.milliseconds + 2_000 - log.lobby.start.milliseconds
            // A day before the start even the latest is before the earliest.
            #expect(written.at >= -300_000 || written.at == latest)
            #expect(written.at <= max(latest, -300_000))
            times.append(event.received.milliseconds)
        }
        #expect(times.count == 5 * 4 + 3)
        let span = (times.max() ?? 0) - (times.min() ?? 0)
        #expect(span > 2 * Self.dayMilliseconds - 3_600_000)
    }
}

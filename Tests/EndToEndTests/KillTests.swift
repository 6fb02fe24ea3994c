import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The server is killed under load, again and again")
struct KillTests {
    /// `FOLF_TEST_KILLS` asks for more.
    private static let kills =
        ProcessInfo.processInfo.environment["FOLF_TEST_KILLS"].flatMap { Int($0) } ?? 60
    private static let killsPerServer = 20

    @Test("After a kill at any moment, all that anyone was told or shown is in the log, once")
    func killed() async throws {
        var random = SeededGenerator(seed: 9)
        var left = Self.kills
        var checkedCount = 0
        while left > 0 {
            let kills = min(left, Self.killsPerServer)
            checkedCount += try await play(kills: kills, &random)
            left -= kills
        }
        #expect(checkedCount > Self.kills)
    }

    /// Plays several games on a server of their own, and returns how many acknowledged entries were
    /// looked for.
    private func play(kills: Int, _ random: inout SeededGenerator) async throws -> Int {
        let server = try TestServer()
        var games: [ScoredGame] = []
        for names in [["Anna", "Ben", "Cleo"], ["Dora", "Emil"], ["Finn", "Gus"]] {
            games.append(try await ScoredGame(names, at: server, seed: random.next()))
        }
        for _ in 0..<kills {
            if !random.once(in: 5) {
                let count = UInt64.random(in: 1...25, using: &random)
                try await random.pick(games).goesOn(by: count)
            }
            // Away from the moments in which a phone has just heard something.
            try await Task.sleep(for: .microseconds(Int.random(in: 0...10_000, using: &random)))
            server.crash()
            for game in games { try await game.checkAfterKill() }
            try server.start()
            for game in games { await game.wake() }
        }
        for game in games { try await game.end() }
        let report = try server.run(["verify"])
        #expect(report.status == 0, "\(report)")
        return games.reduce(0) { $0 + $1.checkedCount }
    }
}

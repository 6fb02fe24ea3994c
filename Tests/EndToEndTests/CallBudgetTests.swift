import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// The system calls of an edit, counted in the real program. Exact, whatever the machine does
/// meanwhile: a change that costs more is seen here.
@Suite(
    "System calls of an edit",
    .enabled(if: Faults.library != nil, "needs clang, to compile Tests/Preload/faults.c"),
    .enabled(if: !Faults.isSanitized, "a sanitizer makes calls of its own"))
struct CallBudgetTests {
    private static let edits = 50
    /// The four connections' timers, should the test take that long.
    private static let timersMax: Int64 = 8

    /// The calls of each kind, for one of so many repeated steps.
    private struct Bill {
        var before: [Faults.Number: Int64] = [:]
        let faults: Faults

        init(_ faults: Faults) {
            self.faults = faults
            for call in Self.calls { before[call] = faults[call] }
        }

        static let calls: [Faults.Number] = [
            .sends, .receives, .waits, .wakes, .fileWrites, .syncs,
        ]

        /// Calls since the bill was opened.
        subscript(call: Faults.Number) -> Int64 { faults[call] - before[call, default: 0] }
    }

    /// Runs `body` with four who are up to date and have scored before, and a bill just opened.
    private func withGroup(
        _ body: @escaping @Sendable ([RawPlayer], Bill) throws -> Void
    ) async throws {
        try await onOwnThread {
            let faults = try Faults()
            let server = try TestServer(environment: faults.environment)
            let players = try group(at: server)
            try score(players, times: 3)
            try body(players, Bill(faults))
        }
    }

    /// A host and three others, all in their seats and up to date.
    private func group(at server: TestServer) throws -> [RawPlayer] {
        let host = try RawPlayer.host(server, allowsLateJoin: true)
        var players = [host]
        for name in ["Ben", "Cleo", "Dora"] {
            let player = try RawPlayer(port: server.port)
            guard case .welcome = try player.enter(host.invitation, as: .player, name: name) else {
                Issue.record("\(name) isn't let in")
                break
            }
            players.append(player)
        }
        try settle(players)
        for player in players {
            while player.present.count < players.count { _ = try player.hear() }
        }
        return players
    }

    private func settle(_ players: [RawPlayer]) throws {
        let seq = try #require(players.map(\.position.seq).max())
        for player in players {
            while player.position.seq < seq { _ = try player.hear() }
        }
    }

    @Test("An edit is one receive, one sync, and one send to each phone, its author's ack included")
    func edit() async throws {
        try await withGroup { players, bill in
            try score(players, times: Self.edits)
            let edits = Int64(Self.edits)
            #expect(bill[.receives] == edits)
            #expect(bill[.sends] == edits * Int64(players.count))
            #expect(bill[.syncs] == edits)
            // A page in the write-ahead log is two: what it is, and what it holds.
            #expect(bill[.fileWrites] <= 4 * edits)
            // A loop wakes once for the answer of the store and once for an op; timers come on top.
            #expect(bill[.wakes] <= edits)
            #expect(bill[.waits] <= 2 * edits + Self.timersMax)
        }
    }

    @Test("Twenty edits in one message cost no more calls than one")
    func batch() async throws {
        try await withGroup { players, bill in
            try players[0].perform(
                (1...20).map { number in
                    .set(
                        .score(round: 1, player: PlayerID(1), hole: UInt8(number % 9 + 1)),
                        .number(Int64(number)), confirms: false)
                })
            try settle(players)
            #expect(players.allSatisfy { $0.position == players[0].position })
            #expect(bill[.receives] == 1)
            #expect(bill[.sends] == Int64(players.count))
            #expect(bill[.syncs] == 1)
            #expect(bill[.wakes] <= 1)
            #expect(bill[.waits] <= 2 + Self.timersMax)
        }
    }

    private func score(_ players: [RawPlayer], times: Int) throws {
        for number in 0..<times {
            try players[0].score(Int64(number % 9 + 1), hole: UInt8(number % 9 + 1))
            try settle(players)
        }
    }
}

import Documents
import Lobby
import Testing
import Wire

@Suite("The history of a game on the real server")
struct HistoryTests {
    @Test("Every event of a long game is told in pages, also after the server was started anew")
    func pages() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            for round in 0..<10 {
                try host.perform(
                    (0..<40).map { step in
                        .set(
                            .score(round: 1, player: PlayerID(1), hole: UInt8(step % 9) + 1),
                            .number(Int64((round + step) % 9) + 1), confirms: false)
                    })
            }
            let before = try Self.history(host)
            #expect(before.count == 402)
            guard case .created = before.first else {
                Issue.record("the first event isn't `new`")
                return
            }
            #expect(Array(before[400...]) == (try Self.page(host, after: 400)).changes)
            server.stop()
            try server.start()
            try host.reconnect()
            _ = try host.enter(host.membership)
            #expect(try Self.history(host) == before)
        }
    }

    private static func history(_ player: RawPlayer) throws -> [Change] {
        var told: [Change] = []
        while true {
            let page = try page(player, after: Seq(told.count))
            #expect(page.top == 402)
            if page.changes.isEmpty { return told }
            told += page.changes
        }
    }

    private static func page(
        _ player: RawPlayer, after seq: Seq
    ) throws -> (changes: [Change], top: Seq) {
        player.client.say(ClientMessage<Lobby>.history(encodingAfter: seq))
        while true {
            guard case .history(let first, let changes, let top) = try player.hear() else {
                continue
            }
            #expect(first == seq + 1)
            return (changes, top)
        }
    }
}

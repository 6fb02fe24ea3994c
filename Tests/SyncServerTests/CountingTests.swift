import API
import HTTP
import Host
import Lobby
import Metrics
import Structures
import SyncServer
import Testing
import Wire

@Suite("What a server counts")
struct CountingTests {
    let shell = FakeShell()

    private var counters: ServerCounters { shell.shards[0].server.counters }

    private func refusals(_ name: String) -> UInt64? {
        counters.refusalsByName.first { $0.name == name }?.count
    }

    @Test("Ops are counted by what became of them, each once")
    func ops() {
        let game = Game(shell, isPlaying: true)
        let before = counters
        game.host.score(3)
        game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: game.host.journal))
        game.host.score(0)
        #expect(counters.opsCarriedOut - before.opsCarriedOut == 1)
        #expect(counters.opsRepeated - before.opsRepeated == 3)
        #expect(counters.opsRefused - before.opsRefused == 1)
        #expect(refusals("bad_throws") == 1)
        #expect(counters.opsPutOff == 0)
        shell.failures = [.full]
        game.host.score(4)
        #expect(counters.opsPutOff == 0)
        #expect(game.host.resume() != nil)
        game.host.flush()
        #expect(counters.opsPutOff == 1 && refusals("storage_full") == 2)
    }

    @Test("An edit's time runs from the turn that reads it to the one that acknowledges it")
    func editTime() {
        let game = Game(shell, isPlaying: true)
        let before = counters.edits
        shell.holdsStore = true
        game.host.score(3)
        shell.wait(2_000)
        #expect(counters.edits.count == before.count)
        shell.holdsStore = false
        shell.answerStore()
        #expect(counters.edits.count == before.count + 1)
        #expect(counters.edits.sum - before.sum == 2_000_000)
    }

    @Test("Each connection that gets a message about a lobby counts as a delivery")
    func deliveries() {
        let game = Game(shell, players: 3, isPlaying: true)
        let before = counters
        game.host.score(3)
        // The event to four, and the ack.
        #expect(counters.deliveries - before.deliveries == 5)
        #expect(counters.events - before.events == 1)
    }

    @Test("Snapshots are counted by the reason")
    func snapshots() {
        let game = Game(shell, players: 2, isPlaying: true)
        #expect(counters.snapshots[.newcomer] == 2)
        #expect(counters.snapshots[.slowReader] == 0)
        game.host.wire?.isLagging = true
        game.host.wire?.drain()
        #expect(counters.snapshots[.slowReader] == 1)
    }

    @Test("The census tells who is there and as what, and forgets who has gone")
    func census() {
        let game = Game(shell, players: 3, isPlaying: true)
        let visitor = FakeWire(shell)
        var census = shell.shards[0].host.server.census()
        #expect((census.members, census.present, census.lobbies) == (4, 4, 1))
        #expect((census.visitors, census.arrivals, census.spectators) == (1, 0, 0))
        game.host.wire?.hangUp()
        visitor.hangUp()
        census = shell.shards[0].host.server.census()
        #expect((census.members, census.present, census.lobbies) == (3, 3, 1))
        #expect(census.visitors == 0)
    }

    @Test("Answers over HTTP are counted by route and status, and timed with their work")
    func requests() {
        func ask(_ target: String) -> FakeWire {
            let wire = FakeWire(shell)
            wire.send(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return wire
        }
        _ = ask("/healthz")
        _ = ask("/nothing")
        _ = ask("/sync")
        shell.holdsStore = true
        let picture = ask("/qr/K7MPQX.svg")
        shell.wait(1_000)
        shell.holdsStore = false
        shell.answerStore()
        #expect(!picture.http.isEmpty)
        let counts = shell.shards[0].server.requestCounts
        #expect(counts[.health, .ok] == 1 && counts[.none, .notFound] == 1)
        #expect(counts[.sync, .upgradeRequired] == 1 && counts[.qrCode, .ok] == 1)
        #expect(counts.microseconds(of: .qrCode).sum == 1_000_000)
        #expect(counts.microseconds(of: .health).sum == 0)
    }

    @Test("Every route and reason has a name of its own")
    func names() {
        let others: [RequestTarget] = [
            .sync, .health, .readiness, .qrCode, .page, .file, .echo, .challenge, .redirect,
            .metrics, .control, .none,
        ]
        let targets = others + APIOperation.allCases.map { .api($0) }
        #expect(Set(targets.map(\.label)).count == targets.count)
        #expect(SnapshotReason.allCases.map(\.rawValue) == Array(SnapshotReason.allCases.indices))
        let names = counters.refusalsByName.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("Figures are to be had at their own door only")
    func metricsDoor() {
        func answer(_ path: String, by door: Door) -> String {
            let wire = FakeWire(shell, by: door)
            wire.send(Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return String(decoding: wire.http, as: UTF8.self)
        }
        let told = answer("/metrics", by: .metrics)
        #expect(told.hasPrefix("HTTP/1.1 200 ") && told.hasSuffix("folf_lobbies 0\n"))
        #expect(told.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
        #expect(answer("/metrics", by: .front).hasPrefix("HTTP/1.1 404 "))
        for path in ["/healthz", "/readyz"] {
            #expect(answer(path, by: .metrics).hasPrefix("HTTP/1.1 200 "))
        }
        for path in ["/", "/sync", "/qr/K7MPQX.svg"] {
            #expect(answer(path, by: .metrics).hasPrefix("HTTP/1.1 404 "))
        }
    }
}

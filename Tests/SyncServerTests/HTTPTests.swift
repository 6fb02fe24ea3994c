import Host
import SyncServer
import Testing
import WebSocket
import Wire

@Suite("Plain HTTP")
struct HTTPTests {
    private func answer(_ head: String, _ shell: FakeShell = FakeShell()) -> (String, FakeWire) {
        let wire = FakeWire(shell)
        wire.send(Array((head + "\r\n\r\n").utf8))
        return (String(decoding: wire.http, as: UTF8.self), wire)
    }

    @Test(
        "Whatever isn't a file of the page is answered with its status and the connection closed",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a", 404), ("HEAD / HTTP/1.1\r\nHost: a", 404),
            ("GET /healthz HTTP/1.1\r\nHost: a", 200), ("GET /nothing HTTP/1.1\r\nHost: a", 404),
            ("GET /echo HTTP/1.1\r\nHost: a", 404),
            ("POST / HTTP/1.1\r\nHost: a", 405), ("GET /sync HTTP/1.1\r\nHost: a", 426),
            ("HEAD /sync HTTP/1.1\r\nHost: a", 405), ("GET / HTTP/1.1", 400),
            ("GET / HTTP/2.0\r\nHost: a", 505),
        ])
    func statuses(head: String, status: Int) {
        let (response, wire) = answer(head)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "))
        #expect(response.contains("Connection: close"))
        #expect(wire.isGone)
        if head.hasPrefix("HEAD") { #expect(response.hasSuffix("\r\n\r\n")) }
        #expect(wire.shell.shards[0].server.sessionCount == 0)
    }

    @Test("A wrong subprotocol is a bad request")
    func wrongSubprotocol() {
        let wire = FakeWire(FakeShell())
        wire.upgrade(subprotocol: "folf.sync.v9")
        #expect(String(decoding: wire.http, as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
        #expect(wire.isGone)
    }

    @Test(
        "A web page connects from the server's own origin and from those allowed",
        arguments: [
            ("https://folf.example", 101), ("http://folf.example", 101),
            ("https://friend.example", 101), ("https://evil.example", 403), ("null", 403),
        ])
    func origins(origin: String, status: Int) {
        let wire = FakeWire(FakeShell { $0.originsAllowed = ["https://friend.example"] })
        wire.upgrade(origin: origin)
        #expect(String(decoding: wire.http, as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test("The echo of the conformance tests is closed unless it was asked for")
    func echo() {
        let head = """
            GET /echo HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==
            """
        #expect(answer(head).0.hasPrefix("HTTP/1.1 404 "))
        let (response, _) = answer(head, FakeShell { $0.opensEcho = true })
        #expect(response.hasPrefix("HTTP/1.1 101 "))
        #expect(!response.contains("Sec-WebSocket-Protocol"))
    }

    @Test("A request cut into single bytes is read as well")
    func byteByByte() {
        let wire = FakeWire(FakeShell())
        for byte in "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8 { wire.send([byte]) }
        #expect(String(decoding: wire.http, as: UTF8.self).hasSuffix("{\"state\":\"ok\"}\n"))
    }

    @Test("A connection that sends no request is closed after ten seconds")
    func silence() {
        let shell = FakeShell()
        let wire = FakeWire(shell)
        shell.wait(9_900)
        #expect(!wire.isGone)
        shell.wait(400)
        #expect(wire.isGone)
        #expect(wire.http.isEmpty)
    }

    @Test("Health is read-only for a while after the store has failed, and then well again")
    func healthAfterFailure() {
        let shell = FakeShell()
        let game = Game(shell, isPlaying: true)
        shell.failures = [.notWritten]
        game.host.score(3)
        let health = "GET /healthz HTTP/1.1\r\nHost: a"
        let (failed, _) = answer(health, shell)
        #expect(
            failed.hasPrefix("HTTP/1.1 503 ") && failed.hasSuffix("{\"state\":\"read_only\"}\n"))
        shell.wait(2_000)
        let (well, _) = answer(health, shell)
        #expect(well.hasSuffix("{\"state\":\"ok\"}\n"))
    }

    @Test("A draining server says so and takes no new connections")
    func draining() {
        let shell = FakeShell()
        shell.post(.drain, to: 0)
        #expect(answer("GET /healthz HTTP/1.1\r\nHost: a", shell).0.hasSuffix("\"draining\"}\n"))
        let wire = FakeWire(shell)
        wire.upgrade()
        #expect(String(decoding: wire.http, as: UTF8.self).hasPrefix("HTTP/1.1 503 "))
    }
}

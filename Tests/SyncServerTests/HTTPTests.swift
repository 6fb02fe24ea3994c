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
            ("GET /healthz HTTP/1.1\r\nHost: a", 200), ("GET /readyz HTTP/1.1\r\nHost: a", 200),
            ("GET /metrics HTTP/1.1\r\nHost: a", 404), ("GET /nothing HTTP/1.1\r\nHost: a", 404),
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

    private func state(_ path: String, _ shell: FakeShell) -> String {
        let answer = answer("GET \(path) HTTP/1.1\r\nHost: a", shell).0
        let body = answer.split(separator: "\r\n").last ?? ""
        return String(answer.dropFirst("HTTP/1.1 ".count).prefix(4) + body)
    }

    @Test(
        "Who can't save is alive but not ready, for a while after the store has failed",
        arguments: [(FakeStore.Failure.notWritten, "read_only"), (.full, "full")])
    func stateAfterFailure(failure: FakeStore.Failure, name: String) {
        let shell = FakeShell()
        let game = Game(shell, isPlaying: true)
        shell.failures = [failure]
        game.host.score(3)
        #expect(state("/healthz", shell) == "200 {\"state\":\"\(name)\"}\n")
        #expect(state("/readyz", shell) == "503 {\"state\":\"\(name)\"}\n")
        shell.wait(2_000)
        #expect(state("/healthz", shell) == "200 {\"state\":\"ok\"}\n")
        #expect(state("/readyz", shell) == "200 {\"state\":\"ok\"}\n")
    }

    @Test("A server is ready only if the store says that it could commit, before anybody tries")
    func readiness() {
        let shell = FakeShell()
        for (readiness, answer) in [
            (Readiness.full, "503 {\"state\":\"full\"}\n"),
            (.readOnly, "503 {\"state\":\"read_only\"}\n"),
            (.ready, "200 {\"state\":\"ok\"}\n"),
        ] {
            shell.readiness = readiness
            #expect(state("/readyz", shell) == answer)
            #expect(state("/healthz", shell) == "200 {\"state\":\"ok\"}\n")
        }
    }

    @Test("A draining server says so and takes no new connections")
    func draining() {
        let shell = FakeShell()
        shell.post(.drain, to: 0)
        #expect(state("/healthz", shell) == "200 {\"state\":\"draining\"}\n")
        #expect(state("/readyz", shell) == "503 {\"state\":\"draining\"}\n")
        let wire = FakeWire(shell)
        wire.upgrade()
        #expect(String(decoding: wire.http, as: UTF8.self).hasPrefix("HTTP/1.1 503 "))
    }
}

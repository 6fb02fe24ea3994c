import HTTP
import Host
import SyncServer
import Testing

/// What a request with a body is answered, tried at the path that sends it back.
@Suite("The gateway")
struct GatewayTests {
    private let shell = FakeShell { $0.opensEcho = true }

    private static func post(
        _ fields: [String], _ body: String = "", path: String = "/echo",
        type: String = "application/octet-stream"
    ) -> [UInt8] {
        let lines =
            ["POST \(path) HTTP/1.1", "Host: folf.example", "Content-Type: \(type)"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    private static let chunked = "Transfer-Encoding: chunked"

    @Test("A body is taken as it comes, in one piece or many, and the next request behind it")
    func bodies() {
        let requests =
            Self.post(["Content-Length: 3"], "abc")
            + Self.post([Self.chunked], "2\r\nde\r\n0\r\n\r\n")
            + Self.post(["Content-Length: 0", "Connection: close"])
        let whole = FakeWire.answers(to: [requests], by: shell)
        #expect(whole.ranges(of: "HTTP/1.1 200 OK\r\n").count == 3)
        #expect(whole.contains("\r\n\r\nabcHTTP/1.1 ") && whole.contains("\r\n\r\ndeHTTP/1.1 "))
        #expect(whole.hasSuffix("\r\n\r\n"))
        #expect(FakeWire.answers(to: requests.map { [$0] }, by: shell) == whole)
    }

    @Test("Who waits for a word before a body gets it if the body may come, and then the answer")
    func goOn() {
        let wire = FakeWire(shell)
        wire.send(Self.post(["Content-Length: 3", "Expect: 100-continue"]))
        #expect(wire.takeHTTP() == "HTTP/1.1 100 Continue\r\n\r\n")
        wire.send(Array("abc".utf8))
        #expect(wire.takeHTTP().hasSuffix("\r\n\r\nabc"))
        wire.send(Self.post([Self.chunked, "Expect: 100-continue"]))
        #expect(wire.takeHTTP() == "HTTP/1.1 100 Continue\r\n\r\n")
        wire.send(Array("0\r\n\r\n".utf8))
        #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 200 "))
        // Whose body is there already has not waited.
        wire.send(Self.post(["Content-Length: 3", "Expect: 100-continue"], "abc"))
        #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 200 "))
    }

    @Test(
        "A body that isn't taken is refused at once, without a word that it may come",
        arguments: [
            (Self.post(["Content-Length: 65537", "Expect: 100-continue"]), 413),
            (Self.post(["Content-Length: 1", "Expect: 100-continue"], path: "/"), 405),
            (Self.post(["Content-Length: 1", "Expect: 100-continue"], path: "/nothing"), 404),
            (Self.post(["Content-Length: 1", "Expect: 100-continue"], type: "text/html"), 415),
            (Self.post(["Expect: 100-continue"]), 411),
            (Self.post([Self.chunked], "10001\r\n"), 413),
            (Self.post([Self.chunked], "x\r\n"), 400),
            (Self.post([Self.chunked, "Content-Length: 1"]), 400),
            (Self.post(["Transfer-Encoding: gzip, chunked"]), 501),
        ])
    func refusals(request: [UInt8], status: Int) {
        let wire = FakeWire(shell)
        wire.send(request)
        let answer = wire.takeHTTP()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("\r\nContent-Type: application/problem+json\r\n"))
        #expect(answer.contains("\"status\":\(status),"))
        #expect(wire.isGone)
        #expect(shell.shards[0].server.sessionCount == 0)
    }

    @Test("A body that takes its time to come is given up")
    func slowBody() {
        let wire = FakeWire(shell)
        shell.wait(5_000)
        wire.send(Self.post(["Content-Length: 100"]))
        for _ in 0..<9 {
            shell.wait(1_000)
            wire.send([0x61])
        }
        #expect(!wire.isGone)
        shell.wait(1_000)
        wire.send([0x61])
        #expect(wire.isGone && wire.http.isEmpty)
    }

    @Test("A body of the largest size is taken, and one more byte in chunks isn't")
    func largest() {
        let wire = FakeWire(shell)
        wire.send(Self.post(["Content-Length: 65536"], String(repeating: "a", count: 65_536)))
        #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 200 "))
        let chunk = "8000\r\n" + String(repeating: "a", count: 32_768) + "\r\n"
        wire.send(Self.post([Self.chunked], chunk + chunk + "1\r\n"))
        #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 413 "))
        #expect(wire.isGone)
    }

    @Test("A draining server lets a body come to its end, and ends the connection with the answer")
    func draining() {
        let wire = FakeWire(shell)
        for _ in 0..<2 { wire.send(Self.post(["Content-Length: 3"], "abc")) }
        wire.send(Self.post(["Content-Length: 3"], "a"))
        shell.post(.drain, to: 0)
        #expect(!wire.isGone)
        _ = wire.takeHTTP()
        wire.send(Array("bc".utf8))
        #expect(wire.takeHTTP().contains("\r\nConnection: close\r\n"))
        #expect(wire.isGone)
    }

    @Test(
        "What may be done at a path is said to who asks, and the connection goes on",
        arguments: [
            ("/healthz", "GET, HEAD, OPTIONS"), ("/sync", "GET, OPTIONS"),
            ("/echo", "GET, POST, OPTIONS"), ("/qr/x.svg", "GET, HEAD, OPTIONS"),
            ("/qr", "POST, OPTIONS"),
        ])
    func options(path: String, allowed: String) {
        let wire = FakeWire(shell)
        wire.send(Array("OPTIONS \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let answer = wire.takeHTTP()
        #expect(answer.hasPrefix("HTTP/1.1 204 No Content\r\nAllow: \(allowed)\r\n"))
        #expect(!answer.contains("Content-Length") && !wire.isGone)
    }

    @Test("A browser that wants to show a page is told in a sentence what is wrong with it")
    func shown() {
        for path in ["/nothing", "/qr/x.svg", "/qr/K7MPQX.svg?%zz"] {
            let wire = FakeWire(shell)
            wire.send(
                Array("GET \(path) HTTP/1.1\r\nHost: a\r\nAccept: text/html, */*\r\n\r\n".utf8))
            let answer = wire.takeHTTP()
            #expect(answer.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
            #expect(answer.contains("\r\nContent-Security-Policy: default-src 'none'"))
            #expect(answer.hasSuffix(".\n"))
        }
    }

    @Test("Who should have asked for a WebSocket is told so, and in which version")
    func upgradeRequired() {
        let wire = FakeWire(shell)
        wire.send(Array("GET /sync HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let answer = wire.takeHTTP()
        #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
        #expect(answer.contains("\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"))
        #expect(answer.contains("\"name\":\"upgrade_required\""))
    }
}

/// Answers that take some work.
extension GatewayTests {
    private static func get(_ path: String, _ fields: String = "") -> [UInt8] {
        Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)
    }

    @Test("What comes behind a request that is being worked on is answered after it, in order")
    func waits() {
        let wire = FakeWire(shell)
        shell.holdsStore = true
        let health = Self.get("/healthz")
        wire.send(Self.get("/qr/K7MPQX.svg") + health[..<9])
        wire.send(Array(health[9...]))
        #expect(wire.takeHTTP().isEmpty && !wire.isGone)
        shell.answerFirst()
        let answers = wire.takeHTTP()
        #expect(answers.contains("\r\n\r\nhttp://a/j/K7MPQXHTTP/1.1 200 OK\r\n"))
        #expect(answers.hasSuffix("{\"state\":\"ok\"}\n") && wire.isGone)
    }

    @Test("A WebSocket that begins behind a request that is being worked on goes on as one")
    func upgradesBehindWork() {
        let wire = FakeWire(shell)
        shell.holdsStore = true
        wire.send(Self.get("/qr/K7MPQX.svg"))
        wire.upgrade(subprotocol: "folf.sync.v1")
        wire.say("{}")
        #expect(wire.http.isEmpty)
        shell.answerFirst()
        #expect(String(decoding: wire.http, as: UTF8.self).contains("HTTP/1.1 101 "))
        shell.wait(15_000)
        #expect(wire.isGone)
    }

    @Test("What may wait behind a request that is being worked on is bounded")
    func waitingBytes() {
        for (count, isCut) in [(16 * 1024, false), (16 * 1024 + 1, true)] {
            let wire = FakeWire(shell)
            shell.holdsStore = true
            wire.send(Self.get("/qr/K7MPQX.svg"))
            wire.send([UInt8](repeating: 0x61, count: count - 1))
            #expect(!wire.isGone)
            wire.send([0x61])
            #expect(wire.isGone == isCut && wire.http.isEmpty)
            shell.answerFirst()
            #expect(wire.isGone)
        }
        #expect(shell.shards[0].server.sessionCount == 0)
    }

    @Test("Work for a connection that is gone, and work that takes too long, is for nobody")
    func dropped() {
        shell.holdsStore = true
        let gone = FakeWire(shell)
        gone.send(Self.get("/qr/K7MPQX.svg"))
        gone.hangUp()
        shell.answerFirst()
        #expect(gone.http.isEmpty)
        let patient = FakeWire(shell)
        patient.send(Self.get("/qr/K7MPQX.svg"))
        shell.wait(14_000)
        #expect(!patient.isGone)
        shell.wait(2_000)
        #expect(patient.isGone)
        shell.answerFirst()
        #expect(patient.http.isEmpty && shell.shards[0].server.sessionCount == 0)
    }

    @Test("When too much is waiting that is said, and when to come again")
    func busy() {
        shell.isBusy = true
        let wire = FakeWire(shell)
        wire.send(Self.get("/qr/K7MPQX.svg"))
        let answer = wire.takeHTTP()
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: 1\r\n"))
        #expect(answer.contains("\"name\":\"busy\"") && wire.isGone)
    }

    @Test(
        "The work of one address leaves room for others, also if nobody waits for it any more")
    func workPerAddress() {
        shell.holdsStore = true
        let request = Self.get("/qr/K7MPQX.svg")
        func ask(_ network: UInt64 = 1) -> FakeWire {
            let wire = FakeWire(shell, network: ClientNetwork(high: network, low: 1))
            wire.send(request)
            return wire
        }
        let waiting = (0..<32).map { _ in ask() }
        let refused = ask()
        #expect(refused.takeHTTP().hasPrefix("HTTP/1.1 503 ") && refused.isGone)
        #expect(!ask(2).isGone)
        shell.answerFirst()
        #expect(waiting[0].takeHTTP().hasPrefix("HTTP/1.1 200 "))
        waiting[1].hangUp()
        #expect(!ask().isGone)
        #expect(ask().isGone, "what was asked before hanging up is still to be done")
        shell.answerFirst()
        #expect(!ask().isGone)
    }

    @Test("A draining server ends what is idle, but not who waits for work, and then with it")
    func drainingAtWork() {
        let wire = FakeWire(shell)
        wire.send(Self.get("/qr/K7MPQX.svg"))
        shell.holdsStore = true
        wire.send(Self.get("/qr/K7MPQX.svg"))
        shell.post(.drain, to: 0)
        #expect(!wire.isGone)
        _ = wire.takeHTTP()
        shell.answerFirst()
        #expect(wire.takeHTTP().contains("\r\nConnection: close\r\n") && wire.isGone)
    }

    @Test("A page in a folder is read for each request, and the page's own paths lead to its index")
    func folder() {
        let shell = FakeShell { $0.site = .folder }
        func file(_ text: String) -> PageFile {
            PageFile(
                contentType: "text/html; charset=utf-8", tag: "1", body: Array(text.utf8),
                compressed: nil, hasPolicy: true)
        }
        let wire = FakeWire(shell)
        func body(_ path: String) -> Substring {
            wire.send(Self.get(path))
            return wire.takeHTTP().split(separator: "\r\n\r\n").last ?? ""
        }
        shell.folder = ["/index.html": file("one"), "/ui/a.js": file("two")]
        #expect(body("/") == "one" && body("/j/K7MPQX") == "one" && body("/ui/a.js") == "two")
        shell.folder = ["/index.html": file("three")]
        #expect(body("/new") == "three" && !wire.isGone)
        #expect(body("/ui/a.js").contains("\"name\":\"not_found\"") && wire.isGone)
    }
}

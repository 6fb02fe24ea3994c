import HTTP
import Host
import ProtocolDocument
import SyncServer
import Testing
import Wire

/// The table of §3 in `Protocol.md`: every status that it names is provoked from the real server.
struct ProtocolStatusTests {
    /// A request that is all well but for what its row of the table forbids.
    struct Case: Sendable, CustomTestStringConvertible {
        /// How the row begins.
        var rule: String
        var status: Int
        var testDescription: String
        var head: String
        var isDraining = false

        init(
            _ rule: String, _ status: Int, _ what: String,
            line: String = "GET \(ServerPaths.sync) HTTP/1.1", without name: String? = nil,
            with added: [String] = [], isDraining: Bool = false
        ) {
            (self.rule, self.status, testDescription) = (rule, status, what)
            self.isDraining = isDraining
            let kept = Self.fields.filter { name == nil || !$0.hasPrefix(name! + ":") }
            head = ([line] + kept + added).joined(separator: "\r\n") + "\r\n\r\n"
        }

        private static let fields = [
            "Host: folf.example", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Protocol: \(WireLimits.subprotocol)",
        ]
    }

    private static let methods = "method GET"
    private static let upgrade = "Upgrade: websocket"
    private static let connection = "Connection: Upgrade"
    private static let subprotocol = "folf.sync.v1"
    private static let sizes = "head, header count and target"

    static let cases = [
        Case(methods, 405, "POST", line: "POST /sync HTTP/1.1"),
        Case(methods, 405, "HEAD", line: "HEAD /sync HTTP/1.1"),
        Case(methods, 505, "HTTP/1.0", line: "GET /sync HTTP/1.0"),
        Case(methods, 505, "HTTP/2.0", line: "GET /sync HTTP/2.0"),
        Case(methods, 400, "no Host", without: "Host"),
        Case(methods, 400, "two Hosts", with: ["Host: folf.example"]),
        Case(methods, 413, "a body of known length", with: ["Content-Length: 1"]),
        Case(methods, 413, "a body in chunks", with: ["Transfer-Encoding: chunked"]),
        Case(methods, 501, "a coded body", with: ["Transfer-Encoding: gzip, chunked"]),
        Case(methods, 501, "a method that nobody knows", line: "BREW /sync HTTP/1.1"),
        Case("path", 404, "another path", line: "GET /synch HTTP/1.1"),
        Case(upgrade, 426, "no Upgrade", without: "Upgrade"),
        Case(upgrade, 426, "another Upgrade", without: "Upgrade", with: ["Upgrade: h2c"]),
        Case(upgrade, 426, "no version", without: "Sec-WebSocket-Version"),
        Case(
            upgrade, 426, "another version", without: "Sec-WebSocket-Version",
            with: ["Sec-WebSocket-Version: 8"]),
        Case(connection, 400, "no Connection", without: "Connection"),
        Case(connection, 400, "no key", without: "Sec-WebSocket-Key"),
        Case(
            connection, 400, "two keys", with: ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]),
        Case(
            connection, 400, "a short key", without: "Sec-WebSocket-Key",
            with: ["Sec-WebSocket-Key: AAAA"]),
        Case(connection, 400, "two versions", with: ["Sec-WebSocket-Version: 13"]),
        Case(
            connection, 400, "two origins",
            with: ["Origin: https://folf.example", "Origin: https://folf.example"]),
        Case(subprotocol, 400, "no subprotocol", without: "Sec-WebSocket-Protocol"),
        Case(
            subprotocol, 400, "another subprotocol", without: "Sec-WebSocket-Protocol",
            with: ["Sec-WebSocket-Protocol: folf.sync.v9"]),
        Case("Origin", 403, "a foreign origin", with: ["Origin: https://evil.example"]),
        Case("Origin", 403, "a hidden origin", with: ["Origin: null"]),
        Case(
            sizes, 431, "a long head", with: ["X: " + String(repeating: "x", count: 8_192)]),
        Case(sizes, 431, "many headers", with: Array(repeating: "X: x", count: 59)),
        Case(
            sizes, 414, "a long target",
            line: "GET /sync?" + String(repeating: "x", count: 2_043) + " HTTP/1.1"),
        Case("the server", 503, "a draining server", isDraining: true),
        Case("all well", 101, "nothing wrong"),
        Case("all well", 101, "a query", line: "GET /sync?x HTTP/1.1"),
        Case(
            "all well", 101, "the longest target",
            line: "GET /sync?" + String(repeating: "x", count: 2_042) + " HTTP/1.1"),
        Case(
            "all well", 101, "as many headers as allowed", with: Array(repeating: "X: x", count: 58)
        ),
        Case("all well", 101, "the server's own origin", with: ["Origin: http://folf.example"]),
        Case("all well", 101, "a body of no length", with: ["Content-Length: 0"]),
        Case(
            "all well", 101, "one subprotocol of several",
            with: ["Sec-WebSocket-Protocol: other"]),
    ]

    @Test("The server answers each request with the status of its row", arguments: cases)
    func status(of each: Case) {
        let shell = FakeShell()
        if each.isDraining { shell.post(.drain, to: 0) }
        let wire = FakeWire(shell)
        wire.send(Array(each.head.utf8))
        let answer = String(decoding: wire.http, as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(each.status) "))
        #expect(wire.isGone == (each.status != 101))
    }

    @Test("Every status of every row is provoked, and no other")
    func complete() throws {
        let rows = try ProtocolDocument().rows(under: "Connecting").filter { $0.table == "rule" }
        #expect(rows.count == 9)
        for row in rows {
            let own = Self.cases.filter { row.cells[0].hasPrefix($0.rule) }
            let named = row.cells[1].matches(of: /\d{3}/).compactMap { Int($0.output) }
            #expect(Set(own.map(\.status)) == Set(named), "line \(row.line)")
        }
        for each in Self.cases {
            #expect(rows.filter { $0.cells[0].hasPrefix(each.rule) }.count == 1, "\(each.rule)")
        }
    }
}

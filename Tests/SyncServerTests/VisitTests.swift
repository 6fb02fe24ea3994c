import HTTP
import Lobby
import Structures
import SyncServer
import Testing
import WebSocket
import Wire

@Suite("What one address may ask for")
struct VisitTests {
    private let shell = FakeShell(connectionsPerAddressMax: 2)
    private static let near = ClientNetwork(high: 1, low: 1)
    private static let far = ClientNetwork(high: 2, low: 2)

    private func ask(
        _ path: String = "/healthz", from network: ClientNetwork = near, by door: Door = .front,
        _ fields: [String] = []
    ) -> String {
        let wire = FakeWire(shell, network: network, by: door)
        let lines = ["GET \(path) HTTP/1.1", "Host: a"] + fields
        wire.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return wire.takeHTTP()
    }

    /// Asks until it is refused, and returns how often it wasn't.
    private func exhaust(from network: ClientNetwork = near, _ fields: [String] = []) -> Int {
        var count = 0
        while count < 1_000, !ask(from: network, fields).hasPrefix("HTTP/1.1 429 ") { count += 1 }
        return count
    }

    @Test("Whoever asks too much is told when to come again, and others aren't held up")
    func requests() {
        #expect(exhaust() == 2 * Int(VisitBudget.requestsPerConnectionAtOnce))
        let answer = ask()
        #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
        #expect(answer.contains("\r\nRetry-After: 3\r\n"))
        #expect(answer.contains("\"name\":\"too_many_requests\""))
        #expect(ask(from: Self.far).hasPrefix("HTTP/1.1 200 "))
        #expect(ask(by: .redirect).hasPrefix("HTTP/1.1 429 "))
        #expect(!ask(by: .metrics).hasPrefix("HTTP/1.1 429 "))
        #expect(!ask(by: .control).hasPrefix("HTTP/1.1 429 "))
        shell.wait(3_000)
        #expect(ask().hasPrefix("HTTP/1.1 200 "))
        #expect(ask().hasPrefix("HTTP/1.1 429 "))
    }

    @Test("Requests of one connection count like those of many")
    func oneConnection() {
        let wire = FakeWire(shell)
        let request = Array("GET /absent HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        _ = exhaust()
        wire.send(request + request)
        #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 429 "))
        #expect(wire.isGone)
    }

    @Test("Whoever has been sent too much waits, however few requests it took")
    func bytes() {
        let shell = FakeShell(connectionsPerAddressMax: 2) {
            let body = [UInt8](repeating: 0x61, count: 1_100_000)
            let file = PageFile(
                contentType: "text/plain", tag: "a", body: body, compressed: nil, hasPolicy: false)
            $0.site = .files(["/large.css": file])
        }
        func status() -> Substring {
            let wire = FakeWire(shell)
            wire.send(Array("GET /large.css HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return wire.takeHTTP().dropFirst(9).prefix(3)
        }
        #expect((0..<4).map { _ in status() } == ["200", "200", "429", "429"])
        // A KiB comes back each millisecond, and what was too much is owed.
        shell.wait(100)
        #expect(status() == "429")
        shell.wait(100)
        #expect(status() == "200")
        #expect(status() == "429")
    }

    @Test("Phones that greet too often are told when to come again, and others come in")
    func hellos() throws {
        let device = FakeDevice(shell)
        func greet() -> ErrorNotice? {
            device.enter(.create(device.ownLobby))
            return device.error
        }
        for _ in 0..<2 * Int(VisitBudget.hellosPerConnectionAtOnce) { #expect(greet() == nil) }
        let notice = try #require(greet())
        #expect(notice.number == SessionError.tooManyHellos.rawValue)
        #expect(notice.retryMilliseconds == 30_000)
        #expect(device.wire?.closeCode == SyncCloseCode.slowDown)
        let other = FakeWire.upgraded(shell, network: Self.far)
        other.say(ClientMessage<Lobby>.hello(encoding: device.hello(.create(device.ownLobby))))
        #expect(other.closeCode == nil)
        shell.wait(30_000)
        #expect(greet() == nil)
    }

    @Test("Behind a proxy too an address has so many WebSockets and no more")
    func sockets() throws {
        let proxy = ClientNetwork(high: 0, low: 0xFFFF_0A00_0001)
        let shell = FakeShell(connectionsPerAddressMax: 2) {
            $0.trustedProxies = TrustedProxies([AddressBlock("10.0.0.0/8")!])
        }
        func upgrade(_ forwarded: String) -> (wire: FakeWire, answer: String) {
            let wire = FakeWire(shell, network: proxy)
            let request = WebSocketHandshake.request(
                host: "a", path: ServerPaths.sync, key: Array(0..<16),
                subprotocol: WireLimits.subprotocol)
            wire.send(request.dropLast(2) + Array("X-Forwarded-For: \(forwarded)\r\n\r\n".utf8))
            return (wire, wire.takeHTTP())
        }
        let open = (0..<2).map { _ in upgrade("192.0.2.1") }
        #expect(open.allSatisfy { $0.answer.hasPrefix("HTTP/1.1 101 ") })
        let third = upgrade("192.0.2.1")
        #expect(third.answer.hasPrefix("HTTP/1.1 429 ") && third.wire.isGone)
        #expect(third.answer.contains("\r\nRetry-After: 10\r\n"))
        #expect(upgrade("192.0.2.2").answer.hasPrefix("HTTP/1.1 101 "))
        open[0].wire.hangUp()
        #expect(upgrade("192.0.2.1").answer.hasPrefix("HTTP/1.1 101 "))
        #expect(upgrade("192.0.2.1").answer.hasPrefix("HTTP/1.1 429 "))
    }

    @Test("A WebSocket that another shard takes over stays counted once")
    func handedOverSockets() throws {
        let shell = FakeShell(shards: 2, connectionsPerAddressMax: 2) {
            $0.trustedProxies = TrustedProxies([AddressBlock("10.0.0.0/8")!])
        }
        let device = FakeDevice.maker(shell, shard: 1)
        device.enter(.create(device.ownLobby))
        let wire = try #require(device.wire)
        #expect(shell.shards[1].server.sessionCount == 1)
        let second = FakeWire.upgraded(shell)
        #expect(!second.isGone && FakeWire.upgraded(shell).isGone)
        wire.hangUp()
        #expect(!FakeWire.upgraded(shell).isGone && FakeWire.upgraded(shell).isGone)
    }

    @Test("A trusted proxy's clients each have an address of their own; nobody else is believed")
    func proxies() throws {
        let proxy = ClientNetwork(high: 0, low: 0xFFFF_0A00_0001)
        let shell = FakeShell(connectionsPerAddressMax: 1) {
            $0.trustedProxies = TrustedProxies([AddressBlock("10.0.0.0/8")!])
        }
        func status(_ from: ClientNetwork, _ forwarded: String) -> String {
            let wire = FakeWire(shell, network: from)
            wire.send(
                Array(
                    "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(forwarded)\r\n\r\n"
                        .utf8))
            return String(wire.takeHTTP().dropFirst(9).prefix(3))
        }
        func exhaust(_ from: ClientNetwork, _ forwarded: String) -> Int {
            (0..<100).prefix { _ in status(from, forwarded) == "200" }.count
        }
        // The right-most address that is no proxy of ours counts, whatever stands before it.
        #expect(exhaust(proxy, "192.0.2.1") == 20)
        #expect(status(proxy, "198.51.100.9, 192.0.2.1, 10.1.1.1") == "429")
        #expect(status(proxy, "192.0.2.1, 198.51.100.9") == "200")
        #expect(exhaust(proxy, "2001:db8::1") == 20)
        #expect(status(proxy, "[2001:db8::2]:443") == "429")
        #expect(status(proxy, "2001:db8:0:1::1") == "200")
        // However much somebody makes up, what the proxy has added counts.
        let made = String(repeating: "203.0.113.1, ", count: 40)
        #expect(status(proxy, made + "192.0.2.1") == "429")
        #expect(status(proxy, made + "198.51.100.77") == "200")
        // What is no address is the proxy's own.
        #expect(exhaust(proxy, "unknown") == 20)
        #expect(status(proxy, "") == "429")
        // Whoever isn't trusted can't choose an address.
        #expect(exhaust(Self.far, "192.0.2.50") == 20)
        #expect(status(Self.far, "192.0.2.51") == "429")
    }
}

import HTTP
import SyncClient
import Testing

@testable import ClientPlatform

@Suite(.timeLimit(.minutes(5)))
struct HTTPClientTests {
    private func send(
        _ request: HTTPClient.Request = HTTPClient.Request(.get, "/a"),
        to server: ScriptedServer, limits: HTTPClientLimits = HTTPClientLimits()
    ) throws(HTTPClientError) -> HTTPReceivedResponse {
        let address = ServerAddress("http://127.0.0.1:\(server.port)")!
        return try HTTPClient(limits: limits).send(request, to: address)
    }

    /// The error that a request to a server ends with, which must be one.
    private func error(
        _ scene: ScriptedServer.Scene, limits: HTTPClientLimits = HTTPClientLimits()
    ) throws -> HTTPClientError? {
        let server = try ScriptedServer(scene)
        do throws(HTTPClientError) {
            _ = try send(to: server, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("A request goes out whole, and its response comes back whole")
    func exchange() throws {
        let server = try ScriptedServer(.json("{}", status: "201 Created"))
        let request = HTTPClient.Request(
            .put, "/a?b=c", headers: [HTTPHeader("Accept", "text/plain")], body: Array("yes".utf8))
        let response = try send(request, to: server)
        #expect(response.status == 201)
        #expect(response.fields.values(of: "content-type") == ["application/json"])
        #expect(response.body == Array("{}".utf8))
        #expect(
            server.requests == [
                "PUT /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
                    + "Accept: text/plain\r\nContent-Length: 3\r\n\r\nyes"
            ])
    }

    @Test("A response that comes byte by byte comes all the same, and needn't end the connection")
    func slow() throws {
        let server = try ScriptedServer(
            .init("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", isSlow: true, staysOpen: true))
        #expect(try send(to: server).body == Array("ok".utf8))
    }

    @Test("A large response comes whole, as long as it is within the limit")
    func large() throws {
        let body = String(repeating: "a", count: 1 << 20)
        let server = try ScriptedServer(.json(body))
        #expect(try send(to: server).body.count == body.count)
        guard case .unusable? = try error(.json(body + "a")) else {
            Issue.record("read more than it should")
            return
        }
    }

    @Test(
        "What breaks off may have been done, and is said to be lost",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Le",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\":",
        ])
    func cutOff(text: String) throws {
        let expected = "hung up before it had answered."
        guard case .lost(let sentence)? = try error(.init(text)) else {
            Issue.record("took \(text) for whole")
            return
        }
        #expect(sentence.hasSuffix(expected))
    }

    @Test("Whoever keeps silent, or goes on for ever, isn't waited for", arguments: [true, false])
    func silence(isSilent: Bool) throws {
        var limits = HTTPClientLimits()
        if isSilent {
            limits.silenceMillisecondsMax = 50
        } else {
            limits.exchangeMillisecondsMax = 50
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
        let scene =
            isSilent
            ? ScriptedServer.Scene(head, staysOpen: true)
            : ScriptedServer.Scene(head + String(repeating: "a", count: 10_000), isSlow: true)
        guard case .lost(let sentence)? = try error(scene, limits: limits) else {
            Issue.record("waited")
            return
        }
        #expect(sentence.contains("timed out"))
    }

    @Test(
        "What can't be read as a response is said so",
        arguments: [
            ("SSH-2.0-OpenSSH_9.2\r\n\r\n", "doesn't answer as a web server does."),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "doesn't say how long its answer is."
            ),
            ("HTTP/1.1 200 OK\r\n\r\nok", "doesn't say how long its answer is."),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\nok",
                "answers with more than can be read."
            ),
            (
                "HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 9_000),
                "answers with more than can be read."
            ),
        ])
    func unusable(text: String, expected: String) throws {
        guard case .unusable(let sentence)? = try error(.init(text, staysOpen: true)) else {
            Issue.record("could use \(text)")
            return
        }
        #expect(sentence.hasPrefix("127.0.0.1:") && sentence.hasSuffix(expected))
    }

    @Test("Where nobody listens, nothing was asked")
    func unreachable() throws {
        let port: UInt16
        do { port = try ScriptedServer().port }
        let address = try #require(ServerAddress("http://127.0.0.1:\(port)"))
        do throws(HTTPClientError) {
            _ = try HTTPClient().send(HTTPClient.Request(.get, "/"), to: address)
            Issue.record("reached nobody")
        } catch {
            guard case .unreachable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}

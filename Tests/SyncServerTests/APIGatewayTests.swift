import API
import Documents
import HTTP
import Structures
import SyncServer
import Testing

@Suite("The API at the front door")
struct APIGatewayTests {
    private static let digits = String(repeating: "0a", count: 32)
    private static let friend = "https://friend.example"
    private static let near = ClientNetwork(high: 0, low: 0xFFFF_C0A8_0001)
    private static let far = ClientNetwork(high: 0x2001_0DB8_0000_0000, low: 1)

    private final class Desk {
        var requests: [APIRequest] = []
    }

    private let desk = Desk()
    private let shell: FakeShell

    init() { self.init(isSecured: false) }

    private init(isSecured: Bool) {
        let desk = desk
        shell = FakeShell {
            $0.originsAllowed = [Self.friend]
            $0.trustedProxies = TrustedProxies([AddressBlock("10.0.0.7")!])
            $0.isSecured = isSecured
        }
        shell.answerCall = { request in
            desk.requests.append(request)
            return .json(["handle": "anna"], tag: HTTPEntityTag("7"))
        }
    }

    private func ask(
        _ line: String, _ fields: [String] = [], body: String? = nil,
        from network: ClientNetwork = near
    ) -> String {
        let wire = FakeWire(shell, network: network)
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let type = body == nil ? [] : ["Content-Type: application/json"]
        let own = fields.contains { $0.hasPrefix("Content-") } ? [] : type
        let head = ["\(line) HTTP/1.1", "Host: folf.example"] + own + length + fields
        wire.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
        return wire.takeHTTP()
    }

    private func has(_ answer: String, _ field: String) -> Bool {
        answer.contains("\r\n\(field)\r\n")
    }

    @Test("A call is passed on as it came, and its answer is to be kept by nobody")
    func passedOn() throws {
        let answer = ask(
            "PATCH /api/v1/me?x=%zz",
            [
                "Authorization: Bearer \(Self.digits)", "If-Match: \"7\"", "If-None-Match: \"8\"",
                "Accept-Language: is, en;q=0.5",
            ], body: "not even JSON")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n"))
        #expect(has(answer, "Content-Type: application/json") && has(answer, "ETag: \"7\""))
        #expect(has(answer, "Cache-Control: no-store") && has(answer, "Vary: Origin"))
        #expect(has(answer, "X-Content-Type-Options: nosniff"))
        #expect(answer.hasSuffix("\r\n\r\n{\"handle\":\"anna\"}"))
        let request = try #require(desk.requests.first)
        #expect(request.operation == .changeMe && request.query == "x=%zz")
        #expect(request.body == Array("not even JSON".utf8))
        #expect(request.authorization == ["Bearer \(Self.digits)"])
        #expect(request.ifMatch == ["\"7\""] && request.ifNoneMatch == ["\"8\""])
        #expect(request.languages == ["is, en;q=0.5"])
        #expect(request.network == Identifier128(high: 0, low: 0xFFFF_C0A8_0001))
    }

    @Test("Every route leads to its operation, with the parts of its path")
    func routes() throws {
        for route in APITable.routes {
            var path = route.path
            for name in route.parameterNames {
                path = path.replacing("{\(name)}", with: "%61\(name)")
            }
            let answer = ask(
                "\(route.method.rawValue) \(path)", body: route.body == nil ? nil : "{}")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(route.operation): \(answer)")
            let request = try #require(desk.requests.last)
            #expect(request.operation == route.operation)
            for name in route.parameterNames {
                #expect(try request.parameters.value(name, { $0 }) == "a" + name)
            }
        }
    }

    @Test("What isn't done goes on with the connection, unless the call itself makes no sense")
    func problems() {
        shell.answerCall = { _ in APIAnswer(APIProblem(.needsBearer)) }
        let wire = FakeWire(shell)
        wire.send(Array("GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let answer = wire.takeHTTP()
        #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
        #expect(has(answer, "WWW-Authenticate: Bearer") && !wire.isGone)
        #expect(answer.contains("\"name\":\"needs_bearer\""))
        shell.isBusy = true
        let busy = ask("GET /api/v1/me")
        #expect(busy.hasPrefix("HTTP/1.1 503 ") && has(busy, "Cache-Control: no-store"))
        #expect(has(busy, "Retry-After: 1") && busy.hasSuffix("\"retry_ms\":1000}\n"))
    }

    @Test(
        "A call of another form is refused by its head",
        arguments: [
            ("PUT /api/v1/me", nil, [], 405), ("TRACE /api/v1/me", nil, [], 405),
            ("GET /api/v1/meh", nil, [], 404),
            ("GET /api/v1/handles/", nil, [], 404), ("PATCH /api/v1/me", nil, [], 411),
            ("PATCH /api/v1/me", "{}", ["Content-Type: text/plain"], 415),
            ("PATCH /api/v1/me", "{}", ["Content-Type: application/x-www-form-urlencoded"], 415),
            ("PATCH /api/v1/me", "{}", ["Content-Encoding: gzip"], 415),
            ("GET /api/v1/me", "{}", [], 413),
        ] as [(String, String?, [String], Int)])
    func heads(line: String, body: String?, fields: [String], status: Int) {
        #expect(ask(line, fields, body: body).hasPrefix("HTTP/1.1 \(status) "))
        #expect(desk.requests.isEmpty)
    }

    @Test("A body has its limit, and JSON may say which letters it is written in")
    func bodies() {
        let type = ["Content-Type: application/json; charset=utf-8"]
        let largest = String(repeating: " ", count: APILimits.bodyBytesMax)
        #expect(ask("PATCH /api/v1/me", type, body: largest).hasPrefix("HTTP/1.1 200 "))
        #expect(ask("PATCH /api/v1/me", type, body: largest + " ").hasPrefix("HTTP/1.1 413 "))
    }

    @Test("HEAD is answered wherever GET is, and OPTIONS says what may be done")
    func methods() {
        let head = ask("HEAD /api/v1/me")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
        #expect(has(head, "Content-Length: 17") && has(head, "ETag: \"7\""))
        let options = ask("OPTIONS /api/v1/me")
        #expect(has(options, "Allow: GET, HEAD, PATCH, DELETE, OPTIONS"))
        #expect(has(ask("PUT /api/v1/me"), "Allow: GET, HEAD, PATCH, DELETE, OPTIONS"))
    }

    @Test("Whether others can read along is known by where the client is and how it came")
    func privacy() {
        func isPrivate(
            _ network: ClientNetwork, _ fields: [String] = [], isSecured: Bool = false
        ) -> Bool? {
            let server = APIGatewayTests(isSecured: isSecured)
            _ = server.ask("GET /api/v1/about", fields, from: network)
            return server.desk.requests.last?.isPrivate
        }
        let proxy = ClientNetwork(high: 0, low: 0xFFFF_0A00_0007)
        let from = { (address: String) in "X-Forwarded-For: \(address)" }
        let https = "X-Forwarded-Proto: https"
        #expect(isPrivate(Self.near) == true)
        #expect(isPrivate(Self.far) == false)
        #expect(isPrivate(Self.far, isSecured: true) == true)
        // Who isn't believed may say what they like.
        #expect(isPrivate(Self.far, [https]) == false)
        #expect(isPrivate(Self.far, [from("192.168.0.1")]) == false)
        #expect(isPrivate(proxy, [from("203.0.113.9"), https]) == true)
        #expect(isPrivate(proxy, [from("203.0.113.9")]) == false)
        #expect(isPrivate(proxy, [from("203.0.113.9"), "X-Forwarded-Proto: http"]) == false)
        #expect(
            isPrivate(proxy, [from("203.0.113.9"), "X-Forwarded-Proto: http"], isSecured: true)
                == false)
        #expect(isPrivate(proxy, [from("192.168.0.1")]) == true)
    }

    @Test("Answers are counted by operation")
    func counts() {
        _ = ask("GET /api/v1/about")
        _ = ask("PATCH /api/v1/me", body: "{}")
        _ = ask("GET /api/v1/nothing")
        let counts = shell.shards[0].server.requestCounts
        #expect(counts[.api(.about), .ok] == 1 && counts[.api(.changeMe), .ok] == 1)
        #expect(counts[.none, .notFound] == 1)
        #expect(counts.targets.map(\.label) == ["about", "changeMe", "none"])
    }
}

/// What pages of others may read.
extension APIGatewayTests {
    private static let origin = "Access-Control-Allow-Origin"

    @Test("What anybody may read is for the pages of all, as long as no bearer goes with it")
    func open() {
        let stranger = "Origin: https://stranger.example"
        #expect(has(ask("GET /api/v1/about", [stranger]), "\(Self.origin): *"))
        #expect(has(ask("GET /api/v1/about"), "\(Self.origin): *"))
        let bearer = "Authorization: Bearer \(Self.digits)"
        let answers = [
            ask("GET /api/v1/about", [stranger, bearer]), ask("GET /api/v1/me", [stranger]),
            ask("POST /api/v1/mails", [stranger], body: "{}"),
            ask("GET /api/v1/me", ["Origin: null"]),
            ask("GET /api/v1/me", ["Origin: \(Self.friend)", "Origin: \(Self.friend)"]),
        ]
        for answer in answers {
            #expect(!answer.contains(Self.origin) && has(answer, "Vary: Origin"))
        }
    }

    @Test("The rest is for the origins that the operator has named")
    func named() {
        let fields = ["Origin: \(Self.friend)", "Authorization: Bearer \(Self.digits)"]
        for answer in [
            ask("GET /api/v1/me", fields), ask("POST /api/v1/mails", fields, body: "{}"),
        ] {
            #expect(has(answer, "\(Self.origin): \(Self.friend)") && has(answer, "Vary: Origin"))
            #expect(
                has(answer, "Access-Control-Expose-Headers: ETag, Retry-After, WWW-Authenticate"))
        }
        shell.isBusy = true
        #expect(has(ask("GET /api/v1/me", fields), "\(Self.origin): \(Self.friend)"))
    }

    @Test(
        "A browser that asks before it sends is told the same, and may remember it",
        arguments: [
            ("/about", "https://stranger.example", "GET", "", "*"),
            ("/about", "https://stranger.example", "GET", "x, Authorization", nil),
            ("/about", "https://stranger.example", "POST", "", nil),
            ("/me", "https://stranger.example", "GET", "", nil),
            ("/games/x", "https://stranger.example", "GET", "", "*"),
            ("/games/x", "https://stranger.example", "PUT", "content-type", nil),
            ("/games/x", friend, "PUT", "content-type", friend),
            ("/me", friend, "PATCH", "authorization", friend), ("/me", friend, "", "", friend),
        ] as [(String, String, String, String, String?)])
    func preflight(path: String, from: String, method: String, names: String, allowed: String?) {
        let answer = ask(
            "OPTIONS /api/v1\(path)",
            [
                "Origin: \(from)", "Access-Control-Request-Method: \(method)",
                "Access-Control-Request-Headers: \(names)",
            ])
        #expect(answer.hasPrefix("HTTP/1.1 204 "))
        guard let allowed else { return #expect(!answer.contains("Access-Control-")) }
        #expect(has(answer, "\(Self.origin): \(allowed)"))
        #expect(has(answer, "Access-Control-Max-Age: 600"))
        #expect(answer.contains("\r\nAccess-Control-Allow-Methods: GET, HEAD, "))
        #expect(
            has(
                answer,
                "Access-Control-Allow-Headers: Authorization, Content-Type, If-Match, "
                    + "If-None-Match"))
    }

    @Test("Other paths say nothing to pages of others")
    func elsewhere() {
        let fields = ["Origin: \(Self.friend)", "Access-Control-Request-Method: GET"]
        #expect(!ask("OPTIONS /healthz", fields).contains("Access-Control-"))
        #expect(!ask("GET /healthz", fields).contains("Access-Control-"))
    }
}

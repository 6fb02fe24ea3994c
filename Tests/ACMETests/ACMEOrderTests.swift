import Testing

@testable import ACME

private let directory = """
    {"newNonce": "https://ca.example/nonce", "newAccount": "https://ca.example/account",
     "newOrder": "https://ca.example/order", "meta": {"termsOfService": "https://ca.example"},
     "x": [1.5e3, true, null]}
    """

/// An authority that gives constructed answers, and hears what it is asked.
private struct FakeAuthority {
    var order: ACMEOrder
    var step: ACMEStep
    /// What has been asked so far.
    var asked: [ACMERequest] = []

    init(contact: String? = nil) {
        let account = ACMEAccount(
            x: Array(0..<32), y: Array(32..<64),
            sign: { Array(repeating: UInt8($0.count & 0xFF), count: 64) })
        order = ACMEOrder(
            .init(
                directory: "https://ca.example/dir", name: "folf.example", contact: contact,
                signingRequest: [1, 2, 3]),
            by: account)
        step = order.begin()
    }

    var request: ACMERequest? {
        guard case .ask(let request) = step else { return nil }
        return request
    }

    mutating func answer(_ response: ACMEResponse) {
        if let request { asked.append(request) }
        step = order.take(response)
    }

    mutating func answer(
        _ json: String, status: Int = 200, nonce: String? = "bm9uY2U", location: String? = nil,
        retryAfter: Int? = nil
    ) {
        answer(
            ACMEResponse(
                status: status, nonce: nonce, location: location, retryAfterSeconds: retryAfter,
                body: Array(json.utf8)))
    }

    /// Up to the question about the name.
    mutating func comeToAuthorization() {
        answer(directory, nonce: nil)
        answer("")
        answer("{\"status\": \"valid\"}", status: 201, location: "https://ca.example/account/7")
        answer(
            "{\"status\": \"pending\", \"authorizations\": [\"https://ca.example/authorization\"]}",
            status: 201, location: "https://ca.example/order/9")
    }

    static func authorization(_ status: String, error: String = "null") -> String {
        """
        {"status": "\(status)", "challenges": [
         {"type": "dns-01", "url": "https://ca.example/no", "token": "no"},
         {"type": "http-01", "url": "https://ca.example/challenge", "token": "dG9rZW4",
          "error": \(error)}]}
        """
    }

    static func order(_ status: String, error: String = "null") -> String {
        """
        {"status": "\(status)", "finalize": "https://ca.example/finalize", "error": \(error),
         "certificate": "https://ca.example/certificate"}
        """
    }

    /// Up to the question about the order, with the name shown to be ours.
    mutating func comeToOrder() {
        comeToAuthorization()
        answer(Self.authorization("pending"))
        answer("{\"status\": \"processing\"}")
        answer(Self.authorization("valid"))
    }
}

@Suite("The way to a certificate")
struct ACMEOrderTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n"

    @Test("It goes from directory to certificate, with the answer shown before it is looked for")
    func wholeWay() {
        var authority = FakeAuthority(contact: "mailto:anna@folf.example")
        authority.comeToAuthorization()
        #expect(authority.order.challenge == nil)
        authority.answer(FakeAuthority.authorization("pending"))
        #expect(authority.request?.url == "https://ca.example/challenge")
        #expect(authority.order.challenge?.token == "dG9rZW4")
        #expect(authority.order.challenge?.answer.hasPrefix("dG9rZW4.") == true)
        authority.answer("{\"status\": \"pending\"}")
        authority.answer(FakeAuthority.authorization("pending"))
        #expect(authority.request?.url == "https://ca.example/authorization")
        authority.answer(FakeAuthority.authorization("valid"))
        for status in ["pending", "ready", "processing", "ready", "valid"] {
            authority.answer(FakeAuthority.order(status))
        }
        authority.answer(Self.certificate)
        #expect(authority.step == .done(Array(Self.certificate.utf8)))
        #expect(
            authority.asked.map { $0.url.split(separator: "/").dropFirst(2).joined(separator: "/") }
                == [
                    "dir", "nonce", "account", "order", "authorization", "challenge",
                    "authorization", "authorization", "order/9", "order/9", "finalize", "order/9",
                    "order/9", "certificate",
                ])
        #expect(authority.asked[1].method == .head)
    }

    @Test("Who waits for an authority waits as long as that says, or longer and longer, bounded")
    func pauses() {
        var authority = FakeAuthority()
        authority.comeToOrder()
        authority.answer(FakeAuthority.order("processing"), retryAfter: 7)
        #expect(authority.request?.delaySeconds == 7)
        authority.answer(FakeAuthority.order("processing"), retryAfter: 9_000_000)
        #expect(authority.request?.delaySeconds == ACMEOrder.pauseSecondsMax)
        var delays: [Int] = []
        for _ in 0..<6 {
            authority.answer(FakeAuthority.order("processing"), retryAfter: nil)
            delays.append(authority.request?.delaySeconds ?? -1)
        }
        #expect(delays == [4, 8, 16, 30, 30, 30])
        authority.answer(FakeAuthority.order("ready"))
        #expect(authority.request?.delaySeconds == 0)
    }

    @Test("A nonce is used once, and one that is no good is replaced and the question repeated")
    func nonces() throws {
        var authority = FakeAuthority()
        authority.answer(directory, nonce: nil)
        authority.answer("", nonce: "Zmlyc3Q")
        let first = try #require(authority.request)
        let problem = "{\"type\": \"urn:ietf:params:acme:error:badNonce\", \"detail\": \"old\"}"
        authority.answer(problem, status: 400, nonce: "c2Vjb25k")
        let second = try #require(authority.request)
        #expect(first.url == second.url && first.method != second.method)
        authority.answer(
            "{}", status: 200, nonce: nil, location: "https://ca.example/account/7")
        #expect(authority.request?.method == .head)
        authority.answer("", nonce: nil)
        #expect(authority.step == .failed(.unexpected("a nonce")))
    }

    @Test("An authority that takes no nonce at all is left after a few")
    func badNonces() {
        var authority = FakeAuthority()
        authority.answer(directory, nonce: "YQ")
        let problem = "{\"type\": \"urn:ietf:params:acme:error:badNonce\", \"detail\": \"old\"}"
        for _ in 0..<ACMEOrder.noncesMax { authority.answer(problem, status: 400) }
        #expect(authority.request != nil)
        authority.answer(problem, status: 400)
        #expect("\(authority.step)".contains("badNonce"))
        #expect(authority.request == nil)
    }

    @Test("An authority that finds a nonce bad where none was sent is left at once")
    func unaskedNonce() {
        let problem = "{\"type\": \"urn:ietf:params:acme:error:badNonce\", \"detail\": \"no\"}"
        var atFirst = FakeAuthority()
        atFirst.answer(problem, status: 400, nonce: "YQ")
        #expect("\(atFirst.step)".contains("badNonce"))
        var atItsNonce = FakeAuthority()
        atItsNonce.answer(directory, nonce: nil)
        atItsNonce.answer(problem, status: 400, nonce: "YQ")
        #expect("\(atItsNonce.step)".contains("badNonce"))
        #expect(atFirst.request == nil && atItsNonce.request == nil)
    }

    @Test("Why a name isn't shown to be ours is said in the authority's words")
    func invalid() throws {
        var authority = FakeAuthority()
        authority.comeToAuthorization()
        authority.answer(FakeAuthority.authorization("pending"))
        authority.answer("{\"status\": \"processing\"}")
        authority.answer(
            FakeAuthority.authorization(
                "invalid",
                error: """
                    {"type": "urn:ietf:params:acme:error:connection", "detail": "Timeout \\u00e9"}
                    """))
        guard case .failed(let failure) = authority.step else {
            Issue.record("\(authority.step)")
            return
        }
        #expect(
            "\(failure)"
                == "the authority says: Timeout é (connection); does the name lead to port "
                + "80 of this machine?")
        #expect(failure.isOurs)
    }

    @Test("An order that becomes invalid fails with its reason")
    func invalidOrder() {
        var authority = FakeAuthority()
        authority.comeToOrder()
        authority.answer(FakeAuthority.order("invalid", error: "{\"detail\": \"no\"}"))
        #expect("\(authority.step)".contains("no"))
        #expect(authority.request == nil)
    }

    @Test("Who has asked too often is told for how long to leave it, and that is kept")
    func rateLimited() throws {
        var authority = FakeAuthority()
        authority.answer(directory)
        authority.answer(
            "{\"type\": \"urn:ietf:params:acme:error:rateLimited\", \"detail\": \"too many\"}",
            status: 429, retryAfter: 7_200)
        guard case .failed(let failure) = authority.step else {
            Issue.record("\(authority.step)")
            return
        }
        #expect(failure.retryAfterSeconds == 7_200)
        #expect(!failure.isOurs)
        #expect(RenewalTime.pauseSeconds(after: failure, count: 1) == 7_200)
        #expect(RenewalTime.pauseSeconds(after: failure, count: 3) == 14_400)
    }

    @Test(
        "Answers that are none, or lead away from https, fail at once",
        arguments: [
            "", "[]", "{", "{\"newNonce\": 1}", "nonsense",
            directory.replacing("https://ca.example/nonce", with: "http://ca.example/nonce"),
            directory.replacing("https://ca.example/nonce", with: "https://ca.example/ "),
            "{\"newNonce\": \"https://\(String(repeating: "a", count: 2_048))\"}",
        ])
    func nonsense(body: String) {
        var authority = FakeAuthority()
        authority.answer(body)
        #expect(authority.step == .failed(.unexpected("its directory")))
    }

    @Test(
        "A token that could lead to another path is refused",
        arguments: [
            "../secret", "", "a/b", "a.b", String(repeating: "a", count: 257),
        ])
    func tokens(token: String) {
        var authority = FakeAuthority()
        authority.comeToAuthorization()
        authority.answer(
            "{\"status\": \"pending\", \"challenges\": [{\"type\": \"http-01\", "
                + "\"url\": \"https://ca.example/c\", \"token\": \"\(token)\"}]}")
        #expect(authority.step == .failed(.unexpected("a challenge by http-01")))
        #expect(authority.order.challenge == nil)
    }

    @Test("An authority that never decides is left in the end")
    func endless() {
        var authority = FakeAuthority()
        authority.comeToOrder()
        for _ in 0..<ACMEOrder.requestsMax { authority.answer(FakeAuthority.order("processing")) }
        #expect(authority.step == .failed(.endless))
    }

    @Test("What is no certificate isn't taken for one")
    func certificates() {
        var authority = FakeAuthority()
        authority.comeToOrder()
        authority.answer(FakeAuthority.order("valid"))
        authority.answer("<html>")
        #expect(authority.step == .failed(.unexpected("the certificate")))
    }

    @Test("A status without a problem document is told as it is")
    func status() {
        var authority = FakeAuthority()
        authority.answer("<html>", status: 503)
        guard case .failed(let failure) = authority.step else {
            Issue.record("\(authority.step)")
            return
        }
        #expect("\(failure)" == "the authority says: status 503")
        #expect(!failure.isOurs)
    }
}

import API
import Documents
import HTTP
import SyncClient
import Testing
import Wire

@testable import ClientPlatform

@Suite("What a device asks of a server's accounts", .timeLimit(.minutes(5)))
struct AccountServerTests {
    private static let id = Identifier128(high: 1, low: 2)
    private static let token = Token(high: id, low: id)
    private static let signedIn = """
        {"account":"\(id)","handle":"anna","later":[1],"persons":[
        {"person":"\(Identifier128(high: 3, low: 4))","pass":"\(id)"},
        {"person":"\(id)","pass":"\(Identifier128(high: 5, low: 6))"}]}
        """

    private func server(_ script: ScriptedServer) -> AccountServer {
        AccountServer(ServerAddress("http://127.0.0.1:\(script.port)")!, token: Self.token)
    }

    private func error(
        _ scene: ScriptedServer.Scene,
        _ body: (AccountServer) throws(AccountError) -> Void = { (server) throws(AccountError) in
            _ = try server.friends()
        }
    ) throws -> AccountError? {
        let script = try ScriptedServer(scene)
        do throws(AccountError) {
            try body(server(script))
            return nil
        } catch {
            return error
        }
    }

    @Test("Whoever shows a password is given an account, and what else is said doesn't matter")
    func signIn() throws {
        let script = try ScriptedServer(.json(Self.signedIn))
        let account = try server(script).signIn(
            "anna", by: .password("p\"w"), known: "ab", label: "here")
        #expect(account.mainPerson == PersonID(Identifier128(high: 3, low: 4)))
        #expect(account.credentials.token == Self.token)
        #expect(account.owns(PersonID(Self.id)) && account.handle == "anna")
        let request = try #require(script.requests.first)
        #expect(request.hasPrefix("POST /api/v1/sessions HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer \(Self.token)\r\n"))
        #expect(request.contains("\r\nContent-Type: application/json\r\n"))
        let body = #"{"label":"here","handle":"anna","password":"p\"w","known":"ab"}"#
        #expect(request.hasSuffix("\r\n\r\n" + body))
    }

    @Test("An address is taken for one, and a recovery code for one")
    func otherProofs() throws {
        let script = try ScriptedServer(.json(Self.signedIn))
        _ = try server(script).signIn("a@b.is", by: .recoveryCode("ABCD"), label: "x")
        let body = #"{"label":"x","email":"a@b.is","recovery_code":"ABCD"}"#
        #expect(script.requests[0].hasSuffix(body))
    }

    @Test("Names of people stand in a path as what they are")
    func paths() throws {
        let script = try ScriptedServer(
            .json(#"{"state":"asked"}"#),
            .json(#"{"account":"\#(Self.id)","handle":"a","name":"A"}"#))
        let server = server(script)
        #expect(try !server.ask("Þór/../x?y#z 1"))
        _ = try server.person(called: "a.b_c-d~1")
        #expect(
            script.requests.map { $0.prefix { $0 != "\r\n" } } == [
                "PUT /api/v1/me/requests/%C3%9E%C3%B3r%2F..%2Fx%3Fy%23z%201 HTTP/1.1",
                "GET /api/v1/people/a.b_c-d~1 HTTP/1.1",
            ])
    }

    @Test("What was lost on the way is asked for once more, and only once")
    func repeated() throws {
        let script = try ScriptedServer(.init("HTTP/1.1 20"), .init("HTTP/1.1 204 \r\n\r\n"))
        try server(script).unfriend(Self.id)
        #expect(script.requests.count == 2 && Set(script.requests).count == 1)
        let lost = try ScriptedServer(.init(""), .init(""))
        do throws(AccountError) {
            try server(lost).unfriend(Self.id)
            Issue.record("heard an answer that there wasn't")
        } catch {
            guard case .connection(.lost) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(lost.requests.count == 2)
    }

    @Test("A server's no is told in its own words, with what is wrong and when to come again")
    func problem() throws {
        let problem = """
            {"type":"/api/v1/problems#too_many_tries","status":429,"detail":"Wait a while.",
            "name":"too_many_tries","field":"handle","retry_ms":1500}
            """
        let error = try error(.problem(problem, status: "429 Too Many Requests"))
        guard case .problem(let found)? = error else {
            Issue.record("\(error.debugDescription)")
            return
        }
        #expect(found.sentence == "Wait a while." && found.field == "handle")
        #expect(found.retryMilliseconds == 1_500)
        #expect(error?.isProblem(APIProblem.Kind.tooManyTries) == true)
        #expect(error?.isProblem(HTTPProblem.tooManyRequests) == false)
    }

    @Test(
        "What isn't an answer of such a server is said so",
        arguments: [
            ScriptedServer.Scene.answer("<html>", type: "text/html", status: "200 OK"),
            .json("[1"), .json("{}"), .json(#"{"items":[{"account":"1"}]}"#),
            .init("HTTP/1.1 204 \r\n\r\n"),
        ])
    func otherServer(scene: ScriptedServer.Scene) throws {
        let sentence = try error(scene)?.sentence
        #expect(sentence?.hasSuffix("doesn't answer as a server for folf does.") == true)
    }

    @Test("A door that only leads elsewhere is said to, and what stands in between is quoted")
    func elsewhere() throws {
        let moved = try error(
            .init(
                "HTTP/1.1 308 \r\nLocation: https://folf.example/api\r\nContent-Length: 0\r\n\r\n"))
        #expect(moved?.sentence.hasSuffix("is elsewhere now: https://folf.example/api") == true)
        let broken = try error(.answer("{}", type: "text/html", status: "502 Bad Gateway"))
        #expect(broken?.sentence.hasSuffix("answers with HTTP status 502.") == true)
    }

    @Test("Games are claimed with their tokens, and recovery codes made anew")
    func claim() throws {
        let script = try ScriptedServer(
            .json(Self.signedIn), .json(Self.signedIn), .json(#"{"recovery_codes":["A","B"]}"#))
        let server = server(script)
        var account = try server.signIn("anna", by: .password("x"), label: "x")
        account.credentials.passes = [:]
        account = try server.claim([Self.token], for: account)
        #expect(account.owns(PersonID(Self.id)))
        #expect(script.requests[1].hasSuffix(#"{"tokens":["\#(Self.token)"]}"#))
        #expect(try server.newRecoveryCodes() == ["A", "B"])
    }

    @Test("Friends who couldn't be invited are named")
    func invite() throws {
        let other = Identifier128(high: 7, low: 8)
        let script = try ScriptedServer(
            .json(
                """
                {"items":[{"account":"\(Self.id)","state":"open"},
                {"account":"\(other)","state":"refused"}]}
                """, status: "201 Created"))
        let refused = try server(script).invite(
            [Self.id, other], to: LobbyID(Self.id), secret: other, course: nil, as: other)
        #expect(refused == [other])
        #expect(script.requests[0].hasPrefix("PUT /api/v1/me/invitations/\(other) "))
    }

    @Test("An inbox has those who ask, and invitations with the way in as long as there is one")
    func inbox() throws {
        let anna = #"{"account":"\#(Self.id)","handle":"anna","name":"Anna","at":1}"#
        let script = try ScriptedServer(
            .json(
                """
                {"requests":[\(anna)],"invitations":[{"id":"\(Self.id)","from":\(anna),
                "lobby":"\(Self.id)","course":"","at":1,"state":"expired"}]}
                """))
        let inbox = try server(script).inbox()
        let person = Acquaintance(account: Self.id, handle: "anna", name: "Anna")
        #expect(inbox.requests == [person])
        let invitation = GameInvitation(
            id: Self.id, from: person, lobby: LobbyID(Self.id), secret: nil, course: "")
        #expect(inbox.invitations == [invitation])
    }

    @Test("An export is handed on as it comes")
    func export() throws {
        let table = ScriptedServer.Scene.answer(
            "a,b\r\n", type: "text/csv; charset=utf-8", status: "200 OK")
        let script = try ScriptedServer(table, .json("{ }"))
        let server = server(script)
        #expect(try server.exportTable() == Array("a,b\r\n".utf8))
        #expect(try server.export() == Array("{ }".utf8))
    }
}

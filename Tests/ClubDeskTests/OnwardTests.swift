import API
import Club
import Documents
import HTTP
import Mail
import Testing

@testable import ClubDesk

@Suite("Where the letter of a sign-up leads on")
struct OnwardTests {
    private let anna = TestToken(1)
    private let phone = TestToken(2)
    private let tablet = TestToken(3)

    private func desk() throws -> DeskFixture {
        try DeskFixture { $0.letterAddress = "https://folf.example" }
    }

    /// Signs somebody up who is on the way to somewhere.
    @discardableResult
    private func signUp(_ desk: DeskFixture, to way: String?) -> Reply {
        var body: JSONObject = [
            "handle": "anna", "name": "Anna", "age": 0, "password": .text(DeskFixture.password),
            "email": "anna@folf.example",
        ]
        body["to"] = way.map { .text($0) }
        return desk.ask(
            .put, "/accounts/\(DeskFixture.accountID("anna"))", as: anna, .object(body))
    }

    private func letterLink(_ desk: DeskFixture) throws -> String {
        switch desk.effects.all.letters.last?.subject {
        case .confirmation(let link), .wayIn(let link): return link
        default: throw NoLink()
        }
    }

    private func code(_ desk: DeskFixture) throws -> JSONValue {
        .text(try #require(try letterLink(desk).split(separator: "#").last.map(String.init)))
    }

    private struct NoLink: Error {}

    @Test("Whichever device opens it is signed in there, and told where to go on, also once more")
    func onward() throws {
        for path in ["/mails/confirm", "/sessions"] {
            let desk = try desk()
            let made = signUp(desk, to: "/j/K7MPQX")
            #expect(made.status == 201 && made["to"] == nil)
            #expect(try !letterLink(desk).contains("K7MPQX"))
            let body: JSONValue = ["mail": try code(desk)]
            // The second answer is for whom the first was lost.
            for _ in 0..<2 {
                let reply = desk.ask(.post, path, as: phone, body)
                #expect(reply.status == 200 && reply["to"] == "/j/K7MPQX", "\(path)")
            }
            #expect(desk.ask(.post, path, as: tablet, body)["to"] == nil)
        }
    }

    @Test("No other way in says so, nor the same sign-up once more")
    func others() throws {
        let desk = try desk()
        signUp(desk, to: "/j/K7MPQX")
        let again = signUp(desk, to: "/j/K7MPQX")
        #expect(again.status == 200 && again["to"] == nil)
        let reply = desk.signIn("anna", as: phone)
        #expect(reply.status == 200 && reply["to"] == nil)
    }

    @Test("Whoever wasn't on the way to anywhere is told nothing")
    func nowhere() throws {
        let desk = try desk()
        signUp(desk, to: nil)
        let reply = desk.ask(.post, "/mails/confirm", as: phone, ["mail": try code(desk)])
        #expect(reply.status == 200 && reply["to"] == nil)
    }

    @Test("A letter that is asked for later leads nowhere, and leaves the first one what it was")
    func later() throws {
        let desk = try desk()
        signUp(desk, to: "/j/K7MPQX")
        let first = try code(desk)
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@folf.example"])
        let second = try code(desk)
        #expect(second != first)
        let reply = desk.ask(.post, "/mails/confirm", as: tablet, ["mail": second])
        #expect(reply.status == 200 && reply["to"] == nil)
        #expect(
            desk.ask(.post, "/mails/confirm", as: phone, ["mail": first])["to"] == "/j/K7MPQX")
        desk.ask(.post, "/mails", ["email": "anna@folf.example"])
        let third = try code(desk)
        #expect(third != second)
        #expect(desk.ask(.post, "/sessions", as: TestToken(4), ["mail": third])["to"] == nil)
    }

    @Test(
        "What is no way of the page is refused, and nobody signed up",
        arguments: [
            "", "j/K7MPQX", "//evil.example", "/\\evil.example", "https://evil.example",
            "javascript:alert(1)", "/\t/evil.example", "/\n/evil.example", " /j/K7MPQX", "/j/ K",
            "/j/Þ", "/j\\K7MPQX", "/" + String(repeating: "a", count: 128),
        ])
    func unfit(way: String) throws {
        let desk = try desk()
        let reply = signUp(desk, to: way)
        #expect(reply.problem == "bad_field" && reply["field"] == "to")
        #expect(desk.effects.all.letters.isEmpty)
        desk.speakers.lend { #expect($0.account(of: anna.key) == nil) }
        #expect(signUp(desk, to: "/" + String(repeating: "a", count: 127)).status == 201)
    }
}

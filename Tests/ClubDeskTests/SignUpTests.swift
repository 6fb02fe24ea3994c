import Club
import Documents
import HTTP
import Testing

@testable import ClubDesk

@Suite("Signing up")
struct SignUpTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)

    @Test("The device's person becomes the account, and all that its tokens stand for")
    func persons() throws {
        let desk = try DeskFixture()
        let id = desk.signUp("anna", as: anna, tokens: [TestToken(11), TestToken(12)])
        let me = desk.ask(.get, "/me", as: anna)
        #expect(me.status == 200 && me["account"]?.string == id && me["handle"] == "anna")
        #expect(me["main_person"]?.string == "\(anna.person.value)")
        let persons = me["persons"]?.elements?.compactMap { $0["person"]?.string } ?? []
        #expect(
            Set(persons)
                == Set([1, 11, 12 as UInt64].map { "\(TestToken($0).person.value)" }))
        #expect(persons.first == "\(anna.person.value)")
        let account = AccountID(try #require(Identifier128(id)))
        for number in [1, 11, 12] as [UInt64] {
            let token = TestToken(number)
            desk.speakers.lend { speakers in
                #expect(speakers.owner(of: token.person) == account)
                #expect(speakers.account(of: token.key) == account)
            }
        }
    }

    @Test("After a lost answer the same again changes nothing, and gives no codes; others may not")
    func repeated() throws {
        let desk = try DeskFixture()
        let id = desk.signUp("anna", as: anna)
        let body: JSONValue = [
            "handle": "anna", "name": "Anna", "age": 0, "password": .text(DeskFixture.password),
        ]
        let again = desk.ask(.put, "/accounts/\(id)", as: anna, body)
        #expect(again.status == 200 && again["recovery_codes"] == nil)
        #expect(again["persons"]?.elements?.count == 1)
        #expect(desk.ask(.put, "/accounts/\(id)", as: ben, body).problem == "exists")
        let other = DeskFixture.accountID("other")
        #expect(desk.ask(.put, "/accounts/\(other)", as: anna, body).problem == "exists")
    }

    @Test("A name is somebody's in whatever letters it is typed; one that is free is suggested")
    func handles() throws {
        let desk = try DeskFixture()
        desk.signUp("thora", as: anna)
        #expect(desk.ask(.get, "/handles/Thora").problem == "handle_taken")
        #expect(desk.ask(.get, "/handles/thora2").status == 200)
        let suggested = desk.ask(.get, "/handles?name=%C3%9E%C3%B3ra")["handle"]?.string
        #expect(suggested == "thora2")
        let reply = desk.ask(
            .put, "/accounts/\(DeskFixture.accountID("x"))", as: ben,
            [
                "handle": "THORA", "name": "Þóra", "age": 0,
                "password": .text(DeskFixture.password),
            ])
        #expect(reply.problem == "handle_taken" && reply["field"] == "handle")
        #expect(reply.status == 409)
    }

    @Test(
        "What doesn't fit is told beside its field",
        arguments: [
            ("handle", "an", 400, "bad_field"), ("handle", "admin", 409, "handle_taken"),
            ("password", "password123", 400, "weak_password"),
            ("password", "anna.anna.anna", 400, "weak_password"),
            ("password", "short", 400, "weak_password"), ("email", "nowhere", 400, "bad_field"),
            ("name", "", 400, "bad_field"),
        ])
    func fields(name: String, value: String, status: Int, problem: String) throws {
        let desk = try DeskFixture()
        var body: JSONObject = [
            "handle": "anna", "name": "Anna", "age": 0, "password": .text(DeskFixture.password),
        ]
        body[name] = .text(value)
        let reply = desk.ask(
            .put, "/accounts/\(DeskFixture.accountID("anna"))", as: anna, .object(body))
        #expect(reply.status == status && reply.problem == problem)
        #expect(reply["field"]?.string == name)
        desk.speakers.lend { #expect($0.account(of: anna.key) == nil) }
    }

    @Test("Without a way to sign in there is no account, and no password goes where others read")
    func waysIn() throws {
        let desk = try DeskFixture()
        let path = "/accounts/\(DeskFixture.accountID("anna"))"
        var body: JSONObject = ["handle": "anna", "name": "Anna", "age": 0]
        let none = desk.ask(.put, path, as: anna, .object(body))
        #expect(none.problem == "bad_field" && none["field"] == "password")
        body["password"] = .text(DeskFixture.password)
        let open = desk.ask(.put, path, as: anna, .object(body), isPrivate: false)
        #expect(open.problem == "needs_https")
        #expect(desk.ask(.get, "/about", isPrivate: false)["needs_https"] == true)
    }

    @Test("An operator can ask for a code, or let nobody in; who has an account stays")
    func operatorsChoice() throws {
        let desk = try DeskFixture { $0.signUp = .withCode("clubhouse") }
        let path = "/accounts/\(DeskFixture.accountID("anna"))"
        var body: JSONObject = [
            "handle": "anna", "name": "Anna", "age": 0, "password": .text(DeskFixture.password),
        ]
        #expect(desk.ask(.put, path, as: anna, .object(body)).problem == "bad_code")
        body["code"] = "clubhouse"
        #expect(desk.ask(.put, path, as: anna, .object(body)).status == 201)
        let closed = try DeskFixture { $0.signUp = .closed }
        #expect(closed.ask(.put, path, as: anna, .object(body)).problem == "sign_up_closed")
        #expect(closed.ask(.get, "/about")["sign_up"] == "closed")
    }

    @Test("What is mistyped costs no sign-up; names that are taken, and wrong codes, have an end")
    func mistyped() throws {
        let desk = try DeskFixture { $0.signUp = .withCode("clubhouse") }
        func sign(_ handle: String, _ password: String, _ code: String = "clubhouse") -> Reply {
            desk.ask(
                .put, "/accounts/\(DeskFixture.accountID("x\(handle)"))", as: anna,
                [
                    "handle": .text(handle), "name": "A", "age": 0, "password": .text(password),
                    "code": .text(code),
                ])
        }
        for _ in 0...ClubBudgets.signUpsPerNetworkPerHourMax {
            #expect(sign("anna", "password123").problem == "weak_password")
        }
        for _ in 0..<ProofBudgets.wrongPerNetworkPerMinuteMax {
            #expect(sign("anna", DeskFixture.password, "clubhaus").problem == "bad_code")
        }
        #expect(sign("anna", DeskFixture.password).problem == "too_many_tries")
        desk.clock.advance(minutes: 1)
        #expect(sign("anna", DeskFixture.password).status == 201)
        for _ in 0..<ClubBudgets.lookUpsPerNetworkPerMinuteMax {
            let reply = desk.ask(
                .put, "/accounts/\(DeskFixture.accountID("y"))", as: ben,
                ["handle": "anna", "name": "A", "age": 0, "password": "x", "code": "clubhouse"])
            #expect(reply.problem == "handle_taken")
        }
        #expect(desk.ask(.get, "/handles/anna").problem == "too_many_tries")
    }

    @Test("One network signs up so many an hour, and others don't wait for it")
    func budget() throws {
        let desk = try DeskFixture()
        func sign(_ number: UInt64, from network: UInt64) -> Reply {
            desk.ask(
                .put, "/accounts/\(DeskFixture.accountID("\(number)"))", as: TestToken(number),
                [
                    "handle": .text("player\(number)"), "name": "P", "age": 0,
                    "password": .text(DeskFixture.password),
                ], from: network)
        }
        for number in 0..<ClubBudgets.signUpsPerNetworkPerHourMax {
            #expect(sign(number, from: 1).status == 201)
        }
        let refused = sign(100, from: 1)
        #expect(refused.problem == "too_many_tries" && refused["retry_ms"]?.integer ?? 0 > 0)
        #expect(sign(101, from: 2).status == 201)
    }
}

import Club
import Documents
import HTTP
import Mail
import Testing

@testable import ClubDesk

@Suite("Signing in")
struct SignInTests {
    private let anna = TestToken(1)
    private let phone = TestToken(2)
    private let stranger = TestToken(3)

    @Test("By name and password a second device acts as the account's person, with a pass")
    func password() throws {
        let desk = try DeskFixture()
        let id = desk.signUp("anna", as: anna)
        let reply = desk.signIn("ANNA", as: phone)
        #expect(reply.status == 200 && reply["account"]?.string == id)
        #expect(
            reply["persons"]?.elements?.compactMap { $0["person"]?.string }
                == ["\(anna.person.value)"])
        desk.speakers.lend { speakers in
            #expect(
                speakers.answer(to: phone.key, as: anna.person)
                    == .accepted(speakers.account(of: phone.key)))
            // What the phone had played by itself stays its own.
            #expect(speakers.owner(of: phone.person) == nil)
        }
        #expect(desk.signIn("anna", as: phone).status == 200)
        let devices = desk.ask(.get, "/me/devices", as: phone)["items"]?.elements ?? []
        #expect(devices.count == 2)
    }

    @Test("What the device has played comes along if that is wished, and goes back for seven days")
    func takenAlong() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let old = TestToken(20)
        let reply = desk.signIn("anna", as: phone, ["tokens": [.text(old.text)]])
        #expect(reply["persons"]?.elements?.count == 2)
        let me = desk.ask(.get, "/me", as: phone)
        let claimed = me["persons"]?.elements?.last
        #expect(claimed?["person"]?.string == "\(old.person.value)")
        #expect(claimed?["claimed_from_device"] == true && claimed?["until"]?.integer ?? 0 > 0)
        #expect(desk.ask(.delete, "/me/persons/\(old.person.value)", as: phone).status == 204)
        #expect(
            desk.ask(.get, "/me", as: phone, ifNoneMatch: me.tag)["persons"]?.elements?.count == 1)
        #expect(desk.effects.all.recalled.last == [old.person])
        desk.speakers.lend { #expect($0.owner(of: old.person) == nil) }
        // It stays released, lest a pass bring it back.
        #expect(
            desk.ask(.post, "/me/persons", as: phone, ["tokens": [.text(old.text)]]).problem
                == "not_yours")
        let other = TestToken(21)
        desk.ask(.post, "/me/persons", as: phone, ["tokens": [.text(other.text)]])
        desk.clock.advance(minutes: 7 * 24 * 60 + 1)
        #expect(
            desk.ask(.delete, "/me/persons/\(other.person.value)", as: phone).problem
                == "too_late")
        #expect(
            desk.ask(.delete, "/me/persons/\(anna.person.value)", as: phone).problem == "too_late")
    }

    @Test("A wrong password, a name that nobody has and one without password get the same answer")
    func sameAnswer() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let wrong = desk.signIn("anna", as: phone, ["password": "not the right one"])
        let nobody = desk.signIn("nobody.here", as: phone)
        #expect(wrong.status == 401 && wrong.body == nobody.body)
        desk.speakers.lend { #expect($0.account(of: phone.key) == nil) }
    }

    @Test("Strangers who guess have few tries, and cannot lock the owner's devices out")
    func lockOut() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let known = desk.signIn("anna", as: phone)
        #expect(known.status == 200)
        let proof = desk.ask(.delete, "/sessions/current", as: phone)["known"]?.string
        let max = ProofBudgets.wrongPerAccountAtOnceMax
        for network in 0..<max + 5 {
            let reply = desk.ask(
                .post, "/sessions", as: TestToken(100 + network),
                ["handle": "anna", "password": "a wrong one again"], from: network + 10)
            #expect(reply.problem == (network < max ? "wrong_proof" : "too_many_tries"))
        }
        // Also the right password of an unknown device has to wait, with the same words for names
        // that nobody has.
        #expect(desk.signIn("anna", as: stranger).problem == "too_many_tries")
        // Whoever was known before comes in at once, and so does a device that is signed in.
        let back = desk.signIn(
            "anna", as: TestToken(4), ["known": .text(try #require(proof))])
        #expect(back.status == 200)
        #expect(desk.signIn("anna", as: anna).status == 200)
        desk.clock.advance(minutes: 7)
        #expect(desk.signIn("anna", as: stranger).status == 200)
    }

    @Test("A recovery code lets one in once")
    func recovery() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let codes =
            desk.ask(.post, "/me/recovery-codes", as: anna)["recovery_codes"]?
            .elements?.compactMap(\.string) ?? []
        #expect(codes.count == 5)
        func recover(_ code: String, as token: TestToken) -> Reply {
            desk.ask(
                .post, "/sessions", as: token,
                ["handle": "anna", "recovery_code": .text(code.lowercased())])
        }
        #expect(recover(codes[0], as: phone).status == 200)
        // The answer was lost.
        #expect(recover(codes[0], as: phone).status == 200)
        #expect(recover(codes[0], as: stranger).problem == "wrong_proof")
        #expect(recover(codes[1], as: stranger).status == 200)
        desk.ask(.post, "/me/recovery-codes", as: anna)
        #expect(recover(codes[2], as: TestToken(9)).problem == "wrong_proof")
    }

    @Test("By a QR code: the new device asks, the one that shows it says yes or no")
    func link() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        func open() throws -> (link: String, secret: String) {
            let reply = desk.ask(.post, "/me/links", as: anna)
            return (
                try #require(reply["link"]?.string), try #require(reply["secret"]?.string)
            )
        }
        func want(_ secret: String, as token: TestToken) -> Reply {
            desk.ask(
                .post, "/sessions", as: token, ["link": .text(secret), "label": "Firefox"])
        }
        func state(_ link: String) -> String? {
            desk.ask(.get, "/me/links/\(link)", as: anna)["state"]?.string
        }
        let (link, secret) = try open()
        #expect(state(link) == "open")
        #expect(want(secret, as: phone).status == 202)
        #expect(state(link) == "wanted")
        // Whoever has read over the shoulder comes too late.
        #expect(want(secret, as: stranger).problem == "link_gone")
        #expect(desk.ask(.put, "/me/links/\(link)", as: anna, ["approve": true]).status == 204)
        #expect(want(secret, as: stranger).problem == "link_gone")
        #expect(want(secret, as: phone).status == 200)
        #expect(desk.ask(.get, "/me", as: phone).status == 200)

        let second = try open()
        #expect(want(second.secret, as: stranger).status == 202)
        desk.ask(.put, "/me/links/\(second.link)", as: anna, ["approve": false])
        #expect(want(second.secret, as: stranger).problem == "link_declined")
        let third = try open()
        desk.clock.advance(minutes: 3)
        #expect(want(third.secret, as: stranger).problem == "link_gone")
    }

    @Test("What matters wants a proof of the last minutes; the same sign-in gives it again")
    func fresh() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.clock.advance(minutes: 6)
        let change: JSONValue = ["new": "a longer and better one"]
        #expect(desk.ask(.put, "/me/password", as: anna, change).problem == "not_fresh")
        #expect(desk.signIn("anna", as: anna).status == 200)
        #expect(desk.ask(.put, "/me/password", as: anna, change).status == 204)
        #expect(desk.signIn("anna", as: phone).problem == "wrong_proof")
        #expect(
            desk.signIn("anna", as: phone, ["password": "a longer and better one"]).status == 200)
    }

    @Test("A device of one account can't sign in to another without signing out first")
    func otherAccount() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: phone)
        #expect(desk.signIn("anna", as: phone).problem == "exists")
    }

    @Test("A request has one proof, and no other")
    func oneProof() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        #expect(desk.ask(.post, "/sessions", as: phone, ["handle": "anna"]).status == 400)
        let two = desk.signIn("anna", as: phone, ["recovery_code": "ABCD"])
        #expect(two.problem == "bad_field")
    }
}

@Suite("Letters to addresses")
struct MailTests {
    private let anna = TestToken(1)
    private let phone = TestToken(2)

    private func desk() throws -> DeskFixture {
        try DeskFixture { $0.letterAddress = "https://folf.example" }
    }

    private func lastCode(_ desk: DeskFixture) -> String? {
        switch desk.effects.all.letters.last?.subject {
        case .confirmation(let link), .wayIn(let link):
            link.split(separator: "#").last.map(String.init)
        default: nil
        }
    }

    @Test("The link of the confirmation signs the device in that opens it, once")
    func confirmation() throws {
        let desk = try desk()
        desk.signUp("anna", as: anna)
        #expect(
            desk.ask(.put, "/me/email", as: anna, ["email": "Anna@Folf.example"]).status == 202)
        #expect(desk.effects.all.letters.last?.to.description == "anna@folf.example")
        #expect(desk.ask(.get, "/me", as: anna)["email_verified"] == false)
        let code = try #require(lastCode(desk))
        #expect(
            desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(code)]).status == 200)
        // The answer was lost.
        #expect(
            desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(code)]).status == 200)
        let me = desk.ask(.get, "/me", as: phone)
        #expect(me["email_verified"] == true && me["email"] == "anna@folf.example")
        #expect(
            desk.ask(.post, "/mails/confirm", as: TestToken(3), ["mail": .text(code)]).problem
                == "mail_gone")
        desk.clock.advance(minutes: 6)
        #expect(
            desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(code)]).problem
                == "mail_gone")
    }

    @Test("A device that can't come in leaves the letter's code to another")
    func otherDevice() throws {
        let desk = try desk()
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: phone)
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@folf.example"])
        let body: JSONValue = ["mail": .text(try #require(lastCode(desk)))]
        #expect(desk.ask(.post, "/mails/confirm", as: phone, body).problem == "exists")
        #expect(desk.ask(.post, "/mails/confirm", as: TestToken(3), body).status == 200)
    }

    @Test("Whether an address is anybody's shows in no answer; only a confirmed one gets a letter")
    func unknown() throws {
        let desk = try desk()
        desk.signUp("anna", as: anna)
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@folf.example"])
        let before = desk.effects.all.letters.count
        #expect(desk.ask(.post, "/mails", ["email": "anna@folf.example"]).status == 202)
        #expect(desk.effects.all.letters.count == before)
        let code = try #require(lastCode(desk))
        desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(code)])
        desk.clock.advance(minutes: 61)
        #expect(desk.ask(.post, "/mails", ["email": "anna@folf.example"]).status == 202)
        #expect(desk.ask(.post, "/mails", ["email": "nobody@folf.example"]).status == 202)
        let letters = desk.effects.all.letters.dropFirst(before).filter {
            if case .wayIn = $0.subject { true } else { false }
        }
        #expect(letters.map(\.to.description) == ["anna@folf.example"])
    }

    @Test("An address can be given as the name, once it is confirmed")
    func asName() throws {
        let desk = try desk()
        desk.signUp("anna", as: anna)
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@folf.example"])
        let body: JSONValue = [
            "email": "ANNA@folf.example", "password": .text(DeskFixture.password),
        ]
        #expect(desk.ask(.post, "/sessions", as: phone, body).problem == "wrong_proof")
        let code = try #require(lastCode(desk))
        desk.ask(.post, "/mails/confirm", as: TestToken(3), ["mail": .text(code)])
        #expect(desk.ask(.post, "/sessions", as: phone, body).status == 200)
        #expect(
            desk.effects.all.letters.contains {
                if case .newDevice = $0.subject { true } else { false }
            })
    }

    @Test("A confirmed address is told that it is the account's no more, one that never was isn't")
    func addressLeft() throws {
        let desk = try desk()
        desk.signUp("anna", as: anna)
        func left() -> [String] {
            desk.effects.all.letters.filter { $0.subject == .addressLeft }.map(\.to.description)
        }
        desk.ask(.put, "/me/email", as: anna, ["email": "mistyped@folf.example"])
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@folf.example"])
        let code = try #require(lastCode(desk))
        desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(code)])
        desk.ask(.put, "/me/email", as: anna, ["email": "ANNA@folf.example"])
        #expect(left().isEmpty)
        desk.clock.advance(minutes: 61)
        let proof: JSONValue = ["handle": "anna", "password": .text(DeskFixture.password)]
        #expect(desk.ask(.post, "/sessions", as: anna, proof).status == 200)
        desk.ask(.put, "/me/email", as: anna, ["email": "new@folf.example"])
        #expect(left() == ["anna@folf.example"])
        let next = try #require(lastCode(desk))
        desk.ask(.post, "/mails/confirm", as: phone, ["mail": .text(next)])
        #expect(desk.ask(.delete, "/me/email", as: anna).status == 204)
        #expect(left() == ["anna@folf.example", "new@folf.example"])
    }

    @Test("Where no letters can be sent, that is said")
    func off() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        #expect(desk.ask(.post, "/mails", ["email": "anna@folf.example"]).problem == "mail_off")
        #expect(desk.ask(.get, "/about")["mail"] == false)
    }
}

extension DeskFixture {
    @discardableResult
    func ask(_ method: HTTPMethod, _ target: String, _ body: JSONValue) -> Reply {
        ask(method, target, as: nil, body)
    }
}

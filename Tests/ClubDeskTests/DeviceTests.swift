import Club
import Documents
import EventStore
import HTTP
import Testing

@testable import API
@testable import ClubDesk

@Suite("Devices and programs of an account")
struct DeviceTests {
    private let anna = TestToken(1)
    private let phone = TestToken(2)
    private let program = TestToken(3)

    private func desk() throws -> DeskFixture {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.signIn("anna", as: phone)
        return desk
    }

    @Test("A device that is signed out is refused from then on, and no way in takes its key again")
    func removed() throws {
        let desk = try desk()
        #expect(desk.ask(.delete, "/me/devices/\(phone.key.value)", as: anna).status == 204)
        #expect(desk.ask(.get, "/me", as: phone).problem == "signed_out")
        #expect(desk.effects.all.recalled.last?.contains(anna.person) == true)
        desk.speakers.lend { #expect($0.isRetired(phone.key)) }
        #expect(desk.signIn("anna", as: phone).problem == "signed_out")
        #expect(
            desk.ask(
                .put, "/accounts/\(DeskFixture.accountID("new"))", as: phone,
                [
                    "handle": "newname", "name": "N", "age": 0,
                    "password": .text(DeskFixture.password),
                ]
            ).problem == "signed_out")
        let link = desk.ask(.post, "/me/links", as: anna)
        let secret = link["secret"] ?? ""
        #expect(desk.ask(.post, "/sessions", as: phone, ["link": secret]).status == 202)
        desk.ask(
            .put, "/me/links/\(link["link"]?.string ?? "")", as: anna, ["approve": true])
        #expect(
            desk.ask(.post, "/sessions", as: phone, ["link": secret]).problem == "signed_out")
        let codes = desk.ask(.post, "/me/recovery-codes", as: anna)["recovery_codes"]
        #expect(
            desk.ask(
                .post, "/sessions", as: phone,
                ["handle": "anna", "recovery_code": codes?.elements?.first ?? ""]
            ).problem == "signed_out")
        #expect(
            desk.ask(.post, "/me/persons", as: anna, ["tokens": [.text(phone.text)]]).problem
                == "not_yours")
        // Again it does no harm.
        #expect(desk.ask(.delete, "/me/devices/\(phone.key.value)", as: anna).status == 204)
    }

    @Test("All others are signed out at once, and one's own stays")
    func others() throws {
        let desk = try desk()
        desk.signIn("anna", as: TestToken(4))
        #expect(desk.ask(.delete, "/me/devices?others=true", as: anna).status == 204)
        #expect(desk.ask(.get, "/me", as: phone).problem == "signed_out")
        let items = desk.ask(.get, "/me/devices", as: anna)["items"]?.elements ?? []
        #expect(items.count == 1 && items.first?["is_this"] == true)
    }

    @Test("What is signed out stays so, and linked devices stay, when the server starts again")
    func restarted() throws {
        let desk = try desk()
        desk.ask(.delete, "/me/devices/\(phone.key.value)", as: anna)
        let speakers = Speakers(try desk.store.speakers())
        #expect(speakers.isRetired(phone.key))
        #expect(speakers.account(of: anna.key) != nil)
        #expect(speakers.owner(of: anna.person) == speakers.account(of: anna.key))
    }

    @Test("A program's key reads and does nothing else, and ends when its owner wants")
    func programs() throws {
        let desk = try desk()
        let path = "/me/tokens/\(program.key.value)"
        let body: JSONValue = ["label": "club's board", "scope": "read"]
        #expect(desk.ask(.put, path, as: anna, body).status == 201)
        #expect(desk.ask(.put, path, as: anna, body).status == 204)
        #expect(desk.ask(.get, "/me", as: program).status == 200)
        #expect(desk.ask(.get, "/me/games", as: program).status == 200)
        #expect(
            desk.ask(.patch, "/me", as: program, ["name": "X"], ifMatch: "\"1\"").problem
                == "read_only_token")
        #expect(
            desk.ask(.put, "/me/tokens/\(TestToken(9).key.value)", as: program, body).problem
                == "read_only_token")
        let tokens = desk.ask(.get, "/me/tokens", as: anna)["items"]?.elements ?? []
        #expect(tokens.map { $0["label"]?.string } == ["club's board"])
        #expect(desk.ask(.delete, path, as: anna).status == 204)
        #expect(desk.ask(.get, "/me", as: program).problem == "signed_out")
    }

    @Test("A program speaks for nobody: it has no pass, and acts as none of the account's persons")
    func programsSpeakForNobody() throws {
        let desk = try desk()
        let lobby = desk.makeGame(1, as: anna)
        let body: JSONValue = ["label": "club's board", "scope": "read"]
        desk.ask(.put, "/me/tokens/\(program.key.value)", as: anna, body)
        func accepts(_ speakers: Speakers) -> Bool {
            speakers.answer(to: program.key, as: anna.person) != .stranger
        }
        desk.speakers.lend { #expect(!accepts($0)) }
        #expect(!accepts(Speakers(try desk.store.speakers())))
        let me = desk.ask(.get, "/me", as: program)["persons"]?.elements?.first
        #expect(me?["person"] != nil && me?["pass"] == nil)
        // It reads the card, but nothing that lets one in.
        let card = desk.ask(.get, "/games/\(lobby)", as: program)
        #expect(card.status == 200 && card["code"] == nil)
        #expect(desk.ask(.get, "/games/\(lobby)", as: anna)["code"] != nil)
        let history = desk.ask(.get, "/games/\(lobby)/history", as: program).body
        #expect(
            !String(decoding: history.bytes, as: UTF8.self)
                .contains("\(Identifier128(high: 9, low: 1))"))
        #expect(
            desk.ask(
                .post, "/tickets", as: program,
                ["columns": [["lobby": .text(lobby), "player": 1]]]
            ).problem == "not_found")
        #expect(desk.signIn("anna", as: program).problem == "exists")
        let tokens: JSONValue = ["tokens": [.text(program.text)]]
        #expect(desk.ask(.post, "/me/persons", as: anna, tokens).problem == "exists")
        desk.speakers.lend { #expect(!accepts($0)) }
    }

    @Test("Nobody makes a program of the key by which another one plays")
    func keysOfOthers() throws {
        let desk = try desk()
        let ben = TestToken(9)
        _ = desk.makeGame(1, as: ben)
        let body: JSONValue = ["label": "x", "scope": "read"]
        #expect(
            desk.ask(.put, "/me/tokens/\(ben.key.value)", as: anna, body).problem == "exists")
        desk.ask(.delete, "/me/tokens/\(ben.key.value)", as: anna)
        desk.speakers.lend { #expect(!$0.isRetired(ben.key)) }
        desk.signUp("ben", as: ben)
    }

    @Test("A device that is signed out while it claims brings no other key in")
    func claimsTooLate() throws {
        let desk = try desk()
        let late = TestToken(30)
        let call = try desk.call(
            .claimPersons, "/me/persons", as: phone, ["tokens": [.text(late.text)]])
        let caller = try desk.clerk.fullCaller(of: call)
        desk.ask(.delete, "/me/devices/\(phone.key.value)", as: anna)
        #expect(throws: APIProblem(.notFound)) { try desk.clerk.claimPersons(call, caller) }
        desk.speakers.lend { #expect($0.account(of: late.key) == nil) }
        #expect(try Speakers(desk.store.speakers()).owner(of: late.person) == nil)
    }

    @Test("Nobody comes in while the account is erased")
    func entersTooLate() throws {
        let desk = try desk()
        let late = TestToken(30)
        let call = try desk.call(
            .signIn, "/sessions", as: late, ["handle": "anna", "password": "a long one"])
        let id = AccountID(try #require(Identifier128(DeskFixture.accountID("anna"))))
        let account = try desk.clerk.account(id)
        let now = WallTime(milliseconds: 1)
        let gone = [anna, phone].map { RetiredEntry(.key($0.key), at: now) }
        try desk.store.retire(gone + [RetiredEntry(.person(anna.person), at: now)]) {
            (tables) throws(ClubFault) in try tables.erase(id)
        }
        #expect(throws: APIProblem(.notFound)) { try desk.clerk.enter(account, call) }
        desk.speakers.lend { #expect($0.account(of: late.key) == nil) }
    }

    @Test("A device gets another name from any device of its account, and from no other")
    func renamed() throws {
        let desk = try desk()
        let path = "/me/devices/\(phone.key.value)"
        func labels() -> [String?] {
            desk.ask(.get, "/me/devices", as: anna)["items"]?.elements?
                .filter { $0["device"]?.string == "\(phone.key.value)" }
                .map { $0["label"]?.string } ?? []
        }
        #expect(desk.ask(.put, path, as: anna, ["label": "Old phone"]).status == 204)
        #expect(labels() == ["Old phone"])
        let ben = TestToken(9)
        desk.signUp("ben", as: ben)
        #expect(desk.ask(.put, path, as: ben, ["label": "Mine"]).problem == "not_found")
        #expect(desk.ask(.put, path, as: anna, ["label": ""]).problem == "bad_field")
        #expect(labels() == ["Old phone"])
    }

    @Test("The account changes only from the state that one has seen")
    func changed() throws {
        let desk = try desk()
        let tag = try #require(desk.ask(.get, "/me", as: anna).tag)
        #expect(desk.ask(.get, "/me", as: anna, ifNoneMatch: tag).status == 304)
        #expect(
            desk.ask(.patch, "/me", as: anna, ["name": "Anna B"]).problem
                == "precondition_required")
        let changed = desk.ask(
            .patch, "/me", as: anna,
            [
                "name": "Anna B", "full_name": "Anna Björnsdóttir", "visibility": 1,
                "settings": ["language": "is", "theme": "dark", "shortcuts": ["join", "new"]],
            ], ifMatch: tag)
        #expect(changed.status == 200 && changed["name"] == "Anna B")
        #expect(changed["settings"]?["theme"] == "dark" && changed.tag != tag)
        #expect(desk.ask(.patch, "/me", as: phone, ["name": "C"], ifMatch: tag).problem == "stale")
        desk.signUp("ben", as: TestToken(9))
        let taken = desk.ask(.patch, "/me", as: anna, ["handle": "Ben"], ifMatch: changed.tag)
        #expect(taken.problem == "handle_taken" && taken["field"] == "handle")
    }

    @Test("The last way in can't be taken away")
    func lastWayIn() throws {
        let desk = try desk()
        #expect(desk.ask(.delete, "/me/password", as: anna).problem == "last_way_in")
    }
}

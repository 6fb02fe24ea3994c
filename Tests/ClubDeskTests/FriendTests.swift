import Club
import Documents
import HTTP
import Testing

@testable import ClubDesk

@Suite("Friends")
struct FriendTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let cilla = TestToken(3)

    private func desk() throws -> DeskFixture {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        return desk
    }

    private func friends(_ desk: DeskFixture, of token: TestToken) -> [String] {
        let items = desk.ask(.get, "/me/friends", as: token)["items"]?.elements ?? []
        return items.compactMap { $0["handle"]?.string }
    }

    private func requests(_ desk: DeskFixture, to token: TestToken) -> [String] {
        let inbox = desk.ask(.get, "/me/inbox", as: token)
        return (inbox["requests"]?.elements ?? []).compactMap { $0["handle"]?.string }
    }

    @Test("One asks, the other asks back, and both are friends")
    func asked() throws {
        let desk = try desk()
        #expect(desk.ask(.put, "/me/requests/ben", as: anna)["state"] == "asked")
        #expect(requests(desk, to: ben) == ["anna"] && friends(desk, of: ben).isEmpty)
        #expect(desk.ask(.put, "/me/requests/anna", as: ben)["state"] == "friends")
        #expect(friends(desk, of: anna) == ["ben"] && friends(desk, of: ben) == ["anna"])
        #expect(requests(desk, to: ben).isEmpty)
        let id = DeskFixture.accountID("ben")
        #expect(desk.ask(.delete, "/me/friends/\(id)", as: anna).status == 204)
        #expect(friends(desk, of: anna).isEmpty && friends(desk, of: ben).isEmpty)
    }

    @Test("Names that nobody has, people who don't want and oneself get the same answer")
    func unknown() throws {
        let desk = try desk()
        let asked = desk.ask(.put, "/me/requests/ben", as: anna).body
        #expect(desk.ask(.put, "/me/requests/noone", as: anna).body == asked)
        #expect(desk.ask(.put, "/me/requests/anna", as: anna).body == asked)
        desk.ask(.put, "/me/blocks/\(DeskFixture.accountID("anna"))", as: ben)
        #expect(requests(desk, to: ben).isEmpty)
        #expect(desk.ask(.put, "/me/requests/ben", as: anna).body == asked)
        #expect(requests(desk, to: ben).isEmpty)
    }

    @Test("The colour that one has chosen is seen by those who see the name")
    func colour() throws {
        let desk = try desk()
        let tag = desk.ask(.get, "/me", as: anna).tag
        desk.ask(.patch, "/me", as: anna, ["settings": ["colour": 5]], ifMatch: tag)
        desk.ask(.put, "/me/requests/ben", as: anna)
        let asks = desk.ask(.get, "/me/inbox", as: ben)["requests"]?.elements?.first
        #expect(asks?["colour"] == 5)
        desk.ask(.put, "/me/requests/anna", as: ben)
        let friend = desk.ask(.get, "/me/friends", as: ben)["items"]?.elements?.first
        #expect(friend?["handle"] == "anna" && friend?["colour"] == 5)
        #expect(desk.ask(.get, "/people/anna", as: ben)["colour"] == 5)
        #expect(desk.ask(.get, "/people/ben", as: anna)["colour"] == nil)
    }

    @Test("A request is taken back or declined by the same words")
    func declined() throws {
        let desk = try desk()
        desk.ask(.put, "/me/requests/ben", as: anna)
        #expect(desk.ask(.delete, "/me/requests/anna", as: ben).status == 204)
        #expect(requests(desk, to: ben).isEmpty)
        desk.ask(.put, "/me/requests/ben", as: anna)
        desk.ask(.delete, "/me/requests/ben", as: anna)
        #expect(requests(desk, to: ben).isEmpty)
    }

    @Test("A friend's link ends when its maker says so, and nobody else can")
    func linkEnds() throws {
        let desk = try desk()
        let secret = "000102030405060708090a0b0c0d0e0f"
        let path = "/me/invites/\(Identifier128(high: 1, low: 2))"
        desk.ask(.put, path, as: anna, ["secret": .text(secret)])
        #expect(desk.ask(.delete, path, as: ben).status == 204)
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: ben).status == 200)
        #expect(desk.ask(.delete, path, as: anna).status == 204)
        desk.signUp("cilla", as: cilla)
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: cilla).problem == "bad_code")
    }

    @Test("Whoever opens a friend's link is a friend at once, until it is too old")
    func link() throws {
        let desk = try desk()
        let secret = "000102030405060708090a0b0c0d0e0f"
        let id = "\(Identifier128(high: 1, low: 2))"
        let body: JSONValue = ["secret": .text(secret)]
        let made = desk.ask(.put, "/me/invites/\(id)", as: anna, body)
        #expect(made.status == 201 && made["expires"] != nil)
        // It isn't prolonged by asking again, and nobody is told so.
        desk.clock.advance(minutes: 60)
        let again = desk.ask(.put, "/me/invites/\(id)", as: anna, body)
        #expect(again.status == 201 && again["expires"] == made["expires"])
        let accepted = desk.ask(.put, "/me/friends/\(secret)", as: ben)
        #expect(accepted.status == 200 && accepted["handle"] == "anna")
        #expect(friends(desk, of: anna) == ["ben"])
        desk.signUp("cilla", as: cilla)
        // Whoever is blocked is told the same as of a link that is too old.
        desk.ask(.put, "/me/blocks/\(DeskFixture.accountID("cilla"))", as: anna)
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: cilla).problem == "bad_code")
        desk.ask(.delete, "/me/blocks/\(DeskFixture.accountID("cilla"))", as: anna)
        desk.clock.advance(minutes: 7 * 24 * 60 + 1)
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: cilla).problem == "bad_code")
        #expect(
            desk.ask(.put, "/me/friends/\(id)", as: cilla).problem == "bad_code")
    }

    @Test("Children have friends only in person, and never show themselves to strangers")
    func children() throws {
        let desk = try desk()
        desk.signUp("kid", as: cilla, age: 1)
        #expect(desk.ask(.put, "/me/requests/anna", as: cilla).problem == "guardian_needed")
        #expect(desk.ask(.put, "/me/requests/kid", as: anna)["state"] == "asked")
        #expect(requests(desk, to: cilla).isEmpty)
        let tag = desk.ask(.get, "/me", as: cilla).tag
        #expect(
            desk.ask(.patch, "/me", as: cilla, ["visibility": 2], ifMatch: tag).problem
                == "guardian_needed")
        let secret = "ff0102030405060708090a0b0c0d0e0f"
        desk.ask(
            .put, "/me/invites/\(Identifier128(high: 1, low: 2))", as: cilla,
            ["secret": .text(secret)])
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: anna).status == 200)
    }
}

@Suite("Who can see whom")
struct VisibilityTests {
    private let anna = TestToken(1)
    private let friend = TestToken(2)
    private let stranger = TestToken(3)

    @Test(
        "A profile is for whom its owner wants, and for all others there is nobody",
        arguments: [
            (0, [200, 200, 404, 404]), (1, [200, 200, 200, 404]), (2, [200, 200, 200, 200]),
        ] as [(Int64, [Int])])
    func profile(visibility: Int64, statuses: [Int]) throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.signUp("friend", as: friend)
        desk.signUp("stranger", as: stranger)
        desk.ask(.put, "/me/requests/friend", as: anna)
        desk.ask(.put, "/me/requests/anna", as: friend)
        let tag = desk.ask(.get, "/me", as: anna).tag
        desk.ask(
            .patch, "/me", as: anna,
            ["visibility": .integer(visibility), "full_name": "Anna Björnsdóttir"], ifMatch: tag)
        let askers: [TestToken?] = [anna, friend, stranger, nil]
        let replies = askers.map { desk.ask(.get, "/people/anna", as: $0) }
        #expect(replies.map(\.status) == statuses)
        let nobody = desk.ask(.get, "/people/noone", as: stranger).body
        for reply in replies where reply.status == 404 { #expect(reply.body == nobody) }
        // The full name is for friends; an address is for nobody.
        #expect(replies[1]["full_name"] == "Anna Björnsdóttir")
        #expect(replies[2]["full_name"] == nil && replies[3]["full_name"] == nil)
        #expect(replies[1]["state"] == "friend" && replies[0]["state"] == "self")
        let found = desk.ask(.get, "/people?name=ann", as: stranger)["items"]?.elements ?? []
        #expect(found.count == (visibility > 0 ? 1 : 0))
        for reply in replies { #expect(reply["email"] == nil) }
        // Whoever is blocked sees nobody.
        desk.ask(.put, "/me/blocks/\(DeskFixture.accountID("stranger"))", as: anna)
        #expect(desk.ask(.get, "/people/anna", as: stranger).status == 404)
        #expect(
            desk.ask(.get, "/people?name=ann", as: stranger)["items"]?.elements?.isEmpty == true)
    }
}

import Club
import Documents
import EventStore
import HTTP
import Mail
import Testing

@testable import ClubDesk

@Suite("What one does much of is nobody else's want")
struct ShareTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let cilla = TestToken(3)

    private func desk() throws -> DeskFixture {
        let desk = try DeskFixture { $0.letterAddress = "https://folf.example" }
        for (handle, token) in [("anna", anna), ("ben", ben), ("cilla", cilla)] {
            desk.signUp(handle, as: token)
        }
        return desk
    }

    private static func id(_ handle: String) -> AccountID {
        AccountID(SHA256.half(of: Array(handle.utf8)))
    }

    /// Makes so many accounts whose owners never come.
    private func crowd(_ count: Int, _ desk: DeskFixture) throws -> [AccountID] {
        let accounts = (0..<count).map { AccountID(Identifier128(high: 77, low: UInt64($0))) }
        try desk.store.changeClub { (tables) throws(ClubFault) in
            for (number, id) in accounts.enumerated() {
                guard let handle = Handle(stored: "crowd\(number)") else { continue }
                try tables.insert(
                    Account(
                        id: id, handle: handle, name: "C", mainPerson: PersonID(id.value),
                        age: .ofAge, created: WallTime(milliseconds: 1)))
            }
        }
        return accounts
    }

    private func friends(_ desk: DeskFixture, of token: TestToken) -> [String] {
        let items = desk.ask(.get, "/me/friends", as: token)["items"]?.elements ?? []
        return items.compactMap { $0["handle"]?.string }
    }

    private func befriend(
        _ handles: (String, String), _ tokens: (TestToken, TestToken), _ desk: DeskFixture
    ) {
        desk.ask(.put, "/me/requests/\(handles.1)", as: tokens.0)
        desk.ask(.put, "/me/requests/\(handles.0)", as: tokens.1)
    }

    @Test("Whom many have asked still makes friends: by asking, by a link, and by clearing up")
    func askedByMany() throws {
        let desk = try desk()
        let (max, target) = (ClubLimit.requestsReceived.max, Self.id("ben"))
        let crowd = try crowd(max, desk)
        try desk.store.changeClub { (tables) throws(ClubFault) in
            for id in crowd {
                let now = WallTime(milliseconds: 2)
                _ = try tables.ask(FriendRequest(from: id, to: target, asked: now))
            }
        }
        func asking() -> [String] {
            let inbox = desk.ask(.get, "/me/inbox", as: ben)["requests"]?.elements ?? []
            return inbox.compactMap { $0["handle"]?.string }
        }
        #expect(asking().count == max)
        // Whoever asks now isn't told that there is no room, nor that Ben exists.
        #expect(desk.ask(.put, "/me/requests/ben", as: anna)["state"] == "asked")
        #expect(!asking().contains("anna"))
        let secret = "000102030405060708090a0b0c0d0e0f"
        desk.ask(
            .put, "/me/invites/\(Identifier128(high: 3, low: 3))", as: ben,
            ["secret": .text(secret)])
        #expect(desk.ask(.put, "/me/friends/\(secret)", as: anna).status == 200)
        befriend(("ben", "cilla"), (ben, cilla), desk)
        #expect(friends(desk, of: ben) == ["anna", "cilla"])
        desk.signUp("dora", as: TestToken(4))
        desk.ask(.delete, "/me/requests/crowd7", as: ben)
        desk.ask(.put, "/me/requests/ben", as: TestToken(4))
        #expect(asking().contains("dora") && asking().count == max)
    }

    @Test("Whoever asks too many waits for answers; others ask the same people meanwhile")
    func asksMany() throws {
        let desk = try desk()
        _ = try crowd(ClubLimit.requestsMade.max + 1, desk)
        for number in 0..<ClubLimit.requestsMade.max {
            #expect(desk.ask(.put, "/me/requests/crowd\(number)", as: anna)["state"] == "asked")
        }
        let last = "/me/requests/crowd\(ClubLimit.requestsMade.max)"
        #expect(desk.ask(.put, last, as: anna).problem == "too_many")
        // Nor does it show now who is there, and who doesn't want to hear.
        desk.ask(.put, "/me/blocks/\(DeskFixture.accountID("anna"))", as: ben)
        for nobody in ["ben", "nobody.here"] {
            let reply = desk.ask(.put, "/me/requests/\(nobody)", as: anna)
            #expect(reply.problem == "too_many")
        }
        #expect(desk.ask(.put, last, as: ben)["state"] == "asked")
        desk.ask(.delete, "/me/requests/crowd0", as: anna)
        #expect(desk.ask(.put, last, as: anna)["state"] == "asked")
    }

    @Test("Whoever invites without end pushes no invitation out but their own")
    func invitesMany() throws {
        let desk = try desk()
        befriend(("anna", "cilla"), (anna, cilla), desk)
        befriend(("ben", "cilla"), (ben, cilla), desk)
        let door = Identifier128(high: 9, low: 1)
        func invite(_ number: UInt64, by token: TestToken) -> JSONValue? {
            let lobby = LobbyID(maker: token.person, nonce: Identifier128(high: 7, low: 8))
            desk.ask(
                .put, "/games/\(lobby.value)", as: token,
                [
                    "nonce": .text("\(Identifier128(high: 7, low: 8))"),
                    "invitation": .text("\(door)"),
                    "watch": .text("\(Identifier128(high: 9, low: 2))"), "name": "X",
                    "holes": [["label": "1", "par": 3]],
                ])
            let reply = desk.ask(
                .put, "/me/invitations/\(Identifier128(high: 5, low: number))", as: token,
                [
                    "lobby": .text("\(lobby.value)"), "invitation": .text("\(door)"),
                    "to": [.text(DeskFixture.accountID("cilla"))],
                ])
            return reply["items"]?.elements?.first?["state"]
        }
        #expect(invite(1, by: anna) == "open")
        for number in 2...60 as ClosedRange<UInt64> {
            desk.clock.advance(1)
            #expect(invite(number, by: ben) == "open")
        }
        let inbox = desk.ask(.get, "/me/inbox", as: cilla)["invitations"]?.elements ?? []
        let senders = inbox.compactMap { $0["from"]?["handle"]?.string }
        #expect(senders.count { $0 == "anna" } == 1)
        #expect(senders.count { $0 == "ben" } == ClubLimit.invitationsFromOne.max)
        #expect(inbox.last?["id"]?.string == "\(Identifier128(high: 5, low: 60))")
    }

    @Test("Signing up with the address of another sends them no more letters than may be")
    func lettersBySignUp() throws {
        let desk = try desk()
        for number in 0..<6 as Range<UInt64> {
            let reply = desk.ask(
                .put, "/accounts/\(Identifier128(high: 8, low: number))",
                as: TestToken(50 + number),
                [
                    "handle": .text("mallory\(number)"), "name": "M", "age": 0,
                    "password": .text(DeskFixture.password), "email": "victim@x.example",
                ], from: 100 + number)
            #expect(reply.status == 201)
        }
        let max = Int(ClubBudgets.mailsPerAddressPerHourMax)
        #expect(desk.effects.all.letters.count == max)
    }

    @Test("Nobody uses up another's ways in by mail: not by their address, nor by others'")
    func waysInByMail() throws {
        let desk = try desk()
        desk.ask(.put, "/me/email", as: anna, ["email": "anna@x.example"])
        guard case .confirmation(let link) = desk.effects.all.letters.last?.subject else {
            return #expect(Bool(false), "there is a letter")
        }
        let code = link.split(separator: "#").last.map(String.init) ?? ""
        desk.ask(.post, "/mails/confirm", as: anna, ["mail": .text(code)])
        for number in 0..<ClubBudgets.mailsPerAddressPerHourMax {
            desk.ask(.put, "/me/email", as: ben, ["email": "anna@x.example"], from: 10 + number)
        }
        for number in 0...ClubBudgets.mailsPerHourMax {
            let address = JSONValue.text("nobody\(number)@x.example")
            desk.ask(.post, "/mails", as: nil, ["email": address], from: 100 + number)
        }
        let before = desk.effects.all.letters.count
        let reply = desk.ask(.post, "/mails", as: nil, ["email": "anna@x.example"], from: 9)
        #expect(reply.status == 202 && desk.effects.all.letters.count == before + 1)
    }
}

import Club
import Documents
import EventStore
import HTTP
import Lobby
import Testing

@testable import ClubDesk

@Suite("Games by the API")
struct GameTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)

    private static let nonce = Identifier128(high: 7, low: 8)
    private static let invitation = Identifier128(high: 9, low: 1)
    private static let watch = Identifier128(high: 9, low: 2)

    private func make(
        _ desk: DeskFixture, as token: TestToken, _ change: (inout JSONObject) -> Void = { _ in }
    ) -> (lobby: String, reply: Reply) {
        let lobby = LobbyID(maker: token.person, nonce: Self.nonce)
        var body: JSONObject = [
            "nonce": .text("\(Self.nonce)"), "invitation": .text("\(Self.invitation)"),
            "watch": .text("\(Self.watch)"), "name": "Anna", "course": "Klambratún",
            "holes": [["label": "1", "par": 3], ["label": "2", "par": 4]],
        ]
        change(&body)
        let reply = desk.ask(.put, "/games/\(lobby.value)", as: token, .object(body))
        return ("\(lobby.value)", reply)
    }

    @Test("A game is made by a request, once however often it is asked for, and only by its maker")
    func made() throws {
        let desk = try DeskFixture()
        let (lobby, reply) = make(desk, as: anna)
        #expect(reply.status == 201, "\(reply.body)")
        #expect(reply["course"] == "Klambratún")
        #expect(reply["code"]?.string?.utf8.count == 6)
        let again = make(desk, as: anna).reply
        #expect(again.status == 200 && again.body == reply.body)
        let other = desk.ask(.get, "/games/\(lobby)", as: ben)
        #expect(other.status == 404)
        #expect(
            desk.ask(.put, "/games/\(Identifier128(high: 1, low: 1))", as: anna, reply.body)
                .status == 400)
        #expect(make(desk, as: ben) { $0["name"] = "\u{202E}" }.reply.status == 400)
    }

    @Test("What can't be seen on a card is refused by its name, also where only a game knows it")
    func unseen() throws {
        let desk = try DeskFixture()
        // A tag, which patterns don't reach.
        let tag: JSONValue = "\u{E0041}"
        func field(_ change: (inout JSONObject) -> Void) -> String? {
            let reply = make(desk, as: anna, change).reply
            return reply.problem == "bad_field" ? reply["field"]?.string : reply.problem
        }
        #expect(field { $0["name"] = tag } == "name")
        #expect(field { $0["course"] = tag } == "course")
        #expect(field { $0["course"] = "" } == "course")
        #expect(field { $0["holes"] = [["label": tag, "par": 3]] } == "holes")
    }

    @Test("A history is told in pages, each behind the last event of the one before")
    func historyPages() throws {
        let desk = try DeskFixture()
        let (lobby, _) = make(desk, as: anna)
        let all = desk.ask(.get, "/games/\(lobby)/history", as: anna)
        let count = all["items"]?.elements?.count ?? 0
        #expect(count > 0 && all["next"] == nil)
        for number in ["\(count)", "9007199254740991"] {
            let rest = desk.ask(.get, "/games/\(lobby)/history?after=\(number)", as: anna)
            #expect(rest["items"]?.elements?.isEmpty == true && rest["next"] == nil)
        }
        #expect(desk.ask(.get, "/games/\(lobby)/history?after=x", as: anna)["field"] == "after")
    }

    @Test("Its card is for its members, and without the code for whoever may watch")
    func card() throws {
        let desk = try DeskFixture()
        let (lobby, _) = make(desk, as: anna)
        let own = desk.ask(.get, "/games/\(lobby)", as: anna)
        #expect(own.status == 200 && own["players"]?.elements?.first?["name"] == "Anna")
        #expect(desk.ask(.get, "/games/\(lobby)", as: anna, ifNoneMatch: own.tag).status == 304)
        let watched = desk.ask(.get, "/games/\(lobby)?watch=\(Self.watch)")
        #expect(watched.status == 200 && watched["code"] == nil)
        #expect(watched["holes"] == own["holes"])
        #expect(desk.ask(.get, "/games/\(lobby)?watch=\(Self.invitation)").status == 404)
        #expect(desk.ask(.get, "/games/\(lobby)").status == 404)
        let history = desk.ask(.get, "/games/\(lobby)/history?watch=\(Self.watch)")
        let text = String(decoding: history.body.bytes, as: UTF8.self)
        #expect(history["items"]?.elements?.count == 1)
        #expect(!text.contains("\(Self.invitation)"))
        #expect(
            String(
                decoding: desk.ask(.get, "/games/\(lobby)/history", as: anna).body.bytes,
                as: UTF8.self
            ).contains("\(Self.invitation)"))
    }

    @Test("An account's games are listed, with its own part; friends are invited to them")
    func invited() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        let (lobby, _) = make(desk, as: anna)
        let games = desk.ask(.get, "/me/games", as: anna)["items"]?.elements ?? []
        #expect(games.map { $0["lobby"]?.string } == [lobby])
        #expect(games.first?["names"] == ["Anna"] && games.first?["own"] == 0)
        let id = "\(Identifier128(high: 5, low: 5))"
        func invite(_ secret: Identifier128) -> Reply {
            desk.ask(
                .put, "/me/invitations/\(id)", as: anna,
                [
                    "lobby": .text(lobby), "invitation": .text("\(secret)"),
                    "to": [.text(DeskFixture.accountID("ben"))],
                ])
        }
        #expect(invite(Self.invitation)["items"]?.elements?.first?["state"] == "refused")
        desk.ask(.put, "/me/requests/ben", as: anna)
        desk.ask(.put, "/me/requests/anna", as: ben)
        #expect(invite(Self.watch).status == 404)
        #expect(invite(Self.invitation)["items"]?.elements?.first?["state"] == "open")
        let inbox = desk.ask(.get, "/me/inbox", as: ben)
        let item = try #require(inbox["invitations"]?.elements?.first)
        #expect(item["lobby"]?.string == lobby && item["course"] == "Klambratún")
        #expect(item["invitation"]?.string == "\(Self.invitation)" && item["state"] == "open")
        #expect(item["from"]?["handle"] == "anna")
        #expect(desk.ask(.get, "/me/inbox", as: ben, ifNoneMatch: inbox.tag).status == 304)
        #expect(desk.ask(.delete, "/me/inbox/\(id)", as: ben).status == 204)
        #expect(
            desk.ask(.get, "/me/inbox", as: ben)["invitations"]?.elements?.isEmpty == true)
        // Whoever isn't in the game can't invite to it.
        #expect(
            desk.ask(
                .put, "/me/invitations/\(id)", as: ben,
                [
                    "lobby": .text(lobby), "invitation": .text("\(Self.invitation)"),
                    "to": [.text(DeskFixture.accountID("anna"))],
                ]
            ).status == 404)
    }

    @Test("Everything of one's own can be taken, and nobody else's name or address is in it")
    func exported() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let (lobby, _) = make(desk, as: anna)
        let export = desk.ask(.get, "/me/export", as: anna)
        #expect(export["account"]?["handle"] == "anna")
        #expect(export["games"]?.elements?.first?["lobby"]?.string == lobby)
        #expect(export["devices"]?.elements?.count == 1)
        #expect(export["notebook"]?.elements?.isEmpty == true)
        try desk.note("note/1", "windy", of: anna.person)
        let notes = desk.ask(.get, "/me/export", as: anna)["notebook"]?.elements
        #expect(notes?.map { $0["key"] } == ["note/1"])
        #expect(notes?.first?["value"] == "windy")
        let text = String(decoding: export.body.bytes, as: UTF8.self)
        #expect(!text.contains("argon2") && !text.contains(anna.text))
        desk.clock.advance(minutes: 6)
        #expect(desk.ask(.get, "/me/export", as: anna).problem == "not_fresh")
    }
}

@Suite("Erasing an account")
struct ErasureTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)

    @Test("The name is gone from the games, and from the file; nothing else of them changes")
    func names() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let watch = Identifier128(high: 9, low: 2)
        var lobbies: [String] = []
        for number in 0..<20 as Range<UInt64> {
            let nonce = Identifier128(high: 7, low: number)
            let lobby = "\(LobbyID(maker: anna.person, nonce: nonce).value)"
            let reply = desk.ask(
                .put, "/games/\(lobby)", as: anna,
                [
                    "nonce": .text("\(nonce)"), "watch": .text("\(watch)"),
                    "invitation": .text("\(Identifier128(high: 9, low: 1))"),
                    "name": "Anna Unmistakable", "holes": [["label": "1", "par": 3]],
                ])
            #expect(reply.status == 201)
            lobbies.append(lobby)
        }
        func card(_ lobby: String) -> Reply {
            desk.ask(.get, "/games/\(lobby)?watch=\(watch)")
        }
        let before = lobbies.map { card($0) }
        #expect(before[0]["players"]?.elements?.first?["name"] == "Anna Unmistakable")
        #expect(desk.ask(.delete, "/me", as: anna, ["handle": "anna"]).status == 204)
        for (lobby, old) in zip(lobbies, before) {
            let new = card(lobby)
            #expect(new["players"]?.elements?.first?["name"] == "Player 1")
            #expect(new["holes"] == old["holes"] && new["seq"] == old["seq"])
        }
        #expect(Set(desk.effects.all.reread.map { "\($0.value)" }) == Set(lobbies))
        #expect(!desk.fileHolds("Unmistakable"))
    }

    @Test("What goes is told before; then it is gone, and nothing brings it back")
    func erased() throws {
        let desk = try DeskFixture()
        let id = desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        desk.ask(.put, "/me/requests/ben", as: anna)
        desk.ask(.put, "/me/requests/anna", as: ben)
        let told = desk.ask(.get, "/me/erasure", as: anna)
        #expect(told["counts"]?["friends"] == 1 && told["counts"]?["devices"] == 1)
        #expect(desk.ask(.delete, "/me", as: anna, ["handle": "ben"]).problem == "bad_field")
        #expect(desk.ask(.delete, "/me", as: anna, ["handle": "anna"]).status == 204)
        #expect(desk.ask(.get, "/me", as: anna).problem == "signed_out")
        #expect(desk.signIn("anna", as: TestToken(5)).problem == "wrong_proof")
        #expect(desk.ask(.get, "/me/friends", as: ben)["items"]?.elements?.isEmpty == true)
        #expect(desk.ask(.get, "/handles/anna").status == 200)
        desk.speakers.lend { speakers in
            #expect(speakers.isErased(anna.person))
            #expect(speakers.answer(to: anna.key, as: anna.person) == .signedOut)
        }
        #expect(desk.effects.all.recalled.last?.contains(anna.person) == true)
        let restarted = Speakers(try desk.store.speakers())
        #expect(restarted.isErased(anna.person) && restarted.isRetired(anna.key))
        let account = AccountID(try #require(Identifier128(id)))
        #expect(!restarted.mayLink(TestToken(6).key, to: account))
    }
}

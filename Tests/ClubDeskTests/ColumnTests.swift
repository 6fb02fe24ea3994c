import Club
import Documents
import EventStore
import HTTP
import Lobby
import Testing

@testable import API
@testable import ClubDesk

@Suite("Columns that turn out to be somebody's")
struct ColumnTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let carl = TestToken(3)

    private func ticket(
        _ desk: DeskFixture, _ columns: [(String, Int64)], as token: TestToken
    ) throws -> String {
        let reply = offer(desk, columns, as: token)
        return try #require(reply["ticket"]?.string, "\(reply.body)")
    }

    private func offer(
        _ desk: DeskFixture, _ columns: [(String, Int64)], as token: TestToken
    ) -> Reply {
        desk.ask(
            .post, "/tickets", as: token,
            [
                "columns": .array(
                    columns.map { ["lobby": .text($0), "player": .integer($1)] })
            ])
    }

    private func states(_ reply: Reply) -> [String?] {
        reply["columns"]?.elements?.map { $0["state"]?.string } ?? []
    }

    /// Anna's locked game with Grandpa as 7 and Dora as 8; Ben and Carl have accounts.
    private func locked(_ desk: DeskFixture) throws -> String {
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        desk.signUp("carl", as: carl)
        let lobby = desk.makeGame(1, as: anna)
        try desk.addGuest(7, "Grandpa", to: lobby)
        try desk.addGuest(8, "Dora", to: lobby)
        try desk.lock(lobby)
        return lobby
    }

    @Test("Who is shown a ticket claims a guest's column, and has the game from then on")
    func claimed() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        #expect(desk.ask(.get, "/games/\(lobby)", as: ben).status == 404)
        let ticket = try ticket(desk, [(lobby, 7)], as: anna)
        let shown = desk.ask(.get, "/tickets/\(ticket)")
        #expect(states(shown) == ["free"])
        #expect(shown["columns"]?.elements?.first?["name"] == "Grandpa")
        let claim = desk.ask(.put, "/me/columns/\(ticket)", as: ben)
        #expect(claim.status == 200 && states(claim) == ["yours"])
        #expect(desk.ask(.put, "/me/columns/\(ticket)", as: ben).body == claim.body)
        let games = desk.ask(.get, "/me/games", as: ben)["items"]?.elements ?? []
        #expect(games.map { $0["lobby"]?.string } == [lobby])
        #expect(games.first?["own"] == 1)
        let card = desk.ask(.get, "/games/\(lobby)", as: ben)
        #expect(card.status == 200)
        #expect(
            desk.ask(.get, "/me/columns", as: ben)["items"]?.elements?.first?["player"] == 7)
        #expect(
            desk.ask(.get, "/me/export", as: ben)["games"]?.elements?.first?["name"] == "Grandpa")
    }

    @Test("The first has it: nobody else, nobody twice, and nobody who plays in the game")
    func refused() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        let both = try ticket(desk, [(lobby, 7), (lobby, 8)], as: anna)
        #expect(states(desk.ask(.put, "/me/columns/\(both)", as: ben)) == ["yours", "other"])
        #expect(states(desk.ask(.put, "/me/columns/\(both)", as: carl)) == ["taken", "yours"])
        #expect(states(desk.ask(.put, "/me/columns/\(both)", as: anna)) == ["taken", "taken"])
        let second = desk.makeGame(2, as: anna)
        try desk.addGuest(7, "Grandpa", to: second)
        try desk.lock(second)
        let own = try ticket(desk, [(second, 7)], as: anna)
        #expect(states(desk.ask(.get, "/tickets/\(own)", as: anna)) == ["other"])
    }

    @Test("Columns of many games are claimed with one ticket; an open game takes it in its log")
    func several() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        let open = desk.makeGame(2, as: anna)
        try desk.addGuest(5, "Grandpa", to: open)
        let ticket = try ticket(desk, [(lobby, 7), (open, 5)], as: anna)
        #expect(states(desk.ask(.put, "/me/columns/\(ticket)", as: ben)) == ["yours", "open"])
        let member = Member(
            number: MemberNumber(2), person: ben.person, player: nil, name: "Ben")
        try desk.append(
            [.joined(member), .claimed(MemberNumber(2), PlayerID(5))], to: open,
            joined: [ben.person])
        #expect(states(desk.ask(.get, "/tickets/\(ticket)", as: ben)) == ["yours", "yours"])
        #expect(states(desk.ask(.get, "/tickets/\(ticket)", as: carl)) == ["taken", "taken"])
    }

    @Test("Only members offer columns, only of guests, and only the server's tickets count")
    func offered() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        #expect(offer(desk, [(lobby, 7)], as: ben).problem == "not_found")
        #expect(offer(desk, [(lobby, 9)], as: anna).problem == "not_found")
        let own = desk.ask(.get, "/games/\(lobby)", as: anna)["players"]?.elements?
            .first { $0["name"] == "Anna" }?["player"]?.integer
        #expect(offer(desk, [(lobby, try #require(own))], as: anna).problem == "column_taken")
        let many = Array(repeating: (lobby, Int64(7)), count: APILimits.columnsMax)
        let longest = try ticket(desk, many, as: anna)
        #expect(longest.utf8.count == APILimits.ticketDigitsMax)
        #expect(offer(desk, many + [(lobby, 8)], as: anna).problem == "bad_field")
        let good = try ticket(desk, [(lobby, 7)], as: anna)
        for place in good.indices.dropLast() {
            var bad = good
            bad.replaceSubrange(place...place, with: good[place] == "A" ? "B" : "A")
            #expect(desk.ask(.get, "/tickets/\(bad)").problem == "link_gone")
        }
        desk.clock.advance(UInt64(ClubLimits.columnMilliseconds))
        #expect(desk.ask(.put, "/me/columns/\(good)", as: ben).problem == "link_gone")
        #expect(desk.ask(.get, "/tickets/\(good)").problem == "link_gone")
    }

    @Test("It is let go at any time, and taken back within 30 days; each is told, and puts it away")
    func released() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        var ticket = try ticket(desk, [(lobby, 7)], as: anna)
        func claim() throws -> String {
            let reply = desk.ask(.put, "/me/columns/\(ticket)", as: ben)
            return try #require(reply["columns"]?.elements?.first?["claim"]?.string)
        }
        func news(_ token: TestToken) -> [JSONValue] {
            desk.ask(.get, "/me/inbox", as: token)["columns"]?.elements ?? []
        }
        let first = try claim()
        #expect(news(anna).map { $0["state"] } == ["claimed"])
        #expect(news(anna).first?["by"]?["handle"] == "ben" && news(ben).isEmpty)
        #expect(desk.ask(.delete, "/me/inbox/\(first)", as: anna).status == 204)
        #expect(news(anna).isEmpty)
        #expect(desk.ask(.delete, "/columns/\(first)", as: carl).problem == "not_found")
        #expect(desk.ask(.delete, "/columns/\(first)", as: anna).status == 204)
        #expect(news(ben).map { $0["state"] } == ["undone"])
        #expect(desk.ask(.get, "/games/\(lobby)", as: ben).status == 404)
        // What was taken back isn't claimed again by the same ticket, but others still may.
        #expect(states(desk.ask(.put, "/me/columns/\(ticket)", as: ben)) == ["gone"])
        #expect(states(desk.ask(.get, "/tickets/\(ticket)", as: carl)) == ["free"])
        desk.clock.advance(1)
        ticket = try self.ticket(desk, [(lobby, 7)], as: anna)
        let second = try claim()
        #expect(second != first)
        #expect(desk.ask(.delete, "/columns/\(second)", as: ben).status == 204)
        #expect(desk.ask(.delete, "/columns/\(second)", as: ben).status == 204)
        #expect(news(anna).map { $0["state"] } == ["let_go"])
        let third = try claim()
        desk.clock.advance(UInt64(ClubLimits.columnMilliseconds) + 1)
        desk.signIn("anna", as: anna)
        #expect(desk.ask(.delete, "/columns/\(third)", as: anna).problem == "too_late")
        #expect(desk.ask(.delete, "/columns/\(third)", as: ben).status == 204)
    }

    @Test("A claim goes with the account, and the column can be claimed anew")
    func erased() throws {
        let desk = try DeskFixture()
        let lobby = try locked(desk)
        let ticket = try ticket(desk, [(lobby, 7)], as: anna)
        desk.ask(.put, "/me/columns/\(ticket)", as: ben)
        #expect(desk.ask(.delete, "/me", as: ben, ["handle": "ben"]).status == 204)
        let id = try #require(Identifier128(lobby))
        let claims = try desk.store.readClub { (tables) throws(ClubFault) in
            try tables.claims(in: LobbyID(id))
        }
        #expect(claims.isEmpty)
        #expect(states(desk.ask(.put, "/me/columns/\(ticket)", as: carl)) == ["yours"])
        #expect(
            desk.ask(.get, "/games/\(lobby)", as: anna)["players"]?.elements?
                .contains { $0["name"] == "Grandpa" } == true)
    }
}

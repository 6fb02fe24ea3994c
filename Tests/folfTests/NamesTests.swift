import Documents
import Lobby
import SyncClient
import Testing

@testable import folf

struct NamesTests {
    private func lobby(_ names: [String]) -> Lobby {
        var lobby = Sample.lobby()
        for (place, name) in names.enumerated() {
            let player = Player(id: PlayerID(100 + UInt32(place)), member: nil, name: name)
            lobby.apply(lobby.event(.playerAdded(player), received: lobby.start))
        }
        return lobby
    }

    @Test(
        "A player goes by name, its beginning in any letter case, or the column's number",
        arguments: [
            ("Anna", 1), ("anna", 1), ("AN", 1), ("b", 2), ("2", 2), ("3", 3), ("grandma", 3),
            ("ann", 1), ("annabelle", 4), ("7", 5), ("5", 5),
        ])
    func players(text: String, column: Int) throws {
        var view = try Sample.view()
        if column > 3 || text == "ann" {
            view = try Sample.view(lobby(text == "ann" ? [] : ["Annabelle", "7"]))
        }
        let found = try view.column(called: text)
        #expect(view.lobby?.columns.firstIndex(of: found) == column - 1)
    }

    @Test("An exact name goes before longer ones that begin with it")
    func exact() throws {
        let view = try Sample.view(lobby(["Annabelle"]))
        #expect(try view.column(called: "anna").id == Sample.anna)
    }

    @Test("A name as typed goes before the same in other letter case")
    func letterCase() throws {
        let view = try Sample.view(lobby(["ANNA", "anna"]))
        #expect(try view.column(called: "Anna").id == Sample.anna)
        #expect(try view.column(called: "ANNA").id == PlayerID(100))
        #expect(try view.column(called: "anna").id == PlayerID(101))
        #expect(throws: Failure.self) { try view.column(called: "aNNA") }
    }

    @Test("What fits nobody, or several, is said with the names there are")
    func unknown() throws {
        let view = try Sample.view(lobby(["Benno"]))
        for (text, sentence) in [
            ("x", "There is no player “x” on the card. There are: Anna, Ben, Grandma, Benno."),
            ("be", "“be” could be Ben, Benno. Use the column's number."),
            ("0", "There is no player “0” on the card. There are: Anna, Ben, Grandma, Benno."),
        ] {
            do throws(Failure) {
                _ = try view.column(called: text)
                Issue.record("found \(text)")
            } catch {
                #expect(error.sentence == sentence)
            }
        }
    }

    @Test("Holes go by their labels")
    func holes() throws {
        let view = try Sample.view()
        #expect(try view.hole(called: "2") == 2)
        #expect(try view.hole(called: "10a") == 3)
        #expect(throws: Failure.self) { try view.hole(called: "3") }
    }

    @Test("A guest isn't a member")
    func members() throws {
        let view = try Sample.view()
        #expect(try view.member(called: "ben") == MemberNumber(2))
        #expect(throws: Failure.self) { try view.member(called: "grandma") }
    }
}

import Club
import Courses
import Documents
import EventStore
import HTTP
import Testing

@testable import API
@testable import ClubDesk

@Suite("What people say of courses, as the API has it")
struct CourseCommentTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let cara = TestToken(3)
    private static let meadow = SampleCatalogue.entries[0]
    private static let path = "/courses/\(meadow.course.id)"

    private func desk() throws -> DeskFixture {
        try .withCourse(Self.meadow, anna, ben, steward: cara)
    }

    private func path(_ number: UInt64) -> String {
        "\(Self.path)/comments/\(Identifier128(high: 7, low: number))"
    }

    private func say(
        _ desk: DeskFixture, _ number: UInt64, _ text: String, as token: TestToken
    ) -> Reply { desk.ask(.put, path(number), as: token, ["text": .text(text)]) }

    private func tip(
        _ desk: DeskFixture, _ number: UInt64, _ text: String, hole: String = "4",
        of layout: Identifier128 = meadow.layouts[0].id
    ) -> Reply {
        desk.ask(
            .put, path(number), as: anna,
            ["tip": ["layout": .text("\(layout)"), "hole": .text(hole), "text": .text(text)]])
    }

    private func mark(
        _ desk: DeskFixture, _ number: UInt64, _ mark: JSONValue, as token: TestToken
    ) -> Reply { desk.ask(.post, path(number), as: token, ["mark": mark]) }

    private func items(_ desk: DeskFixture, as token: TestToken? = nil) -> [JSONValue] {
        desk.ask(.get, Self.path + "/comments", as: token)["items"]?.elements ?? []
    }

    @Test("What somebody says is read by all with their name, changed and taken back by them")
    func said() throws {
        let desk = try desk()
        let first = say(desk, 1, "Mind the\nditch", as: anna)
        #expect(first.status == 201 && first["own"] == .truth(true))
        #expect(say(desk, 1, "Mind the ditch on 4", as: anna).status == 200)
        #expect(say(desk, 1, "Mine", as: ben).problem == "exists")
        let item = try #require(items(desk).first)
        #expect(item["text"] == "Mind the ditch on 4" && item["by"] == "Anna")
        #expect(item["own"] == .truth(false) && item["played"] == .truth(false))
        #expect(item["may_hide"] == .truth(false) && item["state"] == "shown")
        let tag = desk.ask(.get, Self.path + "/comments").tag
        #expect(desk.ask(.get, Self.path + "/comments", ifNoneMatch: tag).status == 304)
        #expect(desk.ask(.delete, path(1), as: ben).status == 204)
        #expect(items(desk).count == 1)
        #expect(desk.ask(.delete, path(1), as: anna).status == 204)
        #expect(desk.ask(.delete, path(1), as: anna).status == 204)
        #expect(items(desk).isEmpty)
        #expect(desk.ask(.put, path(1), ["text": "a"]).status == 401)
        let unknown = "/courses/\(Identifier128(high: 9, low: 9))/comments"
        #expect(desk.ask(.get, unknown).status == 404)
        #expect(
            desk.ask(.put, "\(unknown)/\(Identifier128(high: 1, low: 1))", as: anna, ["text": "a"])
                .status == 404)
    }

    @Test("The next page comes also if the last comment of the one before is gone meanwhile")
    func pages() throws {
        let desk = try desk()
        func path(_ number: UInt64) -> String {
            "\(Self.path)/comments/\(Identifier128(high: number, low: 1))"
        }
        for number in 1...5 as ClosedRange<UInt64> {
            // Two of them in the same millisecond.
            if number != 3 { desk.clock.advance(1) }
            let said = desk.ask(.put, path(number), as: anna, ["text": .text("\(number)")])
            #expect(said.status == 201)
        }
        func page(_ more: String = "") throws -> ([JSONValue?], String) {
            let reply = desk.ask(.get, "\(Self.path)/comments?limit=2\(more)")
            let items = try #require(reply["items"]?.elements)
            return (items.map { $0["text"] }, reply["next"]?.string ?? "")
        }
        let (first, behind) = try page()
        #expect(first == ["5", "4"])
        #expect(desk.ask(.delete, path(4), as: anna).status == 204)
        let (second, further) = try page("&after=\(behind)")
        #expect(second == ["3", "2"])
        #expect(try page("&after=\(further)") == (["1"], ""))
    }

    @Test("It says who has a round there, by whichever of their persons")
    func played() throws {
        let desk = try desk()
        let lobby = desk.makeGame(1, as: anna)
        try desk.play(Self.meadow, in: lobby)
        let keeper = ResultKeeper(desk.store, desk.clerk.host, desk.clerk.crowds)
        keeper.sweep()
        desk.clock.advance(ResultKeeper.quietMilliseconds)
        keeper.sweep()
        _ = say(desk, 1, "a", as: anna)
        desk.clock.advance(1)
        _ = say(desk, 2, "b", as: ben)
        #expect(items(desk).map { $0["played"] } == [.truth(false), .truth(true)])
    }

    @Test("A tip is about a hole of a layout of the course, and takes half as much")
    func tips() throws {
        let desk = try desk()
        let long = String(repeating: "a", count: ClubLimits.tipBytesMax + 1)
        #expect(tip(desk, 1, "Left").status == 201)
        let item = try #require(items(desk).first)
        #expect(item["hole"] == "4" && item["text"] == "Left")
        #expect(item["layout"]?.string == "\(Self.meadow.layouts[0].id)")
        #expect(tip(desk, 2, "a", hole: "99").status == 404)
        #expect(tip(desk, 2, "a", of: Self.meadow.course.id).status == 404)
        for reply in [
            tip(desk, 2, long), say(desk, 2, long + long, as: anna), say(desk, 2, "", as: anna),
            say(desk, 2, "\u{1B}[2J", as: anna),
        ] {
            #expect(reply.status == 400 && reply["field"]?.string?.hasSuffix("t") == true)
        }
        #expect(desk.ask(.put, path(2), as: anna, [:]).status == 400)
        #expect(say(desk, 2, long, as: anna).status == 201)
        #expect(tip(desk, 2, "Right", hole: "5")["hole"] == "5")
    }

    @Test("A child's words aren't for everybody")
    func child() throws {
        let desk = try desk()
        let dora = TestToken(4)
        desk.signUp("dora", as: dora, age: 1)
        #expect(say(desk, 1, "Hello", as: dora).problem == "guardian_needed")
        #expect(items(desk).isEmpty)
    }

    @Test("What was reported is looked at by a steward, and stays hidden till the operator judges")
    func reported() throws {
        let desk = try desk()
        _ = say(desk, 1, "Rude", as: anna)
        #expect(mark(desk, 1, "hide", as: ben).problem == "not_yours")
        #expect(mark(desk, 1, "report", as: ben)["state"] == "shown")
        #expect(items(desk, as: ben).first?["state"] == "shown")
        #expect(items(desk, as: cara).first?["state"] == "reported")
        #expect(items(desk, as: cara).first?["may_hide"] == .truth(true))
        let inbox = desk.ask(.get, "/me/inbox", as: cara)
        let waiting = try #require(inbox["courses"]?.elements?.first)
        #expect(waiting["comments"] == 1 && waiting["changes"] == 0)
        #expect(waiting["name"]?.string == Self.meadow.course.name)
        #expect(desk.ask(.get, "/me/inbox", as: ben)["courses"]?.elements?.isEmpty == true)
        #expect(mark(desk, 1, "keep", as: cara)["state"] == "shown")
        // These words were looked at.
        #expect(mark(desk, 1, "report", as: ben).status == 200)
        #expect(items(desk, as: cara).first?["state"] == "shown")
        #expect(desk.ask(.get, "/me/inbox", as: cara)["courses"]?.elements?.isEmpty == true)

        #expect(mark(desk, 1, "hide", as: cara)["state"] == "hidden")
        #expect(items(desk).isEmpty && items(desk, as: ben).isEmpty)
        #expect(items(desk, as: anna).first?["state"] == "hidden")
        #expect(say(desk, 1, "Polite", as: anna)["state"] == "hidden")
        #expect(mark(desk, 1, "keep", as: cara).problem == "not_yours")
        #expect(mark(desk, 1, "report", as: ben).status == 404)
        let told = try desk.clerk.markedComments()
        #expect(told.map(\.by) == ["anna"] && told.map(\.course) == [Self.meadow.course.name])
        let id = told[0].comment.id
        try desk.clerk.judge(id, keep: true)
        #expect(items(desk).first?["text"] == "Polite")
        try desk.clerk.judge(id, keep: false)
        #expect(items(desk).isEmpty)
        #expect(throws: ClubFault.absent) { try desk.clerk.judge(id, keep: true) }
    }

    @Test("Nobody reads what somebody says whom they have blocked, or who has blocked them")
    func blocked() throws {
        let desk = try desk()
        _ = say(desk, 1, "a", as: anna)
        let account = try #require(desk.ask(.get, "/me", as: ben)["account"]?.string)
        #expect(desk.ask(.put, "/me/blocks/\(account)", as: anna).status < 300)
        #expect(items(desk, as: ben).isEmpty)
        _ = say(desk, 2, "b", as: ben)
        #expect(items(desk, as: anna).map { $0["text"] } == ["a"])
        #expect(items(desk).count == 2)
    }

    @Test("Who looks after a course is told once three people have found that it has changed")
    func matches() throws {
        let desk = try desk()
        let tokens = (4...6).map { TestToken($0) }
        for (place, token) in tokens.enumerated() {
            desk.signUp("player\(place)", as: token)
            let told = desk.ask(.get, Self.path + "/changes", as: cara)["mismatches"]
            #expect(told == nil)
            for _ in 1...2 {
                #expect(
                    desk.ask(.put, Self.path + "/match", as: token, ["matches": .truth(false)])
                        .status == 204)
            }
        }
        #expect(desk.ask(.get, Self.path + "/changes", as: cara)["mismatches"] == 3)
        #expect(desk.ask(.get, Self.path + "/changes", as: ben)["mismatches"] == nil)
        let inbox = desk.ask(.get, "/me/inbox", as: cara)
        #expect(inbox["courses"]?.elements?.first?["mismatches"] == 3)
        let unknown = "/courses/\(Identifier128(high: 9, low: 9))/match"
        #expect(desk.ask(.put, unknown, as: ben, ["matches": .truth(true)]).status == 404)
        #expect(desk.ask(.put, Self.path + "/match", ["matches": .truth(true)]).status == 401)
    }

    @Test("What one has said is in what one takes along")
    func export() throws {
        let desk = try desk()
        _ = say(desk, 1, "Mind the ditch", as: anna)
        let export = desk.ask(.get, "/me/export", as: anna)
        #expect(export["course_comments"]?.elements?.first?["text"] == "Mind the ditch")
    }
}

import Club
import Courses
import Documents
import EventStore
import HTTP
import Testing

@testable import API
@testable import ClubDesk

@Suite("What people do to courses")
struct SharedCourseTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let cara = TestToken(3)
    private static let meadow = SampleCatalogue.entries[0]
    private static let mine = Identifier128(high: 0xABC, low: 1)

    private func desk() throws -> DeskFixture {
        try .withCourse(Self.meadow, anna, ben, steward: cara)
    }

    private func change(
        _ desk: DeskFixture, _ number: UInt64, _ body: JSONObject, as token: TestToken,
        of course: Identifier128 = meadow.course.id
    ) -> Reply {
        var body = body
        if body["licence"] == nil { body["licence"] = "ODbL 1.0" }
        return desk.ask(
            .put, "/courses/\(course)/changes/\(Identifier128(high: 5, low: number))", as: token,
            .object(body))
    }

    private func decide(
        _ desk: DeskFixture, _ number: UInt64, _ decision: String, as token: TestToken,
        reason: String? = nil
    ) -> Reply {
        var body: JSONObject = ["decision": .text(decision)]
        body["reason"] = reason.map(JSONValue.text)
        let id = Identifier128(high: 5, low: number)
        return desk.ask(
            .post, "/courses/\(Self.meadow.course.id)/changes/\(id)", as: token, .object(body))
    }

    private func changes(
        _ desk: DeskFixture, as token: TestToken, of course: Identifier128 = meadow.course.id,
        _ query: String = ""
    ) -> Reply { desk.ask(.get, "/courses/\(course)/changes\(query)", as: token) }

    private func course(_ desk: DeskFixture, _ id: Identifier128 = meadow.course.id) -> Reply {
        desk.ask(.get, "/courses/\(id)")
    }

    private func given(_ name: String = "Behind the barn", par: Int = 3) throws -> JSONObject {
        let facts = try LayoutFacts(
            name: "2", tees: [LayoutFacts.Tee(name: "tee")],
            holes: [LayoutFacts.Hole(label: "1", par: par), LayoutFacts.Hole(label: "2", par: 3)])
        let layout = CourseLayout(
            id: Identifier128(high: 0xABC, low: 2), name: "2", series: 1, facts: facts)
        return [
            "name": .text(name), "country": "IS", "fee": "free", "layouts": [layout.whole],
        ]
    }

    @Test("A course of one's own is shown to who has its address, changed and taken back")
    func shared() throws {
        let desk = try desk()
        let path = "/courses/\(Self.mine)"
        #expect(course(desk, Self.mine).status == 404)
        let first = desk.ask(.put, path, as: anna, .object(try given()))
        #expect(first.status == 201 && first["shared"] == .truth(true))
        #expect(desk.ask(.put, path, as: anna, .object(try given())).status == 200)
        let seen = course(desk, Self.mine)
        #expect(seen["name"] == "Behind the barn" && seen["shared"] == .truth(true))
        #expect(seen["layouts"]?.elements?.first?["par"] == 6)
        #expect(desk.ask(.get, path, ifNoneMatch: seen.tag).status == 304)
        #expect(desk.ask(.put, path, as: ben, .object(try given("Mine"))).problem == "exists")
        #expect(desk.ask(.put, path, as: anna, .object(try given(par: 4)))["rev"] == 2)
        #expect(course(desk, Self.mine)["layouts"]?.elements?.first?["par"] == 7)
        let pack = desk.ask(.get, "/courses/pack/IS")
        #expect(pack["courses"]?.elements?.count == 1)
        #expect(desk.ask(.delete, path, as: ben).status == 204)
        #expect(course(desk, Self.mine).status == 200)
        #expect(desk.ask(.delete, path, as: anna).status == 204)
        #expect(course(desk, Self.mine).status == 404)
        #expect(desk.ask(.put, path, .object(try given())).status == 401)
    }

    @Test("What is wrong with a course that is shown is said by its field")
    func faults() throws {
        let desk = try desk()
        for (field, value) in [
            ("website", "javascript:alert(1)"), ("country", "I"), ("layouts", []),
            ("at", [900_000_001, 0]), ("name", ""),
        ] as [(String, JSONValue)] {
            var body = try given()
            body[field] = value
            let reply = desk.ask(.put, "/courses/\(Self.mine)", as: anna, .object(body))
            #expect(reply.status == 400 && reply.problem == "bad_field", "\(field)")
            #expect(reply["field"]?.string?.hasPrefix(field) == true, "\(reply.body)")
        }
        var large = try given()
        let facts = try LayoutFacts(
            name: "72", tees: [LayoutFacts.Tee(name: "tee")],
            holes: (1...72).map { hole in
                LayoutFacts.Hole(
                    label: "hole\(hole)", par: 3, basket: Self.meadow.course.position,
                    starts: [.init(tee: 0, lengthMetres: 99, position: Self.meadow.course.position)]
                )
            })
        large["layouts"] = .array(
            (1...4).map { number in
                CourseLayout(
                    id: Identifier128(high: 1, low: number), name: "72", facts: facts
                ).whole
            })
        let tooLarge = desk.ask(.put, "/courses/\(Self.mine)", as: anna, .object(large))
        #expect(tooLarge["field"] == "layouts")
        let taken = desk.ask(
            .put, "/courses/\(Self.meadow.course.id)", as: anna, .object(try given()))
        #expect(taken.problem == "exists")
        let sample = SampleCatalogue.entries[3].course.id
        #expect(
            desk.ask(.put, "/courses/\(sample)", as: anna, .object(try given())).problem
                == "exists")
    }

    @Test("A gap is filled at once, anything else waits for a steward, who accepts it with a tap")
    func proposed() throws {
        let desk = try desk()
        let filled = change(desk, 1, ["fields": ["fee": "500 kr"]], as: anna)
        #expect(filled.status == 201 && filled["state"] == "in_force")
        #expect(course(desk)["fee"] == "500 kr")
        let wanted = change(desk, 2, ["fields": ["name": "Meadow", "fee": ""]], as: anna)
        #expect(wanted["state"] == "proposed" && wanted["own"] == .truth(true))
        #expect(wanted["may_decide"] == .truth(false))
        #expect(change(desk, 2, ["fields": ["name": "X"]], as: anna).status == 200)
        #expect(course(desk)["name"]?.string == Self.meadow.course.name)
        let seen = changes(desk, as: cara)
        #expect(seen["role"] == "steward" && seen["shared"] == .truth(false))
        #expect(seen["items"]?.elements?.map { $0["state"] } == ["proposed", "in_force"])
        #expect(seen["items"]?.elements?.map { $0["by"] } == ["Anna", "Anna"])
        #expect(seen["items"]?.elements?.first?["may_decide"] == .truth(true))
        let parts = seen["items"]?.elements?.first?["parts"]?.elements ?? []
        #expect(parts.map { $0["what"] } == ["name", "fee"])
        #expect(parts.last?["before"] == "500 kr" && parts.last?["after"] == .nothing)
        // Others see what, and not who.
        let others = changes(desk, as: ben)
        #expect(others["role"] == nil)
        #expect(others["items"]?.elements?.allSatisfy { $0["by"] == nil } == true)
        #expect(decide(desk, 2, "accept", as: ben).problem == "not_yours")
        #expect(decide(desk, 2, "accept", as: anna).problem == "not_yours")
        #expect(decide(desk, 2, "accept", as: cara)["state"] == "in_force")
        #expect(course(desk)["name"] == "Meadow" && course(desk)["fee"] == nil)
        #expect(decide(desk, 2, "accept", as: cara).problem == "stale")
        #expect(decide(desk, 2, "undo", as: cara, reason: "Wrong")["state"] == "undone")
        #expect(course(desk)["name"]?.string == Self.meadow.course.name)
        #expect(changes(desk, as: anna)["items"]?.elements?.first?["reason"] == "Wrong")
    }

    @Test("A new version of a layout comes into force, and what was played before stays")
    func layout() throws {
        let desk = try desk()
        let old = Self.meadow.layouts[0]
        var new = old
        new.facts = try LayoutFacts(
            name: "less", tees: old.facts.tees, holes: Array(old.facts.holes.prefix(5)))
        new.series = 2
        let reply = change(desk, 1, ["layouts": [new.whole]], as: anna)
        #expect(reply["state"] == "proposed")
        let part = try #require(reply["parts"]?.elements?.first)
        #expect(part["before"]?["holes"] == 9 && part["after"]?["holes"] == 5)
        #expect(decide(desk, 1, "accept", as: cara).status == 200)
        #expect(course(desk)["layouts"]?.elements?.first?["series"] == 2)
        let kept = try desk.store.readClub { (tables) throws(ClubFault) in
            try tables.facts(of: old.id, version: old.version)
        }
        #expect(kept == old.facts)
        #expect(decide(desk, 1, "undo", as: cara).status == 200)
        #expect(
            course(desk)["layouts"]?.elements?.first?["version"]?.string == "\(old.version)")
    }

    @Test("One's own proposal can be taken back, once, and a refusal says why")
    func refused() throws {
        let desk = try desk()
        for number in 1...2 as ClosedRange<UInt64> {
            _ = change(desk, number, ["fields": ["name": "Meadow"]], as: anna)
        }
        #expect(decide(desk, 1, "refuse", as: ben).problem == "not_yours")
        #expect(decide(desk, 1, "refuse", as: anna)["state"] == "refused")
        #expect(decide(desk, 1, "refuse", as: anna).problem == "stale")
        let refused = decide(desk, 2, "refuse", as: cara, reason: "It is a wood")
        #expect(refused["state"] == "refused" && refused["reason"] == "It is a wood")
        #expect(course(desk)["name"]?.string == Self.meadow.course.name)
        let other = desk.ask(
            .post, "/courses/\(Self.mine)/changes/\(Identifier128(high: 5, low: 2))", as: cara,
            ["decision": "accept"])
        #expect(other.status == 404)
    }

    @Test("What changes nothing, or isn't agreed to, or is of no course, is refused in words")
    func none() throws {
        let desk = try desk()
        #expect(change(desk, 1, [:], as: anna)["field"] == "fields")
        #expect(change(desk, 1, ["fields": ["status": "open"]], as: anna)["field"] == "fields")
        let unagreed: JSONObject = ["fields": ["name": "M"], "licence": "none"]
        #expect(change(desk, 1, unagreed, as: anna)["field"] == "licence")
        #expect(
            change(desk, 1, ["fields": ["name": "M"]], as: anna, of: Self.mine).status == 404)
        #expect(changes(desk, as: anna, of: Self.mine).status == 404)
        #expect(changes(desk, as: anna, "?after=\(Self.mine)").status == 404)
    }

    @Test("The operator lets a course into the list, and its maker looks after it from then on")
    func published() throws {
        let desk = try desk()
        _ = desk.ask(.put, "/courses/\(Self.mine)", as: anna, .object(try given()))
        #expect(change(desk, 1, ["publish": .truth(true)], as: ben, of: Self.mine).status == 404)
        let asked = change(desk, 1, ["publish": .truth(true)], as: anna, of: Self.mine)
        #expect(asked["state"] == "proposed" && asked["publish"] == .truth(true))
        #expect(changes(desk, as: anna, of: Self.mine)["shared"] == .truth(true))
        #expect(changes(desk, as: ben, of: Self.mine).status == 404)
        let waiting = try desk.clerk.waitingCourseChanges()
        #expect(waiting.map(\.name) == ["Behind the barn"] && waiting.first?.by == "anna")
        try desk.clerk.decide(.accept, on: Identifier128(high: 5, low: 1))
        #expect(try desk.clerk.waitingCourseChanges().isEmpty)
        let pack = desk.ask(.get, "/courses/pack/IS")
        #expect(
            pack["courses"]?.elements?.compactMap { $0["name"]?.string }.sorted()
                == ["Behind the barn", Self.meadow.course.name])
        #expect(course(desk, Self.mine)["licence"] == "ODbL 1.0")
        #expect(changes(desk, as: anna, of: Self.mine)["role"] == "owner")
        let changed = change(desk, 2, ["fields": ["name": "Barn"]], as: anna, of: Self.mine)
        #expect(changed["state"] == "in_force" && changed["may_undo"] == .truth(true))
        #expect(course(desk, Self.mine)["name"] == "Barn")
        #expect(
            desk.ask(.put, "/courses/\(Self.mine)", as: anna, .object(try given())).problem
                == "exists")
        try desk.clerk.decide(.undo(reason: "No"), on: Identifier128(high: 5, low: 2))
        #expect(course(desk, Self.mine)["name"] == "Behind the barn")
    }

    @Test("What one shows and has changed can be taken along")
    func taken() throws {
        let desk = try desk()
        _ = desk.ask(.put, "/courses/\(Self.mine)", as: anna, .object(try given()))
        _ = change(desk, 1, ["fields": ["fee": "500 kr"]], as: anna)
        let taken = desk.ask(.get, "/me/export", as: anna)
        #expect(
            taken["shared_courses"]?.elements?.map { $0["name"] } == ["Behind the barn"])
        let changes = taken["course_changes"]?.elements ?? []
        #expect(changes.map { $0["state"] } == ["in_force"])
        #expect(changes.first?["parts"]?.elements?.first?["after"] == "500 kr")
        #expect(desk.ask(.get, "/me/export", as: ben)["course_changes"]?.elements == [])
    }

    @Test("Who is so young that a guardian agreed isn't named to anybody")
    func young() throws {
        let desk = try desk()
        let dora = TestToken(4)
        desk.signUp("dora", as: dora, age: 1)
        _ = change(desk, 1, ["fields": ["name": "Meadow"]], as: dora)
        let told = changes(desk, as: cara)["items"]?.elements?.first
        #expect(told?["state"] == "proposed" && told?["by"] == nil)
    }

    @Test("Changes come page by page")
    func pages() throws {
        let desk = try desk()
        for number in 1...5 as ClosedRange<UInt64> {
            _ = change(desk, number, ["fields": ["name": .text("M\(number)")]], as: anna)
            desk.clock.advance(1)
        }
        let first = changes(desk, as: anna, "?limit=3")
        #expect(first["items"]?.elements?.count == 3)
        let next = try #require(first["next"]?.string)
        let second = changes(desk, as: anna, "?limit=3&after=\(next)")
        #expect(second["items"]?.elements?.count == 2 && second["next"] == nil)
    }
}

import Club
import Courses
import Documents
import EventStore
import Testing

@testable import API
@testable import ClubDesk
@testable import HTTP

@Suite("The catalogue, as the API gives it")
struct CatalogueTests {
    private func put(_ entry: CatalogueEntry, into desk: DeskFixture) throws {
        try desk.store.changeClub { (tables) throws(ClubFault) in
            try tables.put(entry, now: WallTime(milliseconds: 1_800_000_000_000))
        }
    }

    @Test("An empty catalogue shows invented courses, which go with the first one of its own")
    func samples() throws {
        let desk = try DeskFixture()
        let pack = desk.ask(.get, "/courses/pack/IS")
        #expect(pack.status == 200 && pack["sample"] == .truth(true))
        #expect(pack["courses"]?.elements?.count == 3)
        let id = try #require(pack["courses"]?.elements?.first?["id"]?.string)
        #expect(desk.ask(.get, "/courses/\(id)").status == 200)
        let file = """
            {"format":"folf.courses","version":1,"attribution":"somebody","courses":[{"id":"x",\
            "name":"Brekka","country":"SE","layouts":[{"id":"y","name":"All","holes":[\
            {"label":"1","par":3,"tees":[{"name":"red","length_m":70}]}]}]}]}
            """
        let report = try desk.clerk.importCourses(Array(file.utf8))
        #expect(report.lines.map(\.outcome) == [.added])
        #expect(desk.ask(.get, "/courses/pack/IS")["courses"]?.elements?.isEmpty == true)
        let own = desk.ask(.get, "/courses/pack/SE")
        #expect(own["sample"] == nil)
        #expect(own["credits"]?.elements?.map { $0["text"] } == ["somebody"])
        let facts = own["courses"]?.elements?.first?["layouts"]?.elements?.first?["steps"]?.string
        #expect(
            facts == """
                {"holes":[["1",3,[],[[0,0,70]]]],"name":"All","tees":[["red","#c8102e"]]}
                """)
    }

    @Test("A pack is sent again only when a course of its country has changed")
    func tags() throws {
        let desk = try DeskFixture()
        var entry = SampleCatalogue.entries[0]
        try put(entry, into: desk)
        let first = desk.ask(.get, "/courses/pack/IS")
        let tag = try #require(first.tag)
        #expect(desk.ask(.get, "/courses/pack/IS", ifNoneMatch: tag).status == 304)
        entry.course.revision += 1
        entry.course.name = "Another"
        try put(entry, into: desk)
        let second = desk.ask(.get, "/courses/pack/IS", ifNoneMatch: tag)
        #expect(second.status == 200)
        #expect(second["courses"]?.elements?.first?["name"] == "Another")
    }

    @Test("A hundred courses with all their places are at most 30 KB as gzip")
    func size() throws {
        let desk = try DeskFixture()
        for number in 0..<100 {
            let sample = SampleCatalogue.entries[number % 3]
            let (north, east) = (Int64(number) * 7_919, Int64(number) * 104_729)
            func moved(_ position: GroundPosition?) -> GroundPosition? {
                position.flatMap {
                    GroundPosition(
                        latitudeE7: $0.latitudeE7 + north + $0.longitudeE7 % 997,
                        longitudeE7: $0.longitudeE7 + east + $0.latitudeE7 % 991)
                }
            }
            let facts = sample.layouts[0].facts
            let holes = facts.holes.prefix(9).map { hole in
                LayoutFacts.Hole(
                    label: hole.label, par: hole.par, basket: moved(hole.basket),
                    starts: hole.starts.prefix(1).map { start in
                        LayoutFacts.Start(
                            tee: start.tee, lengthMetres: start.lengthMetres,
                            position: moved(start.position))
                    })
            }
            let source = "osm:way/\(number * 7_919)"
            try put(
                CatalogueEntry(
                    course: Course(
                        id: SHA256.half(of: Array(source.utf8)), name: "Course \(number * 31)",
                        country: CountryCode("IS")!, position: moved(sample.course.position),
                        source: source, created: WallTime(milliseconds: 1_800_000_000_000),
                        changed: WallTime(milliseconds: 1_800_000_000_000)),
                    layouts: [
                        CourseLayout(
                            id: SHA256.half(of: Array("#\(source)".utf8)), name: "All",
                            facts: try LayoutFacts(
                                name: "All", tees: [facts.tees[0]], holes: Array(holes)))
                    ]), into: desk)
        }
        let call = try APITable.check(
            APIRequest(
                .coursePack, parameters: try parameters("/courses/pack/IS"),
                network: Identifier128(high: 0, low: 1), isPrivate: true))
        let answer = try desk.clerk.answer(call)
        let compressed = try #require(answer.compressed)
        #expect(compressed.count <= 30_000, "\(compressed.count)")
    }

    private func parameters(_ path: String) throws -> PathParameters {
        let pattern = PathPattern(APITable.route(.coursePack).path)
        return try #require(
            pattern.parameters(of: PathPattern.segments(of: APITable.root + path)))
    }

    @Test("What names no country, course or place of a list is a clear problem")
    func badInput() throws {
        let desk = try DeskFixture()
        #expect(desk.ask(.get, "/courses/pack/12").problem == "bad_field")
        #expect(desk.ask(.get, "/courses?country=ISL").problem == "bad_field")
        #expect(desk.ask(.get, "/courses?country=IS&after=x").problem == "bad_field")
        #expect(desk.ask(.get, "/courses").problem == "bad_field")
        let nobody = String(repeating: "0", count: 32)
        #expect(desk.ask(.get, "/courses/\(nobody)").problem == "not_found")
        #expect(desk.ask(.get, "/courses?country=IS&after=\(nobody)")["items"] == .array([]))
        #expect(desk.ask(.get, "/courses/pack/ZZ")["courses"] == .array([]))
    }
}

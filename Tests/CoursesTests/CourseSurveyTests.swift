import Documents
import Testing

@testable import Courses

/// A map as Overpass hands it out, made element by element. Places are metres to the east and north
/// of a point in the sea, about.
struct SmallMap {
    private var elements: [JSONValue] = []

    private static func place(_ east: Double, _ north: Double) -> JSONValue {
        [
            "lat": .fraction(65 + north / 111_480 + 1e-9),
            "lon": .fraction(-25 + east / 47_140 + 1e-9),
        ]
    }

    mutating func add(_ value: JSONValue) { elements.append(value) }

    mutating func node(
        _ id: Int64, _ east: Double, _ north: Double, _ tags: JSONValue
    ) {
        let place = Self.place(east, north)
        elements.append([
            "type": "node", "id": .integer(id), "lat": place["lat"]!, "lon": place["lon"]!,
            "tags": tags,
        ])
    }

    mutating func way(_ id: Int64, _ points: [(Double, Double)], _ tags: JSONValue) {
        elements.append([
            "type": "way", "id": .integer(id),
            "geometry": .array(points.map { Self.place($0.0, $0.1) }), "tags": tags,
        ])
    }

    /// A hole to the north of its tee.
    mutating func hole(
        _ id: Int64, from east: Double, _ north: Double, metres: Double = 80,
        _ tags: JSONObject = [:]
    ) {
        var tags = tags
        tags["disc_golf"] = "hole"
        if tags["par"] == nil { tags["par"] = "3" }
        way(id, [(east, north), (east, north + metres)], .object(tags))
    }

    mutating func relation(_ id: Int64, _ members: [(String, Int64)], _ tags: JSONValue) {
        elements.append([
            "type": "relation", "id": .integer(id), "tags": tags,
            "members": .array(
                members.map {
                    ["type": .text($0.0), "ref": .integer($0.1), "role": ""]
                }),
        ])
    }

    mutating func course(
        _ id: Int64, _ east: Double = 0, _ north: Double = 0, name: String = "Hafmeyjuvellir"
    ) {
        node(id, east, north, ["leisure": "disc_golf_course", "name": .text(name)])
    }

    func read() throws -> CourseImport {
        try CourseImport(
            file: (["elements": .array(elements)] as JSONValue).bytes)
    }
}

extension ImportedLayout {
    var labels: [String] { holes.map(\.label) }
    /// The ways of the first tees.
    var ways: [String] { holes.map { $0.tees[0].source ?? "" } }
}

@Suite("Courses on a map")
struct CourseSurveyTests {
    @Test(
        "are what is a disc golf course, not where disc golf is played, nor what is named as a hole"
    )
    func courses() throws {
        var map = SmallMap()
        map.course(1)
        map.node(2, 900, 0, ["sport": "disc_golf", "name": "Park"])
        for (number, name) in ["7", "Braut 7", "Hole #12", "hola 7b"].enumerated() {
            map.course(Int64(10 + number), 0, Double(number) * 2_000, name: name)
        }
        map.node(3, 0, 9_000, ["leisure": "disc_golf_course"])
        let found = try map.read()
        #expect(found.courses.map(\.name) == ["Hafmeyjuvellir", nil])
        #expect(found.codes() == [String](repeating: "named_like_hole", count: 4) + ["no_name"])
    }

    @Test("with one name within 500 m are one, that which has layouts, whatever blanks are in it")
    func twins() throws {
        var map = SmallMap()
        map.course(1, 0, 0, name: "Hafmeyju vellir")
        map.way(
            2, [(100, 0), (400, 0), (400, 300), (100, 300), (100, 0)],
            ["leisure": "disc_golf_course", "name": "hafmeyjuvellir", "fee": "yes"])
        map.course(3, 0, 1_200, name: "Hafmeyjuvellir")
        map.hole(100, from: 200, 100)
        let found = try map.read()
        #expect(found.courses.map(\.source) == ["way/2", "node/3"])
        #expect(found.courses[0].fee == "yes" && found.courses[0].layouts.count == 1)
        #expect(found.warnings.first == ImportWarning(.courseTwice, at: "way/2", "node/1"))
    }

    @Test("have the holes in their area, else those whose tee is within a kilometre of them only")
    func nearness() throws {
        var map = SmallMap()
        map.course(1, 0, 0, name: "A")
        map.way(
            2, [(300, 0), (900, 0), (900, 300), (300, 300), (300, 0)],
            ["leisure": "disc_golf_course", "name": "B"])
        map.hole(100, from: 310, 10, ["ref": "1"])
        map.hole(101, from: 0, -900, ["ref": "1"])
        map.hole(102, from: 0, -1_100, ["ref": "2"])
        let found = try map.read()
        #expect(found.courses.map { $0.layouts.map(\.ways) } == [[["way/101"]], [["way/100"]]])
        #expect(found.warnings == [ImportWarning(.holeWithoutCourse, at: "way/102")])
    }

    @Test("Of baskets without lines only the number is known")
    func baskets() throws {
        var map = SmallMap()
        map.course(1)
        for number in 0..<9 {
            map.node(10 + Int64(number), 50, Double(number) * 60, ["disc_golf": "basket"])
        }
        map.node(30, 0, 5_000, ["disc_golf": "basket"])
        let course = try #require(try map.read().courses.first)
        #expect(course.basketCount == 9 && course.layouts.isEmpty)
    }
}

@Suite("Holes on a map")
struct HoleSurveyTests {
    @Test(
        "that are drawn from basket to tee are turned; closed ones and points are passed over"
    )
    func turned() throws {
        var map = SmallMap()
        map.course(1)
        map.node(10, 0, 80, ["disc_golf": "tee"])
        map.node(11, 0, 0, ["disc_golf": "basket"])
        map.hole(100, from: 0, 0, ["ref": "1"])
        map.way(101, [(0, 0), (50, 50), (0, 0)], ["disc_golf": "hole", "ref": "2"])
        map.node(102, 0, 10, ["disc_golf": "hole", "ref": "3"])
        let found = try map.read()
        #expect(found.codes() == ["hole_turned", "hole_closed", "hole_is_node"])
        let hole = try #require(found.courses.first?.layouts.first?.holes.first)
        let (tee, basket) = try (#require(hole.tees[0].position), #require(hole.basket))
        #expect(tee.latitudeE7 > basket.latitudeE7)
    }

    @Test("have in a layout the number of their place there, whatever number they have elsewhere")
    func layoutRelations() throws {
        var map = SmallMap()
        map.course(1)
        for number in 1...3 {
            map.hole(
                99 + Int64(number), from: Double(number) * 50, 0, ["ref": .text("\(number)")])
        }
        map.relation(
            7, [("way", 102), ("node", 1), ("way", 100)],
            ["type": "disc_golf_layout", "name": "Short"])
        map.relation(8, [("node", 1)], ["type": "disc_golf_layout", "name": "Empty"])
        let found = try map.read()
        let layouts = try #require(found.courses.first).layouts
        #expect(layouts.map(\.name) == ["Short", nil])
        #expect(layouts.map(\.labels) == [["1", "2"], ["2"]])
        #expect(layouts.map(\.ways) == [["way/102", "way/100"], ["way/101"]])
        #expect(found.codes() == ["layout_without_holes"])
    }

    @Test(
        "have in the relation of their course their own number, and without one their place there")
    func courseRelations() throws {
        var map = SmallMap()
        map.course(1)
        map.hole(100, from: 0, 0, ["ref": "10A"])
        map.hole(101, from: 50, 0, ["ref": "10"])
        map.hole(102, from: 100, 0, ["ref": "2"])
        map.hole(103, from: 150, 0)
        map.relation(
            7, [("node", 1), ("way", 100), ("way", 103), ("way", 101), ("way", 102)],
            ["type": "disc_golf_course"])
        let found = try map.read()
        let layout = try #require(found.courses.first?.layouts.first)
        #expect(layout.labels == ["2", "10", "10A", "11"])
        #expect(layout.ways.last == "way/103" && layout.isOrderTrusted)
        #expect(found.warnings.isEmpty)
    }

    @Test("without numbers are walked, always to the nearest tee, and that this is a guess is told")
    func walked() throws {
        var map = SmallMap()
        map.course(1)
        map.hole(100, from: 0, 0)
        map.hole(101, from: 0, 200)
        map.hole(102, from: 0, 100)
        let found = try map.read()
        let layout = try #require(found.courses.first?.layouts.first)
        #expect(layout.ways == ["way/100", "way/102", "way/101"])
        #expect(layout.labels == ["1", "2", "3"] && !layout.isOrderTrusted)
        #expect(found.warnings == [ImportWarning(.orderGuessed, at: "node/1")])
    }

    @Test("of one number with baskets within 20 m are tees of one; farther apart the first is kept")
    func tees() throws {
        var map = SmallMap()
        map.course(1)
        map.hole(100, from: 0, 0, ["ref": "1", "colour": "red"])
        map.hole(101, from: 15, -20, metres: 100, ["ref": "1", "tee": "white", "par": "4"])
        map.hole(102, from: 60, 0, ["ref": "1"])
        map.hole(103, from: 90, 0, ["ref": "2;11"])
        let found = try map.read()
        let layout = try #require(found.courses.first?.layouts.first)
        #expect(layout.labels == ["1", "2", "11"])
        #expect(layout.holes[0].tees.map(\.name) == ["red", "white"])
        #expect(layout.holes[0].tees.map(\.par) == [3, 4] && layout.holes[0].par == 3)
        #expect(layout.ways[1...] == ["way/103", "way/103"])
        #expect(found.warnings == [ImportWarning(.twoBaskets, at: "way/102", "1")])
    }

    @Test(
        "have the length that is said, in whatever unit, else that which is drawn",
        arguments: [
            ("82", 82), ("82 m", 82), ("0.082 km", 82), ("269 ft", 82), ("90 yd", 82),
            ("82,4 m", 82), ("82m", 82), ("269'", 82),
        ])
    func lengths(text: String, metres: Int) throws {
        var map = SmallMap()
        map.course(1)
        map.hole(100, from: 0, 0, ["ref": "1", "dist": .text(text)])
        let found = try map.read()
        #expect(found.courses.first?.layouts.first?.holes.first?.lengthMetres == metres)
        #expect(found.warnings.isEmpty)
    }

    @Test(
        "whose length is far from their line keep it, and it is told; what is no length isn't kept"
    )
    func oddLengths() throws {
        var map = SmallMap()
        map.course(1)
        map.hole(100, from: 0, 0, ["ref": "1", "dist": "120"])
        map.hole(101, from: 9, 0, metres: 30, ["ref": "2", "disc_golf:length": "38"])
        map.hole(102, from: 18, 0, ["ref": "3", "dist": "far"])
        map.hole(103, from: 27, 0, ["ref": "4", "dist": "1e300"])
        map.hole(104, from: 36, 0, ["ref": "5", "par": "99"])
        let found = try map.read()
        let holes = try #require(found.courses.first?.layouts.first?.holes)
        #expect(holes.map(\.lengthMetres) == [120, 38, 80, 80, 80])
        #expect(
            found.warnings == [
                ImportWarning(.lengthDiffers, at: "way/100", "120 m, drawn 80 m"),
                ImportWarning(.badLength, at: "way/102", "far"),
                ImportWarning(.badLength, at: "way/103", "1e300"),
                ImportWarning(.badPar, at: "way/104", "99"),
                ImportWarning(.parAssumed, at: "way/104"),
            ])
    }

    @Test(
        "and courses that lie nowhere on earth, or are nothing, harm none of the others"
    )
    func hostile() throws {
        var map = SmallMap()
        map.add(["type": "node", "id": 5, "lat": 95, "lon": 1, "tags": ["disc_golf": "basket"]])
        map.add(["type": "way", "id": 6, "tags": ["disc_golf": "hole"]])
        map.add(["type": "house", "id": 6])
        map.add(nil)
        map.add(["type": "relation", "id": 9, "tags": ["leisure": "disc_golf_course"]])
        map.add(["type": "relation", "id": 10, "members": [["type": "relation", "ref": 10]]])
        map.course(1, name: "<script>alert(1)</script>\u{202E}" + String(repeating: "x", count: 99))
        let found = try map.read()
        #expect(found.courses.count == 1)
        #expect(found.courses[0].name?.utf8.count == ImportLimits.nameBytesMax)
        #expect(
            found.codes().sorted() == [
                "bad_element", "bad_element", "bad_position", "no_position", "no_position",
                "text_cut",
            ])
    }
}

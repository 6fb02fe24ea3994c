import Documents
import Testing

@testable import Courses

@Suite("The list of courses of Disc Golf Metrix")
struct MetrixCourseListTests {
    private func row(
        _ id: String, under parent: String? = nil, _ name: String, full: String? = nil,
        type: String = "1", at latitude: String = "", _ longitude: String = ""
    ) -> JSONValue {
        [
            "ID": .text(id), "ParentID": parent.map { .text($0) } ?? .nothing,
            "Name": .text(name), "Fullname": .text(full ?? name), "Type": .text(type),
            "CountryCode": "IS", "Area": "Suðurland", "City": "Álfavík", "Location": nil,
            "X": .text(latitude), "Y": .text(longitude), "Enddate": nil,
        ]
    }

    private func read(_ rows: [JSONValue]) throws -> CourseImport {
        try CourseImport(file: (["courses": .array(rows)] as JSONValue).bytes)
    }

    @Test("X is north and Y is east; layouts stand under their course, in whatever order they come")
    func order() throws {
        let found = try read([
            row("11", under: "10", "18 - Par 56", type: "2"),
            row("10", "Álfabrekka", at: "65.25", "-25.5"),
            row("12", under: "10", "9 - Par 28", type: "2"),
        ])
        #expect(found.courses.count == 1 && found.warnings.isEmpty)
        let course = try #require(found.courses.first)
        #expect(course.name == "Álfabrekka" && course.country == "IS" && course.place == "Álfavík")
        #expect(
            course.position
                == GroundPosition(latitudeE7: 652_500_000, longitudeE7: -255_000_000))
        #expect(course.layouts.map(\.name) == ["18 - Par 56", "9 - Par 28"])
        #expect(course.layouts.map(\.source) == ["11", "12"])
        let areEmpty = course.layouts.allSatisfy { $0.holes.isEmpty }
        #expect(areEmpty)
        #expect(found.licence == nil && found.attribution == "Disc Golf Metrix")
    }

    @Test(
        "A layout whose course isn't there makes it, by the name before the arrow, escaped or twice"
    )
    func orphans() throws {
        let found = try read([
            row("11", under: "10", "A &amp; B", full: "Brekka &amp;rarr; A &amp; B", type: "2"),
            row("12", under: "10", "C", full: "Brekka &rarr; C", type: "2"),
            row("13", "Alone", type: "2"),
        ])
        #expect(found.courses.map(\.name) == ["Alone", "Brekka"])
        #expect(found.courses.map(\.source) == ["13", "10"])
        #expect(found.courses[0].layouts.map(\.source) == ["13"])
        #expect(found.courses[1].layouts.map(\.name) == ["A & B", "C"])
    }

    @Test(
        "Rows without an id or twice are passed over, places that are none are told, empty ones not"
    )
    func odd() throws {
        let found = try read([
            row("10", "A"), row("10", "A"), ["ParentID": nil], 7,
            row("11", "B", at: "165.2", "12"), row("12", "C", at: "x", ""), row("13", ""),
        ])
        #expect(found.courses.map(\.name) == ["A", "B", "C", nil])
        #expect(
            found.warnings == [
                ImportWarning(.rowTwice, at: "10"), ImportWarning(.badRow, at: "3"),
                ImportWarning(.badRow, at: "4"), ImportWarning(.badPosition, at: "11"),
                ImportWarning(.badPosition, at: "12"), ImportWarning(.noName, at: "13"),
            ])
    }
}

@Suite("Courses in a form of ours")
struct FolfCoursesTests {
    private static let hole: JSONValue = [
        "label": "1", "par": 3, "basket": [650_003_000, -249_999_000],
        "tees": [["name": "red", "at": [650_000_000, -250_000_000], "length_m": 40]],
    ]

    private func read(_ course: JSONValue) throws -> CourseImport {
        let file: JSONValue = [
            "format": "folf.courses", "version": 1, "licence": "ODbL 1.0",
            "attribution": "the Mermaids' club", "courses": [course],
        ]
        return try CourseImport(file: file.bytes)
    }

    @Test("are read with their licence and who is to be named")
    func reads() throws {
        let found = try read([
            "id": "c1", "name": "Heima í garði", "at": [650_000_000, -250_000_000],
            "layouts": [["id": "l1", "name": "1 - Par 3", "holes": [Self.hole]]],
        ])
        #expect(found.warnings.isEmpty && found.licence == "ODbL 1.0")
        #expect(found.attribution == "the Mermaids' club")
        let course = try #require(found.courses.first)
        #expect(course.basketCount == 1 && course.teeCount == 1)
        let hole = try #require(course.layouts.first?.holes.first)
        #expect(hole.lengthMetres == 40 && hole.drawnMetres == 34 && !hole.isParAssumed)
    }

    @Test("What is out of range, twice or too much is told by the id of its course or layout")
    func odd() throws {
        var wild = Self.hole
        guard case .object(var fields) = wild else { return }
        fields["par"] = 0
        fields["basket"] = [900_000_001, 0]
        fields["tees"] = [["length_m": -3]]
        wild = .object(fields)
        let many = JSONValue.array([JSONValue](repeating: Self.hole, count: 73))
        let found = try read([
            "id": "c1",
            "layouts": [
                ["id": "l1", "holes": []], ["id": "l2", "holes": [wild]],
                ["id": "l3", "holes": many],
            ],
        ])
        let codes = found.codes()
        #expect(
            codes.prefix(7) == [
                "no_name", "layout_without_holes", "bad_par", "par_assumed", "bad_position",
                "bad_length", "too_many_holes",
            ])
        #expect(codes.dropFirst(7).allSatisfy { $0 == "label_twice" })
        let labels = try #require(found.courses.first?.layouts.last).labels
        #expect(labels.count == 72 && Set(labels).count == 72)
    }
}

@Suite("Courses as a table")
struct CourseTableTests {
    @Test(
        "A row is a tee, whatever stands between the fields and however lines end",
        arguments: [",", ";", "\t"])
    func separators(separator: String) throws {
        let rows = [
            [
                "course", "layout", "hole", "par", "tee", "length_m", "lat", "lon", "basket_lat",
                "basket_lon",
            ],
            [
                "\"Brekka \"\"efri\"\"\"", "9", "1", "3", "red", "", "65.0", "-25.0", "65.0003588",
                "-24.998729",
            ],
            ["\"Brekka \"\"efri\"\"\"", "9", "1", "4", "white", "110 m", "", "", "", ""],
            ["\"Brekka \"\"efri\"\"\"", "9", "2", "", "red", "90", "", "", "", ""],
        ]
        let text =
            "\u{FEFF}" + rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
        let found = try CourseImport(text)
        let course = try #require(found.courses.first)
        #expect(found.courses.count == 1 && course.name == "Brekka \"efri\"")
        let holes = try #require(course.layouts.first).holes
        #expect(holes.map(\.label) == ["1", "2"])
        #expect(holes[0].tees.map(\.par) == [3, 4])
        #expect(holes[0].tees.map(\.lengthMetres) == [72, 110])
        #expect(found.warnings == [ImportWarning(.parAssumed, at: "4")])
    }

    @Test("Warnings have the line on which a row begins, also behind a field with line breaks")
    func lines() throws {
        let found = try CourseImport("course,hole,par\n\"A\nB\",1,3\n\n,2,3\nC,1,x\nC,1,3")
        #expect(
            found.warnings == [
                ImportWarning(.badRow, at: "5"), ImportWarning(.badPar, at: "6", "x"),
                ImportWarning(.parAssumed, at: "6"), ImportWarning(.rowTwice, at: "7", "1"),
            ])
    }

    @Test("Labels that are the same once they are cut stay two holes")
    func cutLabels() throws {
        let found = try CourseImport("course,hole,par\nA,hole number one,3\nA,hole number two,4")
        let holes = try #require(found.courses.first?.layouts.first).holes
        #expect(holes.map(\.label) == ["hole num", "2"] && holes.map(\.par) == [3, 4])
        #expect(found.codes() == ["text_cut", "text_cut", "label_twice"])
    }
}

import Documents
import Testing

@testable import Courses

@Suite("Changes of courses")
struct CourseChangeTests {
    private let meadow = SampleCatalogue.entries[0]

    private func change(
        _ fields: JSONValue? = nil, _ layouts: [JSONValue] = []
    ) throws(CourseFault) -> CourseChange {
        try CourseChange(of: meadow, fields: fields, layouts: layouts)
    }

    /// A layout of so many holes.
    private func layout(
        _ id: UInt64, holes count: Int = 2, series: Int64 = 1
    ) throws -> CourseLayout {
        CourseLayout(
            id: Identifier128(high: 7, low: id), name: "Short", series: series,
            facts: try LayoutFacts(
                name: "Short", tees: [LayoutFacts.Tee(name: "red")],
                holes: (1...count).map { LayoutFacts.Hole(label: "\($0)", par: 3) }))
    }

    @Test("A whole course comes back from its JSON as it was")
    func whole() throws {
        var entry = meadow
        entry.course.fee = "1000 kr"
        entry.course.access = "Not while the school has classes"
        entry.course.website = "https://folf.example"
        entry.layouts[0].endsOn = "2027-05-01"
        entry.layouts[0].kind = .seasonal
        let bytes = JSONValue.object(entry.whole).bytes
        let (created, changed) = (entry.course.created, WallTime(milliseconds: 9))
        let read = try CatalogueEntry(
            try JSONValue(bytes), id: entry.course.id, revision: 4, created: created, now: changed)
        #expect(read.layouts == entry.layouts)
        #expect(read.course.source == CatalogueEntry.playersSource)
        #expect(read.course.revision == 4 && read.course.changed == changed)
        for field in CourseField.allCases {
            #expect(read.value(of: field) == entry.value(of: field), "\(field)")
        }
    }

    @Test(
        "What is wrong with a course is said by its field",
        arguments: [
            ("name", ""), ("name", String(repeating: "é", count: 33)), ("name", "a\u{0}b"),
            ("name", "  "), ("status", "shut"), ("website", "javascript:alert(1)"), ("at", "here"),
            ("country", "Iceland"), ("layouts", "none"),
            ("fee", String(repeating: "x", count: 257)),
        ])
    func faults(field: String, value: String) throws {
        var json = meadow.whole
        json[field] = .text(value)
        let given = JSONValue.object(json)
        #expect(throws: CourseFault.badField(field)) {
            try CatalogueEntry(
                given, id: meadow.course.id, revision: 1, created: meadow.course.created,
                now: meadow.course.created)
        }
    }

    @Test("Places beyond the poles, and layouts that are none, are refused")
    func moreFaults() throws {
        for at in [[900_000_001, 0], [0, 1_800_000_001], [0], [0, 0, 0], [.text("x"), 0]]
            as [JSONValue]
        {
            #expect(throws: CourseFault.badField("at")) { try change(["at": at]) }
        }
        let good = try layout(1)
        for (name, value) in [
            ("id", "x"), ("name", ""), ("kind", "odd"), ("status", "odd"), ("series", -1),
            ("facts", "{}"), ("facts", .nothing), ("default_tee", "gold"), ("ends_on", "soon"),
        ] as [(String, JSONValue)] {
            guard case .object(var json) = good.whole else { return }
            json[name] = value
            #expect(throws: CourseFault.badField(name)) { try change(nil, [.object(json)]) }
        }
        #expect(throws: CourseFault.badField("layouts")) {
            try change(nil, [good.whole, good.whole])
        }
    }

    @Test("A change says what was, and what is to be, and what is the same is no part of it")
    func parts() throws {
        let made = try change(["name": "Meadow", "status": "open", "fee": "free"])
        #expect(made.parts.map(\.subject) == [.field(.name), .field(.fee)])
        #expect(made.parts.map(\.before) == [.text(meadow.course.name), .nothing])
        #expect(made.parts.map(\.after) == ["Meadow", "free"])
        #expect(try CourseChange(JSONValue(made.json.bytes)) == made)
        #expect(throws: CourseFault.nothingNew) { try change(["status": "open"]) }
        #expect(throws: CourseFault.nothingNew) {
            try change(nil, [meadow.layouts[0].whole])
        }
        #expect(throws: CourseFault.nothingNew) { try change() }
    }

    @Test("Only what fills gaps is without a doubt")
    func fills() throws {
        #expect(try change(["fee": "free", "website": "https://a.example"]).fillsOnly)
        #expect(try !change(["fee": "free", "name": "Meadow"]).fillsOnly)
        #expect(try !change(["status": "closed"]).fillsOnly)
        #expect(try !change(["place": .nothing]).fillsOnly)
        #expect(try !change(nil, [layout(1).whole]).fillsOnly)
    }

    @Test("It is carried out and undone, field by field and layout by layout")
    func applied() throws {
        var changed = meadow.layouts[0]
        changed.facts = try layout(1, holes: 3).facts
        changed.series = 2
        changed.defaultTee = nil
        let made = try change(
            ["name": "Meadow", "at": .nothing, "access": "by the gate"],
            [changed.whole, layout(2).whole])
        let after = try made.applied(to: meadow)
        #expect(after.course.name == "Meadow" && after.course.position == nil)
        #expect(after.layouts == [changed, try layout(2)])
        let old = meadow.layouts[0]
        #expect(made.versionsBefore.map(\.layout) == [old.id])
        #expect(made.versionsBefore.map(\.version) == [old.version])
        #expect(try made.undone(in: after, facts: [old.id: old.facts]) == meadow)
        #expect(throws: CourseFault.badField("facts")) {
            try made.undone(in: after, facts: [:])
        }
    }

    @Test("It is stale once something of it isn't what it was, and not for anything else")
    func stale() throws {
        let made = try change(["fee": "free"], [layout(2).whole])
        var other = meadow
        other.course.name = "Other"
        #expect(try made.applied(to: other).course.fee == "free")
        other.course.fee = "1 kr"
        #expect(throws: CourseFault.stale) { try made.applied(to: other) }
        let after = try made.applied(to: meadow)
        #expect(throws: CourseFault.stale) { try made.applied(to: after) }
        var later = after
        later.layouts[1].name = "Shorter"
        #expect(throws: CourseFault.stale) { try made.undone(in: later, facts: [:]) }
    }

    @Test("A course has no more layouts than its limit")
    func tooMany() throws {
        let most = CatalogueLimits.layoutsPerCourseMax
        let layouts = try (1...most - 1).map { try layout(UInt64($0)).whole }
        let full = try change(nil, layouts).applied(to: meadow)
        #expect(full.layouts.count == most)
        let one = [try layout(99).whole]
        #expect(throws: CourseFault.tooManyLayouts) {
            try CourseChange(of: full, fields: nil, layouts: one)
        }
    }

    @Test("What no server has written is no change")
    func unreadable() throws {
        for text in [
            "{}", "[]", "[1]", #"[{"what":"x","before":1,"after":2}]"#,
            #"[{"what":"layout","before":null,"after":{}}]"#, #"[{"what":"fee","after":"x"}]"#,
        ] {
            #expect(CourseChange(try JSONValue(Array(text.utf8))) == nil, "\(text)")
        }
    }
}

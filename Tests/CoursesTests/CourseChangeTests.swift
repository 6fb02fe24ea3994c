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

    /// Like the first layout of the meadow, and played no more.
    private func twin(
        of layout: CourseLayout, series: Int64 = 1, status: CourseLayout.Status = .archived
    ) -> CourseLayout {
        var twin = CourseLayout(
            id: Identifier128(high: 7, low: 9), name: "Twin", status: status, facts: layout.facts)
        twin.sameAs = LayoutSeries(layout: layout.id, series: series)
        return twin
    }

    @Test("Layouts are merged that have the same holes and pars, and can be taken apart again")
    func merging() throws {
        let first = meadow.layouts[0]
        var apart = meadow
        apart.layouts.append(twin(of: first))
        apart.layouts[1].sameAs = nil
        let made = try CourseChange(
            of: apart, fields: nil, layouts: [twin(of: first, series: first.series).whole])
        #expect(try CourseChange(JSONValue(made.json.bytes)) == made)
        let merged = try made.applied(to: apart)
        #expect(merged.layouts(countingAs: first).map(\.name) == ["Twin"])
        #expect(merged.layouts(countingAs: merged.layouts[1]).isEmpty)
        let bytes = JSONValue.object(merged.whole).bytes
        let read = try CatalogueEntry(
            try JSONValue(bytes), id: meadow.course.id, revision: 1,
            created: meadow.course.created, now: meadow.course.created)
        #expect(read.layouts == merged.layouts)
        let facts = [apart.layouts[1].id: first.facts]
        #expect(try made.undone(in: merged, facts: facts) == apart)
    }

    @Test("What is played, has other holes, isn't there or is merged itself can't be merged with")
    func wrongMerging() throws {
        let first = meadow.layouts[0]
        func isRefused(_ layouts: CourseLayout...) -> Bool {
            do throws(CourseFault) {
                _ = try change(nil, layouts.map(\.whole))
                return false
            } catch {
                return error == .badField("same_as")
            }
        }
        #expect(!isRefused(twin(of: first)))
        #expect(isRefused(twin(of: first, status: .offered)))
        #expect(isRefused(twin(of: first, status: .notNow)))
        #expect(isRefused(twin(of: first, series: 2)))
        var other = twin(of: first)
        other.facts = try layout(1).facts
        #expect(isRefused(other))
        #expect(isRefused(twin(of: try layout(5))))
        var itself = twin(of: first)
        itself.sameAs = LayoutSeries(layout: itself.id, series: 1)
        #expect(isRefused(itself))
        var chained = twin(of: twin(of: first))
        chained = CourseLayout(
            id: Identifier128(high: 7, low: 10), name: "Third", status: .archived,
            sameAs: chained.sameAs, facts: first.facts)
        #expect(isRefused(twin(of: first), chained))
    }

    @Test("A layout that gets another series or other labels has the rounds of merged ones no more")
    func mergedNoMore() throws {
        var merged = meadow
        merged.layouts.append(twin(of: meadow.layouts[0]))
        var changed = merged.layouts[0]
        changed.series = 2
        var later = try CourseChange(of: merged, fields: nil, layouts: [changed.whole])
            .applied(to: merged)
        #expect(later.layouts(countingAs: later.layouts[0]).isEmpty)
        changed = merged.layouts[0]
        var holes = changed.facts.holes
        holes[0] = LayoutFacts.Hole(label: "A", par: holes[0].par, starts: holes[0].starts)
        changed.facts = try LayoutFacts(
            name: changed.facts.name, tees: changed.facts.tees, holes: holes)
        later = try CourseChange(of: merged, fields: nil, layouts: [changed.whole])
            .applied(to: merged)
        #expect(later.layouts(countingAs: later.layouts[0]).isEmpty)
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

import Club
import Courses
import Documents
import Testing

@testable import EventStore

@Suite("The catalogue in the store")
struct CatalogueTableTests {
    let folder = try! ScratchFolder()
    private let iceland = CountryCode("IS")!

    @Test("A course comes back as it was put in, also after a restart")
    func kept() throws {
        var store = try EventStore(folder: folder.data)
        for entry in SampleCatalogue.entries {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.put(entry, now: .day(1))
            }
        }
        store.close()
        store = try EventStore(folder: folder.data)
        try store.readCatalogue { (tables) throws(ClubFault) in
            for entry in SampleCatalogue.entries {
                #expect(try tables.entry(entry.course.id) == entry)
            }
            let countries = try tables.countries()
            #expect(countries.map(\.country.description) == ["IS", "SE"])
            #expect(countries.map(\.courseCount) == [3, 2])
        }
    }

    @Test("Courses come page by page, by name, and are found by what sounds like a part of it")
    func pages() throws {
        let store = try EventStore(folder: folder.data)
        let names = ["Þorlákshöfn", "Öskjuhlíð", "Arnarnes", "Klambratún", "Vífilsstaðir"]
        for name in names {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.put(Self.entry(named: name), now: .day(1))
            }
        }
        let iceland = iceland
        try store.readClub { (tables) throws(ClubFault) in
            var found: [String] = []
            var after: (String, Identifier128)?
            while case let page = try tables.courses(in: iceland, after: after, countMax: 2),
                let last = page.last
            {
                found += page.map(\.name)
                after = (SearchName(last.name).folded, last.id)
            }
            #expect(
                found == ["Arnarnes", "Klambratún", "Öskjuhlíð", "Þorlákshöfn", "Vífilsstaðir"])
            for (typed, name) in [
                ("torlaks", "Þorlákshöfn"), ("oskuhl", "Öskjuhlíð"), ("klambratun", "Klambratún"),
            ] {
                let loose = SearchName(typed).loose
                let hits = try tables.courses(
                    in: iceland, with: loose, after: nil, countMax: 9)
                #expect(hits.map(\.name) == (typed == "oskuhl" ? [] : [name]), "\(typed)")
            }
        }
    }

    @Test("A version that was played stays as it was when the layout changes")
    func versions() throws {
        let store = try EventStore(folder: folder.data)
        let old = SampleCatalogue.entries[0]
        var new = old
        new.layouts[0].facts = try LayoutFacts(
            name: "less", tees: [], holes: [LayoutFacts.Hole(label: "1", par: 3)])
        new.course.revision = 2
        for entry in [old, new] {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.put(entry, now: .day(1))
            }
        }
        let (layout, iceland, changed) = (old.layouts[0], iceland, new)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.facts(of: layout.id, version: layout.version) == layout.facts)
            #expect(try tables.entry(changed.course.id) == changed)
            #expect(try tables.catalogueStamp(of: iceland)?.revisions == 2)
        }
    }

    @Test("A folder from before layouts could be merged goes on, and keeps what is merged then")
    func merged() throws {
        let entry = SampleCatalogue.entries[0]
        var store = try EventStore(folder: folder.data)
        func put(_ entry: CatalogueEntry) throws {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.put(entry, now: .day(1))
            }
        }
        func reopened(_ edits: String = "") throws -> CatalogueEntry? {
            store.close()
            try folder.edit(edits)
            store = try EventStore(folder: folder.data)
            return try store.readClub { (tables) throws(ClubFault) in
                try tables.entry(entry.course.id)
            }
        }
        try put(entry)
        let before = Schema.migrations.firstIndex(of: CourseSchema.merging) ?? 0
        let old = try reopened(
            """
            ALTER TABLE layouts DROP COLUMN same_as; ALTER TABLE layouts DROP COLUMN same_series;
            PRAGMA user_version = \(before)
            """)
        #expect(old == entry)
        var merged = entry
        let layout = entry.layouts[0]
        var twin = CourseLayout(
            id: .test(9), name: "Twin", status: .archived, facts: layout.facts)
        twin.sameAs = LayoutSeries(layout: layout.id, series: layout.series)
        merged.layouts.append(twin)
        try put(merged)
        #expect(try reopened() == merged)
        let other = Identifier128.test(10)
        let damaged = try reopened("UPDATE layouts SET same_as = x'\(other)' WHERE same_series = 1")
        #expect(damaged?.layouts.count == 1)
    }

    @Test("A layout has no more versions than its limit, and what is too much changes nothing")
    func tooManyVersions() throws {
        let store = try EventStore(folder: folder.data)
        func put(_ length: Int) throws {
            var entry = SampleCatalogue.entries[0]
            let start = LayoutFacts.Start(tee: 0, lengthMetres: length)
            entry.layouts[0].facts = try LayoutFacts(
                name: "x", tees: [LayoutFacts.Tee(name: "red")],
                holes: [LayoutFacts.Hole(label: "1", par: 3, starts: [start])])
            let changed = entry
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.put(changed, now: .day(1))
            }
        }
        for length in 1...ClubLimit.layoutVersions.max { try put(length) }
        #expect(throws: ClubFault.tooMany(.layoutVersions)) { try put(1_000) }
        let id = SampleCatalogue.entries[0].course.id
        let last = try store.readClub { (tables) throws(ClubFault) in try tables.entry(id) }
        #expect(last?.layouts[0].facts.lengthMetres == ClubLimit.layoutVersions.max)
        try put(1)
    }

    private static func entry(named name: String) -> CatalogueEntry {
        CatalogueEntry(
            course: Course(
                id: SHA256.half(of: Array(name.utf8)), name: name, country: CountryCode("IS")!,
                source: name, created: .day(1), changed: .day(1)), layouts: [])
    }
}

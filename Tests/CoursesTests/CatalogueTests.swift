import Documents
import Testing

@testable import Courses

@Suite("Courses of a file as the catalogue takes them")
struct CatalogueTests {
    private static let iceland = CountryCode("is")
    private static let now = WallTime(milliseconds: 1_800_000_000_000)

    private func imported(
        pars: [Int] = [3, 3, 4], lengths: [Int?] = [70, 80, 120], layout: String? = "way/1"
    ) -> ImportedCourse {
        var course = ImportedCourse(name: "Brekka", source: "node/1")
        let holes = zip(pars, lengths).enumerated().map { place, hole in
            ImportedHole(
                label: "\(place + 1)", par: hole.0, isParAssumed: false, lengthMetres: hole.1,
                basket: nil, tees: [])
        }
        course.layouts = [ImportedLayout(name: "All", source: layout, holes: holes)]
        return course
    }

    private func entry(
        _ course: ImportedCourse, country: CountryCode? = iceland
    ) throws(CatalogueDoubt) -> (entry: CatalogueEntry, doubts: [CatalogueDoubt]) {
        var doubts: [CatalogueDoubt] = []
        let entry = try CatalogueEntry(
            course, country: country, licence: "ODbL 1.0", credit: "somebody", now: Self.now,
            doubts: &doubts)
        return (entry, doubts)
    }

    private func following(
        _ new: ImportedCourse, _ old: CatalogueEntry
    ) throws -> (entry: CatalogueEntry, outcome: CatalogueOutcome, doubts: [CatalogueDoubt]) {
        var doubts: [CatalogueDoubt] = []
        let later = WallTime(milliseconds: Self.now.milliseconds + 1)
        let (entry, outcome) = try entry(new).entry.following(old, now: later, doubts: &doubts)
        return (entry, outcome, doubts)
    }

    @Test("A country is two letters, in whatever case")
    func countries() {
        #expect(CountryCode("is")?.description == "IS")
        for text in ["", "I", "ISL", "I1", "í", "  ", "@@", "iS\n"] {
            #expect(CountryCode(text) == nil, "\(text)")
        }
    }

    @Test("A file that is imported twice changes nothing")
    func twice() throws {
        let old = try entry(imported()).entry
        let again = try following(imported(), old)
        #expect(again.outcome == .unchanged)
        #expect(again.entry == old)
        #expect(again.doubts.isEmpty)
    }

    @Test("Better lengths are the same series; other pars or holes, or much other lengths, are not")
    func series() throws {
        let old = try entry(imported()).entry
        let better = try following(imported(lengths: [75, 80, 120]), old)
        #expect(better.outcome == .changed && better.entry.course.revision == 2)
        #expect(better.entry.layouts[0].series == 1)
        #expect(better.entry.layouts[0].version != old.layouts[0].version)
        let other = try following(imported(pars: [3, 4, 4]), old)
        #expect(other.entry.layouts[0].series == 2)
        let longer = try following(imported(lengths: [70, 110, 120]), old)
        #expect(longer.entry.layouts[0].series == 2)
        let added = try following(imported(pars: [3, 3, 4, 3], lengths: [70, 80, 120, 60]), old)
        #expect(added.entry.layouts[0].series == 2)
    }

    @Test("A layout that the file has no more stays, and is told to be doubtful")
    func missing() throws {
        let old = try entry(imported()).entry
        let other = try following(imported(layout: "way/2"), old)
        #expect(other.entry.layouts.count == 2)
        #expect(other.doubts == [CatalogueDoubt(.layoutMissing, "All")])
    }

    @Test("Without a name, or a country that anybody says, a course isn't taken")
    func refused() throws {
        var nameless = imported()
        nameless.name = nil
        #expect(throws: CatalogueDoubt(.noName)) { try entry(nameless) }
        #expect(throws: CatalogueDoubt(.noCountry)) { try entry(imported(), country: nil) }
        var said = imported()
        said.country = "se"
        #expect(try entry(said, country: nil).entry.course.country.description == "SE")
        said.country = "Sweden"
        #expect(try entry(said).entry.course.country.description == "IS")
    }

    @Test("Facts that are too many to be kept lose their places first, and that is told")
    func cut() throws {
        var course = imported()
        let position = GroundPosition(latitudeE7: -899_999_999, longitudeE7: -1_799_999_999)
        course.layouts[0].holes = (1...72).map { number in
            let tees = (1...8).map { tee in
                ImportedTee(
                    name: "tee \(tee)", position: position, lengthMetres: 100 + tee, par: 3)
            }
            return ImportedHole(
                label: "\(number)", par: 3, isParAssumed: false, basket: position, tees: tees)
        }
        let (entry, doubts) = try entry(course)
        #expect(doubts == [CatalogueDoubt(.factsCut, "All")])
        let facts = try #require(entry.layouts.first?.facts)
        #expect(facts.bytes.count <= LayoutFacts.bytesMax)
        #expect(facts.holes.allSatisfy { $0.basket == nil && $0.starts.count == 8 })
        #expect(facts.lengthMetres == 72 * 101)
    }

    @Test("What is exported is the same course when it is imported again")
    func exported() throws {
        for entry in SampleCatalogue.entries {
            let file = FolfCoursesFile.json([entry], licence: nil, attribution: "somebody")
            let read = try CourseImport(file: file.bytes)
            #expect(read.warnings.isEmpty)
            let course = try #require(read.courses.first)
            let again = try self.entry(course).entry
            #expect(again.course.id == entry.course.id && again.course.name == entry.course.name)
            #expect(again.layouts == entry.layouts)
        }
    }

    @Test("The examples say that they are invented, and lie where their country is")
    func samples() {
        #expect(SampleCatalogue.entries.count >= 5)
        #expect(
            Set(SampleCatalogue.entries.map(\.course.id)).count == SampleCatalogue.entries.count)
        for entry in SampleCatalogue.entries {
            #expect(entry.course.name.contains("invented"))
            #expect(entry.course.source.hasPrefix(SampleCatalogue.sourcePrefix))
            let facts = entry.layouts[0].facts
            #expect(facts.tees.map(\.name) == ["red", "white"])
            for hole in facts.holes {
                guard let basket = hole.basket, let start = hole.starts.first,
                    let tee = start.position, let length = start.lengthMetres
                else {
                    Issue.record("\(entry.course.name) \(hole.label)")
                    continue
                }
                #expect(abs(tee.metres(to: basket) - Double(length)) < 3)
            }
        }
    }
}

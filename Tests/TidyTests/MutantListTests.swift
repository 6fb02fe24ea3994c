import Foundation
import Testing

/// The deliberate faults of Scripts/mutants fit the sources as they are now.
@Suite struct MutantListTests {
    private static let list = PlannedMutant.read(
        Repository.text(of: "Tests/Mutants/mutants.txt") ?? "")

    @Test("There are at least forty mutants, each with a name of its own")
    func manyWithNames() {
        #expect(Self.list.unread == [])
        #expect(Self.list.mutants.count >= 40)
        #expect(Set(Self.list.mutants.map(\.name)).count == Self.list.mutants.count)
    }

    @Test("A mutant's text is in its file exactly once", arguments: list.mutants)
    func textFits(_ mutant: PlannedMutant) throws {
        for change in mutant.changes {
            let text = try #require(Repository.text(of: change.path), "\(change.path) is there")
            let count = text.components(separatedBy: change.original).count - 1
            #expect(count == 1, "\(change.path): \(change.original)")
        }
    }

    @Test("A mutant is told in a sentence and has a switch", arguments: list.mutants)
    func isToldAndSwitched(_ mutant: PlannedMutant) {
        #expect(mutant.sentence.hasSuffix("."))
        #expect(mutant.sentence.contains(" "))
        for change in mutant.changes {
            #expect(change.path.hasPrefix("Sources/"))
            #expect(change.replacement.contains("MUTANT"))
            #expect(!change.original.contains("MUTANT"))
        }
    }

    @Test("Who must catch a mutant is the simulator or a suite of tests", arguments: list.mutants)
    func catcherExists(_ mutant: PlannedMutant) {
        #expect(!mutant.catchers.isEmpty)
        for catcher in mutant.catchers where catcher != "simulator" {
            let files = Repository.paths.filter {
                $0.hasPrefix("Tests/") && $0.hasSuffix("/\(catcher).swift")
            }
            #expect(files.count == 1, "\(catcher)")
        }
    }

    @Test("A block that lacks a line isn't taken for a mutant, and isn't passed over")
    func unreadBlocks() {
        let whole = "a, caught by simulator\nIt breaks.\nSources/A.swift\n- x\n+ MUTANT"
        #expect(PlannedMutant.read(whole).mutants.count == 1)
        #expect(PlannedMutant.read(whole).unread == [])
        for line in ["It breaks.\n", "Sources/A.swift\n", "- x\n"] {
            let list = PlannedMutant.read(
                whole.components(separatedBy: line).joined() + "\n\n" + whole)
            #expect(list.mutants.count == 1)
            #expect(list.unread == ["a, caught by simulator"])
        }
        #expect(PlannedMutant.read("# A heading\n\nWords.\n").unread == [])
    }
}

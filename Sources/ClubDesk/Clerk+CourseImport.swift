import Club
package import Courses
import Documents
import EventStore

/// What has become of a file of courses, one of them at a time.
package struct CourseImportReport: Sendable {
    package struct Line: Sendable {
        package let name: String
        package let source: String
        /// Nil for one that wasn't taken.
        package let outcome: CatalogueOutcome?
        package let doubts: [CatalogueDoubt]
    }

    package let lines: [Line]
    package let warnings: [ImportWarning]
}

extension Clerk {
    /// Puts the courses of a file into the catalogue, each of them whole or not at all.
    func importCourses(_ file: [UInt8]) throws(ImportRefusal) -> CourseImportReport {
        let found = try CourseImport(file: file)
        let lines = found.courses.map { imported in
            add(imported, licence: found.licence, credit: found.attribution)
        }
        return CourseImportReport(lines: lines, warnings: found.warnings)
    }

    private func add(
        _ imported: ImportedCourse, licence: String?, credit: String?
    ) -> CourseImportReport.Line {
        let now = host.wall()
        func line(
            _ outcome: CatalogueOutcome?, _ doubts: [CatalogueDoubt]
        ) -> CourseImportReport.Line {
            CourseImportReport.Line(
                name: imported.name ?? "", source: imported.source, outcome: outcome,
                doubts: doubts)
        }
        do throws(CatalogueDoubt) {
            var doubts: [CatalogueDoubt] = []
            let new = try CatalogueEntry(
                imported, country: nil, licence: licence, credit: credit, now: now,
                doubts: &doubts)
            let (outcome, more) = try put(new, now: now)
            return line(outcome, doubts + more)
        } catch {
            return line(nil, [error])
        }
    }

    private func put(
        _ new: CatalogueEntry, now: WallTime
    ) throws(CatalogueDoubt) -> (CatalogueOutcome, [CatalogueDoubt]) {
        do throws(ClubFault) {
            return try store.changeClub { (tables) throws(ClubFault) in
                var doubts: [CatalogueDoubt] = []
                let old = try tables.entry(new.course.id)
                let (entry, outcome) = new.following(old, now: now, doubts: &doubts)
                if outcome != .unchanged { try tables.put(entry, now: now) }
                return (outcome, doubts)
            }
        } catch {
            throw CatalogueDoubt(.notKept, "\(error)")
        }
    }
}

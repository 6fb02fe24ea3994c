import Documents

@testable import Courses

/// A file that somebody wants to import. Whatever it is, what is read of it keeps to the limits, is
/// the same when it is read again, and can be told.
enum CoursesTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let read: CourseImport
        do throws(ImportRefusal) {
            read = try CourseImport(file: input)
        } catch {
            return
        }
        let again = try? CourseImport(file: input)
        try expect(again == read, "the same file is read in two ways")
        try expect(read.courses.count <= ImportLimits.coursesMax, "too many courses")
        try expect(read.warnings.count <= ImportLimits.warningsMax + 1, "too many warnings")
        for course in read.courses { try check(course) }
        let told = try? JSONValue(read.json.bytes)
        try expect(told == read.json, "what was read can't be told")
    }

    private static func check(_ course: ImportedCourse) throws(Finding) {
        try checkText(course.name, bytesMax: ImportLimits.nameBytesMax)
        for text in [course.country, course.place, course.fee, course.access, course.website] {
            try checkText(text, bytesMax: ImportLimits.textBytesMax)
        }
        try expect(
            course.layouts.count <= ImportLimits.layoutsPerCourseMax, "too many layouts")
        for layout in course.layouts {
            try checkText(layout.name, bytesMax: ImportLimits.nameBytesMax)
            try expect(layout.holes.count <= ImportLimits.holesPerLayoutMax, "too many holes")
            let labels = layout.holes.map(\.label)
            try expect(Set(labels).count == labels.count, "a label stands twice")
            for hole in layout.holes { try check(hole) }
        }
    }

    private static func check(_ hole: ImportedHole) throws(Finding) {
        try expect(
            (1...ImportLimits.labelBytesMax).contains(hole.label.utf8.count), "a label's length")
        try expect(hole.tees.count <= ImportLimits.teesPerHoleMax, "too many tees")
        for par in [hole.par] + hole.tees.map(\.par) {
            try expect(ImportLimits.pars.contains(par), "a par of \(par)")
        }
        for tee in hole.tees { try checkText(tee.name, bytesMax: ImportLimits.nameBytesMax) }
    }

    private static func checkText(_ text: String?, bytesMax: Int) throws(Finding) {
        try expect((text?.utf8.count ?? 0) <= bytesMax, "a text that is too long")
    }
}

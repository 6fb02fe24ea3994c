import Foundation
import Testing

@testable import Courses

@Suite("The files with courses that the README shows")
struct ReadmeCoursesTests {
    /// The text between a fence of that kind and the next one.
    private func example(_ kind: String) throws -> [UInt8] {
        let readme = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## A file with courses").last)
        let behind = try #require(section.components(separatedBy: "```\(kind)\n").dropFirst().first)
        return Array(try #require(behind.components(separatedBy: "```").first).utf8)
    }

    @Test("are read without a warning, and hold the same course", arguments: ["json", "csv"])
    func examples(kind: String) throws {
        let found = try CourseImport(file: example(kind))
        #expect(found.warnings.isEmpty, "\(found.warnings)")
        let course = try #require(found.courses.first)
        #expect(found.courses.count == 1 && course.name == "Álfabrekka" && course.country == "IS")
        #expect(course.layouts.map(\.name) == ["3 holes"])
        #expect(course.layouts.first?.holes.map(\.label) == ["1", "2", "10A"])
        #expect(course.layouts.first?.holes.map(\.par) == [3, 3, 4])
    }
}

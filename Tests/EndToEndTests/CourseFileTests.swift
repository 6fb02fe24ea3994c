import Foundation
import TestSupport
import Testing

@Suite("folfd import courses says what a file holds")
struct CourseFileTests {
    private let folder = try! TemporaryFolder()

    private func look(
        _ text: String, _ arguments: [String] = ["--dry-run"]
    ) throws -> Child.Output {
        let path = folder.path + "/courses"
        try Data(text.utf8).write(to: URL(filePath: path))
        return try Child("folfd", ["import", "courses", path] + arguments).wait()
    }

    @Test("as JSON, without a server, with exit code 0, or 1 with warnings, and writes nothing")
    func tells() throws {
        let clean = try look("course,hole,par\nBrekka,1,3")
        #expect(clean.status == 0 && clean.errors.isEmpty, "\(clean.errors)")
        let answer = try JSONSerialization.jsonObject(with: Data(clean.text.utf8))
        let courses = (answer as? [String: Any])?["courses"] as? [[String: Any]]
        #expect(courses?.first?["name"] as? String == "Brekka")
        let odd = try look("course,hole,par\nBrekka,1,99")
        #expect(odd.status == 1 && odd.text.contains("[\"bad_par\",\"2\",\"99\"]"), "\(odd.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["courses"])
    }

    @Test("and refuses in words, with exit code 2, what can't be imported, or kept")
    func refuses() throws {
        for (text, words) in [
            ("", "neither JSON nor a table"), ("{\"elements\":", "neither JSON nor a table"),
            ("{}", "none of the forms"), ("name,par\nx,3", "none of the forms"),
        ] {
            let refused = try look(text)
            #expect(refused.status == 2 && refused.text.isEmpty, "\(text)")
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        let kept = try look("course,hole,par\nBrekka,1,3", [])
        #expect(kept.status == 2 && kept.errors.contains("--dry-run"), "\(kept.errors)")
        let missing = try Child("folfd", ["import", "courses", "/no/such", "--dry-run"]).wait()
        #expect(missing.status == 2 && missing.errors.contains("can't be read"))
        let other = try Child("folfd", ["import", "scores", "x"]).wait()
        #expect(other.status == 2 && other.errors.contains("courses"), "\(other.errors)")
    }
}

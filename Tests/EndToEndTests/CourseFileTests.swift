import Documents
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
        let nowhere = ["--data", folder.path, "--country", "IS"]
        let kept = try look("course,hole,par\nBrekka,1,3", nowhere)
        #expect(kept.status == 2 && kept.errors.contains("no server runs on"), "\(kept.errors)")
        let country = try look("course,hole,par\nBrekka,1,3", ["--country", "Iceland"])
        #expect(country.status == 2 && country.errors.contains("two letters"))
        let missing = try Child("folfd", ["import", "courses", "/no/such", "--dry-run"]).wait()
        #expect(missing.status == 2 && missing.errors.contains("can't be read"))
        let other = try Child("folfd", ["import", "scores", "x"]).wait()
        #expect(other.status == 2 && other.errors.contains("courses"), "\(other.errors)")
    }

    @Test("and hands the courses to the running server, which says what is new, changed, doubtful")
    func imports() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let caller = APICaller(port: server.port)
            func send(_ text: String, _ arguments: [String]) throws -> Child.Output {
                let path = folder.path + "/courses"
                try Data(text.utf8).write(to: URL(filePath: path))
                return try server.run(["import", "courses", path] + arguments)
            }
            let table = "course,hole,par\nBrekka,1,3\nBrekka,2,4\nB\u{1b}[2Jær,1,3"
            let nowhere = try send(table, [])
            #expect(nowhere.status == 1 && nowhere.text.contains("2 left out"), "\(nowhere.text)")
            let first = try send(table, ["--country", "is"])
            #expect(first.status == 0 && first.text.contains("2 added"), "\(first.text)")
            #expect(!first.text.contains("\u{1b}"))
            let again = try send(table, ["--country", "is"])
            #expect(again.status == 0 && again.text.contains("0 changed, 2 unchanged"))
            let other = try send(
                table.replacing("Brekka,2,4", with: "Brekka,2,5"), ["--country", "is"])
            #expect(other.text.contains("1 changed, 1 unchanged"), "\(other.text)")
            let pack = try caller.ask("GET", "/courses/pack/IS")
            let names = pack["courses"]?.elements?.map { $0["name"]?.string }
            #expect(names?.count == 2 && names?.contains("Brekka") == true)
            #expect(pack["sample"] == nil)
        }
    }
}

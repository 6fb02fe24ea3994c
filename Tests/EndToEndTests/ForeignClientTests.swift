import Foundation
import TestSupport
import Testing

/// The clients in `Tests/Foreign`: Python, written from Protocol.md alone.
enum Foreign {
    /// A Python with Tests/requirements.txt installed.
    static let python = ProcessInfo.processInfo.environment["FOLF_TEST_PYTHON"]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Foreign")

    /// Runs one module of the Python tests to its end.
    static func test(_ module: String, with python: String) async throws -> Output {
        let folder = try TemporaryFolder()
        let text = folder.url.appendingPathComponent("text")
        _ = FileManager.default.createFile(atPath: text.path, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-B", "-m", "unittest", "--verbose", module]
        process.currentDirectoryURL = Foreign.folder
        process.environment = ProcessInfo.processInfo.environment
            .merging(["FOLF_TEST_PROGRAMS": Programs.folder.path]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: text)
        process.standardError = process.standardOutput
        await withCheckedContinuation { ended in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume() }
        }
        return Output(
            status: process.terminationStatus, text: try String(contentsOf: text, encoding: .utf8),
            errors: "")
    }
}

@Suite(
    "A client written from Protocol.md alone",
    .enabled(if: Foreign.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct ForeignClientTests {
    @Test(
        "plays games, meets every error and reads the golden files",
        .timeLimit(.minutes(5)), arguments: ["test_scenarios", "test_errors", "test_vectors"])
    func passes(module: String) async throws {
        let python = try #require(Foreign.python)
        let output = try await Foreign.test(module, with: python)
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.contains("\nOK"), "\(output.text)")
    }
}

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
    static func test(_ module: String, with python: String) async throws -> Child.Output {
        try await onOwnThread {
            let command = "cd \"$0\" && exec \"$@\""
            return try Child(
                "/bin/sh",
                ["-c", command, folder.path, python, "-B", "-m", "unittest", "--verbose", module],
                environment: ["FOLF_TEST_PROGRAMS": Programs.folder.path]
            ).wait()
        }
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
        #expect(output.status == 0, "\(output.text)\(output.errors)")
        #expect(output.errors.contains("\nOK"), "\(output.text)\(output.errors)")
    }
}

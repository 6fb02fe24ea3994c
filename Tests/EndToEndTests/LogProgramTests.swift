import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The log of folfd")
struct LogProgramTests {
    /// What the server says on standard error from its start to its end.
    private static func lines(
        _ options: [String], environment: [String: String] = [:]
    ) throws -> [String] {
        let server = try TestServer(options, environment: environment)
        let host = try RawPlayer.host(server)
        try host.score(3, hole: 1)
        let text = try #require(server.stop()).errors
        let code = host.code
        #expect(!code.isEmpty && !text.contains(code) && !text.contains("Anna"))
        #expect(!text.contains("127.0.0.1"))
        return text.split(separator: "\n").map(String.init)
    }

    @Test("One line tells one event, with the time, the level and a name that stays")
    func text() async throws {
        try await onOwnThread {
            let lines = try Self.lines(["--log-level", "debug"])
            let form = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|info|debug) [a-z_]+( .*)?/#
            for line in lines { #expect(try form.wholeMatch(in: line) != nil, "\(line)") }
            #expect(lines.contains { $0.contains(" info store_created path=") })
            #expect(lines.contains { $0.hasSuffix(" info drains reason=SIGTERM") })
            #expect(lines.last?.hasSuffix(" info stopped") == true)
        }
    }

    @Test("--log-format json makes each line an object with the same keys")
    func json() async throws {
        try await onOwnThread {
            let objects = try Self.lines(["--log-format", "json"]).map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            #expect(objects.contains { $0["event"] as? String == "store_created" })
            #expect(objects.last?["event"] as? String == "stopped")
            #expect(objects.allSatisfy { $0["time"] is String && $0["level"] is String })
        }
    }

    @Test("A journal that reads along gets a priority instead of time and level")
    func journal() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let errors = folder.url.appendingPathComponent("errors").path
            let script = """
                exec 2>\(errors)
                export JOURNAL_STREAM=$(stat --dereference --format %d:%i /dev/stderr)
                exec "$0" --listen 127.0.0.1:0 --data \(folder.path)/data
                """
            let child = try Child("/bin/sh", ["-c", script, Programs.url("folfd").path])
            _ = child.readLine()
            child.kill(SIGTERM)
            child.wait()
            let text = try String(contentsOfFile: errors, encoding: .utf8)
            let lines = text.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("<6>store_created path=") }, "\(text)")
            #expect(lines.last == "<6>stopped")
            let other = try Self.lines([], environment: ["JOURNAL_STREAM": "1:1"])
            #expect(other.allSatisfy { !$0.hasPrefix("<") })
        }
    }
}

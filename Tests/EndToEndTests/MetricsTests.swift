import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The metrics of folfd")
struct MetricsTests {
    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    /// Debian's judge of what Prometheus can read, and of rules.
    static let judge =
        ["/usr/bin/promtool", checkout + "/Tests/.promtool"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        } ?? ""
    static let hasJudge = !judge.isEmpty

    static func page(_ path: String, _ port: UInt16) throws -> String {
        let client = try RawClient(port: port)
        client.send(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        return String(decoding: try client.readToEnd(), as: UTF8.self)
    }

    /// A server with a door for metrics, and the port of that.
    static func server(_ options: [String] = []) throws -> (TestServer, UInt16) {
        let server = try TestServer(options + ["--metrics", "127.0.0.1:0"])
        return (server, try #require(TestServer.port(in: server.readLine() ?? "")))
    }

    /// The text of the metrics after a game, and after somebody was refused.
    static func metrics(_ options: [String] = []) throws -> String {
        let (server, port) = try server(options)
        let host = try RawPlayer.host(server)
        for hole: UInt8 in 1...3 { try host.score(3, hole: hole) }
        _ = try host.score(0, hole: 1)
        _ = try page("/nothing", server.port)
        return try text(at: port)
    }

    /// The text of the metrics of a server with a certificate and a backup, after two handshakes
    /// and somebody who began none.
    static func securedMetrics() throws -> String {
        let identity = try TestAuthority.shared.get().identity(UUID().uuidString)
        let copies = try TemporaryFolder()
        let (server, port) = try server([
            "--tls-certificate", identity.certificatePath, "--tls-key", identity.keyPath,
            "--backup-folder", copies.path,
        ])
        for _ in 0..<2 {
            let client = try SecureClient(port: server.port)
            #expect(try client.get("/healthz").hasPrefix("HTTP/1.1 200 "))
        }
        #expect(try page("/healthz", server.port).hasPrefix("HTTP/1.1 400 "))
        for _ in 0..<18_000 where !server.errorText.contains(" backup_made ") { usleep(10_000) }
        return try text(at: port)
    }

    private static func text(at port: UInt16) throws -> String {
        let answer = try page("/metrics", port)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2)
        return parts.last ?? ""
    }

    private static func value(_ sample: String, _ text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(sample + " ") }
        return line.map { String($0.dropFirst(sample.count + 1)) }
    }

    @Test("They add up what all loops and the store have done", arguments: ["1", "3"])
    func figures(loops: String) async throws {
        try await onOwnThread {
            let text = try Self.metrics(["--loops", loops])
            #expect(Self.value("folf_ops_total{result=\"event\"}", text) == "5")
            #expect(Self.value("folf_ops_total{result=\"refused\"}", text) == "1")
            #expect(Self.value("folf_refusals_total{reason=\"bad_throws\"}", text) == "1")
            #expect(Self.value("folf_events_total", text) == "5")
            #expect(Self.value("folf_sessions{as=\"member\"}", text) == "1")
            #expect(Self.value("folf_presence_present", text) == "1")
            #expect(Self.value("folf_lobbies", text) == "1")
            #expect(Self.value("folf_loops_missing", text) == "0")
            #expect(Self.value("folf_read_only", text) == "0")
            #expect(
                Self.value("folf_http_requests_total{route=\"none\",status=\"404\"}", text) == "1")
            #expect(
                Self.value("folf_http_requests_total{route=\"/sync\",status=\"101\"}", text) == "1")
            #expect(Self.value("folf_edit_duration_seconds_count", text) == "6")
            let commits = Self.value("folf_commits_total{result=\"committed\"}", text) ?? ""
            #expect((Int(commits) ?? 0) >= 5)
            #expect(Self.value("folf_commit_duration_seconds_count", text) == commits)
            for name in ["process_resident_memory_bytes", "folf_disk_bytes", "folf_wal_bytes"] {
                #expect((Int(Self.value(name, text) ?? "") ?? 0) > 0, "\(name)")
            }
            #expect(text.contains("folf_loop_turn_duration_seconds_bucket{loop=\"0\",le="))
        }
    }

    @Test("Those of a certificate and a backup say when it ends, who came, and when it was made")
    func secured() async throws {
        try await onOwnThread {
            let text = try Self.securedMetrics()
            let handshakes = "folf_tls_handshakes_total{version="
            #expect(
                Self.value(handshakes + "\"1.3\",resumed=\"no\",result=\"done\"}", text) == "2")
            #expect(
                Self.value(handshakes + "\"none\",resumed=\"no\",result=\"not_tls\"}", text)
                    == "1")
            #expect(Self.value("folf_tls_handshakes_in_flight", text) == "0")
            #expect(Self.value("folf_tls_certificates_refused_total", text) == "0")
            #expect(Self.value("folf_backup_complete", text) == "1")
            let now = Date().timeIntervalSince1970
            let end = "folf_tls_certificate_not_after_timestamp_seconds"
            #expect(Double(Self.value(end, text) ?? "") ?? 0 > now)
            let made = Double(Self.value("folf_backup_success_timestamp_seconds", text) ?? "") ?? 0
            #expect(made > now - 3_600 && made <= now)
        }
    }

    @Test("They hold no name, code or id of anybody")
    func discreet() async throws {
        try await onOwnThread {
            let (server, port) = try Self.server()
            let host = try RawPlayer.host(server)
            let text = try Self.page("/metrics", port)
            for secret in ["Anna", "\(host.code)", "127.0.0.1"] { #expect(!text.contains(secret)) }
        }
    }

    @Test("The front door has none, and without --metrics nobody has")
    func closed() async throws {
        try await onOwnThread {
            let (server, port) = try Self.server()
            #expect(try Self.page("/metrics", server.port).hasPrefix("HTTP/1.1 404 "))
            #expect(try Self.page("/", port).hasPrefix("HTTP/1.1 404 "))
            #expect(try Self.page("/readyz", port).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(
        "Prometheus' own judge finds nothing wrong with them",
        .enabled(if: hasJudge, "promtool isn't there (Debian's package prometheus)"),
        arguments: [false, true])
    func judged(isSecured: Bool) async throws {
        try await onOwnThread {
            let text = try isSecured ? Self.securedMetrics() : Self.metrics()
            let judge = try Child(Self.judge, ["check", "metrics"])
            for line in text.split(separator: "\n") { judge.write(String(line)) }
            judge.endInput()
            let verdict = judge.wait()
            #expect(verdict.status == 0, "\(verdict.errors)")
            #expect(verdict.errors.isEmpty && verdict.text.isEmpty, "\(verdict)")
        }
    }
}

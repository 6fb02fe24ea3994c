import Foundation
import Glibc
import TestSupport
import Testing

/// `folf-lab load` against a real folfd and the floor. Counts are exact; nothing here is timed.
@Suite("The load generator")
struct LoadGeneratorTests {
    private static let serverOptions = [
        "--loops", "1", "--lobbies-per-hour", "3600000", "--connections-per-address", "100000",
    ]

    private func load(_ line: String, _ server: TestServer) async throws -> [String: Any] {
        let arguments =
            ["load"] + line.split(separator: " ").map(String.init)
            + ["--json", "--server", "127.0.0.1:\(server.port),\(server.identifier)"]
        let output = try await onOwnThread { try Child("folf-lab", arguments).wait() }
        try #require(output.status == 0, "\(output.errors)")
        let result = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
        return try #require(result as? [String: Any])
    }

    private func number(_ name: String, _ result: [String: Any]) throws -> Double {
        try #require(result[name] as? Double, "\(name) in \(result)")
    }

    @Test("A steady pace: every edit reaches every phone once")
    func rate() async throws {
        let server = try TestServer(Self.serverOptions)
        let result = try await load(
            "rate --lobbies 3 --members 4 --spectators 3 --rate 60 --seconds 1", server)
        #expect(try number("edits", result) == 60)
        #expect(try number("deliveries", result) == 60 * 5)
        #expect(try number("violation_count", result) == 0)
        #expect(try number("cpu_us_per_delivery", result) > 0)
        #expect(try number("max_ns", result) > 0)
        #expect(try await onOwnThread { try server.run(["verify"]) }.status == 0)
    }

    @Test("Saturated, beside both floors: the ratios are there, and nothing is lost")
    func saturate() async throws {
        let server = try TestServer(Self.serverOptions)
        let floor = try Floor()
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("log").path
        let durable = try Floor(["--file", file])
        let result = try await load(
            "saturate --lobbies 2 --members 3 --in-flight 2 --ops 4 --pairs 1 --pair-seconds 1 "
                + "--floor \(floor.address) --durable-floor \(durable.address)", server)
        let edits = try number("edits", result)
        #expect(edits > 0 && edits.truncatingRemainder(dividingBy: 4) == 0)
        #expect(try number("deliveries", result) == edits * 3)
        #expect(try number("floor_deliveries", result) > 0)
        #expect(try number("violation_count", result) == 0)
        for name in ["floor_ratio", "durable_floor_ratio"] {
            let spread = try #require(result[name] as? [Double])
            #expect(spread.count == 3 && spread[0] > 0)
        }
        let editBytes = try number("edit_bytes", result)
        let durableEdits = try number("durable_floor_deliveries", result) / 3
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        #expect(size == Int(durableEdits * editBytes))
    }

    @Test(
        "Every other workload ends without a violation, too",
        arguments: [
            ("in-flight --lobbies 2 --members 2 --seconds 1", "edits"),
            ("slow --lobbies 2 --members 3 --slow 1 --rate 50 --seconds 1", "deliveries"),
            ("spectators --members 2 --spectators 20 --rate 10 --seconds 1", "deliveries"),
            ("idle --lobbies 3 --members 2 --spectators 3", "rss_bytes_after"),
            ("join --lobbies 3 --members 4", "joins"),
            ("resume --lobbies 3 --members 4 --missed 5", "resumes"),
            ("resume --lobbies 2 --members 3 --live 2 --rate 50", "live_deliveries"),
            ("replay --lobbies 2 --members 2", "ops"),
            ("rate --lobbies 2 --rate 50 --resident 5 --seconds 1", "resident_lobbies"),
        ])
    func others(line: String, figure: String) async throws {
        let server = try TestServer(Self.serverOptions)
        let result = try await load(line, server)
        #expect(try number(figure, result) > 0)
        #expect(try number("violation_count", result) == 0)
    }

    @Test("After a restart all phones come back and get what they missed")
    func restart() async throws {
        let server = try TestServer(Self.serverOptions)
        let arguments = [
            "load", "resume", "--lobbies", "3", "--members", "3", "--missed", "4", "--restart",
            "--json", "--server", "127.0.0.1:\(server.port),\(server.identifier)",
        ]
        let output = try await onOwnThread {
            let child = try Child("folf-lab", arguments)
            #expect(child.readLine() == "restart")
            server.stop()
            try server.start()
            child.write("starting")
            child.write("127.0.0.1:\(server.port),\(server.identifier)")
            return child.wait()
        }
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.text.contains(#""resumes":9.0"#), "\(output.text)")
    }

    @Test("A filled server is started five times, and lobbies come back from its database")
    func start() async throws {
        let server = try TestServer(Self.serverOptions)
        let arguments = [
            "load", "start", "--lobbies", "10", "--events", "25", "--json", "--server",
            "127.0.0.1:\(server.port),\(server.identifier)",
        ]
        let output = try await onOwnThread {
            let child = try Child("folf-lab", arguments)
            for _ in 0..<5 {
                #expect(child.readLine() == "restart")
                server.stop()
                child.write("starting")
                try server.start()
                child.write("127.0.0.1:\(server.port),\(server.identifier)")
            }
            return child.wait()
        }
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.text.contains(#""welcomes":10.0"#), "\(output.text)")
        #expect(output.text.contains(#""violation_count":0"#), "\(output.text)")
    }

    @Test("Another server is measured in turn, with lobbies of its own number")
    func other() async throws {
        let server = try TestServer(Self.serverOptions)
        let other = try TestServer(Self.serverOptions)
        let result = try await load(
            "saturate --lobbies 3 --members 2 --pairs 1 --pair-seconds 1 --other-lobbies 1 "
                + "--other 127.0.0.1:\(other.port),\(other.identifier)", server)
        #expect(try number("violation_count", result) == 0)
        #expect(try number("other_deliveries", result) > 0)
        #expect((result["other_ratio"] as? [Double])?.count == 3)
    }

    @Test("A server that isn't there is said to be, with exit code 1")
    func noServer() async throws {
        let process = ProcessInfo.processInfo.processIdentifier
        let output = try await onOwnThread {
            // Nobody listens on port 1.
            try Child("folf-lab", ["load", "rate", "--server", "127.0.0.1:1,\(process)"]).wait()
        }
        #expect(output.status == 1)
        #expect(output.errors.contains("Connection refused"), "\(output.errors)")
    }
}

/// A `folf-lab floor-server` on a free port.
private final class Floor {
    private let child: Child
    /// `HOST:PORT,PID`.
    let address: String

    init(_ options: [String] = []) throws {
        child = try Child("folf-lab", ["floor-server", "--listen", "127.0.0.1:0"] + options)
        let line = try #require(child.readLine())
        let listening = try #require(line.split(separator: " ").last)
        address = "\(listening),\(child.identifier)"
    }

    deinit { child.kill(SIGKILL) }
}

import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The server is restarted while its socket is held")
struct RestartTests {
    /// Newcomers who ask for something over and over, each on a connection of its own.
    private final class Newcomers: @unchecked Sendable {
        static let request = Array(
            "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)

        private let lock = NSLock()
        private var isDone = false
        private var statuses: [String: Int] = [:]

        func stop() { lock.withLock { isDone = true } }

        /// Comes until told to stop, and returns how often it was answered how.
        func come(to port: UInt16) async throws -> [String: Int] {
            try await onOwnThread { [self] in
                while !lock.withLock({ isDone }) {
                    let client = try RawClient(port: port)
                    client.send(Self.request)
                    let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
                    statuses[String(answer.prefix(12)), default: 0] += 1
                }
                return statuses
            }
        }
    }

    @Test("Under load no entry is lost, nobody is refused, and who comes in between waits")
    func restarts() async throws {
        let socket = try HeldSocket()
        // All newcomers have one address, and come faster than one may.
        let server = try TestServer(
            ["--loops", "2", "--connections-per-address", "100000"], held: socket)
        var games: [ScoredGame] = []
        for (place, names) in [["Anna", "Ben", "Cleo"], ["Dora", "Emil"]].enumerated() {
            games.append(try await ScoredGame(names, at: server, seed: UInt64(place)))
        }
        let newcomers = Newcomers()
        async let statuses = newcomers.come(to: socket.port)
        for _ in 0..<2 {
            for game in games { try await game.goesOn(by: 30) }
            #expect(server.stop()?.status == 0)
            let answer = try await onOwnThread {
                let early = try RawClient(port: socket.port)
                early.send(Newcomers.request)
                try server.start()
                return String(decoding: try early.readToEnd(), as: UTF8.self)
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            for game in games { try await game.goesOn(by: 30) }
        }
        newcomers.stop()
        let counts = try await statuses
        #expect(counts["HTTP/1.1 200", default: 0] > 2)
        #expect(Set(counts.keys).isSubset(of: ["HTTP/1.1 200", "HTTP/1.1 503"]), "\(counts)")
        for game in games { try await game.end() }
        #expect(try server.run(["verify"]).status == 0)
    }
}

import Documents
import Foundation
import Lobby
import TestSupport
import Testing
import Wire

/// A server with a game on it that no attacker belongs to. What an attack may not do to either is
/// in `expectUnharmed`.
final class Bystanders: @unchecked Sendable {
    /// The bytes that the server may grow by under attack: the sum of what its limits allow to
    /// those that are connected at a time, and room for the allocator.
    static let growthBytesMax = 32 * 1024 * 1024

    let server: TestServer
    let host: RawPlayer
    private let exportBefore: String
    private let memoryBefore: Int

    init() throws {
        // Bystanders read nothing while others are at it, and so answer no pings.
        server = try TestServer(["--ping", "3600", "--lobbies-per-hour", "3600000"])
        host = try RawPlayer.host(server)
        try host.score(3, hole: 1)
        exportBefore = try server.run(["export", host.code]).text
        memoryBefore = try Self.memory(of: server, "VmRSS")
    }

    /// The server's memory: `VmRSS` now, `VmHWM` at its highest.
    private static func memory(of server: TestServer, _ name: String) throws -> Int {
        let path = "/proc/\(server.identifier)/status"
        let status = try String(contentsOfFile: path, encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(Int(line.split(separator: " ")[1])) * 1024
    }

    func expectUnharmed(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let grown = try Self.memory(of: server, "VmHWM") - memoryBefore
        #expect(grown < Self.growthBytesMax, sourceLocation: sourceLocation)
        let exportAfter = try server.run(["export", host.code]).text
        #expect(exportAfter == exportBefore, sourceLocation: sourceLocation)

        #expect(try host.score(4, hole: 2) == nil, sourceLocation: sourceLocation)
        let newcomer = try RawPlayer(port: server.port)
        guard case .welcome = try newcomer.enter(host.invitation, as: .spectator) else {
            Issue.record("nobody is let in any more", sourceLocation: sourceLocation)
            return
        }
        let key = CellKey.score(round: 1, player: PlayerID(1), hole: 2)
        #expect(
            newcomer.lobby?.cell(key).value == .number(4), sourceLocation: sourceLocation)

        let report = try server.run(["verify"])
        #expect(report.status == 0, "\(report.text)", sourceLocation: sourceLocation)
        let errors = server.errorText.split(separator: "\n").filter { $0.contains(" error ") }
        #expect(errors.isEmpty, sourceLocation: sourceLocation)
    }
}

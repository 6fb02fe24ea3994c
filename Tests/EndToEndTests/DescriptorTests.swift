import Foundation
import Lobby
import SyncClient
import Testing
import Wire

@Suite("The server runs out of file descriptors")
struct DescriptorTests {
    private static let descriptorsMax = 64

    /// Connects; nil if turned away. Throws if neither happens.
    private static func knock(_ server: TestServer) throws -> RawPlayer? {
        do {
            return try RawPlayer(port: server.port)
        } catch is RawClient.HungUp {
            return nil
        }
    }

    /// Lets spectators in until the first is turned away.
    private static func fill(_ server: TestServer, _ invitation: Entry) throws -> [RawPlayer] {
        var crowd: [RawPlayer] = []
        while let spectator = try knock(server) {
            guard case .welcome = try spectator.enter(invitation, as: .spectator) else {
                Issue.record("not let in")
                return crowd
            }
            crowd.append(spectator)
            try #require(crowd.count < descriptorsMax, "nobody is turned away")
        }
        return crowd
    }

    /// Newcomers at several doors at a time, each in vain or not; how many were turned away. Who is
    /// let in stays.
    private static func storm(_ server: TestServer) async throws -> (Int, [RawPlayer]) {
        try await withThrowingTaskGroup(of: Guests.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onOwnThread {
                        Guests(try (0..<50).compactMap { _ in try knock(server) })
                    }
                }
            }
            var guests: [RawPlayer] = []
            for try await more in group { guests += more.players }
            return (200 - guests.count, guests)
        }
    }

    private final class Guests: @unchecked Sendable {
        let players: [RawPlayer]
        init(_ players: [RawPlayer]) { self.players = players }
    }

    @Test(
        "Who is in goes on scoring, newcomers are turned away, and let in once others leave",
        arguments: [1, 2, 4])
    func exhausted(loops: Int) async throws {
        // The crowd answers no pings.
        let server = try TestServer(
            ["--loops", "\(loops)", "--ping", "3600"], descriptorsMax: Self.descriptorsMax)
        let group = try await Group(at: server)
        let view = await group.host.game.view
        let entry = Entry.invitation(
            try #require(view.lobbyID), try #require(view.lobby).invitation)
        var crowd = Guests(try await onOwnThread { Guests(try Self.fill(server, entry)) }.players)
        #expect(crowd.players.count > 8)
        let late = try Phone("Eve", at: server)
        try await late.watch(code: group.code)

        var awayCount = 0
        for hole in 1...3 {
            let (count, guests) = try await Self.storm(server)
            awayCount += count
            crowd = Guests(crowd.players + guests)
            for phone in group.phones {
                let column = try await phone.player(phone.name)
                try await phone.game.score(column, hole: hole, throws: Int64(hole))
            }
            let seen = try await group.agree()
            #expect(group.phones.allSatisfy { seen.score($0.name, hole) == Int64(hole) })
        }
        #expect(awayCount > 300)
        #expect(server.errorText.contains("no file descriptor is left"))

        crowd = Guests([])
        await late.game.wake()
        let seen = try await late.waits(for: "being let in") { $0.lobby != nil }
        #expect(seen.line("Anna")?.total == 6)
        try group.checkLog()
    }
}

import Testing
import Wire

/// Connections that take up a server's descriptors.
final class Occupants: @unchecked Sendable {
    private(set) var players: [RawPlayer] = []
    private let server: TestServer

    private init(at server: TestServer) { self.server = server }

    /// Fills a server with spectators, who stay, until the first newcomer is turned away.
    ///
    /// - Parameter countMax: more than the server has room for.
    static func filling(
        _ server: TestServer, _ invitation: Entry, countMax: Int
    ) async throws -> Occupants {
        try await onOwnThread {
            let occupants = Occupants(at: server)
            while let spectator = try knock(at: server) {
                guard case .welcome = try spectator.enter(invitation, as: .spectator) else {
                    Issue.record("not let in")
                    return occupants
                }
                occupants.players.append(spectator)
                try #require(occupants.players.count < countMax, "nobody is turned away")
            }
            return occupants
        }
    }

    /// Connects; nil if turned away. Throws if neither happens.
    private static func knock(at server: TestServer) throws -> RawPlayer? {
        do {
            return try RawPlayer(port: server.port)
        } catch is RawClient.HungUp {
            return nil
        }
    }

    /// Has newcomers connect, several at a time. Those who are let in all the same stay.
    ///
    /// - Returns: how many were turned away.
    func grow(by count: Int) async throws -> Int {
        let server = server
        let doors = 4
        return try await withThrowingTaskGroup(of: Occupants.self) { group in
            for _ in 0..<doors {
                group.addTask {
                    try await onOwnThread {
                        let part = Occupants(at: server)
                        part.players = try (0..<count / doors).compactMap { _ in
                            try Self.knock(at: server)
                        }
                        return part
                    }
                }
            }
            var away = count / doors * doors
            for try await part in group {
                away -= part.players.count
                players += part.players
            }
            return away
        }
    }

    /// Hangs up on the server, for all of them.
    func disperse() { players = [] }
}

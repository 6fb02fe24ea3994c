import Documents
import Log
import Threads

/// The games that something was committed to, for the one who makes their results. The tables
/// don't tell: what was committed lately waits to be sorted.
final class TouchedGames: Sendable {
    /// Those that nobody has fetched. Of more than that some have to be found by what the tables
    /// say of them later (`ClubTables.unprojected`).
    private static let countMax = 100_000

    private let games = Lock<Set<LobbyID>>([])

    func note(_ lobbies: some Sequence<LobbyID>) {
        games.withLock { games in
            for lobby in lobbies where lobby.canName(.game) && games.count < Self.countMax {
                games.insert(lobby)
            }
        }
    }

    /// Gives all of them, once.
    func fetch() -> Set<LobbyID> {
        games.withLock { games in
            defer { games = [] }
            return games
        }
    }
}

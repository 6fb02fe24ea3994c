import Documents
import Log
import Threads

/// The games that something was committed to, for the one who makes their results. The tables
/// don't tell: what was committed lately waits to be sorted.
final class TouchedGames: Sendable {
    /// Commits that nobody has fetched. Of more than that some games have to be found by what the
    /// tables say of them later (`ClubTables.unprojected`).
    private static let countMax = 250_000

    /// One for each commit, since to look for one that is there costs more than to keep it.
    private let games = Lock<[LobbyID]>([])

    func note(_ lobbies: some Sequence<LobbyID>) {
        games.withLock { games in
            for lobby in lobbies where lobby.canName(.game) && games.count < Self.countMax {
                games.append(lobby)
            }
        }
    }

    /// Gives all of them, once.
    func fetch() -> Set<LobbyID> {
        Set(
            games.withLock { games in
                defer { games = [] }
                return games
            })
    }
}

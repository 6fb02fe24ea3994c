import Structures
import Wire

/// How much of everything a server has at the moment.
package struct ServerCensus: Equatable, Sendable {
    /// Connections that speak HTTP.
    package var visitors = 0
    /// Sessions without a seat.
    package var arrivals = 0
    /// Sessions by what they are in their lobby.
    package var members = 0
    package var creators = 0
    package var spectators = 0
    package var outsiders = 0
    /// Lobbies in memory.
    package var lobbies = 0
    /// Members who are there, each counted once in a lobby.
    package var present = 0
    /// Notebooks in memory, and the sessions in them.
    package var notebooks = 0
    package var readers = 0

    package var seatedCount: Int { members + creators + spectators + outsiders + readers }
}

extension SyncServer {
    /// Counts all that there is. It takes some time: some nanoseconds for each session and lobby.
    package mutating func census() -> ServerCensus {
        var census = sessions.census()
        census.visitors = gateway.count
        census.lobbies = lobbies.count
        for slot in lobbies.ids { census.present += lobbies[slot].presentCount }
        return census
    }
}

extension SessionTable {
    fileprivate func census() -> ServerCensus {
        var census = ServerCensus()
        forEachAdmission { admission in
            switch admission {
            case nil: census.arrivals += 1
            case .member: census.members += 1
            case .creator: census.creators += 1
            case .spectator: census.spectators += 1
            case .outsider: census.outsiders += 1
            }
        }
        return census
    }
}

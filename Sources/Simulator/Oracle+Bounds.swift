import Connections
import Documents
import Host
import Lobby
import Log
import Structures
import SyncServer

/// Everything that a peer can make grow has an end, whatever happens.
extension Oracle {
    /// After an event.
    func checkBounds(_ change: Change, _ history: History, in world: World) {
        if case .cell(_, let cell) = change {
            // The host's replica may write in the name of another's.
            check(cell.siblings.count, history.lastNumbers.count, "siblings", world)
            check(cell.siblings.count, LobbyLimits.siblingsMax, "siblings", world)
        }
        guard let lobby = history.lobby else { return }
        check(lobby.quarantine.count, LobbyLimits.quarantineEverMax, "late entries", world)
        check(lobby.cells.count, LobbyLimits.cellsEverMax, "cells", world)
        check(lobby.members.count, DocumentLimits.membersMax, "members", world)
        check(lobby.players.count, LobbyLimits.columnsMax, "columns", world)
        check(history.changes.count, Int(DocumentLimits.eventsMax), "events", world)
    }

    /// After a commit.
    func checkBounds(of rows: [ReplicaID: ReplicaRow], in world: World) {
        check(rows.count, LobbyLimits.siblingsMax, "replicas", world)
        var counts: [PersonID: Int] = [:]
        for row in rows.values { counts[row.person, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        check(most, DocumentLimits.replicasPerPersonMax, "replicas of a person", world)
    }

    private func check(_ count: Int, _ max: Int, _ name: String, _ world: World) {
        if count > max { world.violate(.bounds, "\(count) \(name), \(max) at most") }
    }
}

extension World {
    /// Of a journal, which is rewritten when it has grown enough.
    static let journalBytesMax = 1 << 20

    /// After a turn of a shard.
    func checkBounds(of shard: Shard) {
        let (sessions, lobbies, timers) = (
            shard.host.server.sessionCount, shard.host.server.lobbyCount,
            shard.host.server.timerCount
        )
        if sessions > shard.transport.connectionCount {
            violate(
                .bounds, "\(sessions) sessions, \(shard.transport.connectionCount) connections")
        }
        if lobbies > games.count { violate(.bounds, "\(lobbies) lobbies in memory") }
        // A connection that is gone leaves its timer behind until it is due.
        if timers > 2 * (linkCount + games.count) + 8 { violate(.bounds, "\(timers) timers") }
    }

    /// After everything was written that the system takes.
    func checkBounds(of links: [Link]) {
        for link in links where link.isServerEndOpen {
            let bytes = link.outlet.outbox.waitingBytes
            if bytes > settings.outbox.hardBytes {
                violate(.bounds, "\(bytes) bytes wait for \(link.owner)")
            }
        }
    }

    /// After a step of an app.
    func checkBounds(of app: App) {
        if app.journal.bytes.count > Self.journalBytesMax {
            violate(.bounds, "\(app) has a journal of \(app.journal.bytes.count) bytes")
        }
    }
}

import Connections
import Documents
import Host
import Log
import Structures
import SyncServer

/// Everything that a peer can make grow has an end, whatever happens.
extension Oracle {
    /// After an event.
    func checkBounds(_ change: Kind.Change, _ history: History, in world: World<Kind>) {
        guard let document = history.document else { return }
        let bounds = document.bounds(
            after: change, replicaCount: history.lastNumbers.count)
        for bound in bounds { check(bound, world) }
        check(
            Bound("events", history.changes.count, max: Int(DocumentLimits.eventsMax)), world)
    }

    /// After a commit.
    func checkBounds(of rows: [ReplicaID: ReplicaRow], in world: World<Kind>) {
        let replicasEverMax = DocumentLimits.membersMax * Kind.replicasPerPersonMax
        check(Bound("replicas", rows.count, max: replicasEverMax), world)
        var counts: [PersonID: Int] = [:]
        for row in rows.values { counts[row.person, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        check(
            Bound("replicas of a person", most, max: Kind.replicasPerPersonMax), world)
    }

    func check(_ bound: Bound, _ world: World<Kind>) {
        guard bound.count > bound.max else { return }
        world.violate(.bounds, "\(bound.count) \(bound.name), \(bound.max) at most")
    }
}

extension World {
    /// Of a journal, which is rewritten when it has grown enough.
    static var journalBytesMax: Int { 1 << 20 }

    /// After a turn of a shard.
    func checkBounds(of shard: Shard<Kind>) {
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
    func checkBounds(of links: [Link<Kind>]) {
        for link in links where link.isServerEndOpen {
            let bytes = link.outlet.outbox.waitingBytes
            if bytes > settings.outbox.hardBytes {
                violate(.bounds, "\(bytes) bytes wait for \(link.owner)")
            }
        }
    }

    /// After a step of an app.
    func checkBounds(of app: App<Kind>) {
        if app.journal.bytes.count > Self.journalBytesMax {
            violate(.bounds, "\(app) has a journal of \(app.journal.bytes.count) bytes")
        }
    }
}

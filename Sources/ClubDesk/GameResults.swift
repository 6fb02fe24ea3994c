package import Documents
package import EventStore
import Lobby
package import Log
import Results
import Wire

/// What a game comes to, as it is written beside the logs.
package struct GameResults {
    package let results: [KeyedResult]
    package let projection: Projection
    /// Nil unless the game is being played, on a course that is known, and counts.
    let group: PlayingGroup?

    /// The version of the rules by which they are made.
    static var rules: Int64 { ResultLimits.rules }

    /// Nil if the game's events can't be replayed.
    package init?(of stored: StoredLobby, now: WallTime) {
        var last = WallTime(milliseconds: 0)
        var lastEntry: WallTime?
        guard
            let lobby = try? LogCoding<Lobby>.document(
                stored,
                visit: { event, _, _ in
                    last = event.received
                    if case .cell = event.change { lastEntry = last }
                })
        else { return nil }
        results = lobby.roundResults(last: last, now: now).map { result in
            (ResultRow(result, of: lobby), result.key?.text)
        }
        group = lastEntry.flatMap { PlayingGroup(of: lobby, lastEntry: $0) }
        projection = Projection(
            lobby: stored.lobby, epoch: stored.epoch, seq: lobby.seq,
            rules: ResultLimits.rules, due: lobby.resultsDue(last: last, now: now))
    }
}

extension PlayingGroup {
    fileprivate init?(of lobby: Lobby, lastEntry: WallTime) {
        guard let layout = lobby.layout, !layout.isUncounted, lobby.stage.phase == .playing,
            lobby.deletedAt == nil
        else { return nil }
        self.init(course: layout.course, lastEntry: lastEntry)
    }
}

extension ResultRow {
    fileprivate init(_ result: RoundResult, of lobby: Lobby) {
        self.init(
            lobby: lobby.id, round: result.round, player: result.player.value,
            person: result.person, course: lobby.layout?.course, day: result.day,
            started: result.start, minutes: result.minutes,
            flags: result.isUnended ? .unended : [],
            disputedCount: Int64(result.disputedHoles.count),
            pars: result.pars.map(UInt8.init(clamping:)),
            throws: result.throws.map { UInt8(clamping: $0 ?? 0) })
    }
}

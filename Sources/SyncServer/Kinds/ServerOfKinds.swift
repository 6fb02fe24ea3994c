package import Documents
package import Log
package import Structures
package import Wire

/// The server of one loop with all kinds of documents: one `SyncServer` for each. All connections
/// come to that of the games, and go over to another with a `hello` that names its kind. Whose a
/// lobby is, its id says (`LobbyID.canName`).
///
///                    ┌──▸ games: HTTP, hello, lobbies
///     connection ────┤       │ transfer
///                    └──▸ notebooks
package struct ServerOfKinds: HostedServer {
    package var games: SyncServer<UsualDocument>
    package var notebooks: SyncServer<PersonalDocument>

    /// The bit of a commit's ticket that says that it is the notebooks'.
    private static let notebooksMark: UInt64 = 1 << 63

    package init(
        configuration: ServerConfiguration, random: any RandomNumberGenerator & Sendable
    ) {
        var configuration = configuration
        configuration.otherKinds = [.notebook]
        games = SyncServer(configuration: configuration, random: random)
        configuration.otherKinds = []
        configuration.site = .folder
        notebooks = SyncServer(configuration: configuration, random: random)
    }

    package var isQuiet: Bool { games.isQuiet && notebooks.isQuiet }
    package var isReadOnly: Bool { games.isReadOnly || notebooks.isReadOnly }
    package var requestCounts: RequestCounts { games.requestCounts }

    /// Counts of what has been done so far, in documents of all kinds.
    package var counters: ServerCounters {
        var sum = games.counters
        sum.add(notebooks.counters)
        return sum
    }

    package mutating func census() -> ServerCensus {
        var census = games.census()
        let others = notebooks.census()
        census.arrivals += others.arrivals
        census.notebooks = others.lobbies
        census.readers = others.seatedCount
        return census
    }

    /// Takes to the notebooks who named them.
    private mutating func transfer(now: ServerTime) {
        for (id, handover) in games.takeTransfers() { notebooks.adopt(id, handover, now: now) }
    }

    package mutating func opened(
        _ id: SessionID, from address: PeerAddress, by door: Door, now: ServerTime
    ) {
        games.opened(id, from: address, by: door, now: now)
    }

    package mutating func received(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime) {
        guard !notebooks.holds(id) else { return notebooks.received(bytes, from: id, now: now) }
        games.received(bytes, from: id, now: now)
        transfer(now: now)
    }

    package mutating func drained(_ id: SessionID, now: ServerTime) {
        guard !notebooks.holds(id) else { return notebooks.drained(id, now: now) }
        games.drained(id, now: now)
    }

    package mutating func closed(_ id: SessionID, now: ServerTime) {
        guard !notebooks.holds(id) else { return notebooks.closed(id, now: now) }
        games.closed(id, now: now)
    }

    package mutating func adopt(_ id: SessionID, _ handover: Handover, now: ServerTime) {
        guard handover.kind == .notebook else {
            return games.adopt(id, handover, now: now)
        }
        notebooks.adopt(id, handover, now: now)
    }

    package mutating func committed(
        _ ticket: UInt64, _ outcome: CommitOutcome, now: ServerTime
    ) {
        if ticket & Self.notebooksMark == 0 {
            games.committed(ticket, outcome, now: now)
        } else {
            notebooks.committed(ticket & ~Self.notebooksMark, outcome, now: now)
        }
        // They share the disk.
        games.storageFault = games.storageFault ?? notebooks.storageFault
        notebooks.storageFault = notebooks.storageFault ?? games.storageFault
    }

    package mutating func storeFailed(isFull: Bool, now: ServerTime) {
        games.storeFailed(isFull: isFull, now: now)
        notebooks.storeFailed(isFull: isFull, now: now)
    }

    package mutating func loaded(_ id: LobbyID, _ outcome: LoadOutcome, now: ServerTime) {
        if id.canName(.notebook) {
            notebooks.loaded(id, outcome, now: now)
        } else {
            games.loaded(id, outcome, now: now)
        }
    }

    package mutating func history(
        _ outcome: HistoryOutcome, of lobby: LobbyID, after seq: Seq, for id: SessionID,
        now: ServerTime
    ) {
        if lobby.canName(.notebook) {
            notebooks.history(outcome, of: lobby, after: seq, for: id, now: now)
        } else {
            games.history(outcome, of: lobby, after: seq, for: id, now: now)
        }
    }

    package mutating func found(
        _ outcome: FindOutcome, for id: SessionID, _ attempt: JoinGuard.Attempt, now: ServerTime
    ) {
        games.found(outcome, for: id, attempt, now: now)
    }

    package mutating func reserved(_ codes: [JoinCode]) { games.reserved(codes) }

    package mutating func worked(_ answer: WorkAnswer, for id: SessionID, now: ServerTime) {
        games.worked(answer, for: id, now: now)
        transfer(now: now)
    }

    package mutating func secured(isTrusted: Bool) { games.secured(isTrusted: isTrusted) }

    package mutating func tick(now: ServerTime) {
        games.tick(now: now)
        notebooks.tick(now: now)
    }

    package mutating func endTurn(now: ServerTime) {
        games.endTurn(now: now)
        notebooks.endTurn(now: now)
    }

    package mutating func takeServerEffects() -> [Effect] {
        let others = notebooks.takeServerEffects()
        guard !others.isEmpty else { return games.takeServerEffects() }
        return games.takeServerEffects() + others.map(Self.marked)
    }

    private static func marked(_ effect: Effect) -> Effect {
        guard case .ask(.commit(let ticket, let batches)) = effect else { return effect }
        return .ask(.commit(ticket: ticket | notebooksMark, batches))
    }

    package mutating func drain(milliseconds: Int64, now: ServerTime) {
        games.drain(milliseconds: milliseconds, now: now)
        notebooks.drain(milliseconds: milliseconds, now: now)
    }

    package func millisecondsUntilNext(now: ServerTime) -> Int? {
        let next = games.millisecondsUntilNext(now: now)
        guard let other = notebooks.millisecondsUntilNext(now: now) else { return next }
        return min(next ?? other, other)
    }
}

/// What concerns documents of every kind.
extension ServerOfKinds {
    /// Sends away all who act as one of these persons, or are about to.
    package mutating func recall(persons: Set<PersonID>, now: ServerTime) {
        games.recall(persons: persons, now: now)
        notebooks.recall(persons: persons, now: now)
    }

    /// Takes note that a document was erased from the log.
    package mutating func erased(_ lobby: LobbyID, now: ServerTime) {
        games.erased(lobby, now: now)
        notebooks.erased(lobby, now: now)
    }

    /// Forgets a document whose log was changed from outside.
    package mutating func reread(_ lobby: LobbyID, now: ServerTime) {
        games.reread(lobby, now: now)
        notebooks.reread(lobby, now: now)
    }

    /// Tells all who have a seat what an operator says; those in notebooks hear it in their games.
    ///
    /// - Returns: how many.
    package mutating func announce(_ text: String) -> Int { games.announce(text) }
}

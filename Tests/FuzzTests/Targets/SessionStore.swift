import Documents
import Lobby
import Log
import Wire

/// The log in memory, in which every commit must fit.
struct SessionStore {
    enum Failure { case notWritten, written, full }

    private var log: MemoryLog
    var lobbies: [LobbyID: StoredLobby] { log.lobbies }

    init(_ lobbies: [LobbyID: StoredLobby] = [:]) {
        log = MemoryLog(lobbies, random: FuzzRandom(seed: 7))
    }

    mutating func commit(_ batches: [LobbyBatch]) throws(Finding) {
        let outcome = log.commit(batches)
        try expect(outcome == .committed, "a commit that doesn't fit the log: \(outcome)")
        try expect(
            batches.allSatisfy {
                lobbies[$0.lobby]?.replicas.count ?? 0 <= LobbyLimits.siblingsMax
            }, "more replicas than there may be")
    }

    /// Answers what isn't a commit.
    mutating func answer(_ request: LogRequest) { log.ask(request) }
}

extension SessionStore {
    /// Checks that whatever a message tells of a lobby is in the store.
    func expectDurable(_ message: ServerMessage<Lobby>, in lobby: LobbyID) throws(Finding) {
        let stored = lobbies[lobby]
        let top = Seq(stored?.records.count ?? 0)
        switch message {
        case .welcome(let welcome):
            try expect(welcome.top <= top, "a welcome before its events are durable")
            let last = stored?.replicas.map(\.lastNumber).max() ?? 0
            try expect(welcome.lastNumber <= last, "a welcome before its ops are durable")
        case .snapshot(let snapshot, let proof):
            try expect(
                snapshot.seq >= 1 && snapshot.seq <= top, "a snapshot before it is durable")
            try expectHash(proof.hash, at: snapshot.seq, stored)
        case .events(let first, let proof, let changes):
            try expectStored(changes, from: first, stored)
            try expectHash(proof.hash, at: first + Seq(changes.count) - 1, stored)
        case .history(let first, let changes, let historyTop):
            try expect(historyTop <= top, "a history before it is durable")
            try expectStored(changes, from: first, stored)
        case .ack(_, let seq): try expect(seq <= top, "an ack before it is durable")
        case .reject, .gap, .moved, .draining, .pong, .error, .presence: break
        }
    }

    private func expectStored(
        _ changes: [Change], from first: Seq, _ stored: StoredLobby?
    ) throws(Finding) {
        guard !changes.isEmpty else { return }
        let top = Seq(stored?.records.count ?? 0)
        let last = first + Seq(changes.count) - 1
        try expect(first >= 1 && last <= top, "events before they are durable")
        for (place, change) in changes.enumerated() {
            guard let record = stored?.records[Int(first) - 1 + place] else { continue }
            let stored = (try? LogCoding<Lobby>.event(record))?.change
            try expect(
                stored == change || stored?.forSpectators == change, "other events than stored")
        }
    }

    private func expectHash(
        _ hash: UInt32, at seq: Seq, _ stored: StoredLobby?
    ) throws(Finding) {
        let own = stored.map { RollingHash.short($0.records[Int(seq) - 1].hash) }
        try expect(own == hash, "another hash than the log's")
    }
}

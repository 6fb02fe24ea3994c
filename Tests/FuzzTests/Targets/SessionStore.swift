import Lobby
import SyncServer
import Wire

/// A store in memory: a batch goes in behind exactly the event it was made for, or not at all.
struct SessionStore {
    enum Failure { case notWritten, written, full }

    private(set) var lobbies: [LobbyID: StoredLobby] = [:]

    init(_ lobbies: [LobbyID: StoredLobby] = [:]) { self.lobbies = lobbies }

    mutating func commit(_ batches: [LobbyBatch]) throws(Finding) {
        for batch in batches {
            var lobby =
                lobbies[batch.lobby]
                ?? StoredLobby(
                    lobby: batch.lobby, epoch: batch.epoch, code: nil, records: [], replicas: [])
            var hash = lobby.records.last?.hash ?? RollingHash.empty
            try expect(
                Seq(lobby.records.count) == batch.previousSeq && hash == batch.previousHash,
                "a batch that doesn't fit the log")
            for record in batch.records {
                hash = RollingHash.extend(hash, with: record.body)
                try expect(
                    record.seq == Seq(lobby.records.count) + 1 && record.hash == hash,
                    "a record that doesn't fit the log")
                lobby.records.append(record)
            }
            (lobby.epoch, lobby.code) = (batch.epoch, batch.code)
            for row in batch.replicas {
                lobby.replicas.removeAll { $0.replica == row.replica }
                lobby.replicas.append(row)
            }
            try expect(
                lobby.replicas.count <= LobbyLimits.siblingsMax, "more replicas than there may be")
            lobbies[batch.lobby] = lobby
        }
    }

    func find(_ code: JoinCode) -> LobbyID? {
        lobbies.values.first { $0.code == code }?.lobby
    }
}

extension SessionStore {
    /// Whatever a message tells of a lobby is in the store.
    func expectDurable(_ message: ServerMessage, in lobby: LobbyID) throws(Finding) {
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
            let stored = (try? LogCoding.event(record))?.change
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

import Lobby
import SyncServer
import Wire

/// The store as the server sees it, in memory: batches go in whole, behind exactly the event they
/// were made for, or not at all.
struct FakeStore {
    /// How a commit goes wrong.
    enum Failure {
        case notWritten
        /// The store can't tell, and it was written after all.
        case written
        case full
    }

    var lobbies: [LobbyID: StoredLobby] = [:]
    /// What the logs added up to when they were last looked at.
    private var folded: [LobbyID: Lobby] = [:]

    /// False, and nothing written, if a batch doesn't fit what is there.
    mutating func commit(_ batches: [LobbyBatch]) -> Bool {
        var next = lobbies
        for batch in batches {
            guard let lobby = extended(next[batch.lobby], by: batch) else { return false }
            next[batch.lobby] = lobby
        }
        lobbies = next
        return true
    }

    private func extended(_ lobby: StoredLobby?, by batch: LobbyBatch) -> StoredLobby? {
        var lobby =
            lobby
            ?? StoredLobby(
                lobby: batch.lobby, epoch: batch.epoch, code: nil, records: [], replicas: [])
        var hash = lobby.records.last?.hash ?? RollingHash.empty
        guard Seq(lobby.records.count) == batch.previousSeq, hash == batch.previousHash,
            batch.previousSeq > 0 || !batch.records.isEmpty
        else { return nil }
        for record in batch.records {
            hash = RollingHash.extend(hash, with: record.body)
            guard record.seq == Seq(lobby.records.count) + 1, record.hash == hash else {
                return nil
            }
            lobby.records.append(record)
        }
        lobby.epoch = batch.epoch
        lobby.code = batch.code
        for row in batch.replicas {
            lobby.replicas.removeAll { $0.replica == row.replica }
            lobby.replicas.append(row)
        }
        return lobby
    }

    func find(_ code: JoinCode) -> LobbyID? {
        lobbies.values.first { $0.code == code }?.lobby
    }

    /// What a lobby's log adds up to.
    mutating func lobby(_ id: LobbyID) -> Lobby? {
        guard let stored = lobbies[id] else { return nil }
        guard var lobby = folded[id], lobby.seq <= stored.records.count else {
            folded[id] = try? LogCoding.lobby(stored)
            return folded[id]
        }
        folded[id] = nil
        for record in stored.records[Int(lobby.seq)...] {
            guard let event = try? LogCoding.event(record) else { return nil }
            lobby.apply(event)
        }
        lobby.epoch = stored.epoch
        folded[id] = lobby
        return lobby
    }
}

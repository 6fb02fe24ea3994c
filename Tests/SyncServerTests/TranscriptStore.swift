import Lobby
import SyncServer

/// A store in memory that answers at once.
struct TranscriptStore {
    private(set) var lobbies: [LobbyID: StoredLobby] = [:]
    private var codesGiven = 0

    mutating func commit(_ batches: [LobbyBatch]) {
        for batch in batches {
            var stored =
                lobbies[batch.lobby]
                ?? StoredLobby(
                    lobby: batch.lobby, epoch: batch.epoch, code: nil, records: [], replicas: [])
            precondition(stored.records.count == Int(batch.previousSeq), "batches follow")
            stored.epoch = batch.epoch
            stored.code = batch.code
            stored.records += batch.records
            for row in batch.replicas {
                stored.replicas.removeAll { $0.replica == row.replica }
                stored.replicas.append(row)
            }
            lobbies[batch.lobby] = stored
        }
    }

    func load(_ lobby: LobbyID) -> LoadAnswer {
        lobbies[lobby].map { .lobby($0) } ?? .absent
    }

    func find(_ code: JoinCode) -> FindAnswer {
        lobbies.values.first { $0.code == code }.map { .lobby($0.lobby) } ?? .unknown
    }

    mutating func codes(_ count: Int) -> [JoinCode] {
        let signs = JoinCode.alphabet
        return (0..<count).compactMap { _ in
            codesGiven += 1
            let place = codesGiven % (signs.count * signs.count)
            let ends = [signs[place / signs.count], signs[place % signs.count]]
            return JoinCode("K7M2" + String(decoding: ends, as: UTF8.self))
        }
    }
}

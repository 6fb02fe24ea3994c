import Documents
import Lobby
import Log
import TestSupport
import Wire

/// The log as the tests look at it.
struct FakeStore {
    /// How a commit goes wrong.
    enum Failure {
        case notWritten
        /// The store can't tell, and it was written after all.
        case written
        case full
    }

    private var log = MemoryLog(random: SeededGenerator(seed: 6))
    /// What the logs added up to when they were last looked at.
    private var folded: [LobbyID: Lobby] = [:]

    var lobbies: [LobbyID: StoredLobby] {
        get { log.lobbies }
        set { log.lobbies = newValue }
    }

    /// Who has joined a lobby, in that order.
    func seats(in lobby: LobbyID) -> [PersonID] { log.seats[lobby] ?? [] }

    /// False, and nothing written, if a batch doesn't fit what is there.
    mutating func commit(_ batches: [LobbyBatch]) -> Bool { log.commit(batches) == .committed }

    mutating func erase(_ lobby: LobbyID) { log.erase(lobby) }

    /// Answers what isn't a commit.
    mutating func answer(_ request: LogRequest) { log.ask(request) }

    /// What a lobby's log adds up to.
    mutating func lobby(_ id: LobbyID) -> Lobby? {
        guard let stored = lobbies[id] else { return nil }
        guard var lobby = folded[id], lobby.seq <= stored.records.count else {
            folded[id] = try? LogCoding<Lobby>.document(stored)
            return folded[id]
        }
        folded[id] = nil
        for record in stored.records[Int(lobby.seq)...] {
            guard let event = try? LogCoding<Lobby>.event(record) else { return nil }
            lobby.apply(event)
        }
        lobby.epoch = stored.epoch
        folded[id] = lobby
        return lobby
    }
}

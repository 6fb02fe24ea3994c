import Lobby

/// Batches that are to be committed together.
struct CommitRequest: Sendable {
    var batches: [LobbyBatch]
    var now: WallTime
    var completion: @Sendable (CommitOutcome) -> Void

    var rowCount: Int { batches.reduce(0) { $0 + $1.rowCount } }
}

/// What is asked of the store thread.
enum StoreRequest: Sendable {
    case commit(CommitRequest)
    case load(LobbyID, @Sendable (LoadOutcome) -> Void)
    case history(LobbyID, after: Seq, eventsMax: Int, @Sendable (HistoryOutcome) -> Void)
    case find(JoinCode, @Sendable (FindOutcome) -> Void)
    case reserve(count: Int, length: Int, @Sendable ([JoinCode]) -> Void)

    /// Rows to write.
    var rowCount: Int {
        guard case .commit(let request) = self else { return 0 }
        return request.rowCount
    }

    /// Answers without having done anything.
    func refuse(reason: String) {
        switch self {
        case .commit(let request): request.completion(.failed(.unavailable(reason)))
        case .load(_, let completion): completion(.unavailable(reason: reason))
        case .history(_, _, _, let completion): completion(.unavailable(reason: reason))
        case .find(_, let completion): completion(.unavailable(reason: reason))
        case .reserve(_, _, let completion): completion([])
        }
    }
}

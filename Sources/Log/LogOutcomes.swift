package import Documents

/// The outcome of a request to commit.
package enum CommitOutcome: Equatable, Sendable {
    /// All batches are durable.
    case committed
    /// Nothing may be assumed to be written: see `CommitFailure`.
    case failed(CommitFailure)
}

/// A reason for which a request to commit failed. After each the caller drops the lobbies of the
/// request from memory, which ran ahead, and loads them anew.
package enum CommitFailure: Equatable, Sendable {
    /// The lobby does not end as the batch says, or exists already. Nothing was written.
    case conflict(LobbyID)
    /// Another lobby has the code. Nothing was written.
    case codeTaken(LobbyID, JoinCode)
    /// A batch contradicts itself: a gap in `seq`, a wrong rolling hash, or a new lobby without
    /// an event. Nothing was written.
    case malformed(LobbyID)
    /// There is no room. Nothing was written; reading goes on.
    case full
    /// The disk that the log lies on failed. **Unknown**: the commit may or may not be found in the
    /// log later.
    case inputOutput(String)
    /// The log can't be reached at the moment. Nothing was written.
    case unavailable(String)

    /// Whether the disk that the log lies on is to blame, not the request: others will fail too.
    package var isOfStorage: Bool {
        switch self {
        case .full, .inputOutput, .unavailable: true
        case .conflict, .codeTaken, .malformed: false
        }
    }
}

/// The outcome of loading a lobby.
package enum LoadOutcome: Equatable, Sendable {
    case lobby(StoredLobby)
    case absent
    /// There was one, which was erased; its id is never used again.
    case erased
    /// This lobby is damaged; `reason` says what and where. Other lobbies are not concerned.
    case corrupt(reason: String)
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

/// The outcome of reading a lobby's events of the past.
package enum HistoryOutcome: Equatable, Sendable {
    /// The events, without gaps; the log ends with `top`.
    case events([LogRecord], top: Seq)
    case absent
    /// These events are damaged; `reason` says what and where.
    case corrupt(reason: String)
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

/// The outcome of looking for a lobby by its code.
package enum FindOutcome: Equatable, Sendable {
    case lobby(LobbyID)
    case absent
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

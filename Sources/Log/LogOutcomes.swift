package import Documents

/// What became of a request to commit.
package enum CommitOutcome: Equatable, Sendable {
    /// Durable.
    case committed
    /// Nothing may be assumed to be written: see `CommitFailure`.
    case failed(CommitFailure)
}

/// Why a request to commit failed. After each the caller drops what its memory ran
/// ahead and loads the lobbies of the request anew.
package enum CommitFailure: Equatable, Sendable {
    /// The lobby does not end as the batch says, or exists already. Nothing was written.
    case conflict(LobbyID)
    /// Another lobby has the code. Nothing was written.
    case codeTaken(LobbyID, JoinCode)
    /// A batch contradicts itself: a gap in `seq`, a wrong rolling hash, or a new lobby without
    /// an event. Nothing was written.
    case malformed(LobbyID)
    /// No room. Nothing was written; reading goes on.
    case full
    /// What the log lies on failed. **Unknown**: it may or may not be found in the log later.
    case inputOutput(String)
    /// The log can't be reached at the moment. Nothing was written.
    case unavailable(String)

    /// Whether what the log lies on is to blame, not the request: others will fail too.
    package var isOfStorage: Bool {
        switch self {
        case .full, .inputOutput, .unavailable: true
        case .conflict, .codeTaken, .malformed: false
        }
    }
}

/// What was found of a lobby.
package enum LoadOutcome: Equatable, Sendable {
    case lobby(StoredLobby)
    case absent
    /// This lobby is damaged; what and where. Other lobbies are not concerned.
    case corrupt(reason: String)
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

/// What was found of a lobby's events of the past.
package enum HistoryOutcome: Equatable, Sendable {
    /// Without gaps; the log ends with `top`.
    case events([LogRecord], top: Seq)
    case absent
    /// These events are damaged; what and where.
    case corrupt(reason: String)
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

/// Which lobby was found by its code.
package enum FindOutcome: Equatable, Sendable {
    case lobby(LobbyID)
    case absent
    /// The log can't be read at the moment.
    case unavailable(reason: String)
}

package import Lobby

/// What became of a request to commit.
package enum CommitOutcome: Equatable, Sendable {
    /// On the disk, synced.
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
    /// No room. SQLite rolled back; reading goes on.
    case full
    /// The disk or SQLite failed. **Unknown**: it may or may not be found in the file later.
    case inputOutput(String)
    /// The database can't be opened at the moment. Nothing was written.
    case unavailable(String)
}

/// What `load` found.
package enum LoadOutcome: Equatable, Sendable {
    case lobby(StoredLobby)
    case absent
    /// This lobby's rows are damaged; what and where. Other lobbies are not concerned.
    case corrupt(reason: String)
    /// The database can't be read at the moment.
    case unavailable(reason: String)
}

/// What `readHistory` found.
package enum HistoryOutcome: Equatable, Sendable {
    /// Without gaps; the log ends with `top`.
    case events([LogRecord], top: Seq)
    case absent
    /// These rows are damaged; what and where.
    case corrupt(reason: String)
    /// The database can't be read at the moment.
    case unavailable(reason: String)
}

/// What `find` found.
package enum FindOutcome: Equatable, Sendable {
    case lobby(LobbyID)
    case absent
    /// The database can't be read at the moment.
    case unavailable(reason: String)
}

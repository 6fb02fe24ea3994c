import Lobby
import Reactor
import SyncServer

/// What other threads have to say to a loop.
enum Mail: Sendable {
    case committed(ticket: UInt64)
    case commitFailed(ticket: UInt64, isFull: Bool)
    /// A commit of another loop has failed for want of a working disk.
    case storeFailed(isFull: Bool)
    case loaded(LobbyID, LoadAnswer)
    case history(HistoryAnswer, for: SessionID)
    case found(FindAnswer, for: SessionID)
    case reserved([JoinCode])
    case handedOver(DetachedConnection, Handover)
    case drain
}

import Lobby
import Structures
import SyncServer

/// One loop of the server's process with the connections that it carries.
final class Shard {
    var server: SyncServer
    var links = SlotTable<Link>()
    /// What has happened since the last turn.
    var inputs: [Input] = []
    /// When the loop wakes up; `max` if nothing is due.
    var turnAt = UInt64.max
    /// Links with something to write.
    var dirty: [Link] = []
    /// When the process gives up waiting for the end of its connections.
    var stopsAt: UInt64?

    init(_ server: consuming SyncServer) { self.server = server }
}

/// What a loop is told.
enum Input {
    case opened(Link)
    case readable(Link)
    case drained(Link)
    case broken(Link)
    case committed(ticket: UInt64)
    case failed(ticket: UInt64, isFull: Bool)
    case loaded(LobbyID, LoadAnswer)
    case history(HistoryAnswer, SessionID)
    case found(FindAnswer, SessionID)
    case reserved([JoinCode])
    case handedOver(Link, Handover)
    case drain

    enum Kind: CaseIterable { case report, socket, mail }

    var kind: Kind {
        switch self {
        case .drained, .broken: .report
        case .opened, .readable: .socket
        case .committed, .failed, .loaded, .history, .found, .reserved, .handedOver, .drain: .mail
        }
    }
}

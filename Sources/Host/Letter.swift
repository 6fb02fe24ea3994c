package import Connections
package import Documents
package import Log
package import SyncServer

/// What a loop is told besides what happens on its connections.
package enum Letter: Sendable {
    case committed(ticket: UInt64, CommitOutcome)
    /// A commit of another loop has failed because of what the log lies on.
    case storageFailed(isFull: Bool)
    case loaded(LobbyID, LoadOutcome)
    case history(HistoryOutcome, of: LobbyID, after: Seq, for: SessionID)
    case found(FindOutcome, for: SessionID, JoinGuard.Attempt)
    case reserved([JoinCode])
    case worked(WorkAnswer, for: SessionID)
    /// The server is going down.
    case drain
}

/// Brings letters and connections to the loops of a server, from any thread; letters in the order
/// in which they are posted.
package protocol Post: Sendable {
    associatedtype Passenger: Sendable

    var loopCount: Int { get }
    func post(_ letter: Letter, to loop: Int)
    func handOver(_ passenger: Passenger, _ handover: Handover, to loop: Int)
}

/// Does what would hold a loop up.
package protocol Worker: Sendable {
    /// `answer` may be called before this returns, or later on another thread.
    func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void)
}

/// Something an operator may want to know.
package enum HostReport: Sendable {
    case server(Report)
    case closed(ConnectionID, CloseReason)
    case lagging(ConnectionID)
    case outOfDescriptors
}

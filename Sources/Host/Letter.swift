package import Connections
package import Documents
package import Log
package import SyncServer

/// A message to a loop, of what doesn't happen on its connections.
package enum Letter: Sendable {
    case committed(ticket: UInt64, CommitOutcome)
    /// A commit of another loop has failed because of the disk that they share.
    case storageFailed(isFull: Bool)
    case loaded(LobbyID, LoadOutcome)
    case history(HistoryOutcome, of: LobbyID, after: Seq, for: SessionID)
    case found(FindOutcome, for: SessionID, JoinGuard.Attempt)
    case reserved([JoinCode])
    case worked(WorkAnswer, for: SessionID)
    /// The front door shows another certificate.
    case secured(isTrusted: Bool)
    /// The server is going down.
    case drain
}

/// A post that brings letters and connections to the loops of a server, from any thread; letters in
/// the order in which they are posted.
package protocol Post: Sendable {
    associatedtype Passenger: Sendable

    var loopCount: Int { get }
    func post(_ letter: Letter, to loop: Int)
    func handOver(_ passenger: Passenger, _ handover: Handover, to loop: Int)
}

/// A worker that does what would hold a loop up.
package protocol Worker: Sendable {
    /// Takes a piece of work. `answer` may be called before this returns, or later on another
    /// thread.
    func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void)
}

/// A fact that an operator may want to know.
package enum HostReport: Sendable {
    case server(Report)
    case closed(ConnectionID, CloseReason)
    case lagging(ConnectionID)
    case outOfDescriptors
}

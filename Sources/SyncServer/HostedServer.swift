package import Documents
package import Log
package import Structures

/// A server as a host runs it: it is told what happened, and says what is to be done. See
/// `SyncServer`.
///
/// A host is generic over this, and not over the kind of document: it would have to look up what
/// `SyncServer` of that kind is at each call, which cost a score a thousand instructions.
package protocol HostedServer {
    /// Whether no commit is on its way, and no lobby waits for the end of a turn.
    var isQuiet: Bool { get }

    mutating func opened(
        _ id: SessionID, from address: PeerAddress, by door: Door, now: ServerTime)
    mutating func received(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime)
    mutating func drained(_ id: SessionID, now: ServerTime)
    mutating func closed(_ id: SessionID, now: ServerTime)
    mutating func adopt(_ id: SessionID, _ handover: Handover, now: ServerTime)

    mutating func committed(_ ticket: UInt64, _ outcome: CommitOutcome, now: ServerTime)
    mutating func storeFailed(isFull: Bool, now: ServerTime)
    mutating func loaded(_ id: LobbyID, _ outcome: LoadOutcome, now: ServerTime)
    mutating func history(
        _ outcome: HistoryOutcome, of lobby: LobbyID, after seq: Seq, for id: SessionID,
        now: ServerTime)
    mutating func found(
        _ outcome: FindOutcome, for id: SessionID, _ attempt: JoinGuard.Attempt, now: ServerTime)
    mutating func reserved(_ codes: [JoinCode])
    mutating func worked(_ answer: WorkAnswer, for id: SessionID, now: ServerTime)

    mutating func secured(isTrusted: Bool)

    mutating func tick(now: ServerTime)
    mutating func endTurn(now: ServerTime)
    mutating func takeServerEffects() -> [Effect]
    mutating func drain(milliseconds: Int64, now: ServerTime)
    func millisecondsUntilNext(now: ServerTime) -> Int?
}

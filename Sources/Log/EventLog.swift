package import Documents

/// The log of all lobbies of a server: whatever keeps it durable.
///
/// The contract, which `LogContract` in the tests holds every implementation to:
///
/// 1. *Every request is answered once*, in the order of the requests, perhaps before `ask` returns
///    and perhaps on another thread. A log that can't answer says so (`unavailable`).
/// 2. *A request sees all that was asked for before it*, commits included.
/// 3. *A commit is all or nothing.* It goes in only if each of its batches continues its lobby: the
///    log ends with exactly `previousSeq` and `previousHash`, `seq` follows without a gap, and the
///    rolling hash is right. A batch behind event 0 creates its lobby, with at least one event, and
///    there must be none yet. Batches of one commit build on each other.
/// 4. *A commit that is at fault fails alone*; those that were asked for beside it don't.
/// 5. *`committed` means durable*: it is there after a power cut. After any other outcome the
///    caller assumes nothing and reads again; what isn't told to be `inputOutput` isn't written.
/// 6. *A lobby is read as it was written*: epoch, code and deletion of its last batch, all records
///    in order, and the last row of each replica, in order of the replicas' ids.
/// 7. *A code belongs to one lobby* at a time, from the commit that has it until one that hasn't.
/// 8. *Reserved codes* belong to no lobby, and to no other reservation since the log was opened.
/// 9. *A lobby that was erased* is told to be `erased` from then on.
/// 10. *Damage is told per lobby*, and never passed on as content.
/// 11. *Who joins with a batch has a seat* in its lobby, from that commit on.
package protocol EventLog {
    mutating func ask(_ request: LogRequest)
}

/// A question to a log, with whoever is told the outcome.
package enum LogRequest: Sendable {
    /// Writes the batches; `now` becomes the time at which their lobbies were last touched.
    case commit([LobbyBatch], now: WallTime, @Sendable (CommitOutcome) -> Void)
    case load(LobbyID, @Sendable (LoadOutcome) -> Void)
    /// Reads the first `eventsMax` events behind `after`, at least one.
    case readHistory(
        LobbyID, after: Seq, eventsMax: Int, @Sendable (HistoryOutcome) -> Void)
    case find(JoinCode, @Sendable (FindOutcome) -> Void)
    /// Draws so many random codes of `length` signs, which is within `JoinCode.lengths`. There are
    /// fewer, perhaps none, if the log can't be read or codes of that length run out.
    case reserveCodes(Int, length: Int, @Sendable ([JoinCode]) -> Void)
}

extension LogRequest {
    /// Answers without having done anything.
    package func refuse(reason: String) {
        switch self {
        case .commit(_, _, let completion): completion(.failed(.unavailable(reason)))
        case .load(_, let completion): completion(.unavailable(reason: reason))
        case .readHistory(_, _, _, let completion): completion(.unavailable(reason: reason))
        case .find(_, let completion): completion(.unavailable(reason: reason))
        case .reserveCodes(_, _, let completion): completion([])
        }
    }
}

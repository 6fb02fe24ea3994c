import Documents
import Log

/// Something that the store's thread is asked for.
enum StoreRequest: Sendable {
    case log(LogRequest)
    /// Change tables of accounts.
    case change(ClubChange)
    /// Make a commit that changes nothing, to see whether one can be made.
    case check(@Sendable (CommitFailure?) -> Void)
    /// Erase lobbies that have lapsed, so many at most.
    case expire(Lapse, lobbiesMax: Int, @Sendable (ExpiryOutcome) -> Void)
    /// Take the names of erased persons out of so many lobbies at most.
    case eraseNames(
        lobbiesMax: Int, NamelessTexts, @Sendable (NameErasureOutcome) -> Void)
}

/// A request that waits, with the monotonic microseconds at which it came; 0 where nobody wants to
/// know how long it takes.
struct WaitingRequest: Sendable {
    let request: StoreRequest
    let askedAt: UInt64
}

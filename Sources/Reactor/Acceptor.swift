import Glibc
import SystemCalls

/// The state of accepting: how many more in this turn, and what to do without descriptors.
///
/// A connection that can't be accepted for want of a descriptor stays in the backlog and keeps the
/// listening socket ready: the loop would spin. So the loop cuts an `Unclaimed` connection, and
/// where there is none turns the newcomer away: each loop holds one descriptor in reserve; it is
/// given up for a moment to accept the connection and close it, which tells the peer. Loops do so
/// one at a time (`Admission.exclusively`): a newcomer let in on another loop's reserve would leave
/// nothing to turn the next ones away with. If the store takes it in that moment, accepting pauses;
/// a reserve that was lost comes before the next newcomer.
struct Acceptor: ~Copyable {
    /// Accepts in one turn, so that a storm of new connections doesn't keep the old ones waiting.
    static let acceptsPerTurnMax = 32
    static let pauseMilliseconds: UInt64 = 500

    var leftInTurn = acceptsPerTurnMax
    var isStarving = false
    /// The time from which on the listening sockets are to be watched again; nil while they are.
    var resumesAt: UInt64?
    private var reserve: Descriptor?

    private var hasReserve: Bool {
        switch reserve {
        case nil: false
        case _?: true
        }
    }

    /// Makes a descriptor free, if there is one in reserve.
    mutating func giveUpReserve() -> Bool {
        reserve.take() != nil
    }

    /// Takes a descriptor in reserve, if there is none yet and one is free.
    mutating func fillReserve() {
        guard !hasReserve else { return }
        let result = SystemCall.run("open") { Int(unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)) }
        if case .done(let number) = result { reserve = Descriptor(Int32(number)) }
    }

    func millisecondsUntilResume(_ now: UInt64) -> Int? {
        resumesAt.map { $0 > now ? Int(clamping: $0 - now) : 0 }
    }
}

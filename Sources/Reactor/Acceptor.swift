import Glibc
import SystemCalls

/// How accepting goes on: how many more in this turn, and what to do without descriptors.
///
/// A connection that can't be accepted for want of a descriptor stays in the backlog and keeps the
/// listening socket ready: the loop would spin. So one descriptor is held in reserve; it is given
/// up for a moment to accept the connection and close it, which tells the peer. If another thread
/// takes the reserve in that moment, accepting pauses.
struct Acceptor: ~Copyable {
    /// So that a storm of new connections doesn't keep the old ones waiting.
    static let acceptsPerTurnMax = 64
    static let pauseMilliseconds: UInt64 = 500

    var leftInTurn = acceptsPerTurnMax
    var isStarving = false
    /// When to watch the listening socket again, if it isn't watched.
    var resumesAt: UInt64?
    private var reserve: Descriptor?

    init() { fillReserve() }

    /// Makes a descriptor free, if there is one in reserve.
    mutating func giveUpReserve() -> Bool {
        reserve.take() != nil
    }

    /// Whether there is a reserve again.
    mutating func fillReserve() {
        let result = SystemCall.run("open") { Int(unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)) }
        if case .done(let number) = result { reserve = Descriptor(Int32(number)) }
    }

    func millisecondsUntilResume(_ now: UInt64) -> Int? {
        resumesAt.map { $0 > now ? Int(clamping: $0 - now) : 0 }
    }
}

/// The sending end of one connection: what waits to be sent, and for how long a peer that doesn't
/// take it is waited for. It knows no socket; whoever carries the bytes asks it what to do.
///
/// The phases only go forward:
///
///     open ──close──▸ flushing ──all is out──▸ lingering
///       └────────────────┴──── abandon ──────────┴──────▸ dead
///
/// *A slow reader.* Once more than the soft limit waits to begin and the system takes no more, what
/// may be missed and hasn't begun is dropped, and all that may be missed is ignored until
/// everything else is out; then the program is told, once, and makes up for it with one message.
/// Above the hard limit the peer is given up. Nobody counts as slow before the system has refused
/// some of it, nor for the message that has begun: else a reader for whom one snapshot is more than
/// the limit would be sent snapshots for ever.
///
/// *A silent peer.* While something waits that the system doesn't take, and nothing of it moves,
/// the time runs that `OutboxLimits` gives.
@usableFromInline
package struct Outlet: Sendable {
    @usableFromInline
    package enum Phase: Sendable {
        /// The program reads and writes.
        case open
        /// The program is done; what it sent last is still going out.
        case flushing
        /// Our end of stream is sent; waiting for the peer's, so that our close can't turn into
        /// a reset that destroys what the peer hasn't read yet (RFC 1122, 4.2.2.13).
        case lingering
        /// Given up, and the program is about to be told.
        case dead
    }

    @usableFromInline package private(set) var outbox = Outbox()
    /// The time at which to give up, in monotonic milliseconds; `max` while there is no reason to.
    package private(set) var deadline = UInt64.max
    @usableFromInline package private(set) var phase = Phase.open
    /// The system takes no more for now.
    @usableFromInline package private(set) var isBlocked = false
    /// Droppable output was dropped and the program hasn't been told that it may go on.
    package private(set) var isLagging = false
    /// The program is about to be told that it may go on.
    private var isDrainReported = false
    /// The peer's end of stream came while we were flushing.
    private var isPeerDone = false

    package init() {}

    /// An open outlet with the output that another loop has not sent yet.
    package init(outbox: Outbox, isLagging: Bool) {
        self.outbox = outbox
        self.isLagging = isLagging
    }

    // Inlinable, since another module's getter is given a copy of all that waits.

    @inlinable package var isOpen: Bool { phase == .open }
    @inlinable package var isDead: Bool { phase == .dead }
    @inlinable package var queuedBytes: Int { outbox.queuedBytes }
    /// Whether it may be written to.
    @inlinable package var takesBytes: Bool { !isBlocked && !isDead }

    /// The result of queuing bytes.
    package enum Intake {
        /// They may be missed, and the peer reads too slowly.
        case ignored
        case queued
        /// They are queued, and it is so much that it has to be written now, and judged.
        case isMuch
    }

    /// Queues bytes to be sent, in order.
    ///
    /// - Parameter isDroppable: can be missed, because a later message will make up for it.
    package mutating func append(
        _ bytes: [UInt8], isDroppable: Bool, limits: OutboxLimits
    ) -> Intake {
        guard isOpen, !(isDroppable && isLagging) else { return .ignored }
        outbox.append(bytes, isDroppable: isDroppable)
        return outbox.waitingBytes > limits.softBytes ? .isMuch : .queued
    }

    /// The verdict on a reader for whom much has been queued.
    package enum Judgement: Equatable {
        case isFine
        /// It has begun to lag: so many messages were dropped.
        case lags(droppedCount: Int)
        /// It is to be given up.
        case isTooSlow
    }

    /// Judges the reader; to be called after the write that follows `isMuch`.
    package mutating func judge(limits: OutboxLimits) -> Judgement {
        guard isOpen, isBlocked, outbox.waitingBytes > limits.softBytes else { return .isFine }
        var judgement = Judgement.isFine
        if !isLagging {
            isLagging = true
            judgement = .lags(droppedCount: outbox.dropDroppable())
        }
        return outbox.waitingBytes > limits.hardBytes ? .isTooSlow : judgement
    }

    /// Takes note that the first `count` bytes are sent.
    package mutating func sent(_ count: Int) { outbox.consume(count) }

    /// The next step of a connection whose output is all out.
    package enum Rest {
        case goesOn
        /// Now our end of stream is to be sent.
        case endsStream
        /// The peer has ended too: the connection is over.
        case isOver
    }

    /// Takes note that everything is out.
    package mutating func emptied(now: UInt64, limits: OutboxLimits) -> Rest {
        switch phase {
        case .open: deadline = .max
        case .flushing:
            guard !isPeerDone else { return .isOver }
            phase = .lingering
            deadline = now + UInt64(limits.lingerMillisecondsMax)
            return .endsStream
        case .lingering, .dead: break
        }
        return .goesOn
    }

    /// Takes note that the system takes no more.
    ///
    /// - Parameter hasMoved: whether it has taken something since the last time.
    package mutating func blocked(hasMoved: Bool, now: UInt64, limits: OutboxLimits) {
        isBlocked = true
        guard isOpen, hasMoved || deadline == .max else { return }
        deadline = now + UInt64(limits.stallMillisecondsMax)
    }

    /// Takes note that there is room again.
    package mutating func unblocked() { isBlocked = false }

    /// Whether the program is to be told now that its slow reader has caught up.
    package mutating func reportsDrain() -> Bool {
        guard isOpen, isLagging, !isDrainReported, !isBlocked, outbox.isEmpty else { return false }
        isDrainReported = true
        return true
    }

    /// Takes note that the program has been told.
    package mutating func endLag() {
        isLagging = false
        isDrainReported = false
    }

    /// Ends the output: what waits still goes out, within the time that a slow line needs.
    ///
    /// - Parameter carriedBytes: bytes that its transport has taken and not sent.
    package mutating func close(now: UInt64, limits: OutboxLimits, carriedBytes: Int = 0) {
        phase = .flushing
        let line = (outbox.queuedBytes + carriedBytes) * 1_000 / limits.closingBytesPerSecondMin
        deadline = now + UInt64(limits.closingMillisecondsMax + line)
    }

    /// Takes note that the peer has ended its stream.
    ///
    /// - Returns: whether that is the end of the connection. It isn't while we are flushing: the
    ///   peer may still be reading.
    package mutating func peerEnded() -> Bool {
        guard phase == .flushing, !isPeerDone else { return true }
        isPeerDone = true
        return false
    }

    /// Gives the peer up, and throws away what waits.
    package mutating func abandon() {
        outbox = Outbox()
        phase = .dead
    }
}

import SystemCalls

/// One TCP connection of an event loop. The loop closes the descriptor; everything else about a
/// connection is decided here or in the loop's extensions.
///
/// The phases only go forward: open → flushing → lingering, and from anywhere → dead.
struct Connection {
    enum Phase {
        /// The program reads and writes.
        case open
        /// The program is done; what it sent last is still going out.
        case flushing
        /// Our end of stream is sent; waiting for the peer's, so that our close can't turn into
        /// a reset that destroys what the peer hasn't read yet (RFC 1122, 4.2.2.13).
        case lingering
        /// Closed, and the program is about to be told.
        case dead
    }

    enum WriteOutcome {
        case emptied
        case blocked
        case failed(SystemError)
    }

    let address: PeerAddress
    var outbox = Outbox()
    /// When to give up, in monotonic milliseconds.
    var deadline = UInt64.max
    /// The earliest of its entries in the timer wheel.
    var remindedAt = UInt64.max
    let descriptor: Int32
    /// What the epoll set watches for.
    var interest = Interest.readable
    var phase = Phase.open
    /// It comes before newcomers.
    var isPreferred = false
    /// The kernel takes no more for now.
    var isBlocked = false
    /// It is on the loop's list of connections to write.
    var isDirty = false
    /// Droppable output was dropped and the program hasn't been told that it may go on.
    var isLagging = false
    /// The program is about to be told that it may go on.
    var isDrainReported = false
    /// Its end of stream came while we were flushing.
    var isPeerDone = false

    var isOpen: Bool { phase == .open }

    var isDead: Bool { phase == .dead }

    /// Whether it has no claim to its descriptor when there is none left for others.
    var isUnclaimed: Bool { !isDead && !(isOpen && isPreferred) }

    init(descriptor: Int32, address: PeerAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    /// Writes until everything is gone or the kernel takes no more. A short write means the latter:
    /// the epoll set will say when there is room, so asking again would be a call for nothing.
    mutating func write(
        through gather: inout GatherBuffer, counters: inout LoopCounters
    ) -> WriteOutcome {
        while !outbox.isEmpty {
            let (result, offered) = outbox.withNextBytes(&gather) { bytes in
                (SystemCall.send(descriptor, bytes), bytes.count)
            }
            counters.writeCalls += 1
            switch result {
            case .done(let sent):
                counters.bytesSent += UInt64(sent)
                outbox.consume(sent)
                if sent < offered { return .blocked }
            case .wouldBlock: return .blocked
            case .failed(let error): return .failed(error)
            }
        }
        return .emptied
    }
}

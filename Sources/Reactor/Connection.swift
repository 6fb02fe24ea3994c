import Connections
import SystemCalls

/// One TCP connection of an event loop. The loop closes the descriptor; everything else about a
/// connection is decided here or in the loop's extensions.
struct Connection {
    enum WriteOutcome {
        case emptied
        case blocked
        case failed(SystemError)
    }

    let address: PeerAddress
    /// The time of its earliest entry in the timer wheel.
    var remindedAt = UInt64.max
    // The outlet ends with flags: what is small lies behind them without a gap.
    var outlet = Outlet()
    /// It comes before newcomers.
    var isPreferred = false
    /// It is on the loop's list of connections to write.
    var isDirty = false
    let descriptor: Int32
    /// The events that the epoll set watches for.
    var interest = Interest.readable

    var isOpen: Bool { outlet.isOpen }

    var isDead: Bool { outlet.isDead }

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
        while !outlet.outbox.isEmpty {
            var result = SystemResult.done(0)
            var offered = 0
            outlet.outbox.withNextBytes(&gather) { bytes in
                result = SystemCall.send(descriptor, bytes)
                offered = bytes.count
            }
            counters.writeCalls += 1
            switch result {
            case .done(let sent):
                counters.bytesSent += UInt64(sent)
                outlet.sent(sent)
                if sent < offered { return .blocked }
            case .wouldBlock: return .blocked
            case .failed(let error): return .failed(error)
            }
        }
        return .emptied
    }
}

import Connections
import Structures
import SystemCalls
import TLS

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
    /// What secures it; nil if nothing does.
    var tls: TLSStream?
    // The outlet ends with flags: what is small lies behind them without a gap.
    var outlet = Outlet()
    /// It comes before newcomers.
    var isPreferred = false
    /// It is on the loop's list of connections to write.
    var isDirty = false
    let door: Door
    /// Those events fit into a byte.
    private var interestBits = UInt8(truncatingIfNeeded: Interest.readable.rawValue)
    let descriptor: Int32
    /// The events that the epoll set watches for, of those about reading and writing.
    var interest: Interest {
        get { Interest(rawValue: UInt32(interestBits)) }
        set { interestBits = UInt8(truncatingIfNeeded: newValue.rawValue) }
    }

    var isOpen: Bool { outlet.isOpen }

    var isDead: Bool { outlet.isDead }

    /// Whether it has no claim to its descriptor when there is none left for others.
    var isUnclaimed: Bool { !isDead && !(isOpen && isPreferred) }

    init(descriptor: Int32, address: PeerAddress, door: Door) {
        self.descriptor = descriptor
        self.address = address
        self.door = door
    }

    /// Writes until everything is gone or the kernel takes no more. A short write means the latter:
    /// the epoll set will say when there is room, so asking again would be a call for nothing.
    mutating func write(
        through gather: inout GatherBuffer, _ glue: TLSGlue, counters: inout LoopCounters
    ) -> WriteOutcome {
        if let tls { return write(tls, through: &gather, glue, &counters) }
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

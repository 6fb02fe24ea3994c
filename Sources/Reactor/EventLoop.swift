package import Connections
import Structures
package import SystemCalls

/// An epoll event loop that the program pulls on, one per thread, born and used inside it.
///
/// A turn: `wait`, then `nextEvent` until nil, then `flush`. Nothing is sent before `flush`, so
/// everything a turn queues for a socket leaves in one system call; the kernel's share of a fan-out
/// server is the larger one, and this is what makes it smaller. No handlers, no classes and no
/// allocation on the way of a message; tables are fields of this struct, accessed in place.
///
/// Invariants: a connection is in the table from `.opened` (or `attach`) until the program was told
/// `.closed` or asked for the end itself; its id goes stale at that moment, and calls with a stale
/// id do nothing. Between `flush` and `wait` every outbox that isn't empty is blocked, and the
/// epoll set watches for its room.
package struct EventLoop: ServerTransport, ~Copyable {
    /// Marks in the epoll set that no `ConnectionID` can have.
    enum Token {
        static let listener: UInt64 = 0
        static let waker: UInt64 = 1
        static let newcomers: UInt64 = 2
    }

    static let receiveBytesMax = 64 * 1024
    /// Descriptors that one turn looks after.
    static let readyPerTurnMax = 256
    /// Newcomers among them.
    static let newcomersPerTurnMax = 32

    package let limits: OutboxLimits
    /// Counts of what has been done so far.
    package internal(set) var counters = LoopCounters()

    let admission: Admission
    let waker: Waker
    var listener: ListeningSocket?
    var acceptor: Acceptor
    var poller: Poller
    /// Connections that the program doesn't prefer yet. `poller` watches them as one.
    var newcomers: Poller
    var unclaimed = Unclaimed()
    var connections = SlotTable<Connection>()
    var timers = TimerWheel<ConnectionID>()
    var dueTimers: [ConnectionID] = []
    var gather: GatherBuffer
    /// Connections with something to write.
    var dirty: [ConnectionID] = []
    /// Events that did not come from the epoll set, first in first out.
    var reports: [TransportEvent] = []
    var reportsTaken = 0
    var receiveBuffer = [UInt8](repeating: 0, count: receiveBytesMax)
    var receivedCount = 0
    /// The next of the poller's events to look at, and of the newcomers'.
    var nextReady = 0
    var nextNewcomer = 0
    var hasMail = false
    /// Monotonic milliseconds, as the program last said.
    var now = MonotonicClock.milliseconds()

    /// Makes a loop without connections; to be called on the loop's thread.
    ///
    /// - Parameters:
    ///   - listener: nil for a loop that only gets connections from others.
    ///   - admission: shared by all loops that exchange connections.
    ///   - waker: of the thread's `Mailbox`.
    package init(
        listener: ListeningSocket?, admission: Admission, limits: OutboxLimits = OutboxLimits(),
        waker: Waker
    ) throws(SystemError) {
        let poller = try Poller(eventsMax: Self.readyPerTurnMax)
        let newcomers = try Poller(eventsMax: Self.newcomersPerTurnMax)
        try poller.add(newcomers, token: Token.newcomers)
        try poller.add(waker.descriptor.number, token: Token.waker, [.readable, .edge])
        if let listener {
            try poller.add(
                listener.descriptor.number, token: Token.listener, [.readable, .exclusive])
        }
        self.poller = poller
        self.newcomers = newcomers
        self.limits = limits
        self.admission = admission
        self.waker = waker
        self.listener = listener
        acceptor = Acceptor()
        if listener != nil { acceptor.fillReserve() }
        gather = GatherBuffer()
    }

    deinit {
        for id in connections.ids where !connections[id].isDead {
            Descriptor.close(connections[id].descriptor)
            admission.leave(connections[id].address)
        }
    }

    /// Open connections, and those whose end is not over or not reported yet.
    package var connectionCount: Int { connections.count }

    /// Begins a turn: sleeps until something happens or the time is over.
    ///
    /// - Parameter timeoutMilliseconds: nil until something happens, 0 for a look without sleep.
    package mutating func wait(timeoutMilliseconds: Int?) {
        var timeout = timeoutMilliseconds
        if let timer = timers.millisecondsUntilNext(now) { timeout = min(timeout ?? timer, timer) }
        if let pause = acceptor.millisecondsUntilResume(now) {
            timeout = min(timeout ?? pause, pause)
        }
        let maySleep = !hasMail && reports.isEmpty && timeout != 0 && waker.fallAsleep()
        poller.wait(milliseconds: maySleep ? timeout : 0)
        if waker.wakeUp() { hasMail = true }
        counters.waitCalls += 1
        counters.readyDescriptors += UInt64(poller.count)
        nextReady = 0
        newcomers.forget()
        nextNewcomer = 0
    }

    /// The next thing that happened; nil when there is nothing more in this turn.
    ///
    /// - Parameter now: monotonic milliseconds, read once per turn.
    package mutating func nextEvent(now: UInt64) -> TransportEvent? {
        self.now = now
        receivedCount = 0
        if let report = nextReport() { return report }
        if hasMail {
            hasMail = false
            return .mail
        }
        while nextReady < poller.count {
            if let event = eventFromPoller() { return event }
        }
        while nextNewcomer < newcomers.count {
            let (token, seen) = newcomers.event(nextNewcomer)
            nextNewcomer += 1
            if let event = handle(SlotID(rawValue: token), seen) { return event }
        }
        resumeAccepting()
        giveUpOverdue()
        return nextReport()
    }

    /// The bytes of the `.received` that `nextEvent` returned last; none after another event.
    package func withReceived(_ body: (Span<UInt8>) -> Void) {
        body(receiveBuffer.span.extracting(first: receivedCount))
    }

    private mutating func eventFromPoller() -> TransportEvent? {
        let (token, seen) = poller.event(nextReady)
        if token == Token.listener {
            if let event = acceptNext() { return event }
            nextReady += 1
            return nil
        }
        nextReady += 1
        switch token {
        case Token.waker: return nil
        case Token.newcomers:
            newcomers.wait(milliseconds: 0)
            counters.waitCalls += 1
            counters.readyDescriptors += UInt64(newcomers.count)
            return nil
        default: return handle(SlotID(rawValue: token), seen)
        }
    }

    /// The next report whose connection the program still knows.
    private mutating func nextReport() -> TransportEvent? {
        while reportsTaken < reports.count {
            let report = reports[reportsTaken]
            reportsTaken += 1
            if isStillTrue(report) { return report }
        }
        reports.removeAll(keepingCapacity: true)
        reportsTaken = 0
        return nil
    }

    private mutating func isStillTrue(_ report: TransportEvent) -> Bool {
        switch report {
        case .closed(let id, _):
            return connections.remove(id) != nil
        case .lagging(let id):
            return isOpen(id)
        case .drained(let id):
            guard isOpen(id) else { return false }
            connections[id].outlet.endLag()
            return true
        default:
            return true
        }
    }

    /// Whether the program may still use the connection.
    func isOpen(_ id: ConnectionID) -> Bool {
        connections.contains(id) && connections[id].isOpen
    }
}

package import Connections
import Structures
package import SystemCalls
import TLS

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
        static let waker: UInt64 = 0
        static let newcomers: UInt64 = 1
        static let strangers: UInt64 = 2
        /// The first listening socket; the others follow.
        static let listeners: UInt64 = 16
    }

    static let receiveBytesMax = TLSGlue.incomingBytesMax
    /// Descriptors that one turn looks after.
    static let readyPerTurnMax = 256
    /// Newcomers among them.
    static let newcomersPerTurnMax = 32

    package let limits: OutboxLimits
    /// Counts of what has been done so far.
    package internal(set) var counters = LoopCounters()

    let admission: Admission
    let waker: Waker
    /// Where connections are accepted; none any more once that has stopped.
    var listeners: [ListeningSocket]
    var acceptor: Acceptor
    var poller: Poller
    /// Connections that the program doesn't prefer yet. `poller` watches them as one.
    var newcomers: Poller
    /// Connections that aren't secured yet. `poller` watches them as one.
    var strangers: Strangers
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
    /// What was received lies in the glue.
    var isSecured = false
    let glue = TLSGlue()
    /// A connection that was reported as opened, and what it has said, to be reported next.
    var unreported: (id: ConnectionID, count: Int)?
    /// Connections whose last bytes were reported in this turn, and how they ended. That is told in
    /// the next one: what was asked with the last bytes is answered first.
    var endings: [(id: ConnectionID, end: TLSArrival.End)] = []
    var dueEndings: [(id: ConnectionID, end: TLSArrival.End)] = []
    /// The next of the poller's events to look at, and of the newcomers'.
    var nextReady = 0
    var nextNewcomer = 0
    var hasMail = false
    /// Monotonic milliseconds, as the program last said.
    var now = MonotonicClock.milliseconds()

    /// Makes a loop without connections; to be called on the loop's thread.
    ///
    /// - Parameters:
    ///   - listeners: none for a loop that only gets connections from others.
    ///   - admission: shared by all loops that exchange connections.
    ///   - waker: of the thread's `Mailbox`.
    package init(
        listeners: [ListeningSocket], admission: Admission, limits: OutboxLimits = OutboxLimits(),
        waker: Waker
    ) throws(SystemError) {
        let poller = try Poller(eventsMax: Self.readyPerTurnMax)
        let newcomers = try Poller(eventsMax: Self.newcomersPerTurnMax)
        let strangers = try Strangers()
        try poller.add(newcomers, token: Token.newcomers)
        try poller.add(strangers.poller, token: Token.strangers)
        try poller.add(waker.descriptor.number, token: Token.waker, [.readable, .edge])
        try poller.add(listeners)
        self.poller = poller
        self.newcomers = newcomers
        self.strangers = strangers
        self.limits = limits
        self.admission = admission
        self.waker = waker
        self.listeners = listeners
        acceptor = Acceptor()
        if !listeners.isEmpty { acceptor.fillReserve() }
        gather = GatherBuffer()
    }

    deinit {
        for id in connections.ids where !connections[id].isDead {
            Descriptor.close(connections[id].descriptor)
            admission.leave(connections[id].address, by: connections[id].door)
        }
        for id in strangers.table.ids {
            let stranger = strangers.table[id]
            Descriptor.close(stranger.descriptor)
            admission.leave(stranger.address, by: stranger.door)
            if stranger.isInside { admission.handshakes.leave(stranger.address) }
        }
    }

    /// Open connections, and those whose end is not over or not reported yet.
    package var connectionCount: Int { connections.count + strangers.count }
    /// Those among them whose handshake isn't over.
    package var strangerCount: Int { strangers.count }

    /// The bytes that wait to be sent, of all connections. It takes some nanoseconds for each.
    package var queuedBytes: Int {
        connections.ids.reduce(0) { $0 + connections[$1].outlet.queuedBytes }
    }

    /// Handshakes that have begun and not ended, of all loops that share the admission.
    package var handshakesInFlight: Int { admission.handshakes.count }

    /// Begins a turn: sleeps until something happens or the time is over.
    ///
    /// - Parameter timeoutMilliseconds: nil until something happens, 0 for a look without sleep.
    package mutating func wait(timeoutMilliseconds: Int?) {
        var timeout = timeoutMilliseconds
        if let timer = timers.millisecondsUntilNext(now) { timeout = min(timeout ?? timer, timer) }
        if let pause = acceptor.millisecondsUntilResume(now) {
            timeout = min(timeout ?? pause, pause)
        }
        if let due = strangers.millisecondsUntilNext(now) { timeout = min(timeout ?? due, due) }
        dueEndings += endings
        endings.removeAll(keepingCapacity: true)
        let maySleep =
            !hasMail && reports.isEmpty && dueEndings.isEmpty && timeout != 0 && waker.fallAsleep()
        poller.wait(milliseconds: maySleep ? timeout : 0)
        if waker.wakeUp() { hasMail = true }
        counters.waitCalls += 1
        counters.readyDescriptors += UInt64(poller.count)
        nextReady = 0
        newcomers.forget()
        nextNewcomer = 0
        strangers.poller.forget()
        strangers.next = 0
    }

    /// The next thing that happened; nil when there is nothing more in this turn.
    ///
    /// - Parameter now: monotonic milliseconds, read once per turn.
    package mutating func nextEvent(now: UInt64) -> TransportEvent? {
        self.now = now
        receivedCount = 0
        isSecured = false
        if let event = nextPutOff() { return event }
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
        while strangers.next < strangers.poller.count {
            let (token, seen) = strangers.poller.event(strangers.next)
            strangers.next += 1
            if let event = greet(SlotID(rawValue: token), seen) { return event }
        }
        resumeAccepting()
        giveUpOverdue()
        return nextReport()
    }

    /// The bytes of the `.received` that `nextEvent` returned last; none after another event.
    package func withReceived(_ body: (Span<UInt8>) -> Void) {
        if isSecured {
            glue.withSaid(receivedCount, body)
        } else {
            body(receiveBuffer.span.extracting(first: receivedCount))
        }
    }

    private mutating func eventFromPoller() -> TransportEvent? {
        let (token, seen) = poller.event(nextReady)
        if let listener = listener(for: token) {
            if let event = acceptNext(from: listener) { return event }
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
        case Token.strangers:
            strangers.poller.wait(milliseconds: 0)
            counters.waitCalls += 1
            counters.readyDescriptors += UInt64(strangers.poller.count)
            return nil
        default: return handle(SlotID(rawValue: token), seen)
        }
    }

    /// The listening socket whose event this is; nil if it is of something else, or of a socket
    /// that isn't listened on any more.
    private func listener(for token: UInt64) -> ListeningSocket? {
        guard token >= Token.listeners, token < Token.listeners + UInt64(listeners.count) else {
            return nil
        }
        return listeners[Int(token - Token.listeners)]
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

import Connections
import Reactor
import TLS

struct TookTooLong: Error {}
struct NoSuchConnection: Error {}

/// One loop, turned by hand, and everything it reported.
struct Harness: ~Copyable {
    let listener: ListeningSocket
    let mailbox: Mailbox<Int>
    var loop: EventLoop
    var events: [TransportEvent] = []
    var received: [ConnectionID: [UInt8]] = [:]
    /// Added to the clock, so that no test has to wait for a deadline.
    var skewMilliseconds: UInt64 = 0
    /// Whether the bytes that come are sent back.
    var echoes = false

    init(
        admission: Admission = Admission(), limits: OutboxLimits = OutboxLimits(),
        host: String = "127.0.0.1", credentials: TLSCredentials? = nil
    ) throws {
        let listener = try ListeningSocket(host: host, port: 0, credentials: credentials)
        let mailbox = Mailbox<Int>()
        loop = try EventLoop(
            listeners: [listener], admission: admission, limits: limits, waker: mailbox.waker)
        self.listener = listener
        self.mailbox = mailbox
    }

    var now: UInt64 { MonotonicClock.milliseconds() + skewMilliseconds }

    /// Turns once, and returns the events of the turn.
    @discardableResult
    mutating func turn(timeoutMilliseconds: Int = 5) -> [TransportEvent] {
        loop.wait(timeoutMilliseconds: timeoutMilliseconds)
        let now = now
        var turn: [TransportEvent] = []
        while let event = loop.nextEvent(now: now) {
            turn.append(event)
            guard case .received(let id) = event else { continue }
            let bytes = loop.receivedBytes
            received[id, default: []] += bytes
            if echoes { loop.send(bytes, to: id) }
        }
        events += turn
        loop.flush(now: now)
        return turn
    }

    /// Turns until the condition holds; gives up after two minutes.
    mutating func turn(until condition: (inout Harness) -> Bool) throws {
        let end = MonotonicClock.milliseconds() + 120_000
        while !condition(&self) {
            guard MonotonicClock.milliseconds() < end else { throw TookTooLong() }
            turn()
        }
    }

    /// Connects a peer, and returns it with its id here.
    mutating func connect(receiveBytes: Int32? = nil) throws -> (TestPeer, ConnectionID) {
        let known = opened.count
        let peer = TestPeer(port: listener.port, receiveBytes: receiveBytes)
        try turn { $0.opened.count > known }
        return (peer, opened[known])
    }

    mutating func detach(_ id: ConnectionID) throws -> DetachedConnection {
        guard let detached = loop.detach(id) else { throw NoSuchConnection() }
        return detached
    }

    var opened: [ConnectionID] {
        events.compactMap { if case .opened(let id, _, _) = $0 { id } else { nil } }
    }

    func reports(of id: ConnectionID) -> [TransportEvent] {
        events.filter { event in
            switch event {
            case .closed(id, _), .lagging(id), .drained(id): true
            default: false
            }
        }
    }
}

extension EventLoop {
    /// The bytes that `withReceived` gives.
    var receivedBytes: [UInt8] {
        var bytes: [UInt8] = []
        withReceived { span in bytes = span.indices.map { span[$0] } }
        return bytes
    }
}

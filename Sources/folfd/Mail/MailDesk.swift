import Mail
import Reactor
import SystemCalls
import Threads

/// Delivers letters one after the other, on a thread of its own, since mail servers take their
/// time.
final class MailDesk: Sendable {
    /// What has become of a letter, or of one try.
    enum Result: String, CaseIterable, Sendable {
        case sent
        /// Nobody has taken it; it is tried again.
        case deferred
        /// There is no such address.
        case refused
        /// Nobody has taken it, time and again.
        case lost
        /// Too many waited.
        case dropped

        /// What the log says: that somebody has mistyped an address is no trouble of the server's.
        var event: LogEvent {
            switch self {
            case .sent: .mailSent
            case .deferred: .mailDeferred
            case .refused: .mailRefused
            case .lost, .dropped: .mailLost
            }
        }
    }

    struct Status: Sendable {
        /// Letters that wait, also for being tried again.
        var waitingCount = 0
        var counts: [Result: Int] = [:]
    }

    private struct State {
        var queue: MailQueue
        var counts: [Result: Int] = [:]
        var isClosed = false
    }

    private let route: MailRoute
    private let logger: Logger
    private let state: Lock<State>
    private let alarm = CountingSemaphore()

    init(
        _ route: MailRoute, _ logger: Logger, queue: MailQueue = MailQueue()
    ) throws(SystemError) {
        self.route = route
        self.logger = logger
        state = Lock(State(queue: queue))
        try WorkerThread(named: "mail") { [self] in run() }.detach()
    }

    var status: Status {
        state.withLock { Status(waitingCount: $0.queue.count, counts: $0.counts) }
    }

    /// Has a letter delivered soon.
    ///
    /// - Returns: false if too many wait.
    func send(_ letter: Letter) -> Bool {
        let now = MonotonicClock.milliseconds()
        let isTaken = state.withLock { $0.queue.add(letter, now: now) }
        if isTaken { alarm.signal() } else { note(.dropped, letter, reason: "too many wait") }
        return isTaken
    }

    /// Ends the delivering; a letter that is on its way isn't waited for, and those that wait are
    /// lost.
    func close() {
        state.withLock { $0.isClosed = true }
        alarm.signal()
    }

    private func run() {
        while !state.withLock({ $0.isClosed }) {
            let now = MonotonicClock.milliseconds()
            if let entry = state.withLock({ $0.queue.take(now: now) }) {
                deliver(entry)
            } else if let dueAt = state.withLock({ $0.queue.dueAt }) {
                _ = alarm.wait(until: dueAt)
            } else {
                alarm.wait()
            }
        }
    }

    private func deliver(_ entry: MailQueue.Entry) {
        switch route.deliver(entry.letter) {
        case .taken: note(.sent, entry.letter)
        case .refused(let status): note(.refused, entry.letter, reason: "it answers \(status)")
        case .failed(let reason):
            let now = MonotonicClock.milliseconds()
            let pause = state.withLock { $0.queue.putBack(entry, now: now) }
            note(pause == nil ? .lost : .deferred, entry.letter, reason: reason, pause: pause)
        }
    }

    /// Counts a result, and says it in the log: of which kind the letter was, not whose.
    private func note(
        _ result: Result, _ letter: Letter, reason: String = "", pause: UInt64? = nil
    ) {
        state.withLock { $0.counts[result, default: 0] += 1 }
        let name = LogLine.Value.text(letter.subject.name)
        switch result {
        case .sent: logger.log(result.event, ["letter": name])
        case .deferred:
            logger.log(
                result.event,
                [
                    "letter": name, "reason": .text(reason),
                    "again_seconds": .init((pause ?? 0) / 1_000),
                ])
        case .refused, .lost, .dropped:
            logger.log(result.event, ["letter": name, "reason": .text(reason)])
        }
    }
}

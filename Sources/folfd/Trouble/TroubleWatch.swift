import EventStore
import Log
import Reactor
import SyncServer
import SystemCalls
import Threads

/// Looks again and again whether the server is in trouble, and tells an address on the web. On a
/// thread of its own, since it waits for everybody.
final class TroubleWatch: Sendable {
    private static let lookMilliseconds: UInt64 = 10_000

    private let monitor: Monitor
    private let readiness: ReadinessDesk
    private let url: String
    private let server: String
    private let logger: Logger
    private let alarm = CountingSemaphore()

    init(
        _ monitor: Monitor, _ readiness: ReadinessDesk, url: String, server: String,
        _ logger: Logger
    ) throws(SystemError) {
        self.monitor = monitor
        self.readiness = readiness
        self.url = url
        self.server = server
        self.logger = logger
        try WorkerThread(named: "trouble") { [self] in run() }.detach()
    }

    /// Ends the looking; what is just being sent still is.
    func close() { alarm.signal() }

    private func run() {
        var book = TroubleBook()
        var mail = OutgoingMail()
        var last: Vitals?
        var looksAt: UInt64 = 0
        repeat {
            let now = MonotonicClock.milliseconds()
            if now >= looksAt {
                let vitals = look()
                for message in book.look(vitals.troubles(since: last), now: now) {
                    tell(message, by: &mail)
                }
                last = vitals
                looksAt = now + Self.lookMilliseconds
            }
            send(&mail)
        } while !alarm.wait(until: mail.isEmpty ? looksAt : min(looksAt, max(mail.dueAt, 1)))
    }

    private func look() -> Vitals {
        let ready = CountingSemaphore()
        readiness.ask { if $0 == .ready { ready.signal() } }
        let deadline = MonotonicClock.milliseconds() + ReadinessDesk.patienceMilliseconds
        return monitor.vitals(isReady: ready.wait(until: deadline))
    }

    private func tell(_ message: TroubleMessage, by mail: inout OutgoingMail) {
        logger.log(
            message.state == .ended ? .troubleOver : .trouble,
            ["trouble": .text(message.trouble.rawValue), "text": .text(message.text)])
        mail.add(message.json(server: server, at: WallClock.milliseconds()))
    }

    private func send(_ mail: inout OutgoingMail) {
        while let message = mail.next(now: MonotonicClock.milliseconds()) {
            guard Helper.post(message, to: url) else {
                mail.failed(now: MonotonicClock.milliseconds())
                logger.log(.webhookFailed)
                return
            }
            mail.delivered()
        }
    }
}

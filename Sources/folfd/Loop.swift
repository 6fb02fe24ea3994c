import Documents
import EventStore
import Host
import Reactor
import Structures
import SyncServer

/// One of the server's loops on its thread: decides when its host turns, and nothing else.
struct Loop: Sendable {
    private static let stoppingSleepMilliseconds = 10

    let index: Int
    let mailbox: Mailbox<Mail>
    let logger: Logger
    /// Says that the loop turns.
    let beat: @Sendable () -> Void

    /// Runs turns until the server has drained. Call on a thread of its own.
    func run(_ host: consuming LoopHost) {
        var mail: [Mail] = []
        var letters: [Letter] = []
        var pace = LoopPace()
        // Asks for codes ahead of what the first clients ask for: they can create games at once.
        host.turn([], now: Self.now())
        while !host.isDone(now: Self.now()) {
            let sleep =
                host.isStopping
                ? Self.stoppingSleepMilliseconds : host.millisecondsUntilNext(now: Self.now())
            host.transport.wait(timeoutMilliseconds: sleep)
            mailbox.take(into: &mail)
            letters.removeAll(keepingCapacity: true)
            let now = Self.now()
            pace.begin(now)
            for piece in mail {
                switch piece {
                case .letter(let letter): letters.append(letter)
                case .arrival(let connection, let handover):
                    host.adopt(connection, handover, now: now)
                case .areYouAlive: beat()
                case .visit(let body): body(&host, now)
                case .measure(let answer): answer(LoopFigures(index, &host, pace))
                }
            }
            host.turn(letters, now: now)
            for report in host.takeReports() { logger.log(report) }
            pace.end(Self.now())
        }
    }

    private static func now() -> ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: WallClock.milliseconds()),
            monotonicMicroseconds: MonotonicClock.microseconds())
    }
}

import Documents
import EventStore
import Host
import Lobby
import Reactor
import Structures
import SyncServer

/// One of the server's loops on its thread: decides when its host turns, and nothing else.
struct Loop: Sendable {
    private static let stoppingSleepMilliseconds = 10

    let mailbox: Mailbox<Mail>
    let logger: Logger

    /// Runs turns until the server has drained. Call on a thread of its own.
    func run(_ host: consuming Host<SyncServer<Lobby>, EventLoop, EventStore, Mailboxes>) {
        var mail: [Mail] = []
        var letters: [Letter] = []
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
            for piece in mail {
                switch piece {
                case .letter(let letter): letters.append(letter)
                case .arrival(let connection, let handover):
                    host.adopt(connection, handover, now: now)
                }
            }
            host.turn(letters, now: now)
            for report in host.takeReports() { tell(report) }
        }
    }

    private static func now() -> ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: WallClock.milliseconds()),
            monotonicMilliseconds: MonotonicClock.milliseconds())
    }

    private func tell(_ report: HostReport) {
        switch report {
        case .server(let report): logger.error("\(report)")
        case .closed(let id, let reason):
            logger.debug("connection \(id.rawValue) closed: \(reason)")
        case .lagging(let id): logger.debug("connection \(id.rawValue) reads slowly")
        case .outOfDescriptors:
            logger.error("no file descriptor is left: new connections are turned away")
        }
    }
}

import Documents
import EventStore
import Glibc
import Log
import Reactor

/// The server as a service of the system: what its manager holds for it, and what that is told.
struct Service {
    let manager: ServiceManager
    let held: HeldSockets
    private let logger: Logger

    /// Reads what the manager has put into the environment, and takes it out.
    init(_ logger: Logger) throws(OptionError) {
        let environment = { (name: String) -> String? in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        manager = try ServiceManager(process: getpid(), environment: environment)
        held = try HeldSockets(process: getpid(), environment: environment)
        HeldSockets.forgetVariables()
        self.logger = logger
    }

    /// Has the housekeeper feed the manager's watchdog, if it has one, and answer SIGHUP.
    func watch(
        _ heartbeat: Heartbeat, _ mailboxes: Mailboxes, _ store: EventStore,
        _ housekeeper: inout Housekeeper
    ) {
        housekeeper.onReload { [logger] in logger.log(.reloads) }
        guard let patience = manager.watchdogMilliseconds else { return }
        let watchdog = Watchdog(
            heartbeat: heartbeat,
            parts: (0..<mailboxes.loopCount).map(Heartbeat.Part.loop) + [.store],
            ask: {
                mailboxes.askAlive()
                // No code is asked for: the answer alone counts.
                store.ask(
                    .reserveCodes(0, length: JoinCode.lengthDefault) { _ in
                        heartbeat.beat(.store)
                    })
            }, feed: manager.feedWatchdog,
            complain: { [manager, logger] silent in
                let names = silent.map(\.description).joined(separator: ", ")
                manager.tell(status: "\(names) hangs: the watchdog isn't fed")
                logger.log(.hangs, ["parts": .text(names)])
            })
        let interval = max(1, patience / Watchdog.ticksPerPatience)
        housekeeper.every(milliseconds: interval, watchdog.tick)
    }
}

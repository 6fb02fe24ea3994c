import Connections
import Documents
import EventStore
import Glibc
import Host
import Lobby
import Reactor
import SyncServer
import SystemCalls
import Threads
import WebPage

/// The running server: one store, one thread per loop, and a main thread that waits for signals.
enum Server {
    /// Runs until SIGTERM or SIGINT, and returns the exit code of the process.
    static func run(_ options: Options) -> Int32 {
        let logger = Logger(level: options.logLevel)
        let signals = SignalWaiter()
        raiseDescriptorLimit(logger)
        do {
            let store = try EventStore(folder: options.dataFolder) { notice in
                logger.info("store: \(notice.description)")
            }
            let listener = try ListeningSocket(host: options.host, port: options.port)
            let workDesk = try WorkDesk(folder: options.webRoot.map { PageFolder($0) })
            let threads = try start(options, store, workDesk, listener, logger)
            announce(options, store, listener)
            let signal = signals.wait()
            logger.info("\(signal == SIGINT ? "Ctrl-C" : "SIGTERM"): draining")
            threads.mailboxes.drain()
            for thread in threads.loops { thread.join() }
            workDesk.close()
            store.close()
            logger.info("stopped; everything acknowledged is in \(options.dataFolder)")
            return 0
        } catch let error as StoreError {
            logger.error(error.description)
        } catch let error as SystemError where error.call == "bind" {
            logger.error(sentence(error, options))
        } catch {
            logger.error("\(error)")
        }
        return 1
    }

    private static func sentence(_ error: SystemError, _ options: Options) -> String {
        switch error.code {
        case EADDRINUSE: "\(options.host):\(options.port) is in use by another program"
        case EADDRNOTAVAIL: "\(options.host) is not an address of this machine"
        case EINVAL: "\(options.host) is not an IP address, such as 127.0.0.1 or ::1"
        default: error.description
        }
    }

    private static func start(
        _ options: Options, _ store: EventStore, _ workDesk: WorkDesk,
        _ listener: ListeningSocket, _ logger: Logger
    ) throws -> (loops: [WorkerThread], mailboxes: Mailboxes) {
        let count = options.loops ?? min(4, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        let mailboxes = Mailboxes(loopCount: count)
        let doorkeeper = Lock(
            Doorkeeper(
                lobbiesPerAddressPerHourMax: UInt64(options.lobbiesPerAddressPerHourMax),
                now: MonotonicClock.milliseconds()))
        let site = options.webRoot == nil ? Site.files(WebPage.embedded()) : .folder
        let admission = Admission(
            connectionsMax: options.connectionsMax,
            connectionsPerAddressMax: options.connectionsPerAddressMax)
        let loops = try (0..<count).map { index in
            var configuration = configuration(options, store, shard: index, of: count)
            configuration.site = site
            configuration.lendDoorkeeper = { body in doorkeeper.withLock { body(&$0) } }
            let loop = Loop(mailbox: mailboxes.boxes[index], logger: logger)
            return try WorkerThread(named: "loop \(index)") {
                do throws(SystemError) {
                    let events = try EventLoop(
                        listener: listener, admission: admission, limits: limits(options),
                        waker: mailboxes.boxes[index].waker)
                    let server = SyncServer<Lobby>(
                        configuration: configuration, random: SystemRandom())
                    loop.run(
                        Host(
                            server, on: events, log: store, worker: workDesk, mail: mailboxes,
                            loop: index,
                            codeLength: options.codeLength))
                } catch {
                    logger.error("loop \(index) can't run: \(error)")
                    exit(1)
                }
            }
        }
        return (loops, mailboxes)
    }

    private static func configuration(
        _ options: Options, _ store: EventStore, shard: Int, of count: Int
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(secret: store.secret)
        configuration.shardCount = count
        configuration.shard = shard
        configuration.originsAllowed = options.origins
        configuration.hostTimeoutMilliseconds = UInt64(options.hostTimeoutSeconds) * 1_000
        configuration.pingMilliseconds = UInt64(options.pingSeconds) * 1_000
        configuration.opensEcho = options.opensEcho
        configuration.isBehindProxy = options.isBehindProxy
        return configuration
    }

    private static func limits(_ options: Options) -> OutboxLimits {
        var limits = OutboxLimits()
        if options.opensEcho { limits.hardBytes = 4 * ServerPaths.echoMessageBytesMax }
        return limits
    }

    private static func announce(
        _ options: Options, _ store: EventStore, _ listener: ListeningSocket
    ) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        Logger.print(
            "folfd listens on http://\(host):\(listener.port), data in \(options.dataFolder), "
                + "SQLite \(store.sqliteVersion)", to: STDOUT_FILENO)
    }

    /// Takes as many descriptors as the system lets us have, since each connection needs one.
    private static func raiseDescriptorLimit(_ logger: Logger) {
        var limit = rlimit()
        let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(descriptors, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(descriptors, &limit)
        logger.debug("up to \(limit.rlim_cur) file descriptors")
    }
}

/// Holds SIGTERM and SIGINT back from all threads, for one to wait for.
struct SignalWaiter {
    private var signals = sigset_t()

    /// Holds the signals back; to be called before any thread is started, since threads inherit the
    /// mask.
    init() {
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for a signal, and returns its number.
    func wait() -> Int32 {
        var signals = signals
        var number: Int32 = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        return number
    }
}

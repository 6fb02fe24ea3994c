import ClubDesk
import Connections
import Documents
import EventStore
import Glibc
import Host
import Reactor
import SyncServer
import SystemCalls
import Threads
import WebPage

/// The running server: one store, one thread per loop, and a main thread that waits for signals.
enum Server {
    /// Runs until SIGTERM or SIGINT, and returns the exit code of the process.
    static func run(_ options: Options) -> Int32 {
        let logger = Logger(options)
        var housekeeper = Housekeeper()
        raiseDescriptorLimit(logger)
        do {
            let service = try Service(logger)
            let backups = try options.backupFolder.map { try Backups($0, options, logger) }
            let store = try EventStore(
                folder: options.dataFolder, limits: Retention.limits(options),
                copier: backups?.copier
            ) { notice in
                logger.log(notice)
            }
            let certificates = try options.certificateFiles.map {
                try CertificateKeeper($0, logger, substitute: options.authority?.substitute())
            }
            let challenges = Challenges(webroot: options.challengeFolder)
            let orders = options.authority.map {
                CertificateOrders($0, options.dataFolder, challenges, logger)
            }
            let doors = try Doors(options, service.held, certificates?.credentials, logger)
            let mailboxes = Mailboxes(loopCount: loopCount(options))
            let mail = try options.mail.map { try MailDesk($0, logger) }
            let doorkeeper = SharedDoorkeeper(options)
            let club = try ClubService(options, store, mailboxes, doors, doorkeeper, mail)
            let monitor = Monitor(
                store, mailboxes, backups, certificates, orders, mail, club.desk)
            let readiness = ReadinessDesk(store)
            let workDesk = try WorkDesk(
                folder: options.webRoot.map { PageFolder($0) },
                challenges: challenges,
                readiness: readiness, monitor: monitor,
                control: ControlDesk(monitor, mailboxes, club.desk),
                api: FrontDesk(desk: club.desk))
            let retention = Retention(options, store, logger, tell: mailboxes.tellErased)
            let threads = try start(
                options, store, workDesk, doors, mailboxes, doorkeeper, club, logger)
            club.desk.resume()
            housekeeper.every(milliseconds: ClubDesk.resumeMilliseconds, club.desk.resume)
            housekeeper.every(
                milliseconds: ClubDesk.resultMilliseconds, club.desk.makeResults)
            service.watch(threads.heartbeat, mailboxes, store, &housekeeper)
            if let backups {
                backups.look()
                housekeeper.every(milliseconds: Backups.lookMilliseconds, backups.look)
            }
            certificates?.watch(with: &housekeeper, mailboxes.tellSecured)
            try orders?.begin(&housekeeper) {
                guard let certificates else { return }
                certificates.reload()
                mailboxes.tellSecured(isTrusted: certificates.isTrusted)
            }
            retention.begin(&housekeeper)
            let watch = try options.webhook.map {
                try TroubleWatch(
                    monitor, readiness, url: $0, server: options.name ?? doors.url, logger)
            }
            announce(options, store, doors)
            service.manager.tellReady(status: "serving")
            let signal = housekeeper.run(telling: service.manager)
            logger.log(.drains, ["reason": .text(Housekeeper.name(of: signal))])
            service.manager.tellStopping()
            watch?.close()
            orders?.close()
            mailboxes.drain()
            for thread in threads.loops { thread.join() }
            workDesk.close()
            club.desk.close()
            mail?.close()
            doors.removeControl(in: options.dataFolder)
            store.close()
            backups?.copier.close()
            logger.log(.stopped)
            return 0
        } catch let error as StoreError {
            logger.log(.startFailed, ["reason": .text(error.description)])
        } catch let error as OptionError {
            // Another start with the same settings would end alike: the unit leaves it at this one.
            logger.log(.startFailed, ["reason": .text(error.reason)])
            return 2
        } catch let failure as Doors.Failure {
            logger.log(.startFailed, ["reason": .text(failure.reason)])
        } catch let failure as CertificateFiles.Failure {
            logger.log(.startFailed, ["reason": .text(failure.reason)])
        } catch {
            logger.log(.startFailed, ["reason": "\(error)"])
        }
        return 1
    }

    private static func start(
        _ options: Options, _ store: EventStore, _ workDesk: WorkDesk,
        _ doors: Doors, _ mailboxes: Mailboxes, _ doorkeeper: SharedDoorkeeper,
        _ club: ClubService, _ logger: Logger
    ) throws -> (loops: [WorkerThread], heartbeat: Heartbeat) {
        let count = mailboxes.loopCount
        let heartbeat = Heartbeat()
        let site = options.webRoot == nil ? Site.files(WebPage.embedded()) : .folder
        let admission = Admission(
            connectionsMax: options.connectionsMax,
            connectionsPerAddressMax: options.connectionsPerAddressMax,
            exempt: options.trustedProxies)
        let loops = try (0..<count).map { index in
            var configuration = configuration(options, store, shard: index, of: count)
            configuration.site = site
            configuration.redirect = Redirect(
                isSecured: doors.isSecured, name: options.name, port: doors.port)
            configuration.isSecured = doors.isSecured
            configuration.isAtUsualPort = doors.port == 443
            configuration.lendDoorkeeper = doorkeeper.lend
            configuration.lendSpeakers = club.lendSpeakers
            let loop = Loop(index: index, mailbox: mailboxes.boxes[index], logger: logger) {
                heartbeat.beat(.loop(index))
            }
            return try WorkerThread(named: "loop \(index)") {
                do throws(SystemError) {
                    let events = try EventLoop(
                        listeners: doors.sockets, admission: admission, limits: limits(options),
                        waker: mailboxes.boxes[index].waker)
                    let server = ServerOfKinds(
                        configuration: configuration, random: SystemRandom())
                    loop.run(
                        Host(
                            server, on: events, log: store, worker: workDesk, mail: mailboxes,
                            loop: index,
                            codeLength: options.codeLength))
                } catch {
                    logger.log(.loopFailed, ["loop": .init(index), "reason": "\(error)"])
                    exit(1)
                }
            }
        }
        return (loops, heartbeat)
    }

    private static func loopCount(_ options: Options) -> Int {
        options.loops ?? min(4, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
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
        configuration.keptDays = options.deleteDays > 0 ? options.deleteDays : nil
        configuration.opensEcho = options.opensEcho
        configuration.imageOrigins = options.club.tiles.map { [$0.origin] } ?? []
        configuration.trustedProxies = TrustedProxies(options.trustedProxies)
        return configuration
    }

    private static func limits(_ options: Options) -> OutboxLimits {
        var limits = OutboxLimits()
        if options.opensEcho { limits.hardBytes = 4 * ServerPaths.echoMessageBytesMax }
        return limits
    }

    private static func announce(
        _ options: Options, _ store: EventStore, _ doors: Doors
    ) {
        Logger.print(
            "folfd listens on \(doors.url), data in \(options.dataFolder), "
                + "SQLite \(store.sqliteVersion)", to: STDOUT_FILENO)
        for line in doors.announcements { Logger.print(line, to: STDOUT_FILENO) }
    }

    /// Takes as many descriptors as the system lets us have, since each connection needs one.
    private static func raiseDescriptorLimit(_ logger: Logger) {
        var limit = rlimit()
        let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(descriptors, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(descriptors, &limit)
        logger.log(.descriptors, ["count": .init(limit.rlim_cur)])
    }
}

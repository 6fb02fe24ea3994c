import ClubDesk
import Documents
import EventStore
import Metrics
import Reactor
import SyncServer
import Threads

/// Adds up what loops and store know of themselves. Each loop answers by itself, in a turn; whoever
/// asks waits, and therefore isn't a loop.
final class Monitor: Sendable {
    /// The time that loops have to answer.
    private static let patienceMilliseconds: UInt64 = 1_000

    private let store: EventStore
    private let mailboxes: Mailboxes
    private let backups: Backups?
    private let certificates: CertificateKeeper?
    private let orders: CertificateOrders?
    private let mail: MailDesk?
    private let club: ClubDesk
    private let process = ProcessFigures.Origin()
    /// What each loop has said last. It stands for a loop that doesn't answer, because counts that
    /// went back would be taken for those of a new start.
    private let latest: Lock<[LoopFigures?]>

    init(
        _ store: EventStore, _ mailboxes: Mailboxes, _ backups: Backups?,
        _ certificates: CertificateKeeper?, _ orders: CertificateOrders?, _ mail: MailDesk?,
        _ club: ClubDesk
    ) {
        self.club = club
        self.mail = mail
        self.orders = orders
        self.certificates = certificates
        self.store = store
        self.mailboxes = mailboxes
        self.backups = backups
        latest = Lock(Array(repeating: nil, count: mailboxes.loopCount))
    }

    /// All metrics as text. Takes up to a second.
    func text() -> String {
        let (loops, missing) = loopFigures()
        var metrics = Exposition()
        metrics.add(ProcessFigures(process), sqlite: store.sqliteVersion)
        metrics.add(loops, missingCount: missing)
        metrics.add(store.figures())
        if let backups { metrics.add(backups.status) }
        if let certificates { metrics.add(certificates, loops) }
        if let orders { metrics.add(orders.status) }
        if let mail { metrics.add(mail.status) }
        metrics.add(club.figures())
        return metrics.text
    }

    /// How the server is, for a person. Takes up to a second.
    func status() -> ServerStatus {
        let (loops, missing) = loopFigures()
        let age = WallClock.milliseconds() - process.milliseconds
        let copied = backups?.status.lastSuccess
        return ServerStatus(
            uptimeSeconds: age / 1_000, loops: loops, missingLoopCount: missing,
            store: store.figures(),
            backupAgeSeconds: copied.map { (WallClock.milliseconds() - $0.milliseconds) / 1_000 })
    }

    /// What tells whether the server is in trouble. Takes up to a second.
    func vitals(isReady: Bool) -> Vitals {
        let (loops, missing) = loopFigures()
        let copied = backups.map { $0.status.lastSuccess?.milliseconds ?? process.milliseconds }
        return Vitals(
            disk: store.figures().disk, isReady: isReady,
            clockJumpCount: loops.map(\.pace.clockJumpCount).max() ?? 0,
            certificateMillisecondsLeft: certificates.map {
                $0.notAfterSeconds * 1_000 - WallClock.milliseconds()
            },
            orderFailure: orders?.status.failure.map { "\($0)" },
            backupAgeMilliseconds: copied.map { WallClock.milliseconds() - $0 },
            silentLoopCount: missing)
    }

    /// What the loops know of themselves, and the number of those that haven't answered in time.
    func loopFigures() -> (known: [LoopFigures], missingCount: Int) {
        let answers = CountingSemaphore()
        mailboxes.measure { [self] figures in
            latest.withLock { $0[figures.index] = figures }
            answers.signal()
        }
        let deadline = MonotonicClock.milliseconds() + Self.patienceMilliseconds
        var missing = mailboxes.loopCount
        while missing > 0, answers.wait(until: deadline) { missing -= 1 }
        return (latest.withLock { $0.compactMap { $0 } }, missing)
    }
}

import Host
import SyncServer
import SystemCalls
import Threads
import WebPage

/// Does the work that would hold up the loops, for all of them.
final class WorkDesk: Worker {
    private static let threadCount = 2
    /// Pieces of work that may wait; a connection has one at a time.
    private static let waitingMax = 256

    private let pool: WorkerPool
    /// The folder that the page is read from; nil if the page is part of the program.
    private let folder: PageFolder?
    private let challenges: Challenges
    private let readiness: ReadinessDesk
    private let monitor: Monitor
    private let control: ControlDesk

    init(
        folder: PageFolder?, challenges: Challenges, readiness: ReadinessDesk, monitor: Monitor,
        control: ControlDesk
    ) throws(SystemError) {
        self.folder = folder
        self.challenges = challenges
        self.readiness = readiness
        self.monitor = monitor
        self.control = control
        pool = try WorkerPool(
            named: "work", threads: Self.threadCount, waitingMax: Self.waitingMax)
    }

    /// Takes a piece of work. `answer` may be called before this returns, or later on another
    /// thread.
    func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        let isTaken = pool.take { [folder, challenges, readiness, monitor, control] in
            switch work {
            case .qrCode(let link): answer(.picture(QRCode.svg(of: link)))
            case .file(let path): answer(.file(folder.flatMap { WebPage.file(path, in: $0) }))
            case .challenge(let token): answer(.challenge(challenges.answer(to: token)))
            case .readiness: readiness.ask { answer(.readiness($0)) }
            case .control(let request, let form):
                answer(.control(control.answer(request, as: form)))
            case .metrics: answer(.metrics(Array(monitor.text().utf8)))
            }
        }
        if !isTaken { answer(.busy) }
    }

    /// Waits for the work that is being done; the rest is left undone.
    func close() { pool.close() }
}

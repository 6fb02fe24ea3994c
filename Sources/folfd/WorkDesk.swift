import API
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
    private let api: any APIDesk

    init(
        folder: PageFolder?, challenges: Challenges, readiness: ReadinessDesk, monitor: Monitor,
        control: ControlDesk, api: any APIDesk
    ) throws(SystemError) {
        self.folder = folder
        self.challenges = challenges
        self.readiness = readiness
        self.monitor = monitor
        self.control = control
        self.api = api
        pool = try WorkerPool(
            named: "work", threads: Self.threadCount, waitingMax: Self.waitingMax)
    }

    /// Takes a piece of work. `answer` may be called before this returns, or later on another
    /// thread.
    func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        let (folder, challenges, readiness) = (folder, challenges, readiness)
        let (monitor, control) = (monitor, control)
        switch work {
        case .qrCode(let link): queue(answer) { .picture(QRCode.svg(of: link)) }
        case .file(let path):
            queue(answer) { .file(folder.flatMap { WebPage.file(path, in: $0) }) }
        case .challenge(let token): queue(answer) { .challenge(challenges.answer(to: token)) }
        case .metrics: queue(answer) { .metrics(Array(monitor.text().utf8)) }
        case .control(let request, let form):
            queue(answer) { .control(control.answer(request, as: form)) }
        case .readiness:
            if !pool.take({ readiness.ask { answer(.readiness($0)) } }) { answer(.busy) }
        case .api(let request): api.take(request) { answer(.api($0)) }
        }
    }

    /// Waits for the work that is being done; the rest is left undone.
    func close() { pool.close() }

    private func queue(
        _ answer: @escaping @Sendable (WorkAnswer) -> Void,
        _ work: @escaping @Sendable () -> WorkAnswer
    ) {
        if !pool.take({ answer(work()) }) { answer(.busy) }
    }
}

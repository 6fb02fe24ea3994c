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

    init(folder: PageFolder?) throws(SystemError) {
        self.folder = folder
        pool = try WorkerPool(
            named: "work", threads: Self.threadCount, waitingMax: Self.waitingMax)
    }

    /// Takes a piece of work. `answer` may be called before this returns, or later on another
    /// thread.
    func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        let isTaken = pool.take { [folder] in
            switch work {
            case .qrCode(let link): answer(.picture(QRCode.svg(of: link)))
            case .file(let path): answer(.file(folder.flatMap { WebPage.file(path, in: $0) }))
            }
        }
        if !isTaken { answer(.busy) }
    }

    /// Waits for the work that is being done; the rest is left undone.
    func close() { pool.close() }
}

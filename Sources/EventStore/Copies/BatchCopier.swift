import Documents
import Glibc
import Log
package import SystemCalls
import Threads

/// Appends every batch that is committed to a file elsewhere, on a thread of its own, so that a
/// dead disk costs at most the last moment.
///
/// The files only make sense behind a copy of the database that was begun after them. So whoever
/// makes a copy first has a new file begun (`beginFile`). If a batch is missing in the file,
/// because too many waited or it can't be written, `isComplete` is false until one is begun anew.
package final class BatchCopier: Sendable {
    /// How the copying goes.
    package struct State: Equatable, Sendable {
        /// Whether every batch since the file was begun is in it, or waits to be.
        package fileprivate(set) var isComplete = false
        /// How often a file that was being written has become incomplete.
        package fileprivate(set) var gaps = 0
        /// Batches that aren't synced in the file yet.
        package var waiting = 0
        /// Batches that were synced since the start.
        package var copied = 0
        /// Why the last file couldn't be written; nil if it could.
        package var failure: String?

        package init() {}

        /// - Parameter isBegun: false if there is no file to which something could be missing.
        fileprivate mutating func miss(because reason: String, isBegun: Bool = true) {
            gaps += isComplete && isBegun ? 1 : 0
            isComplete = false
            failure = reason
        }
    }

    private enum Work: Sendable {
        case batches([LobbyBatch], touched: WallTime)
        case file(path: String)
    }

    private struct Shared {
        var work: [Work] = []
        var state = State()
        var isClosed = false
    }

    private let shared = Lock(Shared())
    private let alarm = CountingSemaphore()
    private let begun = CountingSemaphore()
    private let thread = Lock<WorkerThread?>(nil)

    package init() throws(SystemError) {
        let thread = try WorkerThread(named: "copy") { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    package var state: State { shared.withLock { $0.state } }

    /// Takes batches that were committed; on the store's thread, in the order of the commits.
    func take(_ batches: [LobbyBatch], touched: WallTime) {
        let wakes = shared.withLock { shared in
            guard shared.state.isComplete else { return false }
            guard shared.state.waiting + batches.count <= CopyLimits.batchesWaitingMax else {
                shared.state.miss(because: "the copy is too slow: more batches wait than may")
                return false
            }
            shared.work.append(.batches(batches, touched: touched))
            shared.state.waiting += batches.count
            return shared.work.count == 1
        }
        if wakes { alarm.signal() }
    }

    /// Notes that nobody knows whether a commit happened.
    func missCommit() {
        shared.withLock { shared in
            shared.state.miss(because: "a commit failed, and may be in the database all the same")
        }
    }

    /// Begins a new file, which has all that is committed from now on. Returns once it is there, or
    /// can't be: then `state` says why.
    package func beginFile(_ path: String) {
        shared.withLock { shared in
            shared.work.append(.file(path: path))
            shared.state.isComplete = true
            shared.state.failure = nil
        }
        alarm.signal()
        begun.wait()
    }

    /// Appends what waits, and ends the thread.
    package func close() {
        shared.withLock { $0.isClosed = true }
        alarm.signal()
        thread.withLock { $0 }?.join()
    }

    private func run() {
        var writer = Writer()
        while true {
            alarm.wait()
            let (work, isClosed) = shared.withLock { shared in
                defer { shared.work = [] }
                return (shared.work, shared.isClosed)
            }
            if work.isEmpty, !isClosed { continue }
            for piece in work { carryOut(piece, &writer) }
            settle(writer.sync(), &writer)
            if isClosed { return }
            // Whatever comes meanwhile shares the next sync.
            if writer.isOpen { usleep(UInt32(CopyLimits.syncMilliseconds) * 1_000) }
        }
    }

    private func carryOut(_ work: Work, _ writer: inout Writer) {
        switch work {
        case .batches(let batches, let touched):
            for batch in batches { writer.append(batch, touched: touched) }
        case .file(let path):
            settle(writer.sync(), &writer)
            settle(writer.open(path), &writer, isBegun: false)
            begun.signal()
        }
    }

    /// Notes what is synced, or that the file is no use any more.
    private func settle(_ failure: SystemError?, _ writer: inout Writer, isBegun: Bool = true) {
        let count = writer.takeCount()
        shared.withLock { shared in
            shared.state.waiting -= count
            if let failure {
                shared.state.miss(because: failure.description, isBegun: isBegun)
            } else if writer.isOpen {
                shared.state.copied += count
            }
        }
    }
}

extension BatchCopier {
    /// The file that is being written, if any.
    private struct Writer: ~Copyable, Sendable {
        private var file: Descriptor?
        private var bytes: [UInt8] = []
        private var count = 0

        var isOpen: Bool { file != nil }

        /// The batches since the last time.
        mutating func takeCount() -> Int {
            defer { count = 0 }
            return count
        }

        /// Without a file it only counts.
        mutating func append(_ batch: LobbyBatch, touched: WallTime) {
            count += 1
            guard isOpen else { return }
            BatchFile.encode(batch, touched: touched, to: &bytes)
        }

        mutating func open(_ path: String) -> SystemError? {
            file = nil
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
            let number = unsafe Glibc.open(path, flags, 0o600)
            guard number >= 0 else { return SystemError(code: errno, call: path) }
            file = Descriptor(number)
            bytes = BatchFile.mark
            return sync()
        }

        /// Writes what was appended, and waits until it is on the disk. A file that can't be
        /// written is given up: nobody knows where it ends.
        mutating func sync() -> SystemError? {
            guard let number = file?.number, !bytes.isEmpty else { return nil }
            defer { bytes.removeAll(keepingCapacity: bytes.count < 1 << 20) }
            guard write(bytes, to: number) else { return giveUp("write") }
            return fdatasync(number) == 0 ? nil : giveUp("fdatasync")
        }

        private mutating func giveUp(_ call: String) -> SystemError {
            let error = SystemError(code: errno, call: call)
            file = nil
            return error
        }
    }
}

package import SystemCalls

/// A few threads for jobs that would hold up whoever wants them done. Only so many jobs may wait
/// for them: whoever asks for another one is told at once, not after a queue that grows faster than
/// it is dealt with.
package final class WorkerPool: Sendable {
    package typealias Job = @Sendable () -> Void

    /// Shared with the threads, which end when it is closed.
    private final class Queue: Sendable {
        private struct State {
            var jobs: [Job] = []
            var isClosed = false
        }

        private let state = Lock(State())
        private let changes = CountingSemaphore()

        func put(_ job: @escaping Job, waitingMax: Int) -> Bool {
            let isTaken = state.withLock { state in
                guard !state.isClosed, state.jobs.count < waitingMax else { return false }
                state.jobs.append(job)
                return true
            }
            if isTaken { changes.signal() }
            return isTaken
        }

        var count: Int { state.withLock { $0.jobs.count } }

        /// Waits for the next job; nil if there will be none.
        func next() -> Job? {
            changes.wait()
            return state.withLock { $0.isClosed ? nil : $0.jobs.removeFirst() }
        }

        func close(threadCount: Int) {
            state.withLock { state in
                state.isClosed = true
                state.jobs = []
            }
            for _ in 0..<threadCount { changes.signal() }
        }
    }

    private let queue: Queue
    private let threads: [WorkerThread]
    private let waitingMax: Int

    /// Starts the threads; throws if the system has none to give.
    ///
    /// - Parameters:
    ///   - name: of the threads, as for `WorkerThread`.
    ///   - waitingMax: jobs that nobody has begun with.
    package init(named name: String, threads count: Int, waitingMax: Int) throws(SystemError) {
        self.waitingMax = waitingMax
        let queue = Queue()
        var threads: [WorkerThread] = []
        do throws(SystemError) {
            for _ in 0..<count {
                let thread = try WorkerThread(named: name) {
                    while let job = queue.next() { job() }
                }
                threads.append(thread)
            }
        } catch {
            queue.close(threadCount: threads.count)
            throw error
        }
        self.queue = queue
        self.threads = threads
    }

    /// Has the job done on one of the threads; false if too many are waiting.
    package func take(_ job: @escaping Job) -> Bool { queue.put(job, waitingMax: waitingMax) }

    /// The jobs that nobody has begun with.
    package var waitingCount: Int { queue.count }

    /// Ends the threads once they are done with what they have begun. Nothing else is begun.
    package func close() {
        queue.close(threadCount: threads.count)
        for thread in threads { thread.join() }
    }
}

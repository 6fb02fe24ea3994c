import Foundation

/// Runs `body` where waiting keeps nobody else from running. It stays in its task, and so what it
/// expects is reported as the test's.
func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withTaskExecutorPreference(OwnThread()) { try await runHere(body) }
}

private nonisolated func runHere<Result: Sendable>(
    _ body: @Sendable () throws -> Result
) async throws -> Result {
    try body()
}

/// Gives each job a new thread.
private final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

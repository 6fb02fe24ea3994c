import Testing

@testable import Threads

@Suite struct ThreadsTests {
    @Test("What several threads add under a lock adds up")
    func countsUnderLock() throws {
        let total = Shared()
        let threads = try (0..<4).map { _ in
            try WorkerThread {
                for _ in 0..<1_000 { total.lock.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(total.lock.withLock { $0 } == 4_000)
    }

    @Test("A thread can be joined again without harm")
    func joinsTwice() throws {
        let done = Shared()
        let thread = try WorkerThread { done.lock.withLock { $0 = 1 } }
        thread.join()
        thread.join()
        #expect(done.lock.withLock { $0 } == 1)
    }
}

private final class Shared: Sendable {
    let lock = Lock(0)
}

import Foundation
import Testing

@testable import Threads

@Suite struct ThreadsTests {
    @Test("What several threads add under a lock adds up")
    func countsUnderLock() throws {
        let total = Shared()
        let threads = try (0..<4).map { _ in
            try WorkerThread(named: "test") {
                for _ in 0..<1_000 { total.lock.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(total.lock.withLock { $0 } == 4_000)
    }

    @Test("A thread can be joined again without harm")
    func joinsTwice() throws {
        let done = Shared()
        let thread = try WorkerThread(named: "test") { done.lock.withLock { $0 = 1 } }
        thread.join()
        thread.join()
        #expect(done.lock.withLock { $0 } == 1)
    }

    @Test("A thread has its name, as the system shows it")
    func names() throws {
        let name = Lock("")
        let thread = try WorkerThread(named: "named in a test") {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.withLock { $0 = text ?? "" }
        }
        thread.join()
        #expect(name.withLock { $0 } == "named in a test\n")
    }

    @Test("A pool takes no more than may wait, and ends once what it has begun is done")
    func pool() throws {
        let pool = try WorkerPool(named: "test", threads: 2, waitingMax: 3)
        let (begun, mayEnd) = (CountingSemaphore(), CountingSemaphore())
        let done = Shared()
        for _ in 0..<2 {
            let isTaken = pool.take {
                begun.signal()
                mayEnd.wait()
                done.lock.withLock { $0 += 1 }
            }
            #expect(isTaken)
        }
        for _ in 0..<2 { begun.wait() }
        #expect((0..<4).map { _ in pool.take {} } == [true, true, true, false])
        for _ in 0..<2 { mayEnd.signal() }
        pool.close()
        #expect(done.lock.withLock { $0 } == 2)
        #expect(!pool.take {})
    }

    @Test("A pool's threads do everything that waits, one after the other")
    func poolDoesAll() throws {
        let pool = try WorkerPool(named: "test", threads: 3, waitingMax: 100)
        let (done, sum) = (CountingSemaphore(), Shared())
        for _ in 0..<100 {
            #expect(
                pool.take {
                    sum.lock.withLock { $0 += 1 }
                    done.signal()
                })
        }
        for _ in 0..<100 { done.wait() }
        pool.close()
        #expect(sum.lock.withLock { $0 } == 100)
        #expect(!pool.take {})
    }

    @Test("Detached threads leave nothing behind when they end")
    func detaches() async {
        // In a process of its own, whose address space grows by nothing else.
        await #expect(processExitsWith: .success) {
            let (done, bytesBefore) = (CountingSemaphore(), try addressSpaceBytes())
            // Few at a time: a thread that nobody waits for has its stack until it has ended.
            for _ in 0..<40 {
                for _ in 0..<10 {
                    let thread = try WorkerThread(named: "detached") { done.signal() }
                    thread.detach()
                    thread.join()
                }
                for _ in 0..<10 { done.wait() }
                while threadNames().contains("detached") { sched_yield() }
            }
            // A stack takes 8 MiB; the C library keeps a few for the next threads.
            #expect(try addressSpaceBytes() - bytesBefore < 200 << 23)
        }
    }
}

/// What the threads of this process are called (proc_pid_task(5)); one that ends may be missing.
private func threadNames() -> Set<String> {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return Set(
        threads.compactMap { thread in
            let path = "/proc/self/task/\(thread)/comm"
            let name = try? String(contentsOfFile: path, encoding: .utf8)
            return name?.trimmingCharacters(in: .newlines)
        })
}

/// The size of this process's address space in bytes (proc_pid_statm(5)).
private func addressSpaceBytes() throws -> Int {
    let statistics = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(statistics.split(separator: " ").first.flatMap { Int($0) })
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

private final class Shared: Sendable {
    let lock = Lock(0)
}

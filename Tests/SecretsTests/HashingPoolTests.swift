import Testing
import Threads

@testable import Secrets

@Suite("The thread for passwords")
struct HashingPoolTests {
    @Test("does one after the other, and tells whoever comes when sixteen wait")
    func queue() throws {
        let pool = try HashingPool(try Passwords(cost: .least))
        let (hasBegun, mayEnd) = (CountingSemaphore(), CountingSemaphore())
        let done = Lock<[Int]>([])
        let isTaken = pool.take { _ in
            hasBegun.signal()
            mayEnd.wait()
        }
        #expect(isTaken)
        hasBegun.wait()
        let allDone = CountingSemaphore()
        for number in 0..<HashingPool.waitingMax {
            let isTaken = pool.take { _ in
                done.withLock { $0.append(number) }
                allDone.signal()
            }
            #expect(isTaken)
        }
        #expect(!pool.take { _ in })
        mayEnd.signal()
        for _ in 0..<HashingPool.waitingMax { allDone.wait() }
        #expect(done.withLock { $0 } == Array(0..<HashingPool.waitingMax))
        pool.close()
    }
}

package import SystemCalls
import Threads

/// The thread that hashes passwords, one after the other: so they take one core and the memory of
/// one, however many come at once. Whoever finds the queue full is told at once to come again.
package final class HashingPool: Sendable {
    /// Passwords that may wait: the last of them for 0.7 s at the usual cost.
    package static let waitingMax = 16

    private let passwords: Passwords
    private let pool: WorkerPool

    package init(_ passwords: Passwords) throws(SystemError) {
        self.passwords = passwords
        pool = try WorkerPool(named: "passwords", threads: 1, waitingMax: Self.waitingMax)
    }

    /// Has something done with passwords there.
    ///
    /// - Returns: false if too many wait.
    package func take(_ job: @escaping @Sendable (Passwords) -> Void) -> Bool {
        pool.take { [passwords] in job(passwords) }
    }

    package var waitingCount: Int { pool.waitingCount }

    /// Ends the thread once it is done with what it has begun.
    package func close() { pool.close() }
}

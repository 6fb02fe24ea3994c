import CLinux
import Glibc

/// A semaphore that begins with 0 (sem_overview(7)).
@safe package final class CountingSemaphore: @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: sem_t())
        unsafe sem_init(pointer, 0, 0)
    }

    deinit {
        unsafe sem_destroy(pointer)
        unsafe pointer.deallocate()
    }

    /// Lets one `wait` return: one that goes on, or the next.
    package func signal() {
        unsafe sem_post(pointer)
    }

    /// Sleeps until there is a signal for it, or the time is over.
    ///
    /// - Parameter deadline: milliseconds of the monotonic clock.
    /// - Returns: whether there was a signal.
    package func wait(until deadline: UInt64) -> Bool {
        while unsafe clinux_semaphore_wait(pointer, Int64(clamping: deadline)) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Sleeps until there is a signal for it.
    package func wait() {
        while unsafe sem_wait(pointer) != 0 { precondition(errno == EINTR) }
    }
}

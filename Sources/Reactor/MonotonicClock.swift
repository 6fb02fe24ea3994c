import Glibc

/// The clock that deadlines are made of: it only goes forward, and stands still while the machine
/// sleeps.
package enum MonotonicClock {
    /// Milliseconds since some moment before the program started.
    package static func milliseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}

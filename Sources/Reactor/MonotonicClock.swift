import Glibc
import SystemCalls

/// The clock that deadlines are made of: it only goes forward, and stands still while the machine
/// sleeps.
package enum MonotonicClock {
    /// Microseconds since the same moment.
    package static func microseconds() -> UInt64 {
        UInt64(clamping: SystemCalls.microseconds(on: CLOCK_MONOTONIC))
    }

    /// Milliseconds since some moment before the program started.
    package static func milliseconds() -> UInt64 {
        UInt64(clamping: SystemCalls.milliseconds(on: CLOCK_MONOTONIC))
    }
}

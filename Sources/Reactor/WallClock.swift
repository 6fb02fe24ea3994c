import Glibc
import SystemCalls

/// The clock that people read. It may jump; nothing that must be in order may depend on it.
package enum WallClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package static func milliseconds() -> Int64 {
        SystemCalls.milliseconds(on: CLOCK_REALTIME)
    }
}

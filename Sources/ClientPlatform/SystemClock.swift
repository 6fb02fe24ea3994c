import CLinux
import Documents
import Glibc
public import SyncClient
import SystemCalls

/// The clocks of the system: the date and time, and one that goes on while the system sleeps.
public struct SystemClock: ClientClock {
    public init() {}

    public func now() -> ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: milliseconds(on: CLOCK_REALTIME)),
            monotonicMilliseconds: UInt64(clamping: monotonicMilliseconds()))
    }

    public func sleep(untilMonotonic milliseconds: UInt64) async throws {
        let now = UInt64(clamping: monotonicMilliseconds())
        guard milliseconds > now else { return }
        try await Task.sleep(for: .milliseconds(Int64(clamping: milliseconds - now)))
    }
}

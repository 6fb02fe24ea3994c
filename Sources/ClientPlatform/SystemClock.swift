import CLinux
import Glibc
import Lobby
public import SyncClient

/// The clocks of the system: the date and time, and one that goes on while the system sleeps.
public struct SystemClock: ClientClock {
    public init() {}

    public func now() -> ClientTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        return ClientTime(
            wall: WallTime(milliseconds: milliseconds),
            monotonicMilliseconds: UInt64(clamping: monotonicMilliseconds()))
    }

    public func sleep(untilMonotonic milliseconds: UInt64) async throws {
        let now = UInt64(clamping: monotonicMilliseconds())
        guard milliseconds > now else { return }
        try await Task.sleep(for: .milliseconds(Int64(clamping: milliseconds - now)))
    }
}

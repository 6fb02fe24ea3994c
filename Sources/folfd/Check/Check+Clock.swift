import CLinux
import EventStore
import Glibc
import Reactor

extension Check {
    private static let clock = "clock"

    /// What the clocks say.
    struct ClockReading {
        /// Milliseconds since 1970.
        var wall: Int64
        /// The same, when the database was written last; nil without one.
        var databaseWritten: Int64?
        /// Milliseconds by which the date and the monotonic clock went apart while they were
        /// watched.
        var apartMilliseconds: Int64 = 0
        /// Whether somebody keeps the clock right; nil if that can't be told.
        var isSynchronised: Bool?
    }

    /// The first and the last moment that a clock may show: 2025 and 2100.
    static let plausible: Range<Int64> = 1_735_689_600_000..<4_102_444_800_000
    /// A clock that goes faster or slower by so much within the watch is being set.
    static let apartMillisecondsMax: Int64 = 50
    /// A database may be written a little in the future: by another machine, on a shared disk.
    static let aheadMillisecondsMax: Int64 = 60_000
    private static let watchMicroseconds: UInt32 = 100_000

    static func judgeClock(_ options: Options) -> [Finding] {
        let wall = WallClock.milliseconds()
        let monotonic = MonotonicClock.milliseconds()
        usleep(watchMicroseconds)
        let wallPassed = WallClock.milliseconds() - wall
        let passed = Int64(MonotonicClock.milliseconds() - monotonic)
        let state = clinux_clock_is_synchronised()
        return judge(
            ClockReading(
                wall: wall, databaseWritten: EventStore.lastWritten(in: options.dataFolder),
                apartMilliseconds: abs(wallPassed - passed),
                isSynchronised: state < 0 ? nil : state == 1))
    }

    static func judge(_ reading: ClockReading) -> [Finding] {
        guard plausible.contains(reading.wall) else {
            return [.problem(clock, "it is \(reading.wall / 1_000) seconds after 1970: set it")]
        }
        if let written = reading.databaseWritten, written > reading.wall + aheadMillisecondsMax {
            let seconds = (written - reading.wall) / 1_000
            return [
                .problem(clock, "it is \(seconds) s behind the last write to the database: set it")
            ]
        }
        if reading.apartMilliseconds > apartMillisecondsMax {
            return [.warning(clock, "it is being set: entries may get times out of order")]
        }
        switch reading.isSynchronised {
        case true?: return [.ok(clock, "kept right by the network's time")]
        case false?:
            return [.warning(clock, "nobody keeps it right: install systemd-timesyncd or chrony")]
        case nil: return [.warning(clock, "it can't be told whether somebody keeps it right")]
        }
    }
}

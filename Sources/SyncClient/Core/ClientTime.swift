public import Documents

/// A reading of the device's two clocks, taken together.
public struct ClientTime: Hashable, Sendable {
    /// The date and time as the device believes them to be; may be wrong, may jump.
    public var wall: WallTime
    /// The milliseconds since some moment before the app started. Never goes back, and goes on
    /// while the device sleeps.
    public var monotonicMilliseconds: UInt64

    public init(wall: WallTime, monotonicMilliseconds: UInt64) {
        self.wall = wall
        self.monotonicMilliseconds = monotonicMilliseconds
    }

    /// The monotonic time `milliseconds` later; the end of time if that is out of range.
    func deadline(after milliseconds: UInt64) -> UInt64 {
        let (sum, overflows) = monotonicMilliseconds.addingReportingOverflow(milliseconds)
        return overflows ? .max : sum
    }

    var monotonic: Int64 { Int64(clamping: monotonicMilliseconds) }
}

import Documents

/// An estimate of the server's time, from the answers that say what time it was there.
///
/// The answer is taken to belong to the middle of the round trip, so the error is at most half of
/// it: the sample with the smallest round trip wins. Until the first sample in this run of the
/// app, the offset of an earlier run is added to the device's own date and time; afterwards the
/// monotonic clock counts, and a changed date doesn't matter.
struct ServerClock: Sendable {
    /// The server's time less the device's date and time, of an earlier run.
    private(set) var wallOffset: Int64 = 0
    /// The server's time less the monotonic clock.
    private var monotonicOffset: Int64?
    private var roundTrip = UInt64.max

    init(wallOffset: Int64 = 0) { self.wallOffset = wallOffset }

    func now(_ time: ClientTime) -> WallTime {
        guard let monotonicOffset else {
            return WallTime(milliseconds: Self.sum(time.wall.milliseconds, wallOffset))
        }
        return WallTime(milliseconds: Self.sum(time.monotonic, monotonicOffset))
    }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - server: the server's time as it stands in its answer.
    ///   - sent: when the question was sent, monotonic.
    /// - Returns: whether the estimate has changed.
    mutating func sample(_ server: WallTime, sent: UInt64, received: ClientTime) -> Bool {
        guard received.monotonicMilliseconds >= sent else { return false }
        let elapsed = received.monotonicMilliseconds - sent
        guard elapsed <= roundTrip else { return false }
        roundTrip = elapsed
        let here = Self.sum(server.milliseconds, Int64(clamping: elapsed / 2))
        monotonicOffset = Self.difference(here, received.monotonic)
        wallOffset = Self.difference(here, received.wall.milliseconds)
        return true
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? left : sum
    }

    private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflows) = left.subtractingReportingOverflow(right)
        return overflows ? 0 : difference
    }
}

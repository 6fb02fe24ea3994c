import Documents
import Metrics
import SyncServer

/// The time that a loop's turns take, and how the clock that people read behaves beside the one
/// that only goes forward.
struct LoopPace: Sendable {
    /// The difference between two turns that counts as a jump: more than a clock is slewed by.
    private static let jumpMilliseconds: Int64 = 1_000

    private(set) var turns = Histogram(.seconds)
    private(set) var clockJumpCount: UInt64 = 0
    private var beganAt: UInt64 = 0
    /// Milliseconds that the one clock is ahead of the other; nil before the first turn.
    private var lead: Int64?

    mutating func begin(_ now: ServerTime) {
        beganAt = now.monotonicMicroseconds
        let lead = now.wall.milliseconds &- Int64(clamping: now.monotonicMilliseconds)
        if let last = self.lead, (lead &- last).magnitude > Self.jumpMilliseconds.magnitude {
            clockJumpCount &+= 1
        }
        self.lead = lead
    }

    mutating func end(_ now: ServerTime) {
        turns.record(now.monotonicMicroseconds &- beganAt)
    }
}

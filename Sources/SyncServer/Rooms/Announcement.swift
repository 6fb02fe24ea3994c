import Documents
import Wire

/// Who is here, as clients are told.
struct Attendance: Equatable {
    /// Ascending.
    var members: [MemberNumber]
    var spectatorCount: Int
    var knocks: [Knock]
    /// On the server's clock: the countdown in a message follows from when that is sent.
    var hostPassesAt: UInt64?
}

/// What has been told of who is here, and when more may be.
///
/// What is told has a version, which a seat keeps: a session is told only what it doesn't know.
struct Announcement {
    private var told: Attendance?
    /// Of `told`; a seat with version 0 has been told nothing.
    private var version: UInt32 = 0
    /// Those who have been told something wait until then for the next.
    var quietUntil: UInt64 = 0
    /// A timer will look at what has changed by then.
    var isTimerSet = false

    func version(of attendance: Attendance) -> UInt32 {
        if attendance == told { return version }
        return version == .max ? 1 : version + 1
    }

    mutating func tell(_ attendance: Attendance) {
        version = version(of: attendance)
        told = attendance
    }
}

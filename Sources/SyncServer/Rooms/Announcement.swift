import Documents
import Wire

/// The people who are here, as clients are told.
struct Attendance: Equatable {
    /// The members who are here, in ascending order.
    var members: [MemberNumber]
    var spectatorCount: Int
    var knocks: [Knock]
    /// The time on the server's clock: the countdown in a message follows from when that is sent.
    var hostPassesAt: UInt64?
}

/// An account of what has been told of who is here, and of when more may be.
///
/// Each attendance that is told has a version, which a seat keeps: a session is told only what it
/// doesn't know. Without a bound, a crowd that comes would cost each of those who are here a
/// message for each of the others; so after a message there is a quiet time, at whose end a timer
/// sees to the next. Newcomers are told in the turn in which they come.
///
///     change ──▸ quiet? ── no ──▸ told to all who don't know it ──▸ quiet for a while
///                   └── yes ──▸ told to newcomers, and a timer tells the others later
struct Announcement {
    private var told: Attendance?
    /// The version of `told`; a seat with version 0 has been told nothing.
    private var version: UInt32 = 0
    /// The time until which those who have been told something wait for the next.
    var quietUntil: UInt64 = 0
    /// Whether a timer will look at what has changed by then.
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

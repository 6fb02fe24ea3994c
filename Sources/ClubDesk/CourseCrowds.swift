import Documents
import Threads

/// A group that is playing a course.
struct PlayingGroup: Equatable, Sendable {
    let course: Identifier128
    /// When its newest entry came.
    let lastEntry: WallTime
}

/// How busy courses are: which games are being played on them at the moment. It is only known in
/// memory, of games that were looked at lately, and nobody is told numbers that are so small that
/// they would tell of one group.
final class CourseCrowds: Sendable {
    /// What others are told.
    enum Level: String, Sendable { case quiet, some, busy }

    /// A group without an entry for so long isn't playing any more.
    static let playingMilliseconds: Int64 = 45 * 60_000
    /// Of fewer groups it is only said that it is quiet.
    static let groupsMin = 3
    /// A course with a group for so many holes is busy.
    static let holesPerGroup = 3

    private struct State {
        var groups: [LobbyID: PlayingGroup] = [:]
        var counts: [Identifier128: Int] = [:]
        var countedAt = WallTime(milliseconds: 0)
    }

    private let state = Lock(State())

    /// Notes what a game is about now.
    ///
    /// - Parameter group: nil if it isn't being played, or isn't to be counted.
    func note(_ group: PlayingGroup?, of game: LobbyID) {
        state.withLock { $0.groups[game] = group }
    }

    /// Counts anew, and forgets those that don't play any more.
    func count(now: WallTime) {
        let begin = now.milliseconds - Self.playingMilliseconds
        state.withLock { state in
            state.groups = state.groups.filter { $0.value.lastEntry.milliseconds > begin }
            state.counts = Dictionary(
                state.groups.values.map { ($0.course, 1) }, uniquingKeysWith: +)
            state.countedAt = now
        }
    }

    /// - Returns: how busy the course was when groups were last counted, and when that was.
    func level(of course: Identifier128, holes: Int) -> (level: Level, at: WallTime) {
        let (groups, at) = state.withLock { ($0.counts[course] ?? 0, $0.countedAt) }
        guard groups >= Self.groupsMin else { return (.quiet, at) }
        return (groups * Self.holesPerGroup >= holes ? .busy : .some, at)
    }
}

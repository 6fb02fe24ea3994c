import Documents
import EventStore
import Reactor

extension Check {
    private static let retention = "retention"
    /// Days before the deletion of a game at which the operator is told.
    static let noticeDays = 30

    static func judgeRetention(_ options: Options) -> [Finding] {
        guard options.deleteDays > 0, EventStore.hasDatabase(in: options.dataFolder) else {
            return []
        }
        let days = Int64(options.deleteDays - noticeDays)
        let time = WallTime(milliseconds: WallClock.milliseconds() - days * 86_400_000)
        guard
            let count = try? EventStore.countUntouched(since: time, in: options.dataFolder)
        else { return [] }
        return [
            .ok(
                retention,
                "\(count) games are deleted within \(noticeDays) days, unless somebody "
                    + "enters something")
        ]
    }
}

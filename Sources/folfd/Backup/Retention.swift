import Documents
import EventStore
import Reactor

/// Ends what nobody has touched for long: first a game's code, later the game itself. Nothing ends
/// unless the operator has set a time.
struct Retention {
    /// Games that are deleted at once; players wait meanwhile.
    private static let lobbiesMax = 64
    private static let lookMilliseconds: UInt64 = 60_000
    private static let dayMilliseconds: Int64 = 86_400_000
    /// If the date went so far from the time that has passed, somebody has set the clock, and
    /// nobody can say what is old.
    static let driftMillisecondsMax: Int64 = 3_600_000

    private let store: EventStore
    private let logger: Logger
    private let lifeMilliseconds: Int64
    /// The date less the time since the start of the machine, when the server started.
    private let offset = Self.offset()

    /// Nil if games stay for ever.
    init?(_ options: Options, _ store: EventStore, _ logger: Logger) {
        guard options.deleteDays > 0 else { return nil }
        self.store = store
        self.logger = logger
        lifeMilliseconds = Int64(options.deleteDays) * Self.dayMilliseconds
    }

    /// The store's bounds, with the life of codes.
    static func limits(_ options: Options) -> StoreLimits {
        var limits = StoreLimits()
        if options.archiveDays > 0 {
            limits.codeMillisecondsMax = Int64(options.archiveDays) * dayMilliseconds
        }
        return limits
    }

    /// Has the housekeeper look each minute, for the first time after one.
    func begin(_ housekeeper: inout Housekeeper) {
        housekeeper.every(milliseconds: Self.lookMilliseconds, look)
    }

    func look() {
        guard abs(Self.offset() - offset) <= Self.driftMillisecondsMax else {
            logger.log(.gamesKept, ["reason": "the clock was set"])
            return
        }
        let time = WallTime(milliseconds: WallClock.milliseconds() - lifeMilliseconds)
        store.deleteUntouched(since: time, lobbiesMax: Self.lobbiesMax) { [logger] outcome in
            switch outcome {
            case .deleted(0): break
            case .deleted(let count): logger.log(.gamesDeleted, ["games": .init(count)])
            case .failed(let error):
                logger.log(.gamesKept, ["reason": .text(error.description)])
            }
        }
    }

    private static func offset() -> Int64 {
        WallClock.milliseconds() - Int64(clamping: MonotonicClock.milliseconds())
    }
}

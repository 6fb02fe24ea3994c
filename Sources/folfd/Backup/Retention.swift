import Documents
import EventStore
import Lobby
import Reactor
import Threads

/// Ends what nobody has touched for long, if the operator has set a time: first a game's code,
/// later the game itself. And erases what its owner has deleted, once that can't be taken back.
final class Retention: Sendable {
    /// Games that are deleted at once; players wait meanwhile.
    private static let lobbiesMax = 64
    private static let lookMilliseconds: UInt64 = 60_000
    /// Looks between two for games that nobody has touched: all of them are looked at.
    private static let looksPerSearch = 60
    private static let dayMilliseconds: Int64 = 86_400_000
    /// If the date went so far from the time that has passed, somebody has set the clock, and
    /// nobody can say what is old.
    static let driftMillisecondsMax: Int64 = 3_600_000

    private let store: EventStore
    private let logger: Logger
    /// Nil if games stay for ever.
    private let lifeMilliseconds: Int64?
    /// The date less the time since the start of the machine, when the server started.
    private let offset = Retention.offset()
    /// Looks until the next for games that nobody has touched.
    private let looksLeft = Lock(0)

    init(_ options: Options, _ store: EventStore, _ logger: Logger) {
        self.store = store
        self.logger = logger
        let days = Int64(options.deleteDays)
        lifeMilliseconds = days > 0 ? days * Self.dayMilliseconds : nil
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
        let now = WallClock.milliseconds()
        let life = looksLeft.withLock { left in
            left = left > 0 ? left - 1 : Self.looksPerSearch - 1
            return left == Self.looksPerSearch - 1 ? lifeMilliseconds : nil
        }
        let lapse = Lapse(
            untouchedSince: life.map { WallTime(milliseconds: now - $0) },
            deletedBefore: WallTime(milliseconds: now - LobbyLimits.deletedMillisecondsMax))
        store.erase(lapse, lobbiesMax: Self.lobbiesMax) { [self] outcome in
            switch outcome {
            case .erased(0): break
            case .erased(let count):
                logger.log(.gamesDeleted, ["games": .init(count)])
                // There may be more.
                if count == Self.lobbiesMax { looksLeft.withLock { $0 = 0 } }
            case .failed(let error):
                logger.log(.gamesKept, ["reason": .text(error.description)])
            }
        }
    }

    private static func offset() -> Int64 {
        WallClock.milliseconds() - Int64(clamping: MonotonicClock.milliseconds())
    }
}

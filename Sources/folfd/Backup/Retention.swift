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
    /// When there was no server yet: what a clock says before is wrong (2026-01-01).
    private static let timeMin = WallTime(milliseconds: 1_767_225_600_000)

    private let store: EventStore
    private let logger: Logger
    /// Nil if games stay for ever.
    private let lifeMilliseconds: Int64?
    /// Tells the loops which lobbies are gone.
    private let tell: @Sendable ([LobbyID]) -> Void
    private let clock: Lock<ClockTrust>
    /// Looks until the next for games that nobody has touched.
    private let looksLeft = Lock(0)
    /// Why games were kept the last time, lest the same be said each minute.
    private let reason = Lock<String?>(nil)

    /// To be made at the start: the date that is known from before says whether this one is right.
    init(
        _ options: Options, _ store: EventStore, _ logger: Logger,
        tell: @escaping @Sendable ([LobbyID]) -> Void
    ) {
        self.store = store
        self.logger = logger
        self.tell = tell
        let known = try? EventStore.knownTime(in: options.dataFolder)
        clock = Lock(
            ClockTrust(
                known: known?.milliseconds, wall: WallClock.milliseconds(),
                monotonic: MonotonicClock.milliseconds()))
        let days = Int64(options.deleteDays)
        lifeMilliseconds = days > 0 ? days * Self.dayMilliseconds : nil
    }

    /// The store's bounds, with the life of codes.
    static func limits(_ options: Options) -> StoreLimits {
        var limits = StoreLimits()
        limits.timeMin = timeMin
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
        let now = WallClock.milliseconds()
        switch clock.withLock({ $0.look(wall: now, monotonic: MonotonicClock.milliseconds()) }) {
        case .believed: break
        case .waits: return
        case .doubted(let reason): return logger.log(.gamesKept, ["reason": .text(reason)])
        }
        let life = looksLeft.withLock { left in
            left = left > 0 ? left - 1 : Self.looksPerSearch - 1
            return left == Self.looksPerSearch - 1 ? lifeMilliseconds : nil
        }
        let lapse = Lapse(
            untouchedSince: life.map { WallTime(milliseconds: now - $0) },
            deletedBefore: WallTime(milliseconds: now - LobbyLimits.deletedMillisecondsMax),
            now: WallTime(milliseconds: now))
        store.erase(lapse, lobbiesMax: Self.lobbiesMax) { [self] outcome in
            switch outcome {
            case .erased(let lobbies):
                reason.withLock { $0 = nil }
                guard !lobbies.isEmpty else { return }
                tell(lobbies)
                logger.log(.gamesDeleted, ["games": .init(lobbies.count)])
                // There may be more.
                if lobbies.count == Self.lobbiesMax { looksLeft.withLock { $0 = 0 } }
            case .unsorted: keep("batches are damaged: see folfd verify")
            case .failed(let error): keep(error.description)
            }
        }
    }

    private func keep(_ reason: String) {
        let isNew = self.reason.withLock { last in
            defer { last = reason }
            return last != reason
        }
        if isNew { logger.log(.gamesKept, ["reason": .text(reason)]) }
    }
}

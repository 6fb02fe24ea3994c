import Club
import Documents
import EventStore
import Log
import Threads

/// Makes the results of games, some time after something has happened in them.
///
///     touched ──▸ quiet for a while ─┐
///     due: a round nobody has ended ─┼─▸ log ──▸ GameResults ──▸ tables
///     missing, by the tables ────────┘
///
/// What was touched is only known in memory. So all games are compared with the tables after a
/// start, and once a day, some at a time: whatever was missed is found then.
final class ResultKeeper: Sendable {
    static let quietMilliseconds: UInt64 = 30_000
    /// A game that isn't quiet for so long has results all the same: of the rounds before.
    static let patienceMilliseconds: UInt64 = 600_000
    static let comparisonMilliseconds: UInt64 = 86_400_000
    /// Games of each kind that one sweep deals with.
    static let gamesPerSweep = 128
    /// Games that are remembered; of more than that the tables tell.
    static let touchesMax = 100_000

    private struct Touch {
        let first: UInt64
        var last: UInt64
    }

    private enum Comparison {
        case idle(until: UInt64)
        case going(behind: LobbyID?)
    }

    private struct State {
        var touches: [LobbyID: Touch] = [:]
        var comparison = Comparison.going(behind: nil)
    }

    private let store: EventStore
    private let host: ClubHost
    private let crowds: CourseCrowds
    private let state = Lock(State())

    /// - Parameter crowds: is told which games are being played.
    init(_ store: EventStore, _ host: ClubHost, _ crowds: CourseCrowds) {
        self.store = store
        self.host = host
        self.crowds = crowds
        // Nothing is known yet, but since when.
        crowds.count(now: host.wall())
    }

    /// Does some of what there is to do. To be called every few seconds, by one thread at a time.
    func sweep() {
        let now = host.monotonic()
        let touched = store.fetchTouchedGames()
        var games = state.withLock { state in
            for game in touched where state.touches.count < Self.touchesMax {
                state.touches[game, default: Touch(first: now, last: now)].last = now
            }
            return Self.takeQuiet(from: &state.touches, now: now)
        }
        games += (try? dueGames()) ?? []
        games += (try? missingGames(now: now)) ?? []
        for game in Set(games) { makeResults(of: game, now: now) }
        crowds.count(now: host.wall())
    }

    private static func takeQuiet(
        from touches: inout [LobbyID: Touch], now: UInt64
    ) -> [LobbyID] {
        let quiet = touches.lazy.filter { _, touch in
            now >= touch.last + quietMilliseconds || now >= touch.first + patienceMilliseconds
        }
        let games = Array(quiet.prefix(gamesPerSweep).map(\.key))
        for game in games { touches[game] = nil }
        return games
    }

    private func dueGames() throws(ClubFault) -> [LobbyID] {
        let now = host.wall()
        return try store.readClub { (tables) throws(ClubFault) in
            try tables.projectionsDue(by: now, countMax: Self.gamesPerSweep)
        }
    }

    /// Goes on comparing, if a comparison is under way or due.
    private func missingGames(now: UInt64) throws(ClubFault) -> [LobbyID] {
        let last: LobbyID?
        switch state.withLock({ $0.comparison }) {
        case .idle(let end) where now < end: return []
        case .idle: last = nil
        case .going(let game): last = game
        }
        let (games, end) = try store.readClub { (tables) throws(ClubFault) in
            try tables.unprojected(
                behind: last, rules: GameResults.rules, countMax: Self.gamesPerSweep)
        }
        state.withLock { state in
            state.comparison =
                end.map { .going(behind: $0) }
                ?? .idle(until: now + Self.comparisonMilliseconds)
        }
        return games
    }

    private func makeResults(of game: LobbyID, now: UInt64) {
        let outcome = Handed<LoadOutcome>()
        store.ask(.load(game) { outcome.give($0) })
        do throws(ClubFault) {
            switch outcome.wait() {
            case .absent, .erased: crowds.note(nil, of: game)
            case .unavailable: throw .unavailable(full: false)
            case .corrupt: try giveUp(game)
            case .lobby(let stored):
                guard let made = GameResults(of: stored, now: host.wall()) else {
                    return try giveUp(game)
                }
                crowds.note(made.group, of: game)
                try store.changeClub { (tables) throws(ClubFault) in
                    try tables.replaceResults(by: made.results, made.projection)
                }
            }
        } catch {
            state.withLock { $0.touches[game] = Touch(first: now, last: now) }
        }
    }

    /// What is damaged has the results that it had.
    private func giveUp(_ game: LobbyID) throws(ClubFault) {
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.giveUpResults(of: game)
        }
    }
}

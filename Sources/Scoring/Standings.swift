import Documents
public import Lobby

/// The order of the players and their places, from the card alone.
///
/// Players are compared by their relation to par: while a game goes on they are at different holes.
/// Between the rounds and after the last that would reward whoever leaves holes out, so only
/// players who have scored as many as anybody has have a place then.
public struct Standings: Hashable, Sendable {
    /// The players with a place, the leader first and equal ones in the order of the card, and
    /// behind them the others, those who have scored most first.
    public let results: [PlayerResult]

    public init(_ lobby: Lobby) {
        let pars = lobby.pars
        let penalties = CardPenalties(lobby)
        var results = lobby.columns.map { PlayerResult($0, of: lobby, pars: pars, penalties) }
        let most = results.map(\.tally.holesScored).max() ?? 0
        for index in results.indices { results[index].holesMost = most }
        results.place(needsMost: lobby.stage.phase > .playing)
        self.results =
            results.placed
            + results.filter { $0.place == nil }.ordered { -$0.tally.holesScored }
    }

    /// Makes one list of several games, the leader first: those who have a place in their game have
    /// one in the list.
    public static func joint(_ games: [Standings]) -> [PlayerResult] {
        var all = games.enumerated().flatMap { game, standings in
            standings.results.map { result in
                var result = result
                result.game = game
                return result
            }
        }
        let unplaced = all.filter { $0.place == nil }
        all.removeAll { $0.place == nil }
        all.place(needsMost: false)
        return all.placed + unplaced
    }

    /// The first three places that somebody has, each with all who share it: after two first ones
    /// there is no second.
    public static func podium(of results: [PlayerResult]) -> [[PlayerResult]] {
        (1...3).map { place in results.filter { $0.place == place } }.filter { !$0.isEmpty }
    }
}

extension [PlayerResult] {
    fileprivate mutating func place(needsMost: Bool) {
        let places = Tally.places(of: map(\.tally), needsMost: needsMost)
        for (index, place) in zip(indices, places) {
            self[index].place = place
            self[index].isShared = place != nil && places.count { $0 == place } > 1
        }
    }

    /// Those who have a place, in the order of the places.
    fileprivate var placed: [PlayerResult] {
        filter { $0.place != nil }.ordered { $0.place ?? 0 }
    }

    /// Equal ones stay in the order in which they are.
    fileprivate func ordered(by key: (PlayerResult) -> Int) -> [PlayerResult] {
        enumerated()
            .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
            .map(\.element)
    }
}

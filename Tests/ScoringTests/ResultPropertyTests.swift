import Documents
import Lobby
import Scoring
import Testing

/// Tests what holds for the results of every game, on many drawn ones.
struct ResultPropertyTests {
    private func lobbies(_ seed: UInt64, isAbsurd: Bool = false) throws -> [Lobby] {
        var drawn = try RandomGame(seed: seed)
        return (0..<12).map { _ in
            drawn.play(steps: 25, isAbsurd: isAbsurd)
            return drawn.game.lobby
        }
    }

    @Test(
        "Equal results share a place, and better ones have a better place",
        arguments: 0..<40 as Range<UInt64>)
    func places(seed: UInt64) throws {
        for lobby in try lobbies(seed) {
            let placed = Standings(lobby).results.filter { $0.place != nil }
            for one in placed {
                let ahead = placed.count { $0.tally.overPar < one.tally.overPar }
                #expect(one.place == 1 + ahead, "seed \(seed)")
                let equals = placed.count { $0.tally.overPar == one.tally.overPar }
                #expect(one.isShared == (equals > 1), "seed \(seed)")
                #expect(one.tally.holesScored > 0, "seed \(seed)")
                if lobby.stage.phase > .playing {
                    #expect(one.tally.holesScored == one.holesMost, "seed \(seed)")
                }
            }
        }
    }

    @Test(
        "The list begins with the places in order, and has everybody on the card once",
        arguments: 100..<140 as Range<UInt64>)
    func order(seed: UInt64) throws {
        for lobby in try lobbies(seed) {
            let results = Standings(lobby).results
            let places = results.map { $0.place ?? .max }
            #expect(places == places.sorted(), "seed \(seed)")
            #expect(
                results.map(\.player.value).sorted() == lobby.columns.map(\.id.value).sorted(),
                "seed \(seed)")
            let rest = results.filter { $0.place == nil }.map(\.tally.holesScored)
            #expect(rest == rest.sorted(by: >), "seed \(seed)")
            #expect(results.allSatisfy { $0.place != nil || !$0.isShared }, "seed \(seed)")
        }
    }

    @Test(
        "Sums are those of the cells of rounds that have begun, and of the card",
        arguments: 200..<240 as Range<UInt64>)
    func sums(seed: UInt64) throws {
        for lobby in try lobbies(seed) {
            let card = Scorecard(lobby)
            for result in Standings(lobby).results {
                let pars = lobby.pars(of: result.player)
                var (total, par, holes): (Int64, Int64, Int) = (0, 0, 0)
                for (key, cell) in lobby.cells {
                    guard key.field == .throws, key.player == result.player,
                        key.round <= lobby.stage.round, key.hole <= pars.count,
                        case .number(let count) = cell.value
                    else { continue }
                    total += count
                    par += pars[Int(key.hole) - 1]
                    holes += 1
                }
                #expect(result.tally.total == total, "seed \(seed)")
                #expect(result.tally.overPar == total - par, "seed \(seed)")
                #expect(result.tally.holesScored == holes, "seed \(seed)")
                #expect(result.counts.values.reduce(0, +) == holes, "seed \(seed)")
                #expect((result.best == nil) == (holes == 0), "seed \(seed)")
                #expect(
                    result.rounds.map(\.tally).reduce(Tally(), +) == result.tally, "seed \(seed)")
                #expect(
                    result.holesMissing + holes
                        == pars.count * max(1, Int(lobby.stage.round)), "seed \(seed)")
                let line = try #require(card.lines.first { $0.player == result.player })
                #expect(
                    (line.total, line.overPar, line.holesScored) == (total, total - par, holes),
                    "seed \(seed)")
            }
        }
    }

    @Test("The order of the columns changes nobody's place", arguments: 300..<320 as Range<UInt64>)
    func columns(seed: UInt64) throws {
        for var lobby in try lobbies(seed) {
            func places() -> [PlayerID: Int?] {
                Dictionary(
                    uniqueKeysWithValues: Standings(lobby).results.map { ($0.player, $0.place) })
            }
            let before = places()
            guard let first = lobby.columns.first else { continue }
            lobby.apply(lobby.event(.playerPlaced(first.id, before: nil), received: Game.time(0)))
            #expect(places() == before, "seed \(seed)")
        }
    }

    @Test("No game is too absurd for a card and a result", arguments: 400..<440 as Range<UInt64>)
    func absurd(seed: UInt64) throws {
        for lobby in try lobbies(seed, isAbsurd: true) {
            #expect(Standings(lobby).results.count == lobby.columns.count, "seed \(seed)")
            for round in RandomGame.bytes {
                #expect(Scorecard(lobby, round: round).lines.count == lobby.columns.count)
            }
        }
    }
}

import Documents
import Lobby
import Scoring
import Testing

struct StandingsTests {
    private func standings(
        _ texts: String..., pars: String = "343", phase: Stage.Phase = .ended
    ) -> [PlayerResult] {
        let names = ["Anna", "Ben", "Cid", "Dora"].prefix(texts.count)
        return Standings(
            SampleGame(Array(names), pars: pars, rounds: [texts], phase: phase).lobby
        ).results
    }

    @Test("A summary counts shapes and aces, and names the best hole")
    func summary() throws {
        let game = SampleGame(["Anna"], rounds: [["325"], ["441"]])
        let result = try #require(Standings(game.lobby).results.first)
        #expect(result.counts == [.eagle: 2, .par: 2, .bogey: 1, .double: 1])
        #expect(result.aces == 1)
        let best = try #require(result.best)
        #expect((best.round, best.hole, best.overPar) == (1, 2, -2))
        #expect(result.tally.total == 19)
        #expect(result.tally.overPar == -1)
    }

    @Test("A score has a shape by its relation to par", arguments: 1...9)
    func shapes(count: Int64) {
        let expected: [ScoreShape] = [
            .eagle, .eagle, .eagle, .birdie, .par, .bogey, .double, .triple, .triple,
        ]
        #expect(ScoreShape(count, par: 5) == expected[Int(count) - 1])
    }

    @Test("Each round has its own sums, and together they are the player's")
    func rounds() throws {
        let game = SampleGame(["Anna"], rounds: [["343"], ["2.4"], ["..."]])
        let result = try #require(Standings(game.lobby).results.first)
        #expect(result.rounds.map(\.tally.total) == [10, 6, 0])
        #expect(result.rounds.map(\.tally.overPar) == [0, 0, 0])
        #expect(result.rounds.map(\.tally.holesScored) == [3, 2, 0])
        #expect(result.rounds.map(\.round) == [1, 2, 3])
        #expect(result.tally.holesScored == 5)
        #expect(result.holesMissing == 4)
    }

    @Test("Before the first round everybody has a blank one")
    func setup() throws {
        var game = SampleGame(["Anna", "Ben"], rounds: [], phase: .setup)
        game.score(2, player: 1, hole: 1)
        for result in Standings(game.lobby).results {
            #expect(result.rounds.map(\.throws) == [[nil, nil, nil]])
            #expect(result.tally == Tally())
            #expect(result.place == nil)
            #expect(result.best == nil)
            #expect(result.holesMissing == 3)
        }
    }

    @Test("Each is told how many holes those have scored who have scored most")
    func most() {
        let results = standings("34.", "2..", "...")
        #expect(results.map(\.holesMost) == [2, 2, 2])
        #expect(results.map(\.holesMissing) == [1, 2, 3])
    }

    @Test("A podium has a step for each of the first places that somebody has")
    func podium() {
        func steps(_ results: [PlayerResult]) -> [String] {
            Standings.podium(of: results).map { step in
                step.map(\.name).joined(separator: " ")
            }
        }
        #expect(steps(standings("343", "243", "443", "999")) == ["Ben", "Anna", "Cid"])
        #expect(steps(standings("243", "343", "243", "443")) == ["Anna Cid", "Ben"])
        #expect(steps(standings("243", "343", "343", "443")) == ["Anna", "Ben Cid"])
        #expect(steps(standings("343", "343")) == ["Anna Ben"])
        #expect(steps(standings("...", "...")) == [])
    }

    @Test("A joint list tells of each which game it is from")
    func games() {
        let one = SampleGame(["Anna", "Ben"], rounds: [["343", "344"]])
        let two = SampleGame(["Cid", "Dora"], rounds: [["343", "..."]])
        let joint = Standings.joint([Standings(one.lobby), Standings(two.lobby)])
        #expect(joint.map(\.name) == ["Anna", "Cid", "Ben", "Dora"])
        #expect(joint.map(\.game) == [0, 1, 0, 1])
        #expect(joint.map(\.place) == [1, 1, 3, nil])
        #expect(Standings.joint([]) == [])
    }
}

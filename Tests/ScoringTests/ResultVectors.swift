import Documents
import Foundation
import Lobby
import Scoring
import Testing

@testable import Wire

/// Games and what they come to, as Tests/Vectors/results.json has them.
enum ResultVectors {
    /// One game, or several in one list, and the list as whoever made up the case expects it:
    /// "1= Anna" shares the first place, "- Ben" has none.
    struct Case: CustomTestStringConvertible {
        var name: String
        var games: [SampleGame]
        var list: String

        var testDescription: String { name }
        var standings: [Standings] { games.map { Standings($0.lobby) } }
        var results: [PlayerResult] {
            standings.count == 1 ? standings[0].results : Standings.joint(standings)
        }
    }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/results.json")

    /// Set to write the file instead of comparing it.
    static let isWriting = ProcessInfo.processInfo.environment["FOLF_WRITE_VECTORS"] == "1"

    private static func one(
        _ name: String, _ names: [String], pars: String = "343", _ rounds: [String]...,
        phase: Stage.Phase = .playing, list: String,
        change: (inout SampleGame) -> Void = { _ in }
    ) -> Case {
        var game = SampleGame(names, pars: pars, rounds: rounds, phase: phase)
        change(&game)
        return Case(name: name, games: [game], list: list)
    }

    static let cases = sums + places + ends + rounds + card + penalties + lists + tees

    private static let sums = [
        one(
            "Nothing is scored yet", ["Anna", "Ben"], ["...", "..."], list: "- Anna, - Ben"),
        one("Before the first round", ["Anna", "Ben"], phase: .setup, list: "- Anna, - Ben"),
        one("Nobody is on the card", [], [], list: ""),
        one("One hole", ["Anna", "Ben"], pars: "3", ["3", "2"], list: "1 Ben, 2 Anna"),
        one("Whoever plays alone comes first", ["Anna"], ["454"], phase: .ended, list: "1 Anna"),
        one("All below par", ["Anna", "Ben"], ["231", "242"], list: "1 Anna, 2 Ben"),
        one(
            "An ace is an ace whatever its par is", ["Anna", "Ben", "Cid"], pars: "2345",
            ["1111", "2...", "...2"], list: "1 Anna, 2 Cid, 3 Ben"),
        one(
            "Every shape of a score", ["Anna"], pars: "5555555", ["2345678"],
            phase: .ended, list: "1 Anna"),
        one("The first of two best holes is the best", ["Anna"], ["232"], list: "1 Anna"),
    ]

    private static let places = [
        one(
            "Two share the first place, and there is no second", ["Anna", "Ben", "Cid"],
            ["344", "335", "444"], phase: .ended, list: "1= Anna, 1= Ben, 3 Cid"),
        one(
            "Two share the second place", ["Anna", "Ben", "Cid", "Dora"],
            ["344", "243", "344", "354"], phase: .ended,
            list: "1 Ben, 2= Anna, 2= Cid, 4 Dora"),
        one(
            "Three share the second place, and the next is the fifth",
            ["Anna", "Ben", "Cid", "Dora", "Eva"], ["353", "343", "353", "353", "363"],
            phase: .ended, list: "1 Ben, 2= Anna, 2= Cid, 2= Dora, 5 Eva"),
        one(
            "All share the first place", ["Anna", "Ben", "Cid"], ["343", "343", "343"],
            phase: .locked, list: "1= Anna, 1= Ben, 1= Cid"),
        one(
            "While a game goes on, those at different holes are compared by their relation to par",
            ["Anna", "Ben", "Cid"], ["344", "2..", "..."], list: "1 Ben, 2 Anna, - Cid"),
        one(
            "While a game goes on, places are shared at different holes, too",
            ["Anna", "Ben"], ["343", "3.."], list: "1= Anna, 1= Ben"),
    ]

    private static let ends = [
        one(
            "Once it is over, nobody wins by leaving holes out", ["Anna", "Ben", "Cid", "Dora"],
            ["344", "2..", "...", "345"], phase: .ended, list: "1 Anna, 2 Dora, - Ben, - Cid"),
        one(
            "Those without a place come in the order of how much they have scored",
            ["Anna", "Ben", "Cid", "Dora"], ["...", "2..", "343", "23."], phase: .ended,
            list: "1 Cid, - Dora, - Ben, - Anna"),
        one(
            "All broke off after as many holes, be they others", ["Anna", "Ben"],
            ["3.4", "24."], phase: .ended, list: "1 Ben, 2 Anna"),
        one(
            "A game that is over without a score has no places", ["Anna", "Ben"],
            ["...", "..."], phase: .locked, list: "- Anna, - Ben"),
        one(
            "Between the rounds places are those of a result", ["Anna", "Ben"],
            ["343", "2.."], phase: .roundEnded, list: "1 Anna, - Ben"),
    ]

    private static let rounds = [
        one(
            "All rounds count together", ["Anna", "Ben"], ["343", "233"], ["343", "464"],
            phase: .ended, list: "1 Anna, 2 Ben"),
        one(
            "The second round has begun", ["Anna", "Ben"], ["343", "453"], ["4..", "..."],
            list: "1 Anna, 2 Ben"),
        one(
            "A round that somebody left out", ["Anna", "Ben", "Cid"], ["343", "...", "344"],
            ["444", "222", "343"], phase: .ended, list: "1 Cid, 2 Anna, - Ben"),
        one(
            "Scores of a round that hasn't begun don't count", ["Anna", "Ben"], ["343", "344"],
            list: "1 Anna, 2 Ben"
        ) { $0.score(9, round: 2, player: 1, hole: 1) },
        one(
            "Scores before the first round don't count", ["Anna", "Ben"], phase: .setup,
            list: "- Anna, - Ben"
        ) { $0.score(2, round: 1, player: 1, hole: 1) },
    ]

    private static let card = [
        one(
            "A par that was changed counts for all", ["Anna", "Ben"], ["34.", ".43"],
            list: "1 Anna, 2 Ben"
        ) { $0.write([.number(4)], CellKey(hole: 1, field: .par)) },
        one(
            "Every hole has a par of its own", ["Anna", "Ben"], pars: "2593",
            ["2593", "3492"], list: "1 Ben, 2 Anna"),
        one(
            "Whoever was taken off the card isn't among them", ["Anna", "Ben", "Cid"],
            ["344", "222", "343"], phase: .ended, list: "1 Cid, 2 Anna"
        ) { $0.players[1].isRemoved = true },
        one(
            "The holes of whoever was taken off the card aren't missed", ["Anna", "Ben"],
            ["34.", "343"], phase: .ended, list: "1 Anna"
        ) { $0.players[1].isRemoved = true },
        one(
            "A score that was erased isn't one", ["Anna", "Ben"], ["343", "343"],
            phase: .ended, list: "1 Ben, - Anna"
        ) { $0.score(nil, player: 1, hole: 2) },
        one(
            "Where people disagree, what is shown counts", ["Anna", "Ben"], ["343", "344"],
            phase: .ended, list: "1 Ben, 2 Anna"
        ) { $0.score(2, 5, player: 1, hole: 3) },
        one(
            "Where people disagree whether there is a score, what is shown counts",
            ["Anna", "Ben"], ["343", "344"], phase: .ended, list: "1 Ben, - Anna"
        ) { $0.score(3, nil, player: 1, hole: 2) },
        one(
            "A column is called as it was last", ["Anna", "Ben"], ["343", "344"],
            list: "1 Åsa, 2 Ben"
        ) { $0.write([.text("Åsa")], CellKey(player: PlayerID(1), field: .name)) },
    ]

    private static func tee(_ name: String, of player: UInt32) -> (inout SampleGame) -> Void {
        { $0.write([.text(name)], CellKey(player: PlayerID(player), field: .tee)) }
    }

    private static let tees = [
        one(
            "A tee with a par of its own counts for who throws from it", ["Anna", "Ben"],
            ["345", "345"], phase: .ended, list: "1 Ben, 2 Anna"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3)
            tee("white", of: 2)(&game)
        },
        one(
            "Who has chosen no tee throws from the default", ["Anna", "Ben"],
            ["345", "345"], phase: .ended, list: "1 Anna, 2 Ben"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3, defaultTee: "white")
            tee("red", of: 2)(&game)
        },
        one(
            "A tee in capitals is the one that the layout has", ["Anna", "Ben"],
            ["345", "345"], phase: .ended, list: "1 Ben, 2 Anna"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3)
            tee("WHITE", of: 2)(&game)
        },
        one(
            "A tee that the layout lacks counts as its default", ["Anna", "Ben"],
            ["344", "344"], phase: .ended, list: "1= Anna, 1= Ben"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3, defaultTee: "white")
            tee("gold", of: 2)(&game)
        },
        one(
            "A par that was changed counts where the tee has none of its own", ["Anna", "Ben"],
            ["345", "345"], phase: .ended, list: "1 Ben, 2 Anna"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3)
            tee("white", of: 2)(&game)
            game.write([.number(4)], CellKey(hole: 3, field: .par))
            game.write([.number(2)], CellKey(hole: 1, field: .par))
        },
        one(
            "A tee says nothing where there is no layout, or one without tees", ["Anna", "Ben"],
            ["345", "345"], phase: .ended, list: "1= Anna, 1= Ben"
        ) { game in
            game.layout = SampleCourse.layout(holes: 3, defaultTee: nil, tees: [])
            tee("white", of: 2)(&game)
        },
        one(
            "Pars and scores of a course that was exchanged don't count on the next",
            ["Anna", "Ben"], pars: "34", ["34", "44"], phase: .ended, list: "1 Anna, 2 Ben"
        ) { game in
            game.courseNumber = 2
            game.firstCourse = FirstCourse(
                name: "Meadow", holes: (1...3).map { Hole(label: "\($0)", par: 5) })
            game.layout = SampleCourse.layout(holes: 2)
            game.write([.number(9)], CellKey(hole: 1, field: .par))
            game.write([.number(9)], CellKey(round: 1, hole: 1, field: .par))
            game.write([.number(2)], CellKey(round: 2, hole: 1, field: .par))
            game.score(1, player: 2, hole: 3)
        },
    ]

    private static let penalties = [
        one(
            "Penalty throws beside the holes count in their round, and decide who wins",
            ["Anna", "Ben", "Cid"], ["343", "344", "..."], ["343", "343", "..."], phase: .ended,
            list: "1= Anna, 1= Ben, - Cid"
        ) { game in
            func put(_ place: Int, _ player: UInt32, round: UInt8, hole: UInt8, _ count: Int64) {
                let key = CellKey(
                    round: round, player: PlayerID(player), hole: hole,
                    field: .penalty(at: place))
                game.write([.number(count)], key)
            }
            // A card that was wrong counts two, warnings the second time, and an absence is said
            // of holes only. What is in a hole's score already is in it already.
            put(35, 1, round: 2, hole: 0, 1)
            put(17, 2, round: 1, hole: 0, 2)
            put(18, 2, round: 1, hole: 0, 1)
            put(27, 2, round: 1, hole: 0, 3)
            put(0, 2, round: 1, hole: 2, 2)
            put(0, 3, round: 1, hole: 0, 1)
            // Of a round that hasn't begun, as an old copy may have it.
            put(35, 2, round: 3, hole: 0, 5)
        }
    ]

    private static let lists = [
        Case(
            name: "Several games make one list, in which equal ones share a place",
            games: [
                SampleGame(["Anna", "Ben"], rounds: [["343", "344"]]),
                SampleGame(["Cid", "Dora"], rounds: [["343", "..."]]),
            ], list: "1= Anna, 1= Cid, 3 Ben, - Dora"),
        Case(
            name: "Whoever has no place in a game has none in the list",
            games: [
                SampleGame(["Anna", "Ben"], rounds: [["2..", "344"]], phase: .ended),
                SampleGame(["Cid", "Dora"], rounds: [["333", "3.."]]),
            ], list: "1 Cid, 2 Dora, 3 Ben, - Anna"),
        Case(
            name: "A game without scores beside one with scores",
            games: [
                SampleGame(["Anna"], rounds: [], phase: .setup),
                SampleGame(["Ben"], rounds: [["444"]]),
            ], list: "1 Ben, - Anna"),
    ]
}

extension ResultVectors {
    static var made: [UInt8] {
        let elements = cases.map { each in
            var writer = ElementWriter()
            writer.json.beginObject()
            writer.json.key("name")
            writer.json.string(each.name)
            writer.json.key("lobbies")
            writer.json.beginArray()
            for game in each.games { writer.lobby(game.lobby) }
            writer.json.endArray()
            writer.json.key("list")
            writer.json.string(each.list)
            writer.json.key("results")
            writer.json.beginArray()
            for result in each.results { writer.result(result) }
            writer.json.endArray()
            writer.json.key("podium")
            writer.json.beginArray()
            for step in Standings.podium(of: each.results) {
                writer.json.beginArray()
                for result in step { writer.json.string(result.name) }
                writer.json.endArray()
            }
            writer.json.endArray()
            writer.json.endObject()
            return writer.json.take()
        }
        return Array("[\n".utf8) + Array(elements.joined(separator: Array(",\n".utf8)))
            + Array("\n]\n".utf8)
    }
}

extension ElementWriter {
    fileprivate mutating func result(_ result: PlayerResult) {
        json.beginObject()
        json.key("game")
        json.integer(result.game)
        json.key("player")
        json.integer(result.player.value)
        json.key("name")
        json.string(result.name)
        json.key("place")
        orNull(result.place)
        json.key("shared")
        json.bool(result.isShared)
        tally(result.tally)
        json.key("missing")
        json.integer(result.holesMissing)
        json.key("most")
        json.integer(result.holesMost)
        json.key("counts")
        json.beginArray()
        json.integer(result.aces)
        for shape in ScoreShape.allCases { json.integer(result.counts[shape] ?? 0) }
        json.endArray()
        json.key("best")
        best(result.best)
        json.key("rounds")
        json.beginArray()
        for round in result.rounds {
            json.beginObject()
            json.key("round")
            json.integer(round.round)
            json.key("throws")
            json.beginArray()
            for count in round.throws { orNull(count) }
            json.endArray()
            tally(round.tally)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private mutating func orNull(_ number: (some FixedWidthInteger)?) {
        if let number { json.integer(number) } else { json.null() }
    }

    private mutating func tally(_ tally: Tally) {
        json.key("total")
        json.integer(tally.total)
        json.key("over_par")
        json.integer(tally.overPar)
        json.key("scored")
        json.integer(tally.holesScored)
    }

    private mutating func best(_ best: PlayerResult.BestHole?) {
        guard let best else { return json.null() }
        json.beginArray()
        json.integer(best.round)
        json.integer(best.hole)
        json.integer(best.overPar)
        json.endArray()
    }
}

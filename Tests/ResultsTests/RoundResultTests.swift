import Documents
import Lobby
import Results
import Scoring
import Testing

struct RoundResultTests {
    /// Persons 1 and 2 play a round of three holes, with an entry for each every so often.
    private func played(
        layout: GameLayout? = nil, course: String? = "Brekka", every minutes: Int64 = 5,
        isOver: Bool = true
    ) throws -> Game {
        var game = try Game(course: course)
        try game.join(2)
        if let layout {
            let course = GameCourse(name: course, holes: game.lobby.holes, layout: layout)
            try game.perform(.exchange(course, expect: 0), by: 1)
        }
        try game.move(.playing, round: 1)
        for hole in 1...3 as ClosedRange<UInt8> {
            let time = Int64(hole - 1) * minutes * 60_000
            // Nobody types anything in the future.
            game.now = max(game.now, time)
            for player in 1...2 as ClosedRange<UInt32> {
                try game.score(3, player: player, hole: hole, by: 1, at: time)
            }
        }
        if isOver { try game.move(.ended, round: 1) }
        return game
    }

    private func results(_ game: Game, restMilliseconds: Int64 = 0) -> [RoundResult] {
        let now = WallTime(milliseconds: game.received.milliseconds + restMilliseconds)
        return game.lobby.roundResults(last: game.received, now: now)
    }

    private func result(_ game: Game, of player: UInt32 = 1) throws -> RoundResult {
        try #require(results(game).first { $0.player.value == player })
    }

    @Test("A game that hasn't begun has no results, nor has one that was deleted")
    func none() throws {
        #expect(results(try Game(), restMilliseconds: .max / 2).isEmpty)
        var game = try played()
        try game.perform(.delete(true), by: 1)
        #expect(results(game).isEmpty)
        try game.perform(.delete(false), by: 1)
        #expect(results(game).count == 2)
    }

    @Test("A round that nobody ended counts after twelve hours of rest, to the millisecond")
    func unended() throws {
        let game = try played(isOver: false)
        #expect(results(game, restMilliseconds: 12 * 3_600_000 - 1).isEmpty)
        let made = results(game, restMilliseconds: 12 * 3_600_000)
        #expect(made.map(\.isUnended) == [true, true])
        #expect(try result(played()).isUnended == false)
        let end = WallTime(milliseconds: .max)
        #expect(game.lobby.roundResults(last: end, now: end).isEmpty)
    }

    @Test("It is known when such a round will count, and for others there is nothing to wait for")
    func due() throws {
        let game = try played(isOver: false)
        let rest: Int64 = 12 * 3_600_000
        let (last, end) = (Game.time(0), Game.time(rest))
        #expect(game.lobby.resultsDue(last: last, now: Game.time(rest - 1)) == end)
        #expect(game.lobby.resultsDue(last: last, now: end) == nil)
        #expect(try played().lobby.resultsDue(last: last, now: last) == nil)
        #expect(try Game().lobby.resultsDue(last: last, now: last) == nil)
        let never = WallTime(milliseconds: .max)
        #expect(game.lobby.resultsDue(last: never, now: last) == nil)
        var deleted = game
        try deleted.perform(.delete(true), by: 1)
        #expect(deleted.lobby.resultsDue(last: last, now: last) == nil)
    }

    @Test("An entry that was taken back is no score, and a column with nothing else has no result")
    func takenBack() throws {
        var game = try played()
        for hole in 1...3 as ClosedRange<UInt8> {
            try game.score(nil, player: 2, hole: hole, by: 1, seen: game.lobby.seq)
        }
        #expect(results(game).map(\.player.value) == [1])
    }

    @Test("Taken back by one and scored by another is disputed: no score, but a result")
    func takenBackAgainstScored() throws {
        var game = try played()
        for hole in 1...3 as ClosedRange<UInt8> {
            try game.score(nil, player: 2, hole: hole, by: 2)
        }
        let made = try result(game, of: 2)
        #expect(made.throws == [nil, nil, nil])
        #expect(made.disputedHoles == [1, 2, 3])
        #expect(!made.isComplete)
        #expect(made.tally == Tally())
        try game.score(4, player: 2, hole: 2, by: 1, seen: game.lobby.seq)
        #expect(try result(game, of: 2).throws == [nil, 4, nil])
        #expect(try result(game, of: 2).disputedHoles == [1, 3])
    }

    @Test("Who was removed as a member keeps their result, and is still who they are")
    func removedMember() throws {
        var game = try played()
        try game.perform(.kick(Game.person(2)), by: 1)
        #expect(try result(game, of: 2).person == Game.person(2))
    }

    @Test("How long a round took is not told if it was typed from paper, or forgotten")
    func minutes() throws {
        for (interval, minutes) in [(1, nil), (2, 4), (100, 200), (240, 480), (241, nil)]
            as [(Int64, Int64?)]
        {
            #expect(try result(played(every: interval)).minutes == minutes, "\(interval)")
        }
    }

    /// The same game with entries that have these times: milliseconds since its start, by hole.
    private func retimed(_ lobby: Lobby, _ times: [Int64]) -> Lobby {
        var cells = lobby.cells
        for (key, cell) in lobby.cells where key.field == .throws {
            let siblings = cell.siblings.map { sibling in
                var sibling = sibling
                sibling.at = times[Int(key.hole) - 1]
                return sibling
            }
            cells[key] = Cell(version: cell.version, siblings: siblings)
        }
        return Lobby(
            id: lobby.id, epoch: lobby.epoch, seq: lobby.seq, start: lobby.start, code: nil,
            invitation: nil, watch: nil, course: nil, holes: lobby.holes, layout: lobby.layout,
            stage: lobby.stage, allowsLateJoin: false, host: lobby.host, owner: lobby.owner,
            members: lobby.members, players: lobby.players, cells: cells, quarantine: [])
    }

    @Test("The day is that of the course, also before 1970")
    func day() throws {
        let day: Int64 = 86_400_000
        let today = Game.start / day
        let midnight = (today + 1) * day - Game.start
        for (begin, minutes, expected) in [
            (midnight - 1, 0, today), (midnight, 0, today + 1), (midnight - 1, 1, today + 1),
            (midnight, -1, today), (-Game.start, 0, 0), (-Game.start - 1, 0, -1),
            (-Game.start - day, 0, -1), (-Game.start - day, -1, -2),
        ] as [(Int64, Int32, Int64)] {
            let layout = SampleCourse.layout(holes: 3, utcMinutes: minutes)
            let lobby = retimed(try played(layout: layout).lobby, [begin, begin, begin + 1])
            let now = WallTime(milliseconds: 0)
            let made = lobby.roundResults(last: now, now: now)
            #expect(made.map(\.day) == [expected, expected], "\(begin) \(minutes)")
        }
    }

    @Test("Clocks that say anything at all lead to some day, and to no pace")
    func absurdClocks() throws {
        let layout = SampleCourse.layout(holes: 3, utcMinutes: 840)
        let game = try played(layout: layout).lobby
        let now = WallTime(milliseconds: 0)
        for (times, day) in [
            ([.min, -1, .max], -106_751_970_334), ([.max, .max, .max], 106_751_991_167),
        ] as [([Int64], Int64)] {
            let made = retimed(game, times).roundResults(last: now, now: now)
            #expect(made.map(\.minutes) == [nil, nil])
            #expect(made.map(\.day) == [day, day])
        }
    }

    @Test("Results are compared by layout, series, tee and holes, whatever the course is called")
    func layoutKey() throws {
        var game = try played(layout: SampleCourse.layout(holes: 3))
        let key = try #require(try result(game).key)
        #expect(key.text == "l:\(SampleCourse.id(2)):2:red:689df947")
        try game.perform(
            .set(CellKey(round: 1, field: .course), .text("Lund"), confirms: false), by: 1)
        try game.perform(
            .set(CellKey(round: 1, hole: 1, field: .par), .number(5), confirms: false), by: 1)
        #expect(try result(game).key == key)
        #expect(try result(game).tally.overPar == -2)
        let tee = CellKey(player: PlayerID(1), field: .tee)
        for (name, told) in [("WHITE", "white"), ("gold", "red")] {
            try game.perform(.set(tee, .text(name), confirms: false), by: 1)
            #expect(try result(game).key?.text == key.text.replacing("red", with: told))
            #expect(try result(game, of: 2).key == key)
        }
    }

    @Test("A layout without tees has none in its key")
    func layoutWithoutTees() throws {
        let layout = SampleCourse.layout(holes: 3, defaultTee: nil, tees: [])
        let key = try result(played(layout: layout)).key
        #expect(key?.text == "l:\(SampleCourse.id(2)):2::689df947")
    }

    @Test("Without a layout the name as it is searched counts, and what each hole is worth")
    func nameKey() throws {
        let key = try #require(try result(played(course: "Þorlákshöfn – 9")).key)
        #expect(key.text.hasPrefix("n:thorlakshofn 9:"))
        #expect(try result(played(course: "thorlakshofn 9")).key == key)
        var game = try played(course: "thorlakshofn 9")
        try game.perform(.set(CellKey(hole: 1, field: .par), .number(4), confirms: false), by: 1)
        #expect(try result(game).key != key)
        for nameless in [nil, "🥏"] { #expect(try result(played(course: nameless)).key == nil) }
    }

    @Test(
        "In any game results have what the card shows, but for what is disputed",
        arguments: 0..<40 as Range<UInt64>)
    func drawn(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        for isAbsurd in [false, true] {
            drawn.play(steps: 80, isAbsurd: isAbsurd)
            let lobby = drawn.game.lobby
            guard lobby.deletedAt == nil else { continue }
            let now = WallTime(milliseconds: .max)
            let made = lobby.roundResults(last: lobby.start, now: now)
            let keys = made.map { [Int($0.round), Int($0.player.value)] }
            #expect(Set(keys).count == keys.count)
            for column in lobby.columns {
                for round in 0..<lobby.stage.round {
                    let shown = lobby.throws(of: column.id, round: round + 1)
                    let result = made.first { $0.round == round + 1 && $0.player == column.id }
                    guard let result else {
                        #expect(shown.allSatisfy { $0 == nil })
                        continue
                    }
                    for (place, count) in result.throws.enumerated() {
                        let isDisputed = result.disputedHoles.contains(UInt8(place + 1))
                        #expect(count == (isDisputed ? nil : shown[place]))
                    }
                    #expect(result.pars == lobby.pars(of: column.id))
                }
            }
        }
    }
}

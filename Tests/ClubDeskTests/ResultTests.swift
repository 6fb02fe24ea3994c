import Club
import Courses
import Documents
import EventStore
import HTTP
import Lobby
import Testing

@testable import API
@testable import ClubDesk

@Suite("What rounds have come to, as the API tells it")
struct ResultTests {
    private let anna = TestToken(1)
    private let ben = TestToken(2)
    private let cara = TestToken(3)
    private static let meadow = SampleCatalogue.entries[0]

    private func keeper(_ desk: DeskFixture) -> ResultKeeper {
        ResultKeeper(desk.store, desk.clerk.host, desk.clerk.crowds)
    }

    /// Sweeps until what was touched has been quiet for long enough.
    private func settle(_ desk: DeskFixture, _ keeper: ResultKeeper) {
        keeper.sweep()
        desk.clock.advance(ResultKeeper.quietMilliseconds)
        keeper.sweep()
    }

    private func results(_ desk: DeskFixture, as token: TestToken, _ query: String = "") -> Reply {
        desk.ask(.get, "/me/results" + query, as: token)
    }

    private func items(_ reply: Reply) -> [JSONValue] { reply["items"]?.elements ?? [] }

    private func throwCounts(_ reply: Reply) -> [[Int64]] {
        items(reply).map { $0["throws"]?.elements?.compactMap(\.integer) ?? [] }
    }

    @Test("A round that was played to its end is its player's, soon after it is over")
    func own() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        keeper.sweep()
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        let lobby = desk.makeGame(1, as: anna)
        try desk.play(Self.meadow, in: lobby, [4, 3, 3, 4, 3, 3, 3, 3, 2])
        keeper.sweep()
        #expect(items(results(desk, as: anna)).isEmpty)
        settle(desk, keeper)
        let reply = results(desk, as: anna)
        #expect(reply.status == 200 && reply["count"] == 1 && reply["more"] == .truth(false))
        let result = try #require(items(reply).first)
        #expect(result["lobby"]?.string == lobby && result["round"] == 1)
        #expect(result["course"]?.string == "\(Self.meadow.course.id)")
        #expect(result["key"]?.string?.hasPrefix("l:\(Self.meadow.layouts[0].id):1:") == true)
        #expect(result["pars"]?.elements == [3, 3, 3, 4, 3, 3, 3, 3, 3])
        #expect(throwCounts(reply) == [[4, 3, 3, 4, 3, 3, 3, 3, 2]])
        #expect(result["unended"] == .truth(false) && result["disputed"] == 0)
        #expect(items(results(desk, as: ben)).isEmpty)
        #expect(desk.ask(.get, "/me/results").status == 401)
    }

    @Test("What comes later is told behind the stamp, a changed round again, and others never")
    func onwards() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        desk.signUp("anna", as: anna)
        var lobbies: [String] = []
        for number in 1...3 as ClosedRange<UInt64> {
            lobbies.append(desk.makeGame(number, as: anna))
            try desk.play(Self.meadow, in: lobbies[Int(number) - 1])
            settle(desk, keeper)
        }
        var reply = results(desk, as: anna, "?limit=2")
        #expect(items(reply).map { $0["lobby"]?.string } == lobbies.prefix(2).map { $0 })
        #expect(reply["more"] == .truth(true) && reply["count"] == 3)
        let stamp = try #require(reply["stamp"]?.string)
        reply = results(desk, as: anna, "?limit=2&after=\(stamp)")
        #expect(items(reply).map { $0["lobby"]?.string } == [lobbies[2]])
        let end = try #require(reply["stamp"]?.string)
        reply = results(desk, as: anna, "?after=\(end)")
        #expect(items(reply).isEmpty && reply["stamp"]?.string == end && reply["count"] == 3)
        try desk.score(7, hole: 1, in: lobbies[0])
        settle(desk, keeper)
        reply = results(desk, as: anna, "?after=\(end)")
        #expect(throwCounts(reply).map(\.first) == [7])
        #expect(reply["count"] == 3)
        #expect(results(desk, as: anna, "?after=x").problem == "bad_field")
        // A stamp of another copy of the data means nothing here.
        let foreign = "1" + end.dropFirst()
        #expect(items(results(desk, as: anna, "?after=\(foreign)")).count == 3)
    }

    @Test("A game that goes on and on has the results of its earlier rounds after ten minutes")
    func patience() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        keeper.sweep()
        desk.signUp("anna", as: anna)
        let lobby = desk.makeGame(1, as: anna)
        try desk.play(Self.meadow, in: lobby, rounds: 2, isOver: false)
        let sweeps = ResultKeeper.patienceMilliseconds / 20_000
        for sweep in 0...sweeps {
            try desk.score(Int64(3 + sweep % 2), hole: 1, round: 2, in: lobby)
            keeper.sweep()
            #expect(items(results(desk, as: anna)).count == (sweep < sweeps ? 0 : 1), "\(sweep)")
            desk.clock.advance(20_000)
        }
    }

    @Test("A round that nobody ended counts after twelve hours, and no more once it goes on")
    func unended() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        desk.signUp("anna", as: anna)
        let lobby = desk.makeGame(1, as: anna)
        try desk.play(Self.meadow, in: lobby, isOver: false)
        settle(desk, keeper)
        #expect(items(results(desk, as: anna)).isEmpty)
        desk.clock.advance(minutes: 12 * 60)
        keeper.sweep()
        #expect(items(results(desk, as: anna)).map { $0["unended"] } == [.truth(true)])
        try desk.score(5, hole: 2, in: lobby, received: desk.clerk.host.wall())
        settle(desk, keeper)
        let reply = results(desk, as: anna)
        #expect(items(reply).isEmpty && reply["count"] == 0)
    }

    @Test("After a start all games are compared with what was made of them, some at a time")
    func compared() throws {
        let desk = try DeskFixture()
        desk.signUp("anna", as: anna)
        let count = UInt64(ResultKeeper.gamesPerSweep + 3)
        for number in 1...count {
            let lobby = desk.makeGame(number, as: anna)
            try desk.play(Self.meadow, in: lobby)
        }
        _ = desk.store.fetchTouchedGames()
        let later = keeper(desk)
        later.sweep()
        #expect(results(desk, as: anna)["count"] == 128)
        later.sweep()
        #expect(results(desk, as: anna)["count"] == .integer(Int64(count)))
        // What is missed then waits for the next day.
        let lobby = desk.makeGame(count + 1, as: anna)
        try desk.play(Self.meadow, in: lobby)
        _ = desk.store.fetchTouchedGames()
        settle(desk, later)
        #expect(results(desk, as: anna)["count"] == .integer(Int64(count)))
        desk.clock.advance(ResultKeeper.comparisonMilliseconds)
        later.sweep()
        #expect(results(desk, as: anna)["count"] == .integer(Int64(count + 1)))
    }

    @Test("A guest's round is that of who claims it, and nobody's once they are erased")
    func claimed() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        let lobby = desk.makeGame(1, as: anna)
        try desk.addGuest(7, "Grandpa", to: lobby)
        try desk.play(Self.meadow, in: lobby)
        try desk.append([.stage(Stage(.locked, round: 1))], to: lobby)
        settle(desk, keeper)
        #expect(items(results(desk, as: ben)).isEmpty)
        let offer = desk.ask(
            .post, "/tickets", as: anna,
            ["columns": [["lobby": .text(lobby), "player": 7]]])
        let ticket = try #require(offer["ticket"]?.string)
        #expect(desk.ask(.put, "/me/columns/\(ticket)", as: ben).status == 200)
        keeper.sweep()
        #expect(items(results(desk, as: ben)).map { $0["player"] } == [7])
        #expect(items(results(desk, as: anna)).count == 1)
        #expect(desk.ask(.delete, "/me", as: ben, ["handle": "ben"]).status == 204)
        #expect(items(results(desk, as: anna)).count == 1)
        desk.clock.advance(ResultKeeper.comparisonMilliseconds)
        keeper.sweep()
        #expect(try owners(desk) == [nil, anna.person])
    }

    /// Whose the results of the only game are, the guest's first.
    private func owners(_ desk: DeskFixture) throws -> [PersonID?] {
        try desk.store.readResults { (tables) throws(ClubFault) in
            var found: [ResultRow] = []
            guard let key = try tables.text(ofKey: 1) else { return [] }
            try tables.forEachResult(of: key, countMax: 9) { found.append($0) }
            return found.sorted { $0.player < $1.player }.map(\.person)
        }
    }

    @Test("Everybody's figures of a course are told from five rounds by three people on")
    func figures() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        let course = "\(Self.meadow.course.id)"
        func told() -> [JSONValue] { items(desk.ask(.get, "/courses/\(course)/figures")) }
        for (number, token) in [anna, ben, cara, anna].enumerated() {
            let lobby = desk.makeGame(UInt64(number + 1), as: token)
            try desk.play(Self.meadow, in: lobby, [4, 3, 3, 4, 3, 3, 3, 3, 2])
        }
        settle(desk, keeper)
        #expect(told().isEmpty)
        let lobby = desk.makeGame(5, as: ben)
        try desk.play(Self.meadow, in: lobby, [3, 3, 3, 4, 3, 3, 3, 3, 2])
        settle(desk, keeper)
        let figures = told()
        #expect(figures.count == 1)
        #expect(figures.first?["layout"]?.string == "\(Self.meadow.layouts[0].id)")
        #expect(figures.first?["rounds"] == 5 && figures.first?["people"] == 3)
        #expect(figures.first?["average_total_c"] == 2_780)
        #expect(figures.first?["average_over_c"] == -20)
        #expect(figures.first?["best_total"] == 27)
        #expect(figures.first?["holes"]?.elements?.prefix(2) == [380, 300])
        // They stay for a while.
        try desk.score(9, hole: 1, in: lobby)
        settle(desk, keeper)
        #expect(told() == figures)
        desk.clock.advance(FigureShelf.milliseconds)
        #expect(told().first?["average_total_c"] == 2_900)
        #expect(desk.ask(.get, "/courses/\(Identifier128(high: 1, low: 1))/figures").status == 404)
    }

    @Test("Rounds from different tees, or of another series, aren't thrown together")
    func apart() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        let holes = [LayoutFacts.Hole(label: "1", par: 3), LayoutFacts.Hole(label: "2", par: 3)]
        var entry = Self.meadow
        entry.layouts[0].facts = try LayoutFacts(
            name: "x", tees: [LayoutFacts.Tee(name: "Red"), LayoutFacts.Tee(name: "White")],
            holes: holes)
        var older = entry
        older.layouts[0].series = 7
        let put = entry
        try desk.store.changeClub { (tables) throws(ClubFault) in
            try tables.put(put, now: WallTime(milliseconds: 0))
        }
        var number: UInt64 = 0
        func play(_ entry: CatalogueEntry, _ tee: String?, _ count: Int64) throws {
            for token in [anna, ben, cara, anna, ben] {
                number += 1
                let lobby = desk.makeGame(number, as: token)
                try desk.play(entry, in: lobby, [count, count], tee: tee)
            }
        }
        try play(entry, "red", 2)
        try play(entry, "White", 4)
        try play(older, "red", 9)
        settle(desk, keeper)
        let told = items(desk.ask(.get, "/courses/\(entry.course.id)/figures"))
        #expect(told.map { $0["tee"] } == ["Red", "White"])
        #expect(told.map { $0["average_total_c"] } == [400, 800])
        #expect(told.map { $0["rounds"] } == [5, 5])
    }

    @Test("Everybody's figures of a layout have the rounds of those that were merged with it")
    func merged() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        let layout = Self.meadow.layouts[0]
        var entry = Self.meadow
        let twin = CourseLayout(
            id: Identifier128(high: 7, low: 7), name: "Twin", status: .archived,
            sameAs: LayoutSeries(layout: layout.id, series: layout.series), facts: layout.facts)
        entry.layouts.append(twin)
        let put = entry
        try desk.store.changeClub { (tables) throws(ClubFault) in
            try tables.put(put, now: WallTime(milliseconds: 0))
        }
        var old = entry
        old.layouts = [twin]
        for (number, token) in [anna, ben, cara, anna, ben].enumerated() {
            let lobby = desk.makeGame(UInt64(number + 1), as: token)
            let isOld = number < 3
            let counts = Array(repeating: Int64(isOld ? 3 : 5), count: layout.facts.holes.count)
            try desk.play(isOld ? old : entry, in: lobby, counts)
        }
        settle(desk, keeper)
        let told = items(desk.ask(.get, "/courses/\(entry.course.id)/figures"))
        #expect(told.map { $0["layout"] } == [.text("\(layout.id)")])
        #expect(told.map { $0["rounds"] } == [5])
        #expect(told.first?["average_total_c"] == 3_420)
    }
}

extension DeskFixture {
    /// Plays rounds on the first layout of a course, in which all columns throw the same; par on
    /// each hole, if it isn't said what.
    func play(
        _ entry: CatalogueEntry, in lobby: String, _ counts: [Int64]? = nil, rounds: UInt8 = 1,
        isOver: Bool = true, tee: String? = nil, isUncounted: Bool = false
    ) throws {
        let layout = entry.layouts[0]
        let tees = layout.facts.tees
        let facts = GameLayout(
            course: entry.course.id, layout: layout.id, version: layout.version,
            series: UInt32(layout.series), position: nil, utcMinutes: 0,
            isUncounted: isUncounted, name: layout.name,
            tees: tees.map { GameLayout.Tee(name: $0.name) },
            holes: layout.facts.holes.map { _ in
                GameLayout.Hole(starts: tees.map { _ in GameLayout.Start() })
            })
        let holes = layout.facts.holes.map { Hole(label: $0.label, par: Int64($0.par)) }
        try append(
            [.course(GameCourse(name: entry.course.name, holes: holes, layout: facts), number: 2)],
            to: lobby)
        let players = try columns(of: lobby)
        if let tee {
            for player in players {
                try write(.text(tee), to: CellKey(player: player, field: .tee), in: lobby)
            }
        }
        for round in 1...rounds {
            try append([.stage(Stage(.playing, round: round))], to: lobby)
            for player in players {
                for (place, hole) in holes.enumerated() where round == 1 || isOver {
                    let key = CellKey.score(round: round, player: player, hole: UInt8(place + 1))
                    try write(.number(counts?[place] ?? hole.par), to: key, in: lobby)
                }
            }
        }
        if isOver { try append([.stage(Stage(.ended, round: rounds))], to: lobby) }
    }

    /// The host writes down what they have thrown.
    func score(
        _ count: Int64, hole: UInt8, round: UInt8 = 1, in lobby: String, received: WallTime? = nil
    ) throws {
        let player = try #require(try columns(of: lobby).first)
        let key = CellKey.score(round: round, player: player, hole: hole)
        try write(.number(count), to: key, in: lobby, received: received)
    }

    private func columns(of lobby: String) throws -> [PlayerID] {
        let id = try #require(Identifier128(lobby))
        return try #require(try clerk.game(LobbyID(id))).lobby.columns.map(\.id)
    }

    private func write(
        _ value: CellValue, to key: CellKey, in lobby: String, received: WallTime? = nil
    ) throws {
        let id = try #require(Identifier128(lobby))
        let seq = try #require(try clerk.game(LobbyID(id))).lobby.seq + 1
        let sibling = Sibling(
            seq: seq, value: value, member: MemberNumber(1), replica: ReplicaTag(1), at: 0,
            rank: .own)
        try append(
            [.cell(key, Cell(version: seq, siblings: [sibling]))], to: lobby, received: received)
    }
}

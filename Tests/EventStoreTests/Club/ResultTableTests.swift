import Club
import Documents
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Results in the store")
struct ResultTableTests {
    let folder = try! ScratchFolder()
    private let ann = PersonID(.test(1))
    private let bo = PersonID(.test(2))
    private static let key = "l:1"

    /// A store with so many games, each of one event.
    private func store(games count: UInt64) async throws -> (EventStore, [BatchScript]) {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...count).map { BatchScript($0) }
        for place in scripts.indices {
            #expect(await store.commit(scripts[place].batch("")) == .committed)
        }
        return (store, scripts)
    }

    private func projection(
        _ script: BatchScript, seq: Seq = 1, rules: Int64 = 1, due: WallTime? = nil
    ) -> Projection {
        Projection(
            lobby: script.lobby, epoch: script.epoch, seq: seq, rules: rules, due: due)
    }

    private func put(
        _ rows: [(ResultRow, String?)], _ projection: Projection, _ store: EventStore
    ) throws {
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.replaceResults(by: rows, projection)
        }
    }

    private func results(_ person: PersonID, _ store: EventStore) throws -> [ResultRow] {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.results(of: person, behind: 0, countMax: 99)
        }
    }

    private func throwCounts(of key: String, _ store: EventStore) throws -> [UInt8] {
        try store.readResults { (tables) throws(ClubFault) in
            var found: [UInt8] = []
            try tables.forEachResult(of: key, countMax: 99) { found.append($0.throws[0]) }
            return found.sorted()
        }
    }

    private func stamp(of person: PersonID, _ store: EventStore) throws -> Int64 {
        try #require(try results(person, store).last?.stamp)
    }

    @Test("A result comes back as it was put in, by its person and by its key, after a restart too")
    func kept() async throws {
        var (store, scripts) = try await store(games: 1)
        let lobby = scripts[0].lobby
        let one = ResultRow.test(lobby, person: 1, minutes: 70, flags: .unended)
        let guest = ResultRow.test(lobby, player: 2, throws: 5)
        let nameless = ResultRow.test(lobby, round: 2, throws: 6)
        try put(
            [(one, Self.key), (guest, Self.key), (nameless, nil)], projection(scripts[0]), store)
        store.close()
        store = try EventStore(folder: folder.data)
        var expected = one
        (expected.stamp, expected.key) = (1, 1)
        #expect(try results(ann, store) == [expected])
        #expect(try throwCounts(of: Self.key, store) == [3, 5])
        #expect(try throwCounts(of: "l:2", store).isEmpty)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.text(ofKey: 1) == Self.key)
            #expect(try tables.text(ofKey: 2) == nil)
            #expect(try tables.resultCount(of: PersonID(.test(1))) == 1)
        }
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
    }

    @Test("Results of what is known already, or of less, change nothing")
    func idempotent() async throws {
        let (store, scripts) = try await store(games: 1)
        let (lobby, script) = (scripts[0].lobby, scripts[0])
        try put([(.test(lobby, person: 1), nil)], projection(script, seq: 5), store)
        let stamp = try stamp(of: ann, store)
        let other = [(ResultRow.test(lobby, person: 1, throws: 9), String?.none)]
        for seq in [5, 4] as [Seq] {
            try put(other, projection(script, seq: seq), store)
            try put(other, projection(script, seq: seq), store)
        }
        try put(other, projection(script, seq: 4, due: .day(1)), store)
        #expect(try self.stamp(of: ann, store) == stamp)
        #expect(try results(ann, store).map(\.throws) == [[3, 4]])
    }

    @Test(
        "Results take the place of those of fewer events, other rules, another epoch or time",
        arguments: 0..<4)
    func replaced(way: Int) async throws {
        let (store, scripts) = try await store(games: 1)
        let lobby = scripts[0].lobby
        try put(
            [(.test(lobby, person: 1), Self.key), (.test(lobby, player: 2, person: 2), "l:2")],
            projection(scripts[0], seq: 5, due: .day(1)), store)
        let stamp = try stamp(of: bo, store)
        var next = projection(scripts[0], seq: 5, due: .day(1))
        switch way {
        case 0: next.seq = 6
        case 1: next.rules = 2
        case 2: (next.epoch, next.seq) = (Epoch(9), 2)
        default: next.due = nil
        }
        try put([(.test(lobby, person: 1, throws: 2), Self.key)], next, store)
        #expect(try results(ann, store).map(\.throws) == [[2, 4]])
        #expect(try self.stamp(of: ann, store) > stamp)
        #expect(try results(bo, store).isEmpty)
        #expect(try folder.integer("SELECT count(*) FROM result_keys") == 1)
    }

    @Test("A stamp is given once, also if the last results are gone")
    func stamps() async throws {
        let (store, scripts) = try await store(games: 2)
        try put([(.test(scripts[0].lobby, person: 1), nil)], projection(scripts[0]), store)
        let first = try stamp(of: ann, store)
        try put([], projection(scripts[0], seq: 2), store)
        #expect(try results(ann, store).isEmpty)
        try put([(.test(scripts[1].lobby, person: 1), nil)], projection(scripts[1]), store)
        #expect(try stamp(of: ann, store) == first + 1)
    }

    @Test("Somebody's results come page by page, in the order in which they were written")
    func pages() async throws {
        let (store, scripts) = try await store(games: 5)
        for script in scripts.reversed() {
            try put([(.test(script.lobby, person: 1), nil)], projection(script), store)
        }
        var pages: [[ResultRow]] = []
        while pages.last?.isEmpty != true {
            let last = pages.last?.last?.stamp ?? 0
            pages.append(
                try store.readClub { (tables) throws(ClubFault) in
                    try tables.results(of: PersonID(.test(1)), behind: last, countMax: 2)
                })
        }
        #expect(pages.map(\.count) == [2, 2, 1, 0])
        #expect(pages.flatMap { $0 }.map(\.lobby) == scripts.reversed().map(\.lobby))
    }

    @Test("A guest's result is of who has claimed the column, as long as the claim holds")
    func claimed() async throws {
        let (store, scripts) = try await store(games: 1)
        let lobby = scripts[0].lobby
        var claim = ColumnClaim.test(lobby: 1)
        claim.lobby = lobby
        let made = claim
        let guest = [(ResultRow.test(lobby, player: 7), String?.none)]
        func due() throws -> [LobbyID] {
            try store.readClub { (tables) throws(ClubFault) in
                try tables.projectionsDue(by: .day(1), countMax: 9)
            }
        }
        try put(guest, projection(scripts[0]), store)
        #expect(try results(ann, store).isEmpty)
        #expect(try due().isEmpty)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(made, for: [made.person], offered: .day(1))
        }
        #expect(try due() == [lobby])
        try put(guest, projection(scripts[0]), store)
        #expect(try results(ann, store).count == 1)
        #expect(try due().isEmpty)
        try store.changeClub { (tables) throws(ClubFault) in
            var released = made
            released.state = .letGo
            try tables.update(released)
        }
        #expect(try due() == [lobby])
        try put(guest, projection(scripts[0]), store)
        #expect(try results(ann, store).isEmpty)
        // A member's column can't be claimed.
        try store.changeClub { (tables) throws(ClubFault) in try tables.update(made) }
        try put([(.test(lobby, player: 7, person: 2), nil)], projection(scripts[0]), store)
        #expect(try results(bo, store).count == 1 && results(ann, store).isEmpty)
    }

    @Test("Results of who is erased go at once, are missing, and come back as nobody's")
    func erased() async throws {
        let (store, scripts) = try await store(games: 2)
        for script in scripts {
            try put([(.test(script.lobby, person: 1), Self.key)], projection(script), store)
        }
        try store.retire([RetiredEntry(.person(ann), at: .day(2))]) { _ in }
        #expect(try results(ann, store).isEmpty)
        #expect(try missing(store) == scripts.map(\.lobby))
        for script in scripts {
            try put([(.test(script.lobby, person: 1), Self.key)], projection(script), store)
        }
        #expect(try results(ann, store).isEmpty)
        #expect(try throwCounts(of: Self.key, store) == [3, 3])
    }

    private func missing(
        _ store: EventStore, behind last: LobbyID? = nil, rules: Int64 = 1, countMax: Int = 9
    ) throws -> [LobbyID] {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.unprojected(behind: last, rules: rules, countMax: countMax).games
        }
    }

    @Test("Games are missing that have no results, older ones, or those of other rules or epochs")
    func compared() async throws {
        let (store, scripts) = try await store(games: 5)
        #expect(try missing(store) == scripts.map(\.lobby))
        #expect(try missing(store, countMax: 2) == scripts.prefix(2).map(\.lobby))
        #expect(
            try missing(store, behind: scripts[2].lobby) == scripts.suffix(2).map(\.lobby))
        try put([], projection(scripts[0]), store)
        // What waits to be sorted has more events than the head says.
        try put([], projection(scripts[1], seq: 2), store)
        try put([], projection(scripts[2], seq: 0), store)
        try put([], projection(scripts[3], rules: 2), store)
        var other = projection(scripts[4])
        other.epoch = Epoch(9)
        try put([], other, store)
        #expect(try missing(store) == [2, 3, 4].map { scripts[$0].lobby })
    }

    @Test("Games are compared some at a time, whether or not some of them are missing")
    func comparedInParts() async throws {
        let (store, scripts) = try await store(games: 7)
        for script in scripts.prefix(5) { try put([], projection(script), store) }
        var found: [[LobbyID]] = []
        var last: LobbyID?
        repeat {
            let start = last
            let part = try store.readClub { (tables) throws(ClubFault) in
                try tables.unprojected(behind: start, rules: 1, countMax: 1, comparedMax: 3)
            }
            found.append(part.games)
            last = part.end
        } while last != nil && found.count < 9
        #expect(found == [[], [scripts[5].lobby], [scripts[6].lobby], []])
    }

    @Test("A game that can't be read isn't due again and again")
    func givenUp() async throws {
        let (store, scripts) = try await store(games: 1)
        let lobby = scripts[0].lobby
        try put([(.test(lobby, person: 1), nil)], projection(scripts[0], due: .day(1)), store)
        for _ in 1...2 {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.giveUpResults(of: lobby)
                #expect(try tables.projectionsDue(by: .day(9), countMax: 9).isEmpty)
            }
        }
        #expect(try results(ann, store).count == 1)
        let other = LobbyID(.test(1))
        try store.changeClub { (tables) throws(ClubFault) in try tables.giveUpResults(of: other) }
    }

    @Test("A game is told of that something was committed to, once, and after a start once more")
    func touched() async throws {
        var (store, scripts) = try await store(games: 2)
        #expect(store.fetchTouchedGames() == Set(scripts.map(\.lobby)))
        #expect(store.fetchTouchedGames().isEmpty)
        var other = BatchScript(3)
        var notebook = other.batch("")
        notebook.lobby = LobbyID(notebookOf: ann)
        #expect(await store.commit(notebook) == .committed)
        #expect(store.fetchTouchedGames().isEmpty)
        #expect(await store.commit(scripts[1].batch("")) == .committed)
        #expect(store.fetchTouchedGames() == [scripts[1].lobby])
        store.close()
        try StoreSession(
            path: folder.database, limits: StoreLimits(), migrations: Schema.migrations
        ).leaveUnsorted(scripts[0].batch(""))
        store = try EventStore(folder: folder.data)
        #expect(store.fetchTouchedGames() == [scripts[0].lobby])
    }

    @Test("A lobby that is erased takes its results along, and the keys that only they had")
    func lapsed() async throws {
        let (store, scripts) = try await store(games: 2)
        try put(
            [
                (.test(scripts[0].lobby, person: 1), Self.key),
                (.test(scripts[0].lobby, player: 2), "n:grandpa s back yard:1"),
            ], projection(scripts[0]), store)
        try put([(.test(scripts[1].lobby, person: 2), Self.key)], projection(scripts[1]), store)
        let day = WallTime.day(8).milliseconds
        try folder.edit(
            "UPDATE lobbies SET touched_ms = \(day) WHERE lobby = x'\(scripts[1].lobby.value)'")
        let lapse = Lapse(untouchedSince: .day(1), deletedBefore: .day(0), now: .day(9))
        let outcome = await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: 9) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .erased([scripts[0].lobby]))
        #expect(try results(ann, store).isEmpty)
        #expect(try results(bo, store).count == 1)
        #expect(try folder.integer("SELECT count(*) FROM results") == 1)
        #expect(try folder.integer("SELECT count(*) FROM projected") == 1)
        #expect(try folder.integer("SELECT count(*) FROM result_keys") == 1)
        // Results that were made of it meanwhile come too late.
        try put([(.test(scripts[0].lobby, person: 1), nil)], projection(scripts[0]), store)
        #expect(try results(ann, store).isEmpty)
    }

    @Test(
        "Rows that are damaged are passed over, and give way",
        arguments: [
            "UPDATE results SET day = day + 1", "UPDATE projected SET seq = 99",
            "UPDATE result_keys SET checksum = 0", "UPDATE result_stamps SET last = 0",
        ])
    func damaged(edit: String) async throws {
        var (store, scripts) = try await store(games: 1)
        let row = [(ResultRow.test(scripts[0].lobby, person: 1), String?.some(Self.key))]
        try put(row, projection(scripts[0]), store)
        let stamp = try stamp(of: ann, store)
        store.close()
        try folder.edit(edit)
        #expect(try !EventStore.verify(folder: folder.data).isSound)
        store = try EventStore(folder: folder.data)
        try put(row, projection(scripts[0], seq: 2), store)
        #expect(try self.stamp(of: ann, store) > stamp)
        #expect(try throwCounts(of: Self.key, store) == [3])
    }

    @Test("Results are made anew from the logs of a folder, and stamps go on")
    func rebuilt() async throws {
        var (store, scripts) = try await store(games: 3)
        for script in scripts {
            try put([(.test(script.lobby, person: 2), "l:old")], projection(script), store)
        }
        let last = try stamp(of: bo, store)
        store.close()
        for _ in 1...2 {
            let report = try EventStore.rebuild(folder: folder.data) { stored in
                guard stored.lobby != scripts[2].lobby else { return nil }
                return Derivation(
                    seats: [],
                    results: (
                        [(.test(stored.lobby, person: 1), Self.key)],
                        Projection(
                            lobby: stored.lobby, epoch: stored.epoch, seq: 1, rules: 1, due: nil)
                    ))
            }
            #expect(report.results == 2)
            #expect(report.damaged == [scripts[2].lobby])
        }
        store = try EventStore(folder: folder.data)
        #expect(try results(bo, store).isEmpty)
        #expect(try results(ann, store).map(\.stamp) == [last + 3, last + 4])
        #expect(try missing(store) == [scripts[2].lobby])
        #expect(try folder.integer("SELECT count(*) FROM result_keys") == 1)
    }
}

extension StoreSession {
    /// Commits a batch as the last thing before a crash.
    fileprivate func leaveUnsorted(_ batch: LobbyBatch) throws {
        let request = CommitRequest(batches: [batch], now: .day(1))
        #expect(try write(StoreWork(commits: [request])).commits == [.committed])
    }
}

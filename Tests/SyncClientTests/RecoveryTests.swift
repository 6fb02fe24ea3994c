import Documents
import Lobby
import SyncClient
import TestSupport
import Testing
import Wire

/// Servers that lose history, and journals that are copied, torn or damaged.
struct RecoveryTests {
    @Test("A server restored from an old copy gets back what it had acknowledged long ago")
    func restoredServer() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        let old = server
        try phone.edit(.score(2, 4))
        try phone.talk(&server)
        try phone.edit(.score(3, 5))
        try phone.talk(&server)
        phone.loseConnection()

        server = old
        server.rotate(to: Epoch(0xE2))
        #expect(try phone.restart().damagedLineCount == 0)
        try phone.edit(.score(1, 2))
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.lobby?.epoch == Epoch(0xE2))
        #expect((1...3).map { phone.core.view.score($0) } == [2, 4, 5])
        #expect(server.rows[Phone.replica(1)]?.last == 6)
    }

    @Test("A journal of a lobby of another kind isn't opened, and stays as it is")
    func otherKind() throws {
        var hello = try SyncTests.playing().phone.core.identity
        hello.kind = try #require(DocumentKind("counter"))
        let journal = JournalCoding.encode(.hello(hello))
        #expect(ClientCore<Lobby>.identity(inJournal: journal)?.kind == hello.kind)
        #expect(throws: JournalError.otherKind) {
            try ClientCore<Lobby>.restore(journal: journal, generator: SeededGenerator(seed: 1))
        }
    }

    @Test("A refusal that a restored server has forgotten counts no more")
    func forgottenRefusal() throws {
        var (phone, server) = try SyncTests.playing()
        let old = server
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        phone.receive(.reject(number: 3, .locked))
        #expect(phone.core.view.refused.count == 1)
        phone.loseConnection()
        server = old
        server.rotate(to: Epoch(0xE2))
        try phone.connect(&server)
        #expect(phone.core.view.refused == [])
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("What a restored server has lost stays in view until it is there again")
    func restoredView() throws {
        var (phone, server) = try SyncTests.playing()
        let old = server
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        phone.loseConnection()
        server = old
        server.rotate(to: Epoch(0xE2))
        phone.open()
        for answer in try server.receive(phone.sent.removeFirst(), on: &phone.session) {
            phone.receive(answer)
        }
        #expect(phone.core.view.confirmed.epoch == Epoch(0xE2))
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.pendingCount == 1)
    }

    @Test("A server that lost the whole game gets it created again from the host's journal")
    func lostGame() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        phone.loseConnection()
        server = FakeServer(lobbyID: Phone.lobby)
        server.epoch = Epoch(0xE2)
        try phone.connect(&server)
        phone.loseConnection(closeCode: SyncCloseCode.again)
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.pendingCount == 0)
        _ = try phone.restart()
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("An epoch that changes within a session leaves the journal as it is")
    func epochWithin() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        server.rotate(to: Epoch(0xE2))
        phone.receive(server.snapshot)
        #expect(phone.core.view.score(1) == 3)
        try phone.talk(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.connectionState == .live)
    }

    @Test("A newcomer whose first welcome was lost comes again as the same person")
    func lostWelcome() throws {
        var (_, server) = try SyncTests.playing()
        var guest = Phone.guest()
        guest.open()
        _ = try server.receive(guest.sent.removeFirst(), on: &guest.session)
        guest.loseConnection()
        _ = try guest.restart()
        try guest.connect(&server)
        let people = server.lobby?.members.map(\.person)
        #expect(people == [Phone.owner(1).person, Phone.owner(2).person])
        #expect(guest.core.view.isUpToDate)
    }

    @Test("A journal says whose it is as long as one of its beginnings can be read")
    func lostIdentity() throws {
        let (phone, _) = try SyncTests.playing()
        let whole = phone.journal.split(separator: 0x0A, omittingEmptySubsequences: false)
        let hellos = whole.indices.filter { place in
            if case .hello? = JournalCoding.decode(whole[place]) { true } else { false }
        }
        #expect(hellos.count > 1)
        for kept in hellos {
            var lines = whole
            for place in hellos where place != kept { lines[place] = [] }
            let core = try ClientCore<Lobby>.restore(
                journal: Array(lines.joined(separator: [0x0A])),
                generator: SeededGenerator(seed: 1)
            ).core
            #expect(core.credentials == phone.core.credentials)
        }
    }

    @Test("A replica that is somebody else's is left to them, and the journal goes on as another")
    func replicaTaken() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        try phone.edit(.score(1, 3))
        phone.open()
        phone.receive(.error(ErrorNotice(Refusal.replicaTaken)))
        #expect(phone.core.replica != Phone.replica(1))
        guard case .waiting = phone.core.connectionState else {
            Issue.record("\(phone.core.connectionState)")
            return
        }
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.rows[phone.core.replica]?.last == 1)
    }

    @Test("A replica that another takes in the meantime is left to them, and nothing is lost")
    func replicaTakenMeanwhile() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        try phone.edit(.score(1, 3))
        phone.open()
        let hello = phone.sent.removeFirst()
        for answer in try server.receive(hello, on: &phone.session) { phone.receive(answer) }
        #expect(phone.sent.count == 1)
        phone.receive(.error(ErrorNotice(Refusal.replicaTaken)))
        phone.loseConnection(closeCode: 4502)
        #expect(phone.core.replica != Phone.replica(1))
        guard case .waiting = phone.core.connectionState else {
            Issue.record("\(phone.core.connectionState)")
            return
        }
        try phone.connect(&server)
        #expect(
            server.lobby?.cell(.score(round: 1, player: Command.anna, hole: 1)).value == .number(3))
        #expect(phone.core.view.pendingCount == 0)
    }

    @Test("A copied journal goes on as another replica and loses nothing")
    func fork() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        var copy = phone
        try phone.edit(.score(1, 3))
        try phone.connect(&server)
        try copy.edit(.score(2, 4))
        try copy.edit(.score(3, 6))
        _ = try copy.restart()
        try copy.connect(&server)
        #expect(copy.core.replica != Phone.replica(1))
        #expect(copy.core.view.pendingCount == 2)
        let renamed = copy.core.replica
        _ = try copy.restart()
        #expect(copy.core.replica == renamed)
        try copy.connect(&server)
        #expect(copy.core.view.pendingCount == 0)
        #expect((1...3).map { copy.core.view.score($0) } == [3, 4, 6])
        #expect(copy.core.view.lobby == server.lobby)
        #expect(server.rows.count == 2)
    }

    @Test("A journal rolled back to an older copy takes a new replica")
    func rolledBack() throws {
        var (phone, server) = try SyncTests.playing()
        let old = phone.journal
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        _ = try phone.restart(journal: old)
        try phone.connect(&server)
        try phone.connect(&server)
        #expect(phone.core.replica != Phone.replica(1))
        #expect(phone.core.view.score(1) == 3)
        try phone.edit(.score(2, 4))
        try phone.talk(&server)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("Opened again, a game is the same with what waits and what was refused")
    func reopened() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        phone.receive(.reject(number: 3, .locked))
        phone.loseConnection()
        try phone.edit(.score(2, 4))
        let before = phone.core.view
        #expect(try phone.restart().opCount == 4)
        var after = phone.core.view
        after.connection = before.connection
        #expect(after == before)
        #expect(after.pendingCount == 1)
    }

    @Test("A compacted journal says the same in fewer bytes", arguments: [false, true])
    func compaction(waits: Bool) throws {
        var (phone, server) = try SyncTests.playing()
        for count in 1...30 {
            try phone.edit(.score(1, Int64(count)))
            try phone.talk(&server)
        }
        phone.loseConnection()
        if waits { try phone.edit(.score(3, 9)) }
        let compacted = phone.core.compactedJournal()
        #expect(compacted.count < phone.journal.count)
        let before = phone.core.view
        #expect(try phone.restart(journal: compacted) == phone.restart())
        _ = try phone.restart(journal: compacted)
        var after = phone.core.view
        after.connection = before.connection
        #expect(after == before)
        #expect(phone.core.compactedJournal() == compacted)
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("A journal that grows is rewritten by itself")
    func growth() throws {
        var (phone, server) = try SyncTests.playing()
        for count in 0..<1_500 {
            try phone.edit(.score(UInt8(count % 3 + 1), Int64(count % 90 + 1)))
            try phone.talk(&server)
        }
        let rewritings = phone.count { if case .rewriteJournal = $0 { true } else { false } }
        #expect(rewritings >= 1)
        #expect(rewritings < 10)
        let before = phone.core.view
        _ = try phone.restart()
        #expect(phone.core.view.lobby == before.lobby)
    }

    @Test("A torn last line is dropped, wherever it is torn")
    func tornEnd() throws {
        var (phone, _) = try SyncTests.playing()
        phone.loseConnection()
        let whole = phone.journal.count
        try phone.edit(.score(1, 3))
        let journal = phone.journal
        for length in whole + 1..<journal.count {
            let report = try phone.restart(journal: Array(journal[..<length]))
            #expect(report.hasTornEnd)
            #expect(report.damagedLineCount == 0)
            #expect(report.opCount == 2)
            // The journal was put right before anything is added to it.
            #expect(try phone.restart().hasTornEnd == false)
        }
    }

    @Test("After a damaged line every later op is still used, as another replica's")
    func damagedMiddle() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        let start = phone.journal.count
        try phone.edit(.score(1, 3))
        try phone.edit(.score(2, 4))
        try phone.edit(.score(3, 5))
        var journal = phone.journal
        journal[start + 40] ^= 1
        let report = try phone.restart(journal: journal)
        #expect(report.damagedLineCount == 1)
        #expect(report.opCount == 4)
        try phone.connect(&server)
        try phone.connect(&server)
        #expect((1...3).map { phone.core.view.score($0) } == [nil, 4, 5])
        #expect(phone.core.view.pendingCount == 0)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("No damage to a journal makes opening it trap", arguments: 0..<4)
    func anyDamage(seed: UInt64) throws {
        var (phone, server) = try SyncTests.playing()
        for hole in 1...3 { try phone.edit(.score(UInt8(hole), 4)) }
        try phone.talk(&server)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var journal = phone.journal
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: journal.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: journal[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: journal.remove(at: place)
                default: journal.insert(0x0A, at: place)
                }
            }
            var copy = phone
            guard (try? copy.restart(journal: journal)) != nil else { continue }
            _ = copy.core.view
            _ = try copy.restart()
        }
    }
}

extension RecoveryTests {
    /// A phone whose last op was refused, and whose connection was lost with the answer.
    private func refusedUnheard() throws -> (phone: Phone, server: FakeServer) {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        // Another of the host's devices has taken the game on.
        let end = Command.move(from: Stage(.playing, round: 1), to: Stage(.ended, round: 1))
        try phone.edit(end)
        server.append(server.lobby!.event(.stage(Stage(.ended, round: 1)), received: server.now))
        for message in phone.sent { _ = try server.receive(message, on: &phone.session) }
        phone.loseConnection()
        return (phone, server)
    }

    @Test("A refusal whose answer was lost is told once, and is known after a restart")
    func lostRefusal() throws {
        var (phone, server) = try refusedUnheard()
        #expect(phone.core.view.refused.isEmpty)
        try phone.connect(&server)
        #expect(phone.core.view.refused.map(\.refusal) == [.stale])
        let number = try #require(phone.core.view.refused.first?.number)
        for _ in 1...2 {
            phone.loseConnection()
            try phone.connect(&server)
            #expect(phone.core.view.refused.map(\.number) == [number])
        }
        _ = try phone.restart()
        #expect(phone.core.view.refused.map(\.number) == [number])
        phone.open()
        let message = try ClientMessage<Lobby>.decode(try #require(phone.sent.first))
        guard case .hello(let hello) = message else { throw Refusal.malformed }
        #expect(hello.heard == number)
    }

    @Test("A refusal is in the journal for good before the next message goes out")
    func durableRefusal() throws {
        var (phone, server) = try refusedUnheard()
        phone.effects = []
        try phone.connect(&server)
        let lines = phone.effects.compactMap { effect in
            if case .journal(let line, isDurable: true) = effect { line } else { nil }
        }
        #expect(lines.contains { String(decoding: $0, as: UTF8.self).contains("reject") })
    }
}

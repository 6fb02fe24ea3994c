import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// Journals that have lost what the server said, but not that it said so.
struct LostHistoryTests {
    /// A phone with two acknowledged scores, its server, and what the view shows of them.
    private func scored() throws -> (phone: Phone, server: FakeServer) {
        var (phone, server) = try SyncTests.playing()
        for (hole, count) in [(1, 3), (2, 4)] as [(UInt8, Int64)] {
            try phone.edit(.score(hole, count))
            try phone.talk(&server)
        }
        return (phone, server)
    }

    private func scores(_ phone: Phone) -> [Int64?] { (1...3).map { phone.core.view.score($0) } }

    /// The journal without the lines that `isLost` says.
    private func journal(
        _ bytes: [UInt8], without isLost: (JournalLine) -> Bool
    ) -> (bytes: [UInt8], lostCount: Int) {
        let lines = bytes.split(separator: 0x0A)
        let kept = lines.filter { !(JournalCoding.decode($0).map(isLost) ?? false) }
        return (Array(kept.joined(separator: [0x0A])) + [0x0A], lines.count - kept.count)
    }

    private func isFromServer(_ line: JournalLine) -> Bool {
        if case .server = line { true } else { false }
    }

    private func isSnapshot(_ line: JournalLine) -> Bool {
        guard case .server(_, let bytes) = line,
            case .snapshot? = try? ServerMessage<Lobby>.decode(bytes)
        else { return false }
        return true
    }

    @Test("A lost snapshot leaves the own entries in view", arguments: [false, true])
    func lostSnapshot(isCompacted: Bool) throws {
        var (phone, server) = try scored()
        let whole = isCompacted ? phone.core.compactedJournal() : phone.journal
        let (damaged, lostCount) = journal(whole, without: isFromServer)
        #expect(lostCount > 0)
        _ = try phone.restart(journal: damaged)
        #expect(scores(phone) == [3, 4, nil])
        #expect(phone.core.view.confirmed == .none)
        // Opened once more, it is still so.
        _ = try phone.restart(journal: phone.core.compactedJournal())
        #expect(scores(phone) == [3, 4, nil])
        try phone.connect(&server)
        #expect(scores(phone) == [3, 4, nil])
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("Events of a history whose snapshot was lost leave the own entries in view")
    func lostSnapshotBeforeEvents() throws {
        var (phone, server) = try scored()
        phone.loseConnection()
        server.rotate(to: Epoch(0xE2))
        try phone.connect(&server)
        try phone.edit(.score(3, 5))
        try phone.talk(&server)
        try phone.edit(.score(1, 2))
        try phone.talk(&server)
        let before = scores(phone)
        #expect(before == [2, 4, 5])
        let (damaged, lostCount) = journal(phone.journal, without: isSnapshot)
        #expect(lostCount == 1)
        let report = try phone.restart(journal: damaged)
        #expect(report.damagedLineCount == 2)
        #expect(scores(phone) == before)
        _ = try phone.restart(journal: phone.core.compactedJournal())
        #expect(scores(phone) == before)
        try phone.connect(&server)
        #expect(scores(phone) == before)
        #expect(phone.core.view.lobby == server.lobby)
    }

    /// Hears of `welcome` and of nothing else; what it sends in answer stays in `sent`.
    private func hearWelcome(_ phone: inout Phone, _ server: inout FakeServer) throws {
        phone.open()
        let answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        phone.receive(try #require(answers.first))
    }

    @Test("What a new history acknowledges isn't looked for in the old one after a restart")
    func acknowledgedByAnother() throws {
        var (phone, server) = try SyncTests.playing()
        let old = server
        var guest = Phone.guest()
        try guest.connect(&server)
        for count in 1...3 as ClosedRange<Int64> {
            try guest.edit(.score(1, count))
            try guest.talk(&server)
        }
        for message in server.events(from: phone.core.position.seq + 1) { phone.receive(message) }
        phone.loseConnection()
        try phone.edit(.score(3, 5))
        server = old
        server.rotate(to: Epoch(0xE2))

        try hearWelcome(&phone, &server)
        while !phone.sent.isEmpty {
            _ = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        }
        phone.loseConnection()
        try hearWelcome(&phone, &server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.top <= phone.core.position.seq)
        #expect(phone.core.position.epoch != server.epoch)
        #expect(phone.core.view.score(3) == 5)
        try phone.restart()
        #expect(phone.core.view.score(3) == 5)
        try phone.connect(&server)
        #expect(phone.core.view.score(3) == 5)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("An ack of a history whose snapshot was lost isn't looked for in the one before")
    func ackOfLostHistory() throws {
        var (phone, server) = try SyncTests.playing()
        let old = server
        var guest = Phone.guest()
        try guest.connect(&server)
        for count in 1...3 as ClosedRange<Int64> {
            try guest.edit(.score(1, count))
            try guest.talk(&server)
        }
        for message in server.events(from: phone.core.position.seq + 1) { phone.receive(message) }
        let seqBefore = phone.core.position.seq
        phone.loseConnection()
        server = old
        server.rotate(to: Epoch(0xE2))
        try phone.connect(&server)
        try phone.edit(.score(3, 5))
        try phone.talk(&server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.top < seqBefore)
        let (damaged, lostCount) = journal(phone.journal) { line in
            if case .server(Epoch(0xE2), _) = line { isSnapshot(line) } else { false }
        }
        #expect(lostCount == 1)
        #expect(try phone.restart(journal: damaged).damagedLineCount == 1)
        #expect(phone.core.view.score(3) == 5)
        try phone.connect(&server)
        #expect(phone.core.view.score(3) == 5)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("An acknowledgement that is taken back in part still holds for the rest")
    func partlyTakenBack() throws {
        var (phone, _) = try scored()
        let (damaged, _) = journal(
            phone.journal,
            without: { line in
                if case .ack = line { true } else { isFromServer(line) }
            })
        let acks: [JournalLine] = [.ack(number: 4, seq: 4), .ack(number: 3, seq: 3)]
        _ = try phone.restart(journal: damaged + acks.flatMap(JournalCoding.encode))
        #expect(phone.core.view.pendingCount == 1)
        #expect(scores(phone) == [3, 4, nil])
        _ = try phone.restart(journal: phone.core.compactedJournal())
        #expect(phone.core.view.pendingCount == 1)
        #expect(scores(phone) == [3, 4, nil])
    }
}

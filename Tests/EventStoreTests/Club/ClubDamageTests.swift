import Club
import Courses
import Documents
import Foundation
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

@Suite("Damage to accounts")
struct ClubDamageTests {
    let folder = try! ScratchFolder()

    /// A folder in which each table has rows of account 1, and accounts 2 and 3 are beside it.
    private func prepare() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(9)
        var first = script.batch("")
        first.joined = [DeviceKey.test(1).person]
        let batch = first
        #expect(await store.commit(batch) == .committed)
        try store.signUp(3)
        try store.befriend(1, 2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(.test([1, 2, 3]))
            try tables.replaceRecovery(of: .test(1), by: [RecoveryHash(.test(1))])
            _ = try tables.ask(FriendRequest(from: .test(1), to: .test(3), asked: .day(1)))
            try tables.insert(
                FriendLink(
                    id: .test(1), account: .test(1), secretHash: .test(2), expires: .day(5)),
                now: .day(1))
            try tables.insert(
                Invitation(
                    id: .test(1), from: .test(2), to: .test(1), lobby: LobbyID(.test(1)),
                    door: nil, course: "", at: .day(1)))
            try tables.block(Block(account: .test(1), blocked: .test(3), since: .day(1)))
            try tables.insert(Suggestion(id: .test(1), text: "", language: nil, at: .day(1)))
            try tables.put(SampleCatalogue.entries[0], now: .day(1))
            try tables.insert(.test(lobby: 1), for: [PersonID(.test(1))], offered: .day(1))
            let projection = Projection(
                lobby: batch.lobby, epoch: batch.epoch, seq: 1, rules: 1, due: .day(9))
            try tables.replaceResults(
                by: [(.test(batch.lobby, person: 1, minutes: 60), "l:1")], projection)
            let course = SampleCatalogue.entries[0].course.id
            try tables.setRole(.steward, of: .test(1), in: course, now: .day(1))
            _ = try tables.share(
                SharedCourse(
                    course: .test(1), owner: .test(1), body: "{}", revision: 1, created: .day(1),
                    changed: .day(1)))
            _ = try tables.propose(
                CourseProposal(
                    id: .test(1), course: .test(1), account: .test(1), at: .day(1), body: nil))
            _ = try tables.put(.test(1, hole: "7"))
            try tables.note(true, course: course, by: .test(1), now: .day(1))
        }
        try store.retire([RetiredEntry(.person(PersonID(.test(9))), at: .day(1))]) { _ in }
        store.close()
    }

    /// Statements that each change one column of one row of a table, so that it stays of its type.
    private static func wounds(_ table: ClubTable) -> [String] {
        table.columns.map { column in
            let other = """
                CASE typeof(\(column)) WHEN 'integer' THEN \(column) + 1
                WHEN 'text' THEN \(column) || 'x'
                WHEN 'blob' THEN zeroblob(length(\(column))) ELSE
                    CASE (SELECT type FROM pragma_table_info('\(table.name)')
                        WHERE name = '\(column)')
                    WHEN 'INTEGER' THEN 7 WHEN 'TEXT' THEN 'x' ELSE zeroblob(16) END
                END
                """
            let key = table.columns[0]
            return """
                PRAGMA ignore_check_constraints = ON; UPDATE \(table.name)
                SET \(column) = \(other)
                WHERE \(key) = (SELECT \(key) FROM \(table.name) ORDER BY \(key) LIMIT 1)
                """
        }
    }

    @Test("Each column that isn't as it was written is found, and told of its row")
    func columns() async throws {
        try await prepare()
        let sound = try EventStore.verify(folder: folder.data)
        #expect(sound.isSound)
        #expect(sound.accounts == 3)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        for type in ClubSchema.rowTypes where type != FriendRequest.self {
            for wound in Self.wounds(type.table) {
                try folder.edit(wound)
                let report = try EventStore.verify(file: folder.database)
                #expect(report.clubRows == sound.clubRows)
                #expect(report.findings.count == 1, "\(wound)")
                #expect(
                    report.findings.allSatisfy {
                        $0.what.contains("of the table \(type.table.name) does not match")
                    })
                try? FileManager.default.removeItem(atPath: folder.database + "-wal")
                try? FileManager.default.removeItem(atPath: folder.database + "-shm")
                try whole.write(to: URL(fileURLWithPath: folder.database))
            }
        }
    }

    @Test("A damaged account costs that account only")
    func isolated() async throws {
        try await prepare()
        try folder.edit("UPDATE accounts SET name = 'X' WHERE handle = 'player1'")
        let store = try EventStore(folder: folder.data)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(throws: ClubFault.damaged) { try tables.account(.test(1)) }
            #expect(try tables.account(.test(2)) != nil)
            #expect(try tables.friends(of: .test(2)).isEmpty)
            #expect(try tables.speakers().persons.count == 3)
        }
        #expect(throws: ClubFault.damaged) { try store.change(1) { $0.name = "Ann" } }
        try store.change(2) { $0.name = "Bo" }
    }

    @Test("A page of accounts that can't be read keeps nobody from playing")
    func damagedPage() async throws {
        try await prepare()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        let place = try #require(bytes.firstRange(of: Array("Player 1".utf8)))
        let page = place.lowerBound / 4_096 * 4_096
        bytes.replaceSubrange(page..<page + 8, with: repeatElement(0xEE, count: 8))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        for text in ["Ann", "Bo"] {
            let gate = await store.hold()
            let reply = ClubReply<Void>()
            let change = reply.change(retiring: []) { (tables) throws(ClubFault) in
                _ = try tables.account(.test(2))
            }
            #expect(store.queue.add(.change(change), at: 0))
            let answers = Collector<CommitOutcome>()
            store.commit([script.batch(text)], now: .day(1)) { answers.add($0) }
            gate.signal()
            #expect(throws: ClubFault.damaged) { try reply.wait() }
            #expect(await store.load(script.lobby) == .lobby(script.expected))
            #expect(answers.all == [.committed])
        }
        #expect(throws: ClubFault.damaged) {
            try store.readClub { (tables) throws(ClubFault) in try tables.account(.test(2)) }
        }
        store.close()
        let report = try EventStore.verify(folder: folder.data)
        #expect(report.findings.map(\.what).contains("the table accounts can't be read to its end"))
    }
}

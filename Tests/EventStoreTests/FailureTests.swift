import Documents
import Foundation
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

@Suite("Failures")
struct FailureTests {
    let folder = try! ScratchFolder()

    @Test("A full disk refuses the group, reading goes on, and room lets writing go on")
    func full() async throws {
        var limits = StoreLimits()
        limits.databasePagesMax = 80
        let notices = Collector<StoreNotice>()
        let store = try EventStore(folder: folder.data, limits: limits) { notices.add($0) }
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        var large = script
        let text = String(repeating: "x", count: 400_000)
        #expect(await store.commit(large.batch(text)) == .failed(.full))
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(await store.commit(script.batch("Bo")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(!notices.all.contains(.reopened))
        #expect(
            notices.all.last
                == .transactionFailed(requests: 1, reason: "database or disk is full"))
    }

    /// A commit that finds the disk full, while call `number` of the disk fails besides.
    ///
    /// - Returns: how many calls there were, and whether one failed although the answer was that
    ///   the disk is full: after that, that is.
    private static func fill(failing number: Int64) async throws -> (calls: Int64, isLate: Bool) {
        let folder = try ScratchFolder(inMemory: true)
        let disk = FaultyDisk(folder.path)
        var limits = StoreLimits()
        limits.databasePagesMax = 80
        let store = try EventStore(folder: folder.data, limits: limits)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        var large = script
        disk.arm(number, .error)
        let outcome = await store.commit(large.batch(String(repeating: "x", count: 400_000)))
        let (calls, isLate) = (disk.calls, outcome == .failed(.full) && disk.failures > 0)
        disk.arm(0, .error)
        let comment: Comment = "call \(number)"
        #expect(await store.load(script.lobby) == .lobby(script.expected), comment)
        #expect(await store.commit(script.batch("Bo")) == .committed, comment)
        #expect(await store.load(script.lobby) == .lobby(script.expected), comment)
        return (calls, isLate)
    }

    @Test("After a full disk whose transaction can't be rolled back the file is opened anew")
    func fullAndBroken() async throws {
        let calls = try await Self.fill(failing: 0).calls
        var lateCount = 0
        for number in 1..<calls + 1 where try await Self.fill(failing: number).isLate {
            lateCount += 1
        }
        #expect(lateCount > 0)
    }

    @Test("When a commit fails nobody of the group is told success, and the file is opened anew")
    func commitFails() async throws {
        try EventStore(folder: folder.data).close()
        // A foreign key that is checked by COMMIT alone makes it fail.
        try folder.edit(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER fail AFTER INSERT ON texts WHEN NEW.body = CAST('fail' AS BLOB)
            BEGIN INSERT INTO child VALUES (1); END
            """)
        let notices = Collector<StoreNotice>()
        let store = try EventStore(folder: folder.data) { notices.add($0) }
        var first = BatchScript(1)
        var second = BatchScript(2)
        let answers = Collector<CommitOutcome>()
        let gate = await store.hold()
        for batch in [first.batch("Ann"), second.batch("fail")] {
            store.commit([batch], now: WallTime(milliseconds: 5)) { answers.add($0) }
        }
        gate.signal()
        #expect(await store.load(first.lobby) == .absent)
        let failure = CommitOutcome.failed(.inputOutput("FOREIGN KEY constraint failed"))
        #expect(answers.all == [failure, failure])
        #expect(
            notices.all == [
                .transactionFailed(requests: 2, reason: "FOREIGN KEY constraint failed"),
                .reopened,
            ])
        first = BatchScript(1)
        #expect(await store.commit(first.batch("Ann")) == .committed)
        #expect(await store.load(first.lobby) == .lobby(first.expected))
    }

    @Test("A file that is moved or deleted while open gets no commits that nobody would find")
    func moved() async throws {
        let notices = Collector<StoreNotice>()
        let store = try EventStore(folder: folder.data) { notices.add($0) }
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        let away = folder.path + "/away"
        try FileManager.default.moveItem(atPath: folder.database, toPath: away)
        var lost = script
        let reason = "\(folder.database) was moved, replaced or deleted."
        #expect(await store.commit(lost.batch("Bo")) == .failed(.unavailable(reason)))
        #expect(await store.load(script.lobby) == .unavailable(reason: reason))
        #expect(notices.all.last == .moved(path: folder.database))
        try Data("another file".utf8).write(to: URL(fileURLWithPath: folder.database))
        #expect(await store.load(script.lobby) == .unavailable(reason: reason))
        try FileManager.default.removeItem(atPath: folder.database)
        try FileManager.default.moveItem(atPath: away, toPath: folder.database)
        #expect(await store.commit(script.batch("Bo")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(!notices.all.contains(.reopened))
    }

    @Test("While the file can't be opened the store is unavailable, and comes back with it")
    func unavailable() async throws {
        try EventStore(folder: folder.data).close()
        // Overflows, which is an error of its own and no constraint.
        try folder.edit(
            """
            CREATE TRIGGER fail BEFORE INSERT ON batches
            WHEN instr(NEW.body, CAST('fail' AS BLOB)) > 0
            BEGIN SELECT abs(-9223372036854775807 - 1); END
            """)
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("")) == .committed)
        var failing = script
        guard case .failed(.inputOutput) = await store.commit(failing.batch("fail")) else {
            Issue.record("the trigger did not fail")
            return
        }
        let away = folder.path + "/away"
        try FileManager.default.moveItem(atPath: folder.database, toPath: away)
        let reason = "Input/output error 14: \(folder.database): unable to open database file."
        #expect(await store.load(script.lobby) == .unavailable(reason: reason))
        var other = script
        #expect(await store.commit(other.batch("")) == .failed(.unavailable(reason)))
        #expect(await store.reserveCodes(1) == [])
        try FileManager.default.moveItem(atPath: away, toPath: folder.database)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(await store.commit(script.batch("")) == .committed)
    }
}

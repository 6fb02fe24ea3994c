import Documents
import Foundation
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

@Suite("Sorting batches into the rows of their lobbies")
struct SortingTests {
    let folder = try! ScratchFolder()
    private static let soon: StoreLimits = {
        var limits = StoreLimits()
        limits.unsortedBatchesMax = 12
        limits.sortedBatchesPerTransaction = 3
        return limits
    }()

    /// Copies the files as a crash at this moment would leave them, to a folder of their own.
    private func crashed(_ number: Int) throws -> String {
        let copy = folder.path + "/crashed-\(number)"
        try FileManager.default.createDirectory(
            atPath: copy, withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try folder.copy(
                folder.database + suffix, to: DataFolder.databasePath(in: copy) + suffix)
        }
        return copy
    }

    @Test("Whatever is sorted and whatever waits: each lobby is read as it was committed")
    func sameEverywhere() async throws {
        let store = try EventStore(folder: folder.data, limits: Self.soon)
        var scripts = (1...5).map { BatchScript($0) }
        var waited = 0
        for step in 0..<90 {
            let index = step * 3 % 5
            let replica = ReplicaRow.test(UInt64(step % 3), last: UInt64(step))
            // Every fourth batch has no event, as after a refused op.
            let isEmpty = step % 4 == 3 && scripts[index].seq > 0
            let batch =
                isEmpty
                ? scripts[index].batch(replicas: [replica])
                : scripts[index].batch(step % 2 == 0 ? "Ann \(step)" : "", replicas: [replica])
            #expect(await store.commit(batch) == .committed)
            let script = scripts[index]
            #expect(await store.load(script.lobby) == .lobby(script.expected))
            let crashed = try crashed(step)
            waited += Int(try integer("SELECT count(*) FROM batches", in: crashed) ?? 0)
            for script in scripts where script.seq > 0 {
                #expect(try EventStore.read(folder: crashed, script.lobby) == script.expected)
            }
            #expect(try EventStore.verify(folder: crashed).isSound)
        }
        #expect(waited > 90)
        #expect(try folder.integer("SELECT count(*) FROM batches") ?? 90 < 45)
        store.close()
        #expect(try folder.integer("SELECT count(*) FROM batches") == 0)
        for script in scripts {
            #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        }
    }

    private func integer(_ sql: String, in folder: String) throws -> Int64? {
        let path = DataFolder.databasePath(in: folder)
        return try SQLiteConnection.open(path: path, mode: .reading).integer(sql)
    }

    @Test("A crash before, while and after batches are sorted is followed by the same commits")
    func crashesGoOn() async throws {
        var script = BatchScript(1, code: "ABC234")
        var other = BatchScript(2)
        let store = try EventStore(folder: folder.data, limits: Self.soon)
        #expect(await store.commit(script.batch("Ann"), other.batch("Bo")) == .committed)
        for step in 0..<20 {
            let row = ReplicaRow.test(1, last: UInt64(step))
            #expect(await store.commit(script.batch("", replicas: [row])) == .committed)
            let crashed = try crashed(step)
            // A copy has new epochs; all else goes on.
            let copy = try EventStore(folder: crashed, limits: Self.soon)
            guard case .lobby(let stored) = await copy.load(script.lobby) else {
                Issue.record("step \(step): the lobby is gone")
                return
            }
            #expect(stored.records == script.expected.records)
            #expect(stored.replicas == script.expected.replicas)
            var next = script
            next.epoch = stored.epoch
            for _ in 0..<15 { #expect(await copy.commit(next.batch("Di")) == .committed) }
            #expect(await copy.load(next.lobby) == .lobby(next.expected))
            #expect(await copy.find("ABC234") == .lobby(script.lobby))
        }
    }

    @Test("A code that changes is found at once, behind the batches that wait")
    func codeChanges() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1, code: "ABC234")
        #expect(await store.commit(script.batch("Ann")) == .committed)
        #expect(await store.commit(script.batch("Bo")) == .committed)
        #expect(try folder.integer("SELECT count(*) FROM batches") == 1)
        script.code = JoinCode("XYZ789")
        #expect(await store.commit(script.batch("Cy")) == .committed)
        #expect(await store.find("ABC234") == .absent)
        #expect(await store.find("XYZ789") == .lobby(script.lobby))
        #expect(await store.commit(script.batch("Di")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        script.code = nil
        #expect(await store.commit(script.batch()) == .failed(.malformed(script.lobby)))
    }

    @Test("What doesn't go on where the waiting batches end is refused, and nothing of it stays")
    func conflicts() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        #expect(await store.commit(script.batch("Bo")) == .committed)
        var behind = script
        behind.seq -= 1
        let conflict = CommitOutcome.failed(.conflict(script.lobby))
        var other = BatchScript(2)
        #expect(await store.commit(other.batch("Cy"), behind.batch("Di")) == conflict)
        #expect(await store.load(other.lobby) == .absent)
        #expect(await store.commit(script.batch("Ed")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
    }

    @Test(
        "A batch that is damaged while it waits costs its lobby, not the others",
        arguments: [
            ("UPDATE batches SET body = x'00' WHERE id = 1", "batch 1 does not match its checksum"),
            ("DELETE FROM batches WHERE id = 1", "batch 3 does not follow event 1"),
            ("UPDATE batches SET id = 9 WHERE id = 3", "batch 9 does not match its checksum"),
            (
                "UPDATE batches SET id = 9223372036854775807 WHERE id = 3",
                "batch 9223372036854775807 does not match its checksum"
            ),
        ])
    func damaged(_ sql: String, _ reason: String) async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (BatchScript(1), BatchScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        for _ in 1...2 {
            #expect(await store.commit(hurt.batch("")) == .committed)
            #expect(await store.commit(sound.batch("Cy")) == .committed)
        }
        let crashed = try crashed(1)
        let path = DataFolder.databasePath(in: crashed)
        try SQLiteConnection.open(path: path, mode: .writing).execute(sql)
        try await check(crashed, hurt: [(hurt, reason)], sound: [sound])
    }

    @Test(
        "Of batches that wait in one row, damage costs those that it hits",
        arguments: [
            ("body = CAST(x'01' || substr(body, 2) AS BLOB)", [0]),
            ("body = CAST(substr(body, 1, length(body) - 1) || x'01' AS BLOB)", [2]),
            ("body = CAST(substr(body, 1, 120) AS BLOB)", [1, 2]),
            ("body = x''", [0, 1, 2]),
            ("lobbies = CAST(x'01' || substr(lobbies, 2) AS BLOB)", [0, 1, 2]),
            ("lobbies = x''", [0, 1, 2]),
            ("lobbies = CAST(substr(lobbies, 1, 16) AS BLOB)", [0, 1, 2]),
            ("id = 7", [0, 1, 2]),
        ])
    func damagedRow(_ change: String, _ hurt: [Int]) async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...4).map { BatchScript($0) }
        for index in scripts.indices {
            #expect(await store.commit(scripts[index].batch("Ann")) == .committed)
        }
        let batches = scripts.indices.dropLast().map { scripts[$0].batch("Bo") }
        let answer = await withCheckedContinuation { continuation in
            store.commit(batches, now: WallTime(milliseconds: 5)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(answer == .committed)
        #expect(await store.commit(scripts[3].batch("Cy")) == .committed)
        let crashed = try crashed(1)
        let path = DataFolder.databasePath(in: crashed)
        let connection = try SQLiteConnection.open(path: path, mode: .writing)
        #expect(try connection.integer("SELECT count(*) FROM batches") == 2)
        try connection.execute("UPDATE batches SET \(change) WHERE id = 1")
        let row = change.hasPrefix("id") ? 7 : 1
        let reason = "batch \(row) does not match its checksum"
        let sound = scripts.indices.filter { !hurt.contains($0) }.map { scripts[$0] }
        try await check(crashed, hurt: hurt.map { (scripts[$0], reason) }, sound: sound)
    }

    /// Checks that damage is told of `hurt` and of nobody else, before and after the rest is
    /// sorted.
    private func check(
        _ folder: String, hurt: [(BatchScript, reason: String)], sound: [BatchScript]
    ) async throws {
        let expected = Set(hurt.map(\.0.lobby))
        let report = try EventStore.verify(folder: folder)
        #expect(Set(report.findings.compactMap(\.lobby)).isSuperset(of: expected))
        #expect(report.lobbies == hurt.count + sound.count)
        for _ in 1...2 {
            let copy = try EventStore(folder: folder)
            for (script, reason) in hurt {
                #expect(await copy.load(script.lobby) == .corrupt(reason: reason))
            }
            for script in sound {
                guard case .lobby(let stored) = await copy.load(script.lobby) else {
                    Issue.record("a sound lobby is gone")
                    return
                }
                #expect(stored.records == script.expected.records)
            }
            copy.close()
            let report = try EventStore.verify(folder: folder)
            #expect(Set(report.findings.compactMap(\.lobby)).isSuperset(of: expected))
        }
    }

    @Test(
        "A batch that is damaged under an open store is in its memory, and sorted from there",
        arguments: [
            "UPDATE batches SET body = x'00' WHERE id = 2", "DELETE FROM batches WHERE id = 2",
        ])
    func damagedWhileOpen(_ sql: String) async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (BatchScript(1, code: "ABC234"), BatchScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        for _ in 1...2 {
            #expect(await store.commit(sound.batch("Cy"), hurt.batch("Di")) == .committed)
        }
        try folder.edit(sql)
        for script in [hurt, sound] {
            #expect(await store.load(script.lobby) == .lobby(script.expected))
        }
        hurt.code = nil
        #expect(await store.commit(hurt.batch("Ed")) == .committed)
        store.close()
        #expect(try folder.integer("SELECT count(*) FROM batches") == 0)
        for script in [hurt, sound] {
            #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        }
        #expect(try EventStore.verify(folder: folder.data).isSound)
    }

    @Test("Of a request at fault nothing is appended, and the others' batches keep their place")
    func takenBack() async throws {
        var limits = StoreLimits()
        limits.batchRowBytesMax = 300
        let store = try EventStore(folder: folder.data, limits: limits)
        var scripts = (1...3).map { BatchScript($0, code: "ABC23\($0 + 1)") }
        for index in scripts.indices {
            #expect(await store.commit(scripts[index].batch("Ann")) == .committed)
        }
        let gate = await store.hold()
        let answers = Collector<CommitOutcome>()
        func ask(_ batches: [LobbyBatch]) {
            store.commit(batches, now: WallTime(milliseconds: 5)) { answers.add($0) }
        }
        ask([scripts[0].batch("Bo"), scripts[1].batch("Cy")])
        var (ahead, behind) = (scripts, scripts[2])
        behind.hash ^= 1
        ask([ahead[0].batch("Di"), ahead[1].batch("Ed"), ahead[0].batch("Flo"), behind.batch("")])
        // One that goes among the rows before it is at fault.
        ahead = scripts
        ahead[0].code = nil
        ask([ahead[1].batch("Gus"), ahead[0].batch("Hal"), behind.batch("")])
        ask([scripts[1].batch("Ida"), scripts[0].batch("Jo"), scripts[2].batch("Kay")])
        gate.signal()
        #expect(await store.find("ABC232") == .lobby(scripts[0].lobby))
        let conflict = CommitOutcome.failed(.conflict(behind.lobby))
        #expect(answers.all == [.committed, conflict, conflict, .committed])
        for script in scripts {
            #expect(await store.load(script.lobby) == .lobby(script.expected))
            #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        }
        #expect(try folder.integer("SELECT count(*) FROM batches") ?? 0 > 2)
        store.close()
        for script in scripts {
            #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        }
    }

    @Test("A lobby whose rows were cut stays as it is, and those of others are sorted")
    func cutRows() async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (BatchScript(1), BatchScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        #expect(await store.commit(hurt.batch("Cy"), sound.batch("Di")) == .committed)
        // A row where the waiting one belongs.
        try folder.edit(
            "INSERT INTO events SELECT lobby, 2, body, hash, checksum, 1 FROM events WHERE seq = 1 "
                + "AND lobby = x'\(hurt.lobby.value)'")
        store.close()
        #expect(try folder.integer("SELECT count(*) FROM batches") == 1)
        let head = "SELECT seq FROM lobbies WHERE lobby = x'\(hurt.lobby.value)'"
        #expect(try folder.integer(head) == 1)
        #expect(try EventStore.read(folder: folder.data, sound.lobby) == sound.expected)
        let report = try EventStore.verify(folder: folder.data)
        #expect(report.findings.first?.lobby == hurt.lobby)
        #expect(report.findings.allSatisfy { $0.lobby == hurt.lobby })
    }

    @Test("An edit of one of many lobbies writes fewer than two pages")
    func fewPages() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...250).map { BatchScript($0) }
        for index in scripts.indices {
            #expect(await store.commit(scripts[index].batch("")) == .committed)
        }
        let log = folder.database + "-wal"
        let before = try bytes(of: log)
        for index in scripts.indices {
            let row = ReplicaRow.test(1, last: 7)
            #expect(await store.commit(scripts[index].batch("", replicas: [row])) == .committed)
        }
        let frameBytes = 24 + 4_096
        let frames = (try bytes(of: log) - before) / frameBytes
        #expect((250..<500).contains(frames))
    }

    private func bytes(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.size] as? Int)
    }
}

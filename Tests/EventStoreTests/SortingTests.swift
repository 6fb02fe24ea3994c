import Foundation
import Lobby
import Testing

@testable import EventStore

@Suite("Sorting batches into the rows of their lobbies")
struct SortingTests {
    let folder = try! ScratchFolder()
    private static let soon: StoreLimits = {
        var limits = StoreLimits()
        limits.unsortedRowsMax = 12
        limits.sortedRowsPerTransaction = 3
        return limits
    }()

    /// What a crash at this moment would leave, in a folder of its own.
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
        var scripts = (1...5).map { LobbyScript($0) }
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
        var script = LobbyScript(1, code: "ABC234")
        var other = LobbyScript(2)
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
        var script = LobbyScript(1, code: "ABC234")
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
        var script = LobbyScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        #expect(await store.commit(script.batch("Bo")) == .committed)
        var behind = script
        behind.seq -= 1
        let conflict = CommitOutcome.failed(.conflict(script.lobby))
        var other = LobbyScript(2)
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
        ])
    func damaged(_ sql: String, _ reason: String) async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (LobbyScript(1), LobbyScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        for _ in 1...2 {
            #expect(await store.commit(hurt.batch(""), sound.batch("Cy")) == .committed)
        }
        let crashed = try crashed(1)
        let path = DataFolder.databasePath(in: crashed)
        try SQLiteConnection.open(path: path, mode: .writing).execute(sql)
        let report = try EventStore.verify(folder: crashed)
        #expect(report.findings.map(\.lobby) == [hurt.lobby])
        #expect(report.findings.map(\.reason) == [reason])
        #expect(report.lobbies == 2)
        let copy = try EventStore(folder: crashed)
        #expect(await copy.load(hurt.lobby) == .corrupt(reason: reason))
        guard case .lobby(let stored) = await copy.load(sound.lobby) else {
            Issue.record("the sound lobby is gone")
            return
        }
        #expect(stored.records == sound.expected.records)
        copy.close()
        #expect(try EventStore.verify(folder: crashed).findings.map(\.lobby) == [hurt.lobby])
    }

    @Test(
        "A batch that is damaged under an open store is found when its lobby is read or sorted",
        arguments: [
            "UPDATE batches SET body = x'00' WHERE id = 2", "DELETE FROM batches WHERE id = 2",
        ])
    func damagedWhileOpen(_ sql: String) async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (LobbyScript(1, code: "ABC234"), LobbyScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        for _ in 1...2 {
            #expect(await store.commit(sound.batch("Cy"), hurt.batch("Di")) == .committed)
        }
        try folder.edit(sql)
        let reason = "batch 2 is not as it was written"
        #expect(await store.load(hurt.lobby) == .corrupt(reason: reason))
        #expect(await store.load(sound.lobby) == .lobby(sound.expected))
        hurt.code = nil
        let conflict = CommitOutcome.failed(.conflict(hurt.lobby))
        #expect(await store.commit(hurt.batch("Ed")) == conflict)
        store.close()
        #expect(try folder.integer("SELECT count(*) FROM batches WHERE id = 4") == 1)
        #expect(try EventStore.read(folder: folder.data, sound.lobby) == sound.expected)
        #expect(try EventStore.verify(folder: folder.data).findings.map(\.lobby) == [hurt.lobby])
    }

    @Test("A lobby whose rows were cut stays as it is, and those of others are sorted")
    func cutRows() async throws {
        let store = try EventStore(folder: folder.data)
        var (hurt, sound) = (LobbyScript(1), LobbyScript(2))
        #expect(await store.commit(hurt.batch("Ann"), sound.batch("Bo")) == .committed)
        #expect(await store.commit(hurt.batch("Cy"), sound.batch("Di")) == .committed)
        // A row where the waiting one belongs.
        try folder.edit(
            "INSERT INTO events SELECT lobby, 2, body, hash, checksum FROM events WHERE seq = 1 "
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
        var scripts = (1...250).map { LobbyScript($0) }
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

@Suite("Batches as bytes")
struct BatchCodingTests {
    private static let batch: LobbyBatch = {
        var script = LobbyScript(7, code: "ABC234")
        return script.batch("Ann", "", "Bö", replicas: [.test(1, last: .max), .test(2, last: 0)])
    }()

    @Test("A batch comes back as it was")
    func comesBack() {
        #expect(BatchCoding.decode(BatchCoding.encode(Self.batch)) == Self.batch)
        var bare = Self.batch
        bare.code = nil
        bare.records = []
        bare.replicas = []
        #expect(BatchCoding.decode(BatchCoding.encode(bare)) == bare)
    }

    @Test("A batch that ends too early or too late is none")
    func truncated() {
        let bytes = BatchCoding.encode(Self.batch)
        for count in bytes.indices {
            #expect(BatchCoding.decode(Array(bytes[..<count])) == nil)
        }
        #expect(BatchCoding.decode(bytes + [0]) == nil)
    }

    @Test("Counts beyond what is there are refused without room being made for them")
    func hugeCounts() {
        var bytes = BatchCoding.encode(Self.batch)
        for place in bytes.indices {
            let byte = bytes[place]
            bytes[place] = 0xFF
            _ = BatchCoding.decode(bytes)
            bytes[place] = byte
        }
        let counts = [UInt8](repeating: 0xFF, count: bytes.count)
        #expect(BatchCoding.decode(counts) == nil)
    }
}

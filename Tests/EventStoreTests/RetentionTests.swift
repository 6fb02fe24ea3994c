import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

extension ExpiryOutcome {
    /// The number of lobbies that were erased; nil if it couldn't be done.
    fileprivate var count: Int? {
        if case .erased(let lobbies) = self { lobbies.count } else { nil }
    }
}

@Suite("What nobody has touched for long ends")
struct RetentionTests {
    let folder = try! ScratchFolder()

    private func erase(
        _ store: EventStore, since untouched: Int64? = nil, deletedBefore deleted: Int64 = 0,
        now: Int64 = 0, max: Int = 64
    ) async -> ExpiryOutcome {
        let lapse = Lapse(
            untouchedSince: untouched.map { WallTime(milliseconds: $0) },
            deletedBefore: WallTime(milliseconds: deleted), now: WallTime(milliseconds: now))
        return await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: max) { continuation.resume(returning: $0) }
        }
    }

    private func commit(
        _ store: EventStore, _ batch: LobbyBatch, at milliseconds: Int64
    ) async -> CommitOutcome {
        await withCheckedContinuation { continuation in
            store.commit([batch], now: WallTime(milliseconds: milliseconds)) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test(
        "Lobbies that were touched last before a time are gone, with all their rows, and no other")
    func deletes() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = [BatchScript(1, code: "ABC234"), BatchScript(2), BatchScript(3)]
        for index in scripts.indices {
            let row = ReplicaRow.test(UInt64(index), last: 1)
            let batch = scripts[index].batch("Ann", "", replicas: [row])
            #expect(await commit(store, batch, at: 1_000) == .committed)
        }
        // Touched again: one waits to be sorted, so its row doesn't say so yet.
        #expect(await commit(store, scripts[1].batch("Ben"), at: 5_000) == .committed)
        #expect(await erase(store, since: 1_000).count == 0)
        #expect(await erase(store, since: 5_000).count == 2)
        #expect(await store.load(scripts[0].lobby) == .erased)
        #expect(await store.load(scripts[1].lobby) == .lobby(scripts[1].expected))
        #expect(await store.find("ABC234") == .absent)
        #expect(await commit(store, scripts[1].batch("Cleo"), at: 6_000) == .committed)
        store.close()
        for table in ["lobbies", "events", "texts", "replicas"] {
            let count = try folder.integer("SELECT count(DISTINCT lobby) FROM \(table)")
            #expect(count == 1, "\(table)")
        }
        #expect(try EventStore.verify(folder: folder.data).isSound)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(bytes.range(of: Data("lobby 1 event".utf8)) == nil)
        #expect(bytes.range(of: Data("lobby 2 event".utf8)) != nil)
    }

    @Test("No more are deleted at once than are asked for, and the next call goes on")
    func bounded() async throws {
        let store = try EventStore(folder: folder.data)
        for number in 1...5 as ClosedRange<UInt64> {
            var script = BatchScript(number)
            #expect(await commit(store, script.batch("Ann"), at: 1_000) == .committed)
        }
        for count in [2, 2, 1, 0] {
            #expect(await erase(store, since: 2_000, max: 2).count == count)
        }
    }

    @Test(
        "A lobby that was deleted stays as it is for its time, then is erased, and never comes back"
    )
    func deleted() async throws {
        var store = try EventStore(folder: folder.data)
        var scripts = [BatchScript(1, code: "ABC234"), BatchScript(2), BatchScript(3)]
        var first: [LobbyBatch] = []
        for index in scripts.indices {
            first.append(scripts[index].batch("Ann"))
            #expect(await commit(store, first[index], at: 1_000) == .committed)
        }
        for index in 0...1 {
            scripts[index].deletedAt = WallTime(milliseconds: 5_000)
            #expect(await commit(store, scripts[index].batch(""), at: 5_000) == .committed)
        }
        #expect(await erase(store, deletedBefore: 5_000).count == 0)
        // The second is brought back.
        scripts[1].deletedAt = nil
        #expect(await commit(store, scripts[1].batch(""), at: 6_000) == .committed)
        for script in scripts {
            #expect(await store.load(script.lobby) == .lobby(script.expected))
        }
        #expect(await store.find("ABC234") == .lobby(scripts[0].lobby))
        #expect(await erase(store, deletedBefore: 5_001).count == 1)
        #expect(await erase(store, deletedBefore: 9_000).count == 0)
        #expect(await store.load(scripts[0].lobby) == .erased)
        #expect(await store.find("ABC234") == .absent)
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(bytes.range(of: Data("lobby 1 event".utf8)) == nil)
        store = try EventStore(folder: folder.data)
        #expect(await store.load(scripts[0].lobby) == .erased)
        for script in scripts.dropFirst() {
            #expect(await store.load(script.lobby) == .lobby(script.expected))
        }
    }

    @Test("Nothing of a lobby that was erased is left in the files, also of batches sorted before")
    func overwritten() async throws {
        let store = try EventStore(folder: folder.data)
        store.close()
        let session = try StoreSession(
            path: folder.database, limits: StoreLimits(), migrations: Schema.migrations)
        var script = BatchScript(1)
        let text = String(repeating: "typed ", count: 300)
        var batches = (1...50).map { _ in script.batch(text) }
        script.deletedAt = WallTime(milliseconds: 5_000)
        batches.append(script.batch(""))
        var other = BatchScript(2)
        batches.append(other.batch("stays"))
        let request = CommitRequest(batches: batches, now: WallTime(milliseconds: 5_000))
        #expect(try session.write(StoreWork(commits: [request])).commits == [.committed])
        try session.sortAll(path: folder.database)
        #expect(try #require(try session.connection.integer("PRAGMA freelist_count")) > 20)
        let lapse = Lapse(
            untouchedSince: nil, deletedBefore: WallTime(milliseconds: 6_000),
            now: WallTime(milliseconds: 0))
        #expect(try session.erase(lapse, lobbiesMax: 1) == .erased([script.lobby]))
        for file in [folder.database, folder.database + "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(bytes.range(of: Data("typed".utf8)) == nil, "\(file)")
            #expect(bytes.range(of: Data("lobby 1 event".utf8)) == nil, "\(file)")
        }
        #expect(try folder.integer("SELECT count(*) FROM lobbies") == 1)
    }

    @Test("A copied batch of a lobby that was erased is passed over, and so is its second erasing")
    func copiedBatch() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        let first = script.batch("Ann")
        script.deletedAt = WallTime(milliseconds: 5_000)
        #expect(await commit(store, first, at: 1_000) == .committed)
        #expect(await commit(store, script.batch(""), at: 5_000) == .committed)
        #expect(await erase(store, deletedBefore: 6_000).count == 1)
        store.close()
        let session = try StoreSession(
            path: folder.database, limits: StoreLimits(), migrations: Schema.migrations)
        let request = CommitRequest(batches: [first], now: WallTime(milliseconds: 1_000))
        #expect(try session.replay([request]) == [.included])
        // As a newer copy of the id, beside the lobby, would have it.
        script = BatchScript(1)
        script.deletedAt = WallTime(milliseconds: 5_000)
        let again = CommitRequest(batches: [script.batch("Ann")], now: request.now)
        #expect(try session.write(StoreWork(commits: [again])).commits == [.committed])
        let lapse = Lapse(
            untouchedSince: nil, deletedBefore: WallTime(milliseconds: 6_000),
            now: WallTime(milliseconds: 0))
        #expect(try session.erase(lapse, lobbiesMax: 1) == .erased([script.lobby]))
    }

    @Test("A lobby that has lapsed isn't made anew by a phone that has its own part of it only")
    func remembered() async throws {
        var store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await commit(store, script.batch("Ann"), at: 1_000) == .committed)
        #expect(await erase(store, since: 2_000, deletedBefore: 2_000).count == 1)
        #expect(await store.load(script.lobby) == .erased)
        store.close()
        store = try EventStore(folder: folder.data)
        #expect(await store.load(script.lobby) == .erased)
    }

    @Test("What a clock says that went back counts as the last date that was believed")
    func clockBehind() async throws {
        var store = try EventStore(folder: folder.data)
        var scripts = [BatchScript(1), BatchScript(2)]
        #expect(await commit(store, scripts[0].batch("Ann"), at: 9_000) == .committed)
        #expect(await erase(store, now: 9_000).count == 0)
        // Noted once an hour.
        #expect(await erase(store, now: 9_001).count == 0)
        store.close()
        #expect(try EventStore.knownTime(in: folder.data) == WallTime(milliseconds: 9_000))
        store = try EventStore(folder: folder.data)
        #expect(await commit(store, scripts[1].batch("Ben"), at: 1_000) == .committed)
        #expect(await erase(store, since: 8_000).count == 0)
        scripts[1].deletedAt = WallTime(milliseconds: 2_000)
        #expect(await commit(store, scripts[1].batch(""), at: 2_000) == .committed)
        #expect(await erase(store, deletedBefore: 8_000).count == 0)
        #expect(await erase(store, deletedBefore: 9_001).count == 1)
        #expect(await store.load(scripts[1].lobby) == .erased)
    }

    @Test("In a store that is new a commit counts as made at the earliest time that may be")
    func clockAtZero() async throws {
        var limits = StoreLimits()
        limits.timeMin = WallTime(milliseconds: 5_000)
        let store = try EventStore(folder: folder.data, limits: limits)
        var script = BatchScript(1)
        #expect(await commit(store, script.batch("Ann"), at: 0) == .committed)
        script.deletedAt = WallTime(milliseconds: 1)
        #expect(await commit(store, script.batch(""), at: 1) == .committed)
        #expect(await erase(store, since: 5_000, deletedBefore: 5_000).count == 0)
        #expect(await erase(store, since: 5_001, deletedBefore: 5_001).count == 1)
    }

    @Test("Nothing is deleted while batches can't be sorted, because they are damaged")
    func damaged() async throws {
        var store = try EventStore(folder: folder.data)
        var scripts = [BatchScript(1), BatchScript(2)]
        for index in scripts.indices {
            #expect(await commit(store, scripts[index].batch("Ann"), at: 1_000) == .committed)
        }
        store.close()
        // As a server leaves it that was killed.
        do {
            let session = try StoreSession(
                path: folder.database, limits: StoreLimits(), migrations: Schema.migrations)
            let request = CommitRequest(
                batches: [scripts[0].batch("Ben")], now: WallTime(milliseconds: 1_000))
            #expect(try session.write(StoreWork(commits: [request])).commits == [.committed])
        }
        try folder.edit("UPDATE batches SET body = x'00'")
        store = try EventStore(folder: folder.data)
        #expect(await erase(store, since: 9_000_000) == .unsorted)
        guard case .corrupt = await store.load(scripts[0].lobby) else {
            Issue.record("the damage is hidden")
            return
        }
    }

    @Test("A code finds its lobby until nobody has touched that for long, and again afterwards")
    func codeEnds() async throws {
        var limits = StoreLimits()
        limits.codeMillisecondsMax = 3_600_000
        let store = try EventStore(folder: folder.data, limits: limits)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var script = BatchScript(1, code: "ABC234")
        #expect(await commit(store, script.batch("Ann"), at: now - 3_700_000) == .committed)
        #expect(await store.find("ABC234") == .absent)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        let codes = await store.reserveCodes(4_000)
        #expect(!codes.contains(try #require(JoinCode("ABC234"))))
        #expect(await commit(store, script.batch("Ben"), at: now) == .committed)
        #expect(await store.find("ABC234") == .lobby(script.lobby))
    }

    @Test("A closed store says so")
    func closed() async throws {
        let store = try EventStore(folder: folder.data)
        store.close()
        #expect(await erase(store, since: 1_000) == .failed(.closed))
    }
}

import Documents
import Log
import LogContract
import Metrics
import Testing
import Threads

@testable import EventStore

@Suite("What can be known of a store")
struct WatchingTests {
    let folder = try! ScratchFolder()

    private func check(_ store: EventStore) async -> CommitFailure? {
        await withCheckedContinuation { continuation in
            store.check { continuation.resume(returning: $0) }
        }
    }

    @Test("Commits are counted by what became of them, with their events and their time")
    func counts() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        let first = script.batch("Ann", "Bo")
        #expect(await store.commit(first) == .committed)
        #expect(await store.commit(script.batch("Cy")) == .committed)
        #expect(await store.commit(first) == .failed(.conflict(script.lobby)))
        let figures = store.figures()
        #expect(figures.counters.commits[.committed] == 2)
        #expect(figures.counters.commits[.conflict] == 1)
        #expect(figures.counters.microseconds.count == 3 && figures.counters.microseconds.sum > 0)
        #expect(figures.counters.events.sum == 5)
        #expect(figures.waitingCount == 0)
        #expect(figures.writeAheadBytes > 0 && figures.databaseBytes > 0)
        let disk = try #require(figures.disk)
        #expect(disk.bytes >= disk.freeBytes && disk.bytes > 0)
    }

    @Test("A check makes a commit that changes nothing, and is no commit of anybody's")
    func checkWrites() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        let before = store.figures()
        #expect(await check(store) == nil)
        let after = store.figures()
        #expect(after.writeAheadBytes > before.writeAheadBytes)
        #expect(after.counters.commits[.committed] == 1)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        store.close()
        #expect(await check(store) == .unavailable("The store is closed."))
        let again = try EventStore(folder: folder.data)
        #expect(!again.wasRestored)
        #expect(await again.load(script.lobby) == .lobby(script.expected))
    }

    @Test("A check that fails is told once, and a commit that succeeds makes it news again")
    func checkFails() async throws {
        let disk = FaultyDisk(folder.path)
        let notices = Collector<StoreNotice>()
        let store = try EventStore(folder: folder.data) { notices.add($0) }
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        disk.arm(0, .full)
        #expect(await check(store) == nil)
        let call = try #require(disk.callsThatCanFail(.full).first)
        for _ in 0..<3 {
            disk.arm(call, .full)
            #expect(await check(store) == .full)
        }
        let failures = notices.all.filter { $0.isTransactionFailed }
        #expect(failures.count == 1)
        disk.arm(0, .error)
        #expect(await check(store) == nil)
        #expect(await store.commit(script.batch("Bo")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
    }
}

extension StoreNotice {
    fileprivate var isTransactionFailed: Bool {
        if case .transactionFailed = self { true } else { false }
    }
}

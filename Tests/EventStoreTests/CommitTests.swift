import Documents
import Foundation
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

@Suite("Commits")
struct CommitTests {
    let folder = try! ScratchFolder()

    @Test("What was committed is there again after closing and opening")
    func reopens() async throws {
        var script = BatchScript(1, code: "ABC234")
        var store = try EventStore(folder: folder.data)
        let secret = store.secret
        let first = script.batch("Ann", "", replicas: [.test(2, last: 1), .test(1, last: .max)])
        #expect(await store.commit(first) == .committed)
        #expect(await store.commit(script.batch("", replicas: [.test(2, last: 3)])) == .committed)
        store.close()

        store = try EventStore(folder: folder.data)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(await store.load(.test(9)) == .absent)
        #expect(store.secret == secret)
        #expect(secret.count == 32)
        #expect(Set(secret).count > 8)
        #expect(!store.wasRestored)
    }

    @Test("Closing leaves one file without a write-ahead log")
    func closesCleanly() async throws {
        var script = BatchScript(1)
        let store = try EventStore(folder: folder.data)
        #expect(await store.commit(script.batch("")) == .committed)
        store.close()
        store.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.data)
        #expect(files.sorted() == ["folf.sqlite", "lock"])
        #expect(
            await store.commit(script.batch("")) == .failed(.unavailable("The store is closed.")))
        #expect(await store.load(script.lobby) == .unavailable(reason: "The store is closed."))
        #expect(await store.find("ABC234") == .unavailable(reason: "The store is closed."))
        #expect(await store.reserveCodes(1) == [])
    }

    @Test("Only the owner may read the folder and the database")
    func permissions() throws {
        let store = try EventStore(folder: folder.data)
        for (path, mode) in [(folder.data, 0o700), (folder.database, 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        store.close()
    }

    @Test("Requests that wait together share one transaction and are answered in order")
    func groups() async throws {
        let store = try EventStore(folder: folder.data)
        let before = try folder.committedTransactions()
        let answers = Collector<UInt64>()
        let gate = await store.hold()
        for number in UInt64(1)...20 {
            var script = BatchScript(number)
            store.commit([script.batch("")], now: WallTime(milliseconds: 5)) { outcome in
                answers.add(outcome == .committed ? number : 0)
            }
            let expected = script.expected
            store.load(script.lobby) { outcome in
                answers.add(outcome == .lobby(expected) ? number + 100 : 0)
            }
        }
        gate.signal()
        _ = await store.load(.test(1))
        #expect(answers.all == (1...20).flatMap { [$0, $0 + 100] })
        #expect(try folder.committedTransactions() == before + 1)
    }

    @Test("A transaction takes no further request beyond its limit of rows")
    func transactionLimit() async throws {
        var limits = StoreLimits()
        limits.transactionRowsMax = 4
        let store = try EventStore(folder: folder.data, limits: limits)
        let before = try folder.committedTransactions()
        let gate = await store.hold()
        for number in UInt64(1)...6 {
            var script = BatchScript(number)
            // Two rows each, the last one seven.
            let batch = number == 6 ? script.batch("", "", "", "", "", "") : script.batch("")
            store.commit([batch], now: WallTime(milliseconds: 5)) { #expect($0 == .committed) }
        }
        gate.signal()
        _ = await store.load(.test(1))
        #expect(try folder.committedTransactions() == before + 4)
    }

    @Test("A lobby that has moved on refuses the batch, and the others of the group go in")
    func conflictsAlone() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("")) == .committed)
        var stale = script
        #expect(await store.commit(script.batch("")) == .committed)
        var forked = script
        forked.hash ^= 1
        var again = BatchScript(1)
        var good = BatchScript(2)
        var neighbour = BatchScript(3)
        let requests = [
            [neighbour.batch("Bo"), stale.batch("")], [forked.batch("")], [again.batch("")],
            [good.batch("")],
        ]
        let answers = Collector<CommitOutcome>()
        let gate = await store.hold()
        for request in requests {
            store.commit(request, now: WallTime(milliseconds: 5)) { answers.add($0) }
        }
        gate.signal()
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        let conflict = CommitOutcome.failed(.conflict(script.lobby))
        #expect(answers.all == [conflict, conflict, conflict, .committed])
        #expect(await store.load(good.lobby) == .lobby(good.expected))
        // It shared its request with the stale batch.
        #expect(await store.load(neighbour.lobby) == .absent)
    }

    @Test("Batches of one request build on each other and may change the epoch")
    func chains() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        let first = script.batch("")
        script.epoch = Epoch(9)
        #expect(await store.commit(first, script.batch("", "")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
    }

    @Test("A batch that contradicts itself is not written")
    func malformed() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        let good = script.batch("", "")
        var gap = good
        gap.records[1].seq = 3
        var wrongHash = good
        wrongHash.records[0].hash ^= 1
        var empty = good
        empty.records = []
        for batch in [gap, wrongHash, empty] {
            #expect(await store.commit(batch) == .failed(.malformed(script.lobby)))
        }
        #expect(await store.load(script.lobby) == .absent)
    }

    @Test("A code finds its lobby until it is cleared, and belongs to one lobby")
    func codes() async throws {
        let store = try EventStore(folder: folder.data)
        var first = BatchScript(1, code: "ABC234")
        #expect(await store.find("ABC234") == .absent)
        #expect(await store.commit(first.batch("")) == .committed)
        #expect(await store.find("abc-234") == .lobby(first.lobby))
        var second = BatchScript(2, code: "ABC234")
        let taken = CommitFailure.codeTaken(second.lobby, JoinCode("ABC234")!)
        #expect(await store.commit(second.batch("")) == .failed(taken))
        #expect(await store.load(second.lobby) == .absent)
        first.code = nil
        #expect(await store.commit(first.batch("")) == .committed)
        #expect(await store.find("ABC234") == .absent)
        var third = BatchScript(3, code: "ABC234")
        #expect(await store.commit(third.batch("")) == .committed)
        #expect(await store.find("ABC234") == .lobby(third.lobby))
    }

    @Test("Reserved codes are never given twice, nor while a lobby has them")
    func reservations() async throws {
        let store = try EventStore(folder: folder.data)
        let first = await store.reserveCodes(500, length: 6)
        let second = await store.reserveCodes(500, length: 12)
        #expect(Set(first + second).count == 1_000)
        #expect(first.allSatisfy { $0.description.count == 6 })
        #expect(second.allSatisfy { $0.description.count == 12 })
    }

    @Test("A code that is drawn again while it is reserved or used is skipped")
    func skippedCodes() async throws {
        var first = FewNumbers()
        let codes = (0..<4).map { _ in JoinCode(length: 6, using: &first) }
        #expect(Set(codes).count == 4)
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1, code: codes[1].description)
        #expect(await store.commit(script.batch("")) == .committed)
        store.close()

        let reader = try SQLiteConnection.open(path: folder.database, mode: .writing)
        let lobbies = try LobbyReader(reader)
        var reservations = CodeReservations()
        func reserve() throws -> [JoinCode] {
            var random = FewNumbers()
            return try reservations.reserve(
                2, length: 6, triesMax: 4, unusedIn: lobbies, using: &random)
        }
        #expect(try reserve() == [codes[0], codes[2]])
        #expect(try reserve() == [codes[3]])
        #expect(try reserve() == [])
        script.code = codes[2]
        reservations.settle([script.batch("")])
        #expect(try reserve() == [codes[2]])
    }

    /// Frames that end a transaction, counted in the write-ahead log itself
    /// (sqlite.org/fileformat2.html §4.1).
}

/// The same numbers each time, far enough apart to be different signs.
private struct FewNumbers: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

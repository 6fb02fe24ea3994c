import Club
import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Notebooks among games")
struct NotebookRetentionTests {
    let folder = try! ScratchFolder()
    private let person = PersonID(.test(1))

    private func commit(_ store: EventStore, _ batch: LobbyBatch, at time: WallTime) async {
        let batches = [batch]
        let outcome = await withCheckedContinuation { continuation in
            store.commit(batches, now: time) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .committed)
    }

    /// A log with the id of the person's notebook; what is in it doesn't matter here.
    private func notebook() -> LobbyBatch {
        let id = LobbyID(notebookOf: person)
        let body = Array("a note about windy holes".utf8)
        return LobbyBatch(
            lobby: id, epoch: Epoch(5), previousSeq: 0, previousHash: RollingHash.empty, code: nil,
            records: [
                LogRecord(
                    seq: 1, body: body, texts: [],
                    hash: RollingHash.extend(RollingHash.empty, with: body))
            ], joined: [person])
    }

    @Test(
        "A notebook stays when games that nobody touched are deleted, and is among nobody's games")
    func stays() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(2)
        var game = script.batch("Ann")
        game.joined = [person]
        await commit(store, game, at: .day(1))
        await commit(store, notebook(), at: .day(1))
        let person = person
        let seats = try store.readClub { (tables) throws(ClubFault) in
            try tables.seats(of: [person], after: nil, countMax: 9)
        }
        #expect(seats.map(\.lobby) == [game.lobby])
        let lapse = Lapse(untouchedSince: .day(5), deletedBefore: .day(0), now: .day(9))
        let outcome = await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: 9) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .erased([game.lobby]))
        guard case .lobby = await store.load(LobbyID(notebookOf: person)) else {
            Issue.record("the notebook is gone")
            return
        }
        store.close()
        #expect(try EventStore.countUntouched(since: .day(8), in: folder.data) == 0)
    }

    @Test("Whoever is erased takes their notebook along, and nothing of it is left in the files")
    func goes() async throws {
        let store = try EventStore(folder: folder.data)
        await commit(store, notebook(), at: .day(1))
        try store.retire([RetiredEntry(.person(person), at: .day(2))]) {
            (_) throws(ClubFault) in
        }
        let outcome = await withCheckedContinuation { continuation in
            store.eraseNames(lobbiesMax: 9, { _, _ in nil }) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .erased([LobbyID(notebookOf: person)]))
        #expect(await store.load(LobbyID(notebookOf: person)) == .erased)
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.data)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = FileManager.default.contents(atPath: folder.data + "/" + file) ?? Data()
            #expect(bytes.range(of: Data("windy holes".utf8)) == nil, "\(file)")
        }
    }
}

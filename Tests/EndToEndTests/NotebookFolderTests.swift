import Documents
import EventStore
import Foundation
import Log
import Notebook
import TestSupport
import Testing
import Wire

@Suite("A data folder with a notebook in it")
struct NotebookFolderTests {
    private let folder = try! TemporaryFolder()
    private let person = PersonID(Identifier128(high: 3, low: 4))

    private var data: String { folder.path + "/data" }

    /// A folder in which somebody has noted something.
    private func prepare() async throws {
        let store = try EventStore(folder: data)
        let replica = ReplicaID(Identifier128(high: 5 << 32, low: 1))
        let now = WallTime(milliseconds: 1_800_000_000_000)
        let op = Notebook.Op(number: 1, at: now, command: .put(key: "note/1", value: "windy"))
        let id = LobbyID(notebookOf: person)
        let event = try Notebook.create(
            id, op, by: Author(person: person, replica: replica.tag), received: now, code: nil)
        let batch = LobbyBatch(
            lobby: id, epoch: Epoch(7), previousSeq: 0, previousHash: RollingHash.empty, code: nil,
            records: [LogCoding<Notebook>.record(event, after: RollingHash.empty)],
            replicas: [
                ReplicaRow(replica: replica, person: person, lastNumber: 1, fingerprint: 1)
            ], joined: [person])
        let outcome = await withCheckedContinuation { continuation in
            store.ask(.commit([batch], now: now) { continuation.resume(returning: $0) })
        }
        #expect(outcome == .committed)
        store.close()
    }

    private func run(_ arguments: [String]) throws -> Child.Output {
        try Child("folfd", arguments + ["--data", data]).wait()
    }

    @Test("is sound, can be copied and restored, keeps its seat, and tells no game of it")
    func isSound() async throws {
        try await prepare()
        let id = LobbyID(notebookOf: person)
        let verified = try run(["verify"])
        #expect(verified.status == 0 && verified.text.hasSuffix("sound\n"), "\(verified.text)")
        let copy = folder.path + "/copy.sqlite"
        let copied = try run(["backup", copy])
        #expect(copied.status == 0, "\(copied.text) \(copied.errors)")
        let rebuilt = try run(["rebuild"])
        #expect(rebuilt.status == 0 && rebuilt.text.contains("1 seats and 0 results in 1 lobbies"))
        let restored = try run(["restore", copy, "--replace"])
        #expect(restored.status == 0, "\(restored.text) \(restored.errors)")
        #expect(try run(["verify"]).status == 0)
        let exported = try run(["export", "\(id.value)"])
        #expect(exported.status == 1 && exported.errors.contains("there is no game"))
    }

    @Test("is told to be damaged if its events make no notebook")
    func isDamaged() async throws {
        try await prepare()
        let store = try EventStore(folder: data)
        let body = Array("[1,1800000000000,null,[\"goal\",1]]".utf8)
        let stored = await withCheckedContinuation { continuation in
            store.ask(.load(LobbyID(notebookOf: person)) { continuation.resume(returning: $0) })
        }
        guard case .lobby(let before) = stored, let last = before.records.last else {
            Issue.record("it is there")
            return
        }
        let batch = LobbyBatch(
            lobby: before.lobby, epoch: before.epoch, previousSeq: last.seq,
            previousHash: last.hash, code: nil,
            records: [
                LogRecord(
                    seq: last.seq + 1, body: body, texts: [],
                    hash: RollingHash.extend(last.hash, with: body))
            ])
        let outcome = await withCheckedContinuation { continuation in
            store.ask(
                .commit([batch], now: WallTime(milliseconds: 1)) {
                    continuation.resume(returning: $0)
                })
        }
        #expect(outcome == .committed)
        store.close()
        let verified = try run(["verify"])
        #expect(verified.status == 1 && verified.text.contains("can't be replayed"))
    }
}

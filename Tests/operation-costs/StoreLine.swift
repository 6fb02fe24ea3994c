import Documents
import EventStore
import Glibc
import Log
import Threads

/// A store with many copies of one game, in a folder that goes with it.
final class StoreLine {
    static let lobbyCount = 250

    private let folder: String
    private let store: EventStore
    /// The end of each game's log, which its next batch is made for.
    private var ends: [(seq: Seq, hash: UInt64)]
    private let game: SampleGame
    private let replicas: [ReplicaRow]
    private var next = 0

    /// Makes a store with games of the same events, of which the first are committed and sorted.
    init(_ game: SampleGame, first count: Int) {
        self.game = game
        replicas = (1...SampleGame.memberCount).map { game.row(of: $0, lastNumber: 0) }
        var template = Array("/tmp/operation-costs-XXXXXX\0".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe mkdtemp(buffer.baseAddress!) != nil
        }
        precondition(isMade, "there is no folder for the store")
        folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let data = folder + "/data"
        ends = (0..<Self.lobbyCount).map { _ in (0, RollingHash.empty) }
        do throws(StoreError) {
            let store = try EventStore(folder: data)
            self.store = store
        } catch {
            fatalError("\(error)")
        }
        commit((0..<Self.lobbyCount).map { batch($0, events: count) })
    }

    /// Ends the store, which sorts everything that waits, and removes the folder.
    deinit {
        store.close()
        for name in ["folf.sqlite", "folf.sqlite-wal", "folf.sqlite-shm", "lock"] {
            unsafe unlink(folder + "/data/" + name)
        }
        unsafe rmdir(folder + "/data")
        unsafe rmdir(folder)
    }

    private static func id(_ index: Int) -> LobbyID {
        let mixed = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
        return LobbyID(Identifier128(high: mixed, low: ~mixed))
    }

    private func batch(_ index: Int, events count: Int) -> LobbyBatch {
        var batch = LobbyBatch(
            lobby: Self.id(index), epoch: game.epoch, previousSeq: ends[index].seq,
            previousHash: ends[index].hash, code: nil)
        for _ in 0..<count {
            let seq = ends[index].seq
            let record = game.records[Int(seq) % game.records.count]
            let hash = RollingHash.extend(ends[index].hash, with: record.body)
            ends[index] = (seq + 1, hash)
            batch.records.append(
                LogRecord(seq: seq + 1, body: record.body, texts: record.texts, hash: hash))
        }
        var replica = replicas[Int(ends[index].seq) % replicas.count]
        replica.lastNumber = ends[index].seq
        batch.replicas = [replica]
        return batch
    }

    private func commit(_ batches: [LobbyBatch]) {
        let done = CountingSemaphore()
        store.ask(
            .commit(batches, now: SampleGame.now) { outcome in
                precondition(outcome == .committed)
                done.signal()
            })
        done.wait()
    }

    /// Commits an edit in each of the next games, together.
    func commitEdits(in count: Int) {
        commit(
            (0..<count).map { _ in
                next = (next + 1) % Self.lobbyCount
                return batch(next, events: 1)
            })
    }

    /// Reads a game, and returns how many events it has.
    func load(_ index: Int) -> Int {
        let done = CountingSemaphore()
        let sum = Lock(0)
        store.ask(
            .load(Self.id(index)) { outcome in
                guard case .lobby(let stored) = outcome else { fatalError("\(outcome)") }
                sum.withLock { $0 = stored.records.count }
                done.signal()
            })
        done.wait()
        return sum.withLock { $0 }
    }
}

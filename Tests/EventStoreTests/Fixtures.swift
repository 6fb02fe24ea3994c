import Documents
import Foundation
import Log
import Synchronization
import Threads

@testable import EventStore

/// A folder of a test's own, removed at its end.
final class ScratchFolder: Sendable {
    let path: String

    /// - Parameter inMemory: for thousands of files whose bytes needn't reach a disk; where
    ///   there is no such place, it is the usual one.
    init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory)
        let parent =
            isThere ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
        path = parent.appendingPathComponent("folf-store-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The data folder of a server.
    var data: String { path + "/data" }
    var database: String { DataFolder.databasePath(in: data) }

    func copy(_ from: String, to: String) throws {
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    /// Runs statements on the database, as somebody with the sqlite3 program might.
    func edit(_ sql: String) throws {
        try SQLiteConnection.open(path: database, mode: .writing).execute(sql)
    }

    func integer(_ sql: String) throws -> Int64? {
        try SQLiteConnection.open(path: database, mode: .reading).integer(sql)
    }

    /// The number of transactions in the write-ahead log.
    func committedTransactions() throws -> Int {
        let log = [UInt8](try Data(contentsOf: URL(fileURLWithPath: database + "-wal")))
        guard log.count >= 32 else { return 0 }
        func word(_ offset: Int) -> Int {
            log[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let frame = 24 + word(8)
        return stride(from: 32, to: log.count - frame + 1, by: frame).count { start in
            word(start + 4) != 0 && log[start + 8..<start + 16] == log[16..<24]
        }
    }
}

extension EventStore {
    func commit(_ batches: LobbyBatch...) async -> CommitOutcome {
        await withCheckedContinuation { continuation in
            commit(batches, now: WallTime(milliseconds: 1_000)) {
                continuation.resume(returning: $0)
            }
        }
    }

    func load(_ lobby: LobbyID) async -> LoadOutcome {
        await withCheckedContinuation { continuation in
            load(lobby) { continuation.resume(returning: $0) }
        }
    }

    func readHistory(of lobby: LobbyID, after seq: Seq, eventsMax: Int) async -> HistoryOutcome {
        await withCheckedContinuation { continuation in
            readHistory(of: lobby, after: seq, eventsMax: eventsMax) {
                continuation.resume(returning: $0)
            }
        }
    }

    func find(_ code: String) async -> FindOutcome {
        await withCheckedContinuation { continuation in
            find(JoinCode(code)!) { continuation.resume(returning: $0) }
        }
    }

    func reserveCodes(_ count: Int, length: Int = 6) async -> [JoinCode] {
        await withCheckedContinuation { continuation in
            reserveCodes(count, length: length) { continuation.resume(returning: $0) }
        }
    }

    /// Keeps the store thread busy until the gate is opened, so that requests pile up.
    func hold() async -> CountingSemaphore {
        let gate = CountingSemaphore()
        await withCheckedContinuation { continuation in
            find(JoinCode("222222")!) { _ in
                continuation.resume()
                gate.wait()
            }
        }
        return gate
    }
}

/// Collects what completions on the store thread say.
final class Collector<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
}

extension EventStore {
    func commit(
        _ batches: [LobbyBatch], now: WallTime,
        completion: @escaping @Sendable (CommitOutcome) -> Void
    ) {
        ask(.commit(batches, now: now, completion))
    }

    func load(_ lobby: LobbyID, completion: @escaping @Sendable (LoadOutcome) -> Void) {
        ask(.load(lobby, completion))
    }

    func readHistory(
        of lobby: LobbyID, after seq: Seq, eventsMax: Int,
        completion: @escaping @Sendable (HistoryOutcome) -> Void
    ) {
        ask(.readHistory(lobby, after: seq, eventsMax: eventsMax, completion))
    }

    func find(_ code: JoinCode, completion: @escaping @Sendable (FindOutcome) -> Void) {
        ask(.find(code, completion))
    }

    func reserveCodes(
        _ count: Int, length: Int = JoinCode.lengthDefault,
        completion: @escaping @Sendable ([JoinCode]) -> Void
    ) {
        ask(.reserveCodes(count, length: length, completion))
    }
}

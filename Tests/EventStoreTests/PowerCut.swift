import Documents
import Foundation
import Log
import LogContract

@testable import EventStore

/// A recorded stretch of a store's life, and what a store finds in its crash images.
struct PowerCut {
    /// An acknowledged transaction: the number of changes that the disk had seen by then, and the
    /// lobbies as they were.
    private struct Mark {
        var changeCount: Int
        var scripts: [BatchScript]
    }

    private let folder: ScratchFolder
    private let disk: FaultyDisk
    private var scripts = (1...3).map { BatchScript($0, code: $0 == 2 ? nil : "ABC23\($0 + 3)") }
    private var marks: [Mark] = []
    private(set) var images = 0
    /// Images in which something acknowledged was missing.
    private(set) var losses = 0
    private(set) var problems: [String] = []

    init() throws {
        folder = try ScratchFolder(inMemory: true)
        disk = FaultyDisk(folder.path)
        marks.append(Mark(changeCount: 0, scripts: scripts))
    }

    /// Opens a new store, commits, sorts batches, moves the write-ahead log into the database in
    /// passing and on purpose, closes, and opens again. A `weakness` is executed after each
    /// opening.
    mutating func record(weakness: String?) throws {
        disk.record()
        for round in 0..<2 {
            var limits = StoreLimits()
            limits.writeAheadPagesMax = 12
            limits.unsortedBatchesMax = 4
            limits.sortedBatchesPerTransaction = 1
            let data = try DataFolder(folder.data)
            let session = try StoreOpening(
                data, limits: limits, migrations: Schema.migrations, notice: { _ in }
            ).session
            if let weakness { try session.connection.execute(weakness) }
            try commit([0, 1, 2], "round \(round)", to: session)
            try commit([0], String(repeating: "x", count: 6_000), to: session)
            try commit([1], "", to: session)
            try commit([2, 0], "Bo", to: session)
            if round == 0 { try session.connection.checkpoint() }
            try commit([1], "Cy", to: session)
            try commit([2], "", to: session)
            try commit([0, 1], "Di", to: session)
        }
    }

    private mutating func commit(
        _ indices: [Int], _ text: String, to session: StoreSession
    ) throws {
        let batches = indices.map { index in
            let row = ReplicaRow.test(UInt64(index), last: OpNumber(marks.count))
            var batch = scripts[index].batch(text, "", replicas: [row])
            batch.joined = [PersonID(Identifier128(high: UInt64(index), low: batch.previousSeq))]
            return batch
        }
        let request = CommitRequest(batches: batches, now: WallTime(milliseconds: 5))
        if try session.write(StoreWork(commits: [request])).commits != [.committed] {
            problems.append("not committed")
        }
        marks.append(Mark(changeCount: disk.changeCount, scripts: scripts))
        session.moveLogIfLong()
    }

    var acknowledged: Int { marks.count - 1 }

    /// Opens the image of each possible crash with the store.
    mutating func cutEverywhere(seed: UInt64) throws {
        let changes = disk.changes
        let place = try ScratchFolder(inMemory: true)
        var states = CrashImages(["data/folf.sqlite": []], seed: seed)
        states.forEach(changes) { changeCount, files in
            images += 1
            guard problems.count < 10 else { return }
            do {
                try lay(files, in: place)
                try check(place, changeCount: changeCount)
            } catch {
                problems.append("change \(changeCount): \(error)")
            }
        }
    }

    private func lay(_ files: CrashImages.Files, in place: ScratchFolder) throws {
        try? FileManager.default.removeItem(atPath: place.data)
        try FileManager.default.createDirectory(
            atPath: place.data, withIntermediateDirectories: false)
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: place.path + "/" + name))
        }
    }

    private mutating func check(_ place: ScratchFolder, changeCount: Int) throws {
        let store = try WaitingStore(folder: place.data)
        let found = scripts.map { store.load($0.lobby) }
        store.close()
        try checkSeats(found, place, changeCount: changeCount)
        // The last one that was acknowledged by then; the next may have got in too.
        let last = marks.lastIndex { $0.changeCount <= changeCount } ?? 0
        guard let state = marks.lastIndex(where: { fits(found, $0.scripts) }) else {
            return problems.append("change \(changeCount): no state that ever was: \(found)")
        }
        if state > last + 1 { problems.append("change \(changeCount): from the future") }
        if state < last { losses += 1 }
        if try !EventStore.verify(folder: place.data).isSound {
            problems.append("change \(changeCount): not sound")
        }
    }

    /// Who joined with a batch has a seat if the batch is there; each has two events.
    private mutating func checkSeats(
        _ found: [LoadOutcome], _ place: ScratchFolder, changeCount: Int
    ) throws {
        for case .lobby(let stored) in found {
            let sql = "SELECT count(*) FROM seats WHERE lobby = x'\(stored.lobby.value)'"
            let seats = try place.integer(sql)
            guard seats != Int64(stored.records.count / 2) else { continue }
            problems.append("change \(changeCount): \(seats ?? 0) seats, not one for each batch")
        }
    }

    /// The copy of a database has new epochs; all else must be the same.
    private func fits(_ found: [LoadOutcome], _ scripts: [BatchScript]) -> Bool {
        zip(found, scripts).allSatisfy { outcome, script in
            switch outcome {
            case .absent: return script.seq == 0
            case .lobby(var stored):
                stored.epoch = script.expected.epoch
                return stored == script.expected
            default: return false
            }
        }
    }
}

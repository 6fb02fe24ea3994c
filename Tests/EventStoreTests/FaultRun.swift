import Documents
import Foundation
import Log
import LogContract

@testable import EventStore

/// A server's life with its store, while the disk may fail: what was acknowledged, what may or may
/// not have been written, and what of all that is wrong.
///
/// After a failed commit the run does what the server does: drops what it thought, reads the
/// lobbies again, and sends again what isn't there.
struct FaultRun {
    /// Tries of one thing. A single fault may spoil only one.
    private static let triesMax = 3
    private static let lobbyCount = 3

    let folder: ScratchFolder
    let disk: FaultyDisk
    private(set) var problems: [String] = []
    /// Answers that told of a failure.
    private(set) var failures = 0
    private(set) var committed = 0
    private(set) var backups = 0
    /// Transactions that were found in the log although they had failed.
    private(set) var landedThoughFailed = 0
    private var store: WaitingStore?
    /// The lobbies as they were acknowledged, or found in the log afterwards.
    private var scripts: [BatchScript] = []
    /// The number of batches that each lobby ought to have.
    private var goals: [Int]
    private var batchCounts: [Int]
    /// The lobbies of a failed request, as they are if it was written.
    private var uncertain: [Int: BatchScript] = [:]

    private var limits: StoreLimits {
        var limits = StoreLimits()
        // Few pages, so that commits move the write-ahead log into the database again and again.
        limits.writeAheadPagesMax = 16
        limits.unsortedBatchesMax = 4
        limits.sortedBatchesPerTransaction = 1
        limits.busyMillisecondsMax = 50
        return limits
    }

    init() throws {
        folder = try ScratchFolder(inMemory: true)
        disk = FaultyDisk(folder.path)
        scripts = (0..<Self.lobbyCount).map { index in
            BatchScript(UInt64(index) + 1, code: index == 1 ? nil : "ABC23\(index + 4)")
        }
        goals = scripts.map { _ in 0 }
        batchCounts = goals
    }

    private mutating func report(_ what: String) { problems.append(what) }

    /// Everything that a server does with its store.
    mutating func play() {
        commit([[0]], text: "Ann")
        commit([[1, 2]], text: "Bo")
        find(0)
        reserve()
        commit([[0], [1]], text: "")
        commit([[1]], text: String(repeating: "x", count: 5_000))
        load(1)
        backUp()
        commit([[2], [0]], text: "Cy")
        close()
        for index in scripts.indices { load(index) }
        commit([[0, 1, 2]], text: "")
        commit([[2]], text: String(repeating: "y", count: 6_000))
        backUp()
        close()
    }

    /// Checks what whoever starts the server anew finds once the disk works again.
    mutating func checkEverything() {
        close()
        guard opened() != nil, settle() else { return report("the disk works, the store doesn't") }
        for index in scripts.indices { load(index) }
        find(0)
        let known = scripts.filter { $0.seq > 0 }
        do {
            let verified = try EventStore.verify(folder: folder.data)
            if !verified.isSound { report("not sound: \(verified)") }
            let events = known.map(\.expected.records.count).reduce(0, +)
            if verified.events != events { report("\(verified.events) events, not \(events)") }
            let lobbies = try EventStore.lobbies(folder: folder.data)
            if lobbies != known.map(\.lobby) { report("the lobbies are \(lobbies)") }
        } catch {
            report("can't be verified: \(error)")
        }
        for index in scripts.indices {
            for _ in batchCounts[index]..<goals[index] { commit([[index]], text: "", adds: 0) }
        }
        if batchCounts != goals { report("what was typed didn't get in: \(batchCounts)") }
        close()
    }
}

// MARK: Commits

extension FaultRun {
    /// Adds a batch to each lobby of `requests`, which go into one transaction, and tries again
    /// what didn't get in.
    private mutating func commit(_ requests: [[Int]], text: String, adds: Int = 1) {
        for index in requests.joined() { goals[index] += adds }
        for _ in 1...Self.triesMax {
            guard let store = opened(), settle() else { continue }
            let due = requests.map { $0.filter { batchCounts[$0] < goals[$0] } }
                .filter { !$0.isEmpty }
            if due.isEmpty { return }
            let before = scripts
            let batches = due.map { request in request.map { batch($0, text) } }
            let attempts = scripts
            scripts = before
            let outcomes =
                batches.count == 1
                ? [store.commit(batches[0])] : store.commitTogether(batches)
            if outcomes.contains(where: { $0 != .committed }) { failures += 1 }
            for (request, outcome) in zip(due, outcomes) {
                for index in request { take(outcome, index, attempts[index]) }
            }
        }
    }

    private mutating func batch(_ index: Int, _ text: String) -> LobbyBatch {
        let row = ReplicaRow.test(UInt64(index), last: OpNumber(batchCounts[index] + 1))
        return scripts[index].batch(text, "", replicas: [row])
    }

    private mutating func take(_ outcome: CommitOutcome, _ index: Int, _ attempt: BatchScript) {
        switch outcome {
        case .committed: accept(index, attempt)
        case .failed(.inputOutput): uncertain[index] = attempt
        case .failed(.full), .failed(.unavailable): load(index)
        case .failed(let failure): report("\(failure) for what fits")
        }
    }

    private mutating func accept(_ index: Int, _ attempt: BatchScript) {
        scripts[index] = attempt
        batchCounts[index] += 1
        committed += 1
    }

    /// Finds out what became of the requests that failed; false if the store can't say yet. All
    /// of them were one transaction, so all are there or none is.
    private mutating func settle() -> Bool {
        guard !uncertain.isEmpty else { return true }
        guard let store else { return false }
        var landed: Set<Int> = []
        for (index, attempt) in uncertain {
            let before = scripts[index]
            switch store.load(before.lobby) {
            case .lobby(attempt.expected): landed.insert(index)
            case .lobby(before.expected) where before.seq > 0: break
            case .absent where before.seq == 0: break
            case .unavailable:
                failures += 1
                return false
            case let other: report("lobby \(index) is neither with nor without: \(other)")
            }
        }
        if !landed.isEmpty, landed.count < uncertain.count { report("half of a transaction") }
        if !landed.isEmpty { landedThoughFailed += 1 }
        for index in landed.sorted() {
            if let attempt = uncertain[index] { accept(index, attempt) }
        }
        uncertain = [:]
        return true
    }
}

// MARK: Everything else

extension FaultRun {
    /// The store, opened if it isn't.
    private mutating func opened() -> WaitingStore? {
        if let store { return store }
        do throws(StoreError) {
            let store = try WaitingStore(folder: folder.data, limits: limits)
            if store.store.wasRestored { report("taken for a copy") }
            self.store = store
            return store
        } catch {
            failures += 1
            switch error {
            case .inputOutput, .full, .cannotOpen, .notDurable: break
            default: report("a failing disk is called \(error)")
            }
            return nil
        }
    }

    private mutating func close() {
        store?.close()
        store = nil
    }

    /// Expects the lobby to be as it is known to be in the log.
    private mutating func load(_ index: Int) {
        guard uncertain[index] == nil, let store = opened() else { return }
        let script = scripts[index]
        switch store.load(script.lobby) {
        case .lobby(script.expected) where script.seq > 0: break
        case .absent where script.seq == 0: break
        case .unavailable: failures += 1
        case let other: report("lobby \(index) isn't as acknowledged: \(other)")
        }
    }

    private mutating func find(_ index: Int) {
        guard uncertain[index] == nil, let store = opened(), let code = scripts[index].code
        else { return }
        switch store.find(code) {
        case .lobby(scripts[index].lobby) where scripts[index].seq > 0: break
        case .absent where scripts[index].seq == 0: break
        case .unavailable: failures += 1
        case let other: report("the code of lobby \(index) finds \(other)")
        }
    }

    private mutating func reserve() {
        guard let store = opened() else { return }
        let count = store.reserveCodes(2).count
        if count < 2 { failures += 1 }
    }

    private var backupPath: String { folder.path + "/backup.sqlite" }

    private mutating func backUp() {
        // The store may still be moving its log: calls of two threads have no order.
        _ = store?.reserveCodes(0)
        let before = FileManager.default.contents(atPath: backupPath)
        do {
            try EventStore.backup(folder: folder.data, to: backupPath)
            try checkBackup()
            backups += 1
        } catch {
            failures += 1
            let after = FileManager.default.contents(atPath: backupPath)
            if after != before { report("a backup that failed has changed the older one") }
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let strangers = Set(names).subtracting(["data", "backup.sqlite"])
        if !strangers.isEmpty { report("a backup has left behind \(strangers)") }
    }

    private mutating func checkBackup() throws {
        // Looked at on a disk that doesn't fail.
        let copy = try ScratchFolder(inMemory: true)
        try copy.copy(backupPath, to: copy.path + "/copy.sqlite")
        let log = try StoredLog.open(path: copy.path + "/copy.sqlite")
        if try log.integrity() != ["ok"] { report("a damaged backup") }
        for index in scripts.indices where uncertain[index] == nil {
            let reading = try log.read(scripts[index].lobby)
            let expected = scripts[index].seq > 0 ? scripts[index].expected : nil
            if reading.stored != expected || !reading.findings.isEmpty {
                report("lobby \(index) isn't in the backup as acknowledged")
            }
        }
    }
}

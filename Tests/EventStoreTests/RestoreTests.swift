import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Restoring from copies and the batches behind them")
struct RestoreTests {
    private static let time = WallTime(milliseconds: 1_790_000_000_000)
    private static let hour: Int64 = 3_600_000

    let folder = try! ScratchFolder()
    private let copier = try! BatchCopier()

    private var copies: String { folder.path + "/copies" }
    private var restored: String { folder.path + "/restored" }

    private func open() throws -> EventStore { try EventStore(folder: folder.data, copier: copier) }

    private func copy(into copies: CopyFolder, hours: Int64 = 0) throws {
        let time = WallTime(milliseconds: Self.time.milliseconds + hours * Self.hour)
        _ = try EventStore.copy(
            folder: folder.data, into: copies, copier: copier, now: time, keep: 3,
            intervalMilliseconds: Self.hour, replay: { _ in nil })
    }

    private func restore(
        from source: String? = nil, to target: String? = nil, replaces: Bool = false
    ) throws -> RestoreReport {
        try EventStore.restore(
            from: source ?? copies, to: target ?? restored, replaces: replaces, now: Self.time)
    }

    private func load(_ lobby: LobbyID, in folder: String) throws -> StoredLobby? {
        try EventStore.read(folder: folder, lobby)
    }

    /// Whether the lobby came back as it was. The server hasn't given it a new epoch yet.
    private func expect(
        _ script: BatchScript, in target: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let stored = try load(script.lobby, in: target ?? restored)
        #expect(stored == script.expected, sourceLocation: sourceLocation)
    }

    /// The only file of batches.
    private func batchFile() throws -> URL {
        let names = try FileManager.default.contentsOfDirectory(atPath: copies)
        let name = try #require(names.filter { $0.hasSuffix(".batches") }.max())
        return URL(fileURLWithPath: copies + "/" + name)
    }

    /// Two lobbies, of which the copy has the beginning and its file of batches the rest; one more
    /// that was created behind the copy. The store and the copier are closed.
    private func prepare() async throws -> [BatchScript] {
        let store = try open()
        let copies = try CopyFolder(copies)
        var scripts = [
            BatchScript(1, code: "ABC234"), BatchScript(2), BatchScript(3, code: "DEF567"),
        ]
        for index in 0..<2 {
            #expect(await store.commit(scripts[index].batch("Ann", "")) == .committed)
        }
        try copy(into: copies)
        for index in scripts.indices {
            let row = ReplicaRow.test(UInt64(index), last: 4)
            let batch = scripts[index].batch("Ben", "", replicas: [row])
            #expect(await store.commit(batch) == .committed)
        }
        scripts[0].code = nil
        #expect(await store.commit(scripts[0].batch("locked")) == .committed)
        #expect(await store.commit(scripts[1].batch("last")) == .committed)
        store.close()
        copier.close()
        return scripts
    }

    @Test("All that was committed behind a copy comes back, and each lobby gets a new epoch")
    func comesBack() async throws {
        let scripts = try await prepare()
        let report = try restore()
        #expect(report.lobbies == 3)
        #expect(report.batches == 5)
        #expect(report.unfitting == 0 && report.torn.isEmpty && report.passedOver.isEmpty)
        for script in scripts { try expect(script) }
        let store = try EventStore(folder: restored)
        #expect(store.wasRestored)
        #expect(await store.find("ABC234") == .absent)
        #expect(await store.find("DEF567") == .lobby(scripts[2].lobby))
        guard case .lobby(let stored) = await store.load(scripts[0].lobby) else {
            Issue.record("not there")
            return
        }
        #expect(stored.epoch != scripts[0].epoch)
        #expect(stored.records == scripts[0].expected.records)
    }

    @Test("The copy alone can be restored too")
    func copyAlone() async throws {
        let scripts = try await prepare()
        let file = try #require(CopyFolder.copies(in: copies).first).path
        let report = try restore(from: file)
        #expect(report.batches == 0 && report.lobbies == 2)
        #expect(try load(scripts[0].lobby, in: restored)?.records.count == 2)
        #expect(try load(scripts[2].lobby, in: restored) == nil)
    }

    @Test("Batches that the copy has already are passed over")
    func included() async throws {
        let store = try open()
        let copies = try CopyFolder(copies)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        let stamp = copies.nextStamp(now: Self.time)
        copier.beginFile(copies.batchesPath(stamp))
        var other = BatchScript(2)
        for batch in [script.batch("Ben"), other.batch("Cleo"), script.batch("Dora")] {
            #expect(await store.commit(batch) == .committed)
        }
        try EventStore.backup(folder: folder.data, to: copies.copyPath(stamp))
        #expect(await store.commit(script.batch("Emil")) == .committed)
        store.close()
        copier.close()
        let report = try restore()
        #expect(report.batches == 1 && report.unfitting == 0)
        for script in [script, other] { try expect(script) }
    }

    @Test("A file that is torn anywhere is brought in up to there")
    func torn() async throws {
        let scripts = try await prepare()
        let file = try batchFile()
        let whole = try Data(contentsOf: file)
        var seen: Set<Int> = []
        for length in stride(from: 0, to: whole.count, by: 7) {
            try whole.prefix(length).write(to: file)
            let target = folder.path + "/torn-\(length)"
            let report = try restore(to: target)
            seen.insert(report.batches)
            #expect(report.batches < 5 && report.unfitting == 0)
            let stored = try load(scripts[1].lobby, in: target)
            let records = try #require(stored).records
            #expect(scripts[1].expected.records.starts(with: records))
            try FileManager.default.removeItem(atPath: target)
        }
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test("A flipped bit anywhere in the batches brings nothing wrong in")
    func flipped() async throws {
        let scripts = try await prepare()
        let file = try batchFile()
        let whole = try Data(contentsOf: file)
        for place in stride(from: 0, to: whole.count, by: 5) {
            var damaged = whole
            damaged[place] ^= 0x10
            try damaged.write(to: file)
            let target = folder.path + "/flipped-\(place)"
            let report = try restore(to: target)
            #expect(!report.torn.isEmpty, "byte \(place)")
            for script in scripts {
                let records = try load(script.lobby, in: target)?.records ?? []
                #expect(script.expected.records.starts(with: records), "byte \(place)")
            }
            try FileManager.default.removeItem(atPath: target)
        }
    }

    @Test("If the newest copy is damaged the one before it brings all back, with both files")
    func passesOver() async throws {
        let store = try open()
        let folder = try CopyFolder(copies)
        var script = BatchScript(1, code: "ABC234")
        for hours in 0..<2 {
            #expect(await store.commit(script.batch("Ann", "")) == .committed)
            try copy(into: folder, hours: Int64(hours))
            #expect(await store.commit(script.batch("Ben")) == .committed)
        }
        store.close()
        copier.close()
        let newest = try #require(CopyFolder.copies(in: copies).first).path
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: newest))
        let report = try restore()
        #expect(report.passedOver == [newest])
        #expect(report.batches == 3)
        try expect(script)
    }

    @Test("Where batches are missing, what follows them is left out, and said")
    func missing() async throws {
        let store = try open()
        let folder = try CopyFolder(copies)
        var script = BatchScript(1)
        var other = BatchScript(2)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        try copy(into: folder)
        // A file of its own, which gets lost.
        let lost = folder.batchesPath(folder.nextStamp(now: Self.time))
        copier.beginFile(lost)
        #expect(await store.commit(script.batch("Ben")) == .committed)
        copier.beginFile(folder.batchesPath(folder.nextStamp(now: Self.time)))
        #expect(await store.commit(script.batch("Cleo")) == .committed)
        #expect(await store.commit(other.batch("Dora")) == .committed)
        store.close()
        copier.close()
        try FileManager.default.removeItem(atPath: lost)
        let report = try restore()
        #expect(report.unfitting == 1 && report.batches == 1)
        #expect(try load(script.lobby, in: restored)?.records.count == 1)
        try expect(other)
    }

    @Test("A database that is there is refused, or put aside whole if that is wanted")
    func putsAside() async throws {
        let scripts = try await prepare()
        #expect(throws: StoreError.self) { try restore(to: folder.data) }
        let before = try EventStore.lobbies(folder: folder.data)
        let report = try restore(to: folder.data, replaces: true)
        for script in scripts { try expect(script, in: folder.data) }
        let aside = try #require(report.aside)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/old", withIntermediateDirectories: false)
        try folder.copy(aside, to: folder.path + "/old/folf.sqlite")
        #expect(try EventStore.lobbies(folder: folder.path + "/old") == before)
    }

    @Test("What was put aside stays when another restore follows within the same second")
    func putsAsideTwice() async throws {
        let scripts = try await prepare()
        let first = try #require(try restore(to: folder.data, replaces: true).aside)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: first))
        let second = try #require(try restore(to: folder.data, replaces: true).aside)
        #expect(second == first + "-2")
        #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == bytes)
        for script in scripts { try expect(script, in: folder.data) }
    }

    @Test("A lobby that was erased from the database that is there stays so")
    func staysErased() async throws {
        let scripts = try await prepare()
        let store = try EventStore(folder: folder.data)
        let lapse = Lapse(
            untouchedSince: WallTime(milliseconds: .max), deletedBefore: Self.time, now: Self.time)
        let outcome = await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: 1) { continuation.resume(returning: $0) }
        }
        guard case .erased(let gone) = outcome, gone.count == 1 else {
            Issue.record("\(outcome)")
            return
        }
        store.close()
        let report = try restore(to: folder.data, replaces: true)
        #expect(report.erased == 1)
        for script in scripts {
            let stored = try load(script.lobby, in: folder.data)
            #expect((stored == nil) == gone.contains(script.lobby))
        }
        let again = try EventStore(folder: folder.data)
        #expect(await again.load(gone[0]) == .erased)
        again.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
    }

    @Test("A copy that isn't sound is left under no name, and isn't taken for the last good one")
    func unsound() async throws {
        let store = try open()
        let folder = try CopyFolder(copies)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        for hours in 0..<3 as Range<Int64> {
            let time = WallTime(milliseconds: Self.time.milliseconds + hours * Self.hour)
            #expect(throws: StoreError.self) {
                try EventStore.copy(
                    folder: self.folder.data, into: folder, copier: copier, now: time, keep: 3,
                    intervalMilliseconds: Self.hour, replay: { _ in "damaged" })
            }
        }
        store.close()
        copier.close()
        #expect(CopyFolder.lastCopied(in: copies) == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: copies)
        #expect(names.allSatisfy { $0 == "lock" || $0.hasSuffix(".batches") }, "\(names)")
    }

    @Test("Batches that can't be opened, and a folder in the draft's place, are refused")
    func cannotOpen() async throws {
        _ = try await prepare()
        let draft = folder.path + "/taken/restored.draft"
        try FileManager.default.createDirectory(
            atPath: draft, withIntermediateDirectories: true)
        #expect(throws: StoreError.cannotOpen(path: draft, reason: "File exists")) {
            try restore(to: folder.path + "/taken")
        }
        let batches = try batchFile().path
        try FileManager.default.removeItem(atPath: batches)
        try FileManager.default.createSymbolicLink(
            atPath: batches, withDestinationPath: "/nothing/here")
        #expect(
            throws: StoreError.cannotOpen(path: batches, reason: "No such file or directory")
        ) { try restore() }
    }

    @Test("A running server's folder is refused")
    func refusesRunning() async throws {
        _ = try await prepare()
        let store = try EventStore(folder: restored)
        #expect(throws: StoreError.locked(folder: restored, byProcess: getpid())) {
            try restore(replaces: true)
        }
        store.close()
    }

    @Test("After a restore that was broken off no server starts until it is repeated")
    func brokenOff() async throws {
        let scripts = try await prepare()
        try FileManager.default.createDirectory(
            atPath: restored, withIntermediateDirectories: false)
        for name in ["/restoring", "/restored.draft"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: restored + name))
        }
        #expect(throws: StoreError.self) { try EventStore(folder: restored) }
        _ = try restore()
        let names = try FileManager.default.contentsOfDirectory(atPath: restored)
        #expect(names.sorted() == ["folf.sqlite", "lock"])
        for script in scripts { try expect(script) }
        #expect(try EventStore(folder: restored).wasRestored)
    }

    @Test(
        "What is no copy is refused, and nothing is left of the try",
        arguments: ["text", "empty", "nothing"])
    func refusesOthers(kind: String) throws {
        let source = folder.path + "/source"
        if kind == "text" { try Data("text".utf8).write(to: URL(fileURLWithPath: source)) }
        if kind == "empty" {
            try FileManager.default.createDirectory(
                atPath: source, withIntermediateDirectories: false)
        }
        #expect(throws: StoreError.self) { try restore(from: source) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored) == ["lock"])
    }
}

import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Opening")
struct OpeningTests {
    let folder = try! ScratchFolder()

    @Test("A second instance is refused with the process id of the first")
    func locked() throws {
        let first = try EventStore(folder: folder.data)
        let expected = StoreError.locked(
            folder: folder.data, byProcess: ProcessInfo.processInfo.processIdentifier)
        #expect(throws: expected) { try EventStore(folder: folder.data) }
        #expect(expected.description.contains("\(ProcessInfo.processInfo.processIdentifier)"))
        first.close()
        #expect(throws: Never.self) { try EventStore(folder: folder.data).close() }
    }

    @Test("A folder that can't be made is named")
    func missingParent() {
        let path = folder.path + "/a/b"
        let expected = StoreError.cannotOpen(path: path, reason: "No such file or directory")
        #expect(throws: expected) { try EventStore(folder: path) }
    }

    @Test("A file of garbage is refused and left as it is")
    func garbage() throws {
        try EventStore(folder: folder.data).close()
        let garbage = Data((0..<8_192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: URL(fileURLWithPath: folder.database))
        let expected = StoreError.corrupt("\(folder.database): file is not a database")
        #expect(throws: expected) { try EventStore(folder: folder.data) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == garbage)
    }

    @Test("A file that lost its second half is refused")
    func torn() async throws {
        let store = try EventStore(folder: folder.data)
        for number in UInt64(1)...100 {
            var script = BatchScript(number)
            #expect(await store.commit(script.batch("a", "b", "c")) == .committed)
        }
        store.close()
        let size = try Data(contentsOf: URL(fileURLWithPath: folder.database)).count
        let handle = try #require(FileHandle(forWritingAtPath: folder.database))
        try handle.truncate(atOffset: UInt64(size / 2))
        try handle.close()
        let expected = StoreError.corrupt(
            "\(folder.database): database disk image is malformed")
        #expect(throws: expected) { try EventStore(folder: folder.data) }
    }

    @Test("A database of another program is refused and left as it is")
    func foreign() throws {
        try EventStore(folder: folder.data).close()
        try FileManager.default.removeItem(atPath: folder.database)
        try #require(FileManager.default.createFile(atPath: folder.database, contents: nil))
        try folder.edit("CREATE TABLE recipes (name TEXT)")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let expected = StoreError.foreign(path: folder.database)
        #expect(throws: expected) { try EventStore(folder: folder.data) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }

    @Test("A newer schema is refused, for writing and for reading")
    func newer() throws {
        try EventStore(folder: folder.data).close()
        let known = Int64(Schema.migrations.count)
        try folder.edit("PRAGMA user_version = \(known + 1)")
        let expected = StoreError.newerSchema(found: known + 1, known: known)
        #expect(throws: expected) { try EventStore(folder: folder.data) }
        #expect(throws: expected) { try EventStore.verify(folder: folder.data) }
    }

    @Test("A file of an earlier version is migrated once and keeps its lobbies")
    func migrates() async throws {
        var script = BatchScript(1)
        let store = try EventStore(folder: folder.data)
        #expect(await store.commit(script.batch("")) == .committed)
        store.close()
        let later = Schema.migrations + ["CREATE TABLE later (name TEXT) STRICT"]
        let notices = Collector<StoreNotice>()
        for _ in 1...2 {
            let opening = try StoreOpening(
                DataFolder(folder.data), limits: StoreLimits(), migrations: later
            ) { notices.add($0) }
            let reading = try opening.session.log.read(script.lobby)
            #expect(reading.stored == script.expected)
            #expect(opening.restoredLobbies == nil)
        }
        let version = Int64(later.count)
        #expect(notices.all == [.migrated(from: version - 1, to: version)])
        #expect(try folder.integer("PRAGMA user_version") == version)
        #expect(try folder.integer("SELECT count(*) FROM later") == 0)
    }

    @Test("A file of version 1, without waiting batches, is migrated and goes on")
    func migratesVersionOne() async throws {
        var script = BatchScript(1, code: "ABC234")
        var store = try EventStore(folder: folder.data, limits: Self.oneEventInRow)
        #expect(await store.commit(script.batch("Ann", "")) == .committed)
        store.close()
        try folder.edit(
            Self.undoneVersionFive + "DROP TABLE batches; ALTER TABLE events DROP COLUMN count; "
                + "ALTER TABLE replicas DROP COLUMN refused; PRAGMA user_version = 1")
        let notices = Collector<StoreNotice>()
        store = try EventStore(folder: folder.data) { notices.add($0) }
        let version = Int64(Schema.migrations.count)
        #expect(notices.all == [.migrated(from: 1, to: version)])
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        #expect(await store.commit(script.batch("Bo")) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
    }

    /// What makes a file of this version one of version 4.
    private static let undoneVersionFive =
        ClubSchema.rowTypes.map { "DROP TABLE \($0.table.name); " }.joined()
        + "DROP TABLE erased; DROP INDEX lobbies_deleted; "
        + "ALTER TABLE lobbies DROP COLUMN deleted_ms; "

    /// Limits with which each event has a row of its own, as before version 3.
    private static let oneEventInRow: StoreLimits = {
        var limits = StoreLimits()
        limits.eventRowBytesMax = 0
        return limits
    }()

    @Test("A file of version 2, with waiting batches and a row for each event, goes on")
    func migratesVersionTwo() async throws {
        var scripts = [BatchScript(1, code: "ABC234"), BatchScript(2)]
        var store = try EventStore(folder: folder.data, limits: Self.oneEventInRow)
        for _ in 1...3 {
            for index in scripts.indices {
                let row = ReplicaRow.test(UInt64(index), last: scripts[index].seq)
                let batch = scripts[index].batch("Ann", "", replicas: [row])
                #expect(await store.commit(batch) == .committed)
            }
        }
        // A copy of the open files is what a crash would leave.
        let old = folder.path + "/old"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try folder.copy(
                folder.database + suffix, to: DataFolder.databasePath(in: old) + suffix)
        }
        store.close()
        let path = DataFolder.databasePath(in: old)
        try SQLiteConnection.open(path: path, mode: .writing).execute(
            Self.undoneVersionFive + """
                ALTER TABLE batches RENAME COLUMN lobbies TO lobby;
                ALTER TABLE events DROP COLUMN count;
                ALTER TABLE replicas DROP COLUMN refused; PRAGMA user_version = 2
                """)
        let version = Int64(Schema.migrations.count)
        let refusal = StoreError.olderSchema(found: 2, known: version)
        #expect(throws: refusal) { try EventStore.verify(folder: old) }
        let notices = Collector<StoreNotice>()
        store = try EventStore(folder: old) { notices.add($0) }
        #expect(notices.all == [.migrated(from: 2, to: version), .restored(lobbies: 2)])
        for index in scripts.indices {
            guard case .lobby(let stored) = await store.load(scripts[index].lobby) else {
                Issue.record("lobby \(index) is gone")
                return
            }
            #expect(stored.records == scripts[index].expected.records)
            #expect(stored.replicas == scripts[index].expected.replicas)
            scripts[index].epoch = stored.epoch
            #expect(await store.commit(scripts[index].batch("Bo", "Cy")) == .committed)
        }
        store.close()
        #expect(try EventStore.verify(folder: old).isSound)
        for script in scripts {
            #expect(try EventStore.read(folder: old, script.lobby) == script.expected)
        }
    }

    @Test("A file of version 3, whose replicas have no refusals, goes on and keeps new ones")
    func migratesVersionThree() async throws {
        var script = BatchScript(1, code: "ABC234")
        var store = try EventStore(folder: folder.data)
        let rows = [ReplicaRow.test(1, last: 4), .test(2, last: 9)]
        #expect(await store.commit(script.batch("Ann", "", replicas: rows)) == .committed)
        store.close()
        try folder.edit(
            Self.undoneVersionFive
                + "ALTER TABLE replicas DROP COLUMN refused; PRAGMA user_version = 3")
        let notices = Collector<StoreNotice>()
        store = try EventStore(folder: folder.data) { notices.add($0) }
        #expect(notices.all == [.migrated(from: 3, to: Int64(Schema.migrations.count))])
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        var row = ReplicaRow.test(1, last: 6)
        row.refused = [RefusedOp(5, .notHost), RefusedOp(6, .stale)]
        #expect(await store.commit(script.batch("Bo", replicas: [row])) == .committed)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
        #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        try folder.edit(
            "UPDATE replicas SET refused = x'000000000000000500C8' WHERE refused <> x''")
        #expect(try !EventStore.verify(folder: folder.data).isSound)
    }

    @Test("A file of version 4, in which nothing was deleted yet, goes on and keeps deletions")
    func migratesVersionFour() async throws {
        var script = BatchScript(1, code: "ABC234")
        var store = try EventStore(folder: folder.data)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        store.close()
        try folder.edit(Self.undoneVersionFive + "PRAGMA user_version = 4")
        store = try EventStore(folder: folder.data)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        script.deletedAt = WallTime(milliseconds: 1_800_000_000_000)
        #expect(await store.commit(script.batch("")) == .committed)
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
        #expect(try EventStore.read(folder: folder.data, script.lobby) == script.expected)
        try folder.edit("UPDATE lobbies SET deleted_ms = NULL")
        #expect(try !EventStore.verify(folder: folder.data).isSound)
    }

    @Test("A file of version 5, without tables of accounts, gets them")
    func migratesVersionFive() async throws {
        var script = BatchScript(1)
        var store = try EventStore(folder: folder.data)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        store.close()
        let drops = ClubSchema.rowTypes.map { "DROP TABLE \($0.table.name); " }.joined()
        try folder.edit(drops + "PRAGMA user_version = 5")
        store = try EventStore(folder: folder.data)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        try store.signUp(1)
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
    }

    @Test("A migration that fails halfway leaves the file as it was")
    func failedMigration() throws {
        try EventStore(folder: folder.data).close()
        let later = Schema.migrations + ["CREATE TABLE later (name TEXT); SELECT nonsense"]
        let expected = StoreError.inputOutput(
            code: 1, message: "\(folder.database): no such column: nonsense")
        #expect(throws: expected) {
            try StoreOpening(
                DataFolder(folder.data), limits: StoreLimits(), migrations: later
            ) { _ in }
        }
        let version = Int64(Schema.migrations.count)
        #expect(try folder.integer("PRAGMA user_version") == version)
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'later'"
        #expect(try folder.integer(tables) == 0)
        #expect(throws: Never.self) { try EventStore(folder: folder.data).close() }
    }

    @Test("A database that can't have a write-ahead log is not durable")
    func notDurable() throws {
        let memory = try SQLiteConnection.open(path: ":memory:", mode: .writing)
        let expected = StoreError.notDurable(setting: "journal_mode = WAL")
        let thrown = #expect(throws: StoreError.self) {
            try memory.configureForWriting(StoreLimits(), path: ":memory:")
        }
        #expect(thrown == expected)
    }

    @Test("Less than synchronous = FULL is not durable")
    func notSynchronous() throws {
        try EventStore(folder: folder.data).close()
        let connection = try SQLiteConnection.open(path: folder.database, mode: .writing)
        try connection.configureForWriting(StoreLimits(), path: folder.database)
        try connection.execute("PRAGMA synchronous = NORMAL")
        let thrown = #expect(throws: StoreError.self) {
            try connection.requireDurability(path: folder.database)
        }
        #expect(thrown == .notDurable(setting: "synchronous = FULL"))
    }

    @Test("A flipped byte in the secret is found at the opening")
    func damagedSecret() throws {
        try EventStore(folder: folder.data).close()
        try folder.edit("UPDATE meta SET value = zeroblob(32) WHERE key = 'secret'")
        let expected = StoreError.corrupt(
            "\(folder.database): the table meta does not match its checksums")
        #expect(throws: expected) { try EventStore(folder: folder.data) }
    }
}

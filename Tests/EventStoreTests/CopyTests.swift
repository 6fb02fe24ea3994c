import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Copies and backups")
struct CopyTests {
    let folder = try! ScratchFolder()

    /// Two lobbies in a closed store.
    private func prepare() async throws -> [BatchScript] {
        let store = try EventStore(folder: folder.data)
        var scripts = [BatchScript(1, code: "ABC234"), BatchScript(2)]
        for index in scripts.indices {
            let batch = scripts[index].batch("Ann", "", replicas: [.test(1, last: 2)])
            #expect(await store.commit(batch) == .committed)
        }
        store.close()
        return scripts
    }

    private func load(_ store: EventStore, _ lobby: LobbyID) async throws -> StoredLobby {
        guard case .lobby(let stored) = await store.load(lobby) else {
            throw StoreError.corrupt("\(lobby)")
        }
        return stored
    }

    @Test("A folder that was moved keeps its epochs")
    func moved() async throws {
        let scripts = try await prepare()
        try FileManager.default.moveItem(atPath: folder.data, toPath: folder.path + "/moved")
        let store = try EventStore(folder: folder.path + "/moved")
        #expect(!store.wasRestored)
        #expect(await store.load(scripts[0].lobby) == .lobby(scripts[0].expected))
    }

    @Test("A folder that was copied gets a new epoch for each lobby, once")
    func copied() async throws {
        let scripts = try await prepare()
        let copy = folder.path + "/copy"
        try folder.copy(folder.data, to: copy)
        let notices = Collector<StoreNotice>()
        var store = try EventStore(folder: copy) { notices.add($0) }
        #expect(store.wasRestored)
        #expect(notices.all == [.restored(lobbies: 2)])
        var epochs: Set<Epoch> = []
        for script in scripts {
            let stored = try await load(store, script.lobby)
            epochs.insert(stored.epoch)
            #expect(stored.records == script.expected.records)
        }
        #expect(epochs.count == 2)
        #expect(!epochs.contains(scripts[0].epoch))
        store.close()

        store = try EventStore(folder: copy)
        #expect(!store.wasRestored)
        #expect(epochs.contains(try await load(store, scripts[0].lobby).epoch))
    }

    @Test("New epochs do not hide a damaged head")
    func copiedDamage() async throws {
        let scripts = try await prepare()
        try folder.edit("UPDATE lobbies SET epoch = epoch + 1 WHERE code IS NOT NULL")
        try folder.copy(folder.data, to: folder.path + "/copy")
        let store = try EventStore(folder: folder.path + "/copy")
        #expect(
            await store.load(scripts[0].lobby)
                == .corrupt(reason: "the head row does not match its checksum"))
        #expect(try await load(store, scripts[1].lobby).epoch != scripts[1].epoch)
    }

    @Test("A backup of a running store is whole, private, sound, and known as a copy")
    func backup() async throws {
        let scripts = try await prepare()
        let original = try EventStore(folder: folder.data)
        let target = folder.path + "/backup.sqlite"
        try EventStore.backup(folder: folder.data, to: target)
        try EventStore.backup(folder: folder.data, to: target)
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["backup.sqlite", "data"])

        let restored = folder.path + "/restored"
        try FileManager.default.createDirectory(
            atPath: restored, withIntermediateDirectories: false)
        try folder.copy(target, to: restored + "/folf.sqlite")
        #expect(try EventStore.verify(folder: restored).isSound)
        let store = try EventStore(folder: restored)
        #expect(store.wasRestored)
        #expect(store.secret == original.secret)
        let stored = try await load(store, scripts[0].lobby)
        #expect(stored.epoch != scripts[0].epoch)
        #expect(stored.records == scripts[0].expected.records)
        #expect(stored.replicas == scripts[0].expected.replicas)
        #expect(await store.find("ABC234") == .lobby(scripts[0].lobby))
    }

    @Test("A backup written over the original's bytes is known as a copy")
    func backupInPlace() async throws {
        _ = try await prepare()
        let target = folder.path + "/backup.sqlite"
        try EventStore.backup(folder: folder.data, to: target)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
        let handle = try #require(FileHandle(forWritingAtPath: folder.database))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
        #expect(try EventStore(folder: folder.data).wasRestored)
    }

    @Test("A backup that fails leaves the older one and no draft")
    func failedBackup() async throws {
        let target = folder.path + "/backup.sqlite"
        try Data("older".utf8).write(to: URL(fileURLWithPath: target))
        #expect(throws: StoreError.self) {
            try EventStore.backup(folder: folder.data, to: target)
        }
        _ = try await prepare()
        let missing = folder.path + "/missing/backup.sqlite"
        #expect(throws: StoreError.self) {
            try EventStore.backup(folder: folder.data, to: missing)
        }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/taken/full", withIntermediateDirectories: true)
        #expect(throws: StoreError.self) {
            try EventStore.backup(folder: folder.data, to: folder.path + "/taken")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("older".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["backup.sqlite", "data", "taken"])
    }
}

import Documents
import Foundation
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

/// A wound to lobby 1, and what is said about it.
struct Wound: Sendable, CustomTestStringConvertible {
    var sql: String
    var reason: String
    var testDescription: String { sql }

    static let all = [
        Wound(
            "UPDATE events SET body = CAST(replace(body, 'event', 'evenu') AS BLOB) "
                + "WHERE seq = 2 AND",
            "event 2: the event does not match its checksum"),
        Wound(
            "UPDATE events SET hash = hash + 1 WHERE seq = 3 AND",
            "event 3: the event does not match its checksum"),
        Wound(
            "UPDATE events SET checksum = checksum + 1 WHERE seq = 1 AND",
            "event 1: the event does not match its checksum"),
        Wound(
            "DELETE FROM events WHERE seq = 2 AND",
            "event 3: the events before this one are missing, from 2"),
        Wound(
            "DELETE FROM events WHERE seq = 3 AND",
            "the log ends with event 2, the head says 3"),
        Wound(
            "UPDATE texts SET body = x'00' WHERE seq = 2 AND",
            "event 2: the text does not match its checksum"),
        Wound(
            "UPDATE texts SET seq = 3 WHERE seq = 2 AND",
            "event 3: the text does not match its checksum"),
        Wound(
            "UPDATE replicas SET last_number = last_number + 1 WHERE last_number = 5 AND",
            "replica 0000000000000001ffffffffffffffff does not match its checksum"),
        Wound(
            "UPDATE replicas SET person = x'00' WHERE last_number = 5 AND",
            "a replica row has values out of range"),
        Wound(
            "UPDATE lobbies SET epoch = epoch + 1 WHERE",
            "the head row does not match its checksum"),
        Wound(
            "UPDATE lobbies SET code = 'ZZZZZZ' WHERE",
            "the head row does not match its checksum"),
        Wound("DELETE FROM lobbies WHERE", "the head row is missing"),
    ]

    /// Wounds of a lobby whose three events are in one row.
    static let packed = [
        Wound(
            "UPDATE events SET body = CAST(replace(body, 'event 2', 'event 3') AS BLOB) "
                + "WHERE seq = 1 AND",
            "event 1: the event does not match its checksum"),
        Wound(
            "UPDATE events SET body = CAST(substr(body, 1, 30) AS BLOB) WHERE seq = 1 AND",
            "event 1: the event does not match its checksum"),
        Wound(
            "UPDATE events SET count = 2 WHERE count = 3 AND",
            "event 1: the event does not match its checksum"),
        Wound(
            "UPDATE events SET count = 1 WHERE count = 3 AND",
            "event 1: the event does not match its checksum"),
        Wound(
            "UPDATE events SET seq = 2 WHERE seq = 1 AND",
            "event 2: the event does not match its checksum"),
        Wound("DELETE FROM events WHERE", "event 1: the text has no event"),
    ]

    private init(_ sql: String, _ reason: String) {
        self.sql = sql
        self.reason = reason
    }
}

@Suite("Damage")
struct DamageTests {
    let folder = try! ScratchFolder()

    /// Two closed games, with a row for each event unless they are `packed`.
    private func prepare(
        packed: Bool = false
    ) async throws -> (hurt: BatchScript, sound: BatchScript) {
        var limits = StoreLimits()
        if !packed { limits.eventRowBytesMax = 0 }
        let store = try EventStore(folder: folder.data, limits: limits)
        var hurt = BatchScript(1, code: "ABC234")
        var sound = BatchScript(2)
        let replicas = [ReplicaRow.test(1, last: 5), .test(2, last: 6)]
        #expect(await store.commit(hurt.batch("Ann", "Bo", "", replicas: replicas)) == .committed)
        #expect(await store.commit(sound.batch("Cy", "", "", replicas: replicas)) == .committed)
        store.close()
        return (hurt, sound)
    }

    @Test(
        "Damage to a row is named, and other lobbies are not concerned",
        arguments: Wound.all.map { ($0, false) } + Wound.packed.map { ($0, true) })
    func isolated(_ wound: Wound, _ packed: Bool) async throws {
        let (hurt, sound) = try await prepare(packed: packed)
        try folder.edit("\(wound.sql) lobby = x'\(hurt.lobby.value)'")
        let store = try EventStore(folder: folder.data)
        #expect(await store.load(hurt.lobby) == .corrupt(reason: wound.reason))
        #expect(await store.load(sound.lobby) == .lobby(sound.expected))

        let report = try EventStore.verify(folder: folder.data)
        #expect(report.findings.first?.lobby == hurt.lobby)
        #expect(report.findings.first?.reason == wound.reason)
        #expect(report.findings.allSatisfy { $0.lobby == hurt.lobby })
        #expect(report.integrity == ["ok"])
        let expected = StoreError.corruptLobby(hurt.lobby, reason: wound.reason)
        #expect(throws: expected) { try EventStore.read(folder: folder.data, hurt.lobby) }
    }

    @Test("Rows of another lobby's log with sound checksums do not pass for this one's")
    func swapped() async throws {
        let (hurt, sound) = try await prepare()
        try folder.edit("DELETE FROM events WHERE lobby = x'\(hurt.lobby.value)'")
        try folder.edit(
            """
            INSERT INTO events SELECT x'\(hurt.lobby.value)', seq, body, hash, checksum, count
            FROM events WHERE lobby = x'\(sound.lobby.value)'
            """)
        let store = try EventStore(folder: folder.data)
        let reason = "event 1: the event does not match its checksum"
        #expect(await store.load(hurt.lobby) == .corrupt(reason: reason))
    }

    @Test("A chain of hashes that is broken with sound checksums is found")
    func brokenChain() async throws {
        let (hurt, _) = try await prepare()
        var record = hurt.expected.records[1]
        record.hash ^= 1
        let row = EventRow(seq: record.seq, count: 1, body: record.body, hash: record.hash)
        let connection = try SQLiteConnection.open(path: folder.database, mode: .writing)
        try connection.prepare(
            "UPDATE events SET hash = ?1, checksum = ?2 WHERE lobby = ?3 AND seq = 2"
        ).run([
            .unsigned(record.hash), RowChecksum.events(hurt.lobby, row).value, hurt.lobby.blob,
        ])
        let report = try EventStore.verify(folder: folder.data)
        #expect(
            report.findings.map(\.reason) == [
                "event 2: the rolling hash is wrong", "event 3: the rolling hash is wrong",
            ])
    }

    /// Loads that all wait when the store comes to the first of them.
    private func loadTogether(_ lobbies: [LobbyID], in store: EventStore) -> [LoadOutcome] {
        let (gate, done) = (CountingSemaphore(), CountingSemaphore())
        let outcomes = Lock<[LoadOutcome]>([])
        store.load(lobbies[0]) { _ in gate.wait() }
        for lobby in lobbies {
            store.load(lobby) { outcome in
                outcomes.withLock { $0.append(outcome) }
                done.signal()
            }
        }
        gate.signal()
        for _ in lobbies { done.wait() }
        return outcomes.withLock { $0 }
    }

    @Test("A damaged page costs only the lobbies on it, also of those that are read together")
    func damagedPage() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...3).map { BatchScript($0) }
        // Five rows fill a page, so those in the middle of the second lobby have only its own
        // beside them.
        let text = String(repeating: "x", count: 700)
        for index in scripts.indices {
            for _ in 1...20 {
                #expect(await store.commit(scripts[index].batch(text)) == .committed)
            }
        }
        store.close()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        // Some rows stand on the inner pages of the tree; a leaf begins with 10.
        let pages = (8...12).compactMap { (seq: UInt8) -> Int? in
            let row = scripts[1].lobby.value.bytes + [seq] + Array("xxxx".utf8)
            return bytes.firstRange(of: row).map { $0.lowerBound / 4_096 * 4_096 }
        }
        let page = try #require(pages.first { bytes[$0] == 10 })
        bytes.replaceSubrange(page..<page + 8, with: repeatElement(0xEE, count: 8))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
        let damaged = try EventStore(folder: folder.data)
        guard case .corrupt(let reason) = await damaged.load(scripts[1].lobby) else {
            Issue.record("the damage was not found")
            return
        }
        #expect(reason == "the database file: database disk image is malformed")
        #expect(await damaged.load(scripts[0].lobby) == .lobby(scripts[0].expected))
        #expect(await damaged.load(scripts[2].lobby) == .lobby(scripts[2].expected))
        let expected: [LoadOutcome] = [
            .corrupt(reason: reason), .lobby(scripts[2].expected), .lobby(scripts[0].expected),
        ]
        #expect(loadTogether([1, 2, 0].map { scripts[$0].lobby }, in: damaged) == expected)
        let report = try EventStore.verify(folder: folder.data)
        #expect(report.integrity != ["ok"])
        #expect(report.findings.contains { $0.lobby == scripts[1].lobby })
    }

    @Test("A page of waiting batches that can't be read costs at most what was on it")
    func unreadableBatches() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...6).map { BatchScript($0, code: $0 == 6 ? nil : "ABC23\($0 + 1)") }
        for index in scripts.indices {
            #expect(await store.commit(scripts[index].batch("Ann")) == .committed)
        }
        // The last game has its batches before those of the others, the page in the middle.
        for round in 0..<40 {
            let index = round < 4 ? 5 : round % 5
            let row = ReplicaRow.test(UInt64(index), last: UInt64(round))
            let batch = scripts[index].batch(
                String(repeating: "x", count: 400), replicas: [row])
            #expect(await store.commit(batch) == .committed)
        }
        let crashed = folder.path + "/crashed"
        try FileManager.default.createDirectory(
            atPath: crashed, withIntermediateDirectories: false)
        let path = DataFolder.databasePath(in: crashed)
        for suffix in ["", "-wal"] { try folder.copy(folder.database + suffix, to: path + suffix) }
        do {
            let copy = try SQLiteConnection.open(path: path, mode: .writing)
            // Only by reading does it learn that there is a log.
            #expect(try copy.integer("SELECT count(*) FROM batches") == 40)
            try copy.checkpoint()
        }
        try damagePage(of: path, with: Array("lobby 1 event 6".utf8))
        #expect(try EventStore.verify(folder: crashed).findings.contains { $0.lobby == nil })

        let notices = Collector<StoreNotice>()
        var copy = try EventStore(folder: crashed) { notices.add($0) }
        let table = "batches_unreadable_1"
        #expect(notices.all == [.setAside(table: table), .restored(lobbies: 6)])
        #expect(copy.wasRestored)
        var kept = 0
        for index in scripts.indices {
            guard case .lobby(let stored) = await copy.load(scripts[index].lobby) else {
                Issue.record("game \(index) is gone")
                return
            }
            #expect(stored.epoch != scripts[index].epoch)
            #expect(scripts[index].expected.records.starts(with: stored.records))
            kept += stored.records.count
            // The game goes on from there.
            scripts[index].epoch = stored.epoch
            scripts[index].seq = Seq(stored.records.count)
            scripts[index].hash = stored.records.last?.hash ?? 0
            scripts[index].expected = stored
            #expect(await copy.commit(scripts[index].batch("Bo")) == .committed)
        }
        #expect(scripts[5].expected.records.count == 6)
        #expect((20..<46).contains(kept))
        copy.close()
        copy = try EventStore(folder: crashed)
        #expect(!copy.wasRestored)
        for script in scripts {
            #expect(await copy.load(script.lobby) == .lobby(script.expected))
        }
        copy.close()
        let report = try EventStore.verify(folder: crashed)
        #expect(report.findings == [StoreFinding(unreadable: table)])
        #expect(report.events == kept + 6)
    }

    /// Spoils the header of the page in the file at `path` that holds `bytes`.
    private func damagePage(of path: String, with bytes: [UInt8]) throws {
        var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let place = try #require(file.firstRange(of: bytes)).lowerBound
        let page = place / 4_096 * 4_096
        #expect(file[page] == 13)
        file.replaceSubrange(page..<page + 8, with: repeatElement(0xEE, count: 8))
        try Data(file).write(to: URL(fileURLWithPath: path))
    }

    @Test("A code whose entry in the index names no lobby is not called unknown")
    func damagedIndex() async throws {
        let (hurt, _) = try await prepare()
        // The index has the code and then the lobby; the table has the lobby first.
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        let entry = Array("ABC234".utf8) + hurt.lobby.value.bytes
        let place = try #require(bytes.firstRange(of: entry))
        bytes[place.upperBound - 1] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
        let store = try EventStore(folder: folder.data)
        guard case .unavailable(let reason) = await store.find("ABC234") else {
            Issue.record("the damage was not found")
            return
        }
        #expect(reason.contains("the index of codes names a lobby without that code"))
        #expect(await store.find("ABC235") == .absent)
        guard case .lobby(let stored) = await store.load(hurt.lobby) else {
            Issue.record("the lobby itself is sound")
            return
        }
        #expect(stored.records == hurt.expected.records)
        store.close()
        #expect(try !EventStore.verify(folder: folder.data).isSound)
    }

    @Test("Verifying a sound folder beside its server counts everything and replays each lobby")
    func verifies() async throws {
        let (first, second) = try await prepare()
        let store = try EventStore(folder: folder.data)
        var third = BatchScript(3)
        #expect(await store.commit(third.batch("Di")) == .committed)
        var replayed: [LobbyID] = []
        let report = try EventStore.verify(folder: folder.data) { lobby in
            replayed.append(lobby.lobby)
            return lobby == third.expected ? "does not replay" : nil
        }
        let lobbies = [first, second, third].map(\.lobby)
        #expect(replayed == lobbies)
        #expect(report.lobbies == 3)
        #expect(report.events == 7)
        #expect(report.texts == 4)
        #expect(report.replicas == 4)
        #expect(
            report.findings
                == [StoreFinding(lobby: third.lobby, seq: nil, what: "does not replay")])
        #expect(report.integrity == ["ok"])
        #expect(try EventStore.lobbies(folder: folder.data) == lobbies)
        #expect(try EventStore.read(folder: folder.data, second.lobby) == second.expected)
        #expect(try EventStore.read(folder: folder.data, .test(9)) == nil)
    }
}

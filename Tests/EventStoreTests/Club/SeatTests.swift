import Club
import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Seats")
struct SeatTests {
    let folder = try! ScratchFolder()

    private func commit(
        _ script: inout BatchScript, _ persons: [UInt64], at time: WallTime, _ store: EventStore
    ) async {
        var batch = script.batch("")
        batch.joined = persons.map { PersonID(.test($0)) }
        let batches = [batch]
        let outcome = await withCheckedContinuation { continuation in
            store.commit(batches, now: time) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .committed)
    }

    @Test("The seats of an account's persons come page by page, the newest first")
    func pages() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...5).map { BatchScript($0) }
        for index in scripts.indices {
            await commit(&scripts[index], [1, 2], at: .day(Int64(index) / 2 + 1), store)
            await commit(&scripts[index], [1], at: .day(9), store)
        }
        let persons = [PersonID(.test(1)), PersonID(.test(2)), PersonID(.test(3))]
        var pages: [[LobbySeat]] = []
        while pages.last?.isEmpty != true {
            let last = pages.last?.last
            pages.append(
                try store.readClub { (tables) throws(ClubFault) in
                    try tables.seats(of: persons, after: last, countMax: 3)
                })
        }
        #expect(pages.map(\.count) == [3, 3, 3, 1, 0])
        let all = pages.flatMap { $0 }
        #expect(Set(all.map { "\($0.person) \($0.lobby)" }).count == 10)
        #expect(all.map(\.since) == all.map(\.since).sorted(by: >))
        #expect(all.first?.since == .day(3))
    }

    @Test("A lobby that is erased takes its seats and invitations along")
    func erased() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        await commit(&script, [1], at: .day(1), store)
        let lapse = Lapse(untouchedSince: .day(5), deletedBefore: .day(0), now: .day(9))
        let outcome = await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: 9) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .erased([script.lobby]))
        #expect(await store.lobbies(of: PersonID(.test(1))).isEmpty)
    }

    @Test("Seats taken behind a copy come back with its batches")
    func replayed() async throws {
        let copies = try CopyFolder(folder.path + "/copies")
        let copier = try BatchCopier()
        let store = try EventStore(folder: folder.data, copier: copier)
        var script = BatchScript(1)
        await commit(&script, [1], at: .day(1), store)
        _ = try EventStore.copy(
            folder: folder.data, into: copies, copier: copier, now: .day(2), keep: 1,
            intervalMilliseconds: 1, replay: { _ in nil })
        await commit(&script, [2], at: .day(3), store)
        var other = BatchScript(2)
        await commit(&other, [1], at: .day(4), store)
        store.close()
        copier.close()
        let restored = folder.path + "/restored"
        _ = try EventStore.restore(
            from: copies.path, to: restored, replaces: false, now: .day(9))
        let again = try EventStore(folder: restored)
        #expect(await again.lobbies(of: PersonID(.test(1))) == [script.lobby, other.lobby])
        let second = try again.readClub { (tables) throws(ClubFault) in
            try tables.seats(of: [PersonID(.test(2))], after: nil, countMax: 9)
        }
        #expect(second.map(\.since) == [.day(3)])
    }

    @Test("A page of seats that can't be read keeps nobody from joining")
    func damagedPage() async throws {
        var store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        await commit(&script, [1], at: .day(1), store)
        store.close()
        let page = try #require(
            try folder.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'seats'"))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        let start = Int(page - 1) * 4_096
        bytes.replaceSubrange(start..<start + 8, with: repeatElement(0xEE, count: 8))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
        store = try EventStore(folder: folder.data)
        await commit(&script, [2], at: .day(2), store)
        var other = BatchScript(2)
        await commit(&other, [1], at: .day(2), store)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
        store.close()
        #expect(try !EventStore.verify(folder: folder.data).isSound)
    }

    @Test("Seats are taken anew from the logs of a folder that has none, as often as one wants")
    func rebuilds() async throws {
        let store = try EventStore(folder: folder.data)
        var scripts = (1...300).map { BatchScript($0) }
        for index in scripts.indices {
            await commit(&scripts[index], [UInt64(index)], at: .day(1), store)
        }
        #expect(throws: StoreError.self) {
            try EventStore.rebuild(folder: folder.data) { _ in Derivation(seats: []) }
        }
        store.close()
        try folder.edit("DELETE FROM seats")
        try folder.edit("UPDATE lobbies SET epoch = 1 WHERE lobby = x'\(scripts[7].lobby.value)'")
        let person = PersonID(.test(77))
        for _ in 1...2 {
            let report = try EventStore.rebuild(folder: folder.data) { stored in
                let seat = LobbySeat(person: person, lobby: stored.lobby, since: .day(4))
                return stored.lobby == scripts[0].lobby ? nil : Derivation(seats: [seat, seat])
            }
            #expect(report.lobbies == 300)
            #expect(report.seats == 298)
            #expect(Set(report.damaged) == [scripts[0].lobby, scripts[7].lobby])
        }
        let count = "SELECT count(*) FROM seats"
        #expect(try folder.integer(count) == 298)
        #expect(
            try folder.integer("\(count) WHERE since_ms = \(WallTime.day(4).milliseconds)") == 298)
    }

    @Test("A folder of version 6 has no seats yet, and goes on")
    func migrates() async throws {
        var store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        await commit(&script, [1], at: .day(1), store)
        store.close()
        try folder.edit(
            """
            DROP TABLE seats; DROP TABLE column_claims; DROP TABLE courses; DROP TABLE layouts;
            DROP TABLE layout_versions; DROP TABLE results; DROP TABLE result_keys;
            DROP TABLE projected; DROP TABLE result_stamps; DROP TABLE shared_courses;
            DROP TABLE course_roles; DROP TABLE course_changes;
            DROP TABLE course_comments; DROP TABLE course_matches; PRAGMA user_version = 6
            """)
        store = try EventStore(folder: folder.data)
        #expect(await store.lobbies(of: PersonID(.test(1))).isEmpty)
        await commit(&script, [1], at: .day(2), store)
        #expect(await store.lobbies(of: PersonID(.test(1))) == [script.lobby])
    }
}

import Club
import Documents
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Claimed columns")
struct ColumnTests {
    let folder = try! ScratchFolder()

    @Test("A person claims as many columns as the limit says, and no more")
    func limit() throws {
        let store = try EventStore(folder: folder.data)
        let most = UInt64(ClubLimit.columns.max)
        try store.changeClub { (tables) throws(ClubFault) in
            for lobby in 1...most {
                try tables.insert(.test(lobby: lobby), for: [PersonID(.test(1))], offered: .day(1))
            }
        }
        #expect(throws: ClubFault.tooMany(.columns)) {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.insert(
                    .test(lobby: most + 1), for: [PersonID(.test(1))], offered: .day(1))
            }
        }
    }

    @Test("A claim of a person who is erased is gone, also from a copy that still had it")
    func erased() throws {
        let person = PersonID(.test(1))
        var store = try EventStore(folder: folder.data)
        let claims = { (store: EventStore) in
            try store.readClub { (tables) throws(ClubFault) in
                try tables.claims(in: LobbyID(.test(5)))
            }
        }
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(.test(lobby: 5), for: [person], offered: .day(1))
        }
        #expect(try claims(store) == [.test(lobby: 5)])
        try store.retire([RetiredEntry(.person(person), at: .day(2))]) { _ in }
        #expect(try claims(store).isEmpty)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(.test(lobby: 5), for: [person], offered: .day(1))
        }
        store.close()
        try folder.edit("DELETE FROM erased_persons")
        store = try EventStore(folder: folder.data)
        #expect(try claims(store).isEmpty)
        store.close()
    }

    @Test("A lobby that is erased takes the claims of its columns along")
    func lapsed() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        let batches = [script.batch("")]
        let outcome = await withCheckedContinuation { continuation in
            store.commit(batches, now: .day(1)) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .committed)
        let lobby = script.lobby
        var claim = ColumnClaim.test(lobby: 1)
        claim.lobby = lobby
        let written = claim
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(written, for: [written.person], offered: .day(1))
        }
        let lapse = Lapse(untouchedSince: .day(5), deletedBefore: .day(0), now: .day(9))
        let erased = await withCheckedContinuation { continuation in
            store.erase(lapse, lobbiesMax: 9) { continuation.resume(returning: $0) }
        }
        #expect(erased == .erased([lobby]))
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.claims(in: lobby).isEmpty)
        }
    }
}

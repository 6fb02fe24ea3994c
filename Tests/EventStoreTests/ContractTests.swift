import Club
package import Documents
import LogContract
import Testing

@testable import EventStore

extension EventStore: SeatedLog {
    package func lobbies(of person: PersonID) async -> Set<LobbyID> {
        let seats = try? readClub { (tables) throws(ClubFault) in
            try tables.seats(of: [person], after: nil, countMax: 100)
        }
        return Set((seats ?? []).map(\.lobby))
    }
}

struct ContractTests {
    let folder = try! ScratchFolder()

    @Test("A log in SQLite keeps the contract", arguments: LogClause.allCases)
    func contract(_ clause: LogClause) async throws {
        let store = try EventStore(folder: folder.data)
        #expect(await clause.faults(of: store) == [])
        store.close()
    }

    @Test(
        "A log in SQLite that sorts with every commit keeps the contract",
        arguments: LogClause.allCases)
    func sortedContract(_ clause: LogClause) async throws {
        var limits = StoreLimits()
        limits.unsortedBatchesMax = 1
        limits.transactionRowsMax = 1
        let store = try EventStore(folder: folder.data, limits: limits)
        #expect(await clause.faults(of: store) == [])
        store.close()
    }
}

package import Club
package import Documents
import Log

extension LobbySeat: ClubRow {
    static let table = ClubTable("seats", .seats, ["person", "since_ms", "lobby"], keyCount: 3)

    var values: [SQLiteValue] {
        [.identifier(person.value), SQLiteValue(since), lobby.blob]
    }

    init?(_ row: SQLiteRow) {
        guard let person = row.identifier(0), let lobby = row.identifier(2) else { return nil }
        self.init(person: PersonID(person), lobby: LobbyID(lobby), since: row.moment(1))
    }
}

/// Writes who has joined, in the transaction of the batch that says so. Who has a seat already
/// keeps it.
final class SeatWriter {
    private let insert: SQLiteStatement
    private let delete: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        insert = try connection.prepare(LobbySeat.table.insertMissing)
        delete = try connection.prepare("DELETE FROM seats WHERE lobby = ?1")
    }

    func write(_ batch: LobbyBatch, since: WallTime) throws(SQLiteError) {
        for person in batch.joined {
            let seat = LobbySeat(person: person, lobby: batch.lobby, since: since)
            try insert.run(seat.written)
        }
    }

    /// Of a person who is there twice the first seat counts.
    func replace(of lobby: LobbyID, by seats: [LobbySeat]) throws(SQLiteError) {
        try delete.run([lobby.blob])
        for seat in seats { try insert.run(seat.written) }
    }
}

extension ClubTables {
    /// The seats of some persons in games, the newest first; those behind `after` in that order. A
    /// column that they have claimed counts as a seat.
    package func seats(
        of persons: [PersonID], after: LobbySeat?, countMax: Int
    ) throws(ClubFault) -> [LobbySeat] {
        var found: [LobbySeat] = []
        let end = after ?? .last
        for person in persons {
            let values: [SQLiteValue] = [
                .identifier(person.value), SQLiteValue(end.since), end.lobby.blob,
                .integer(Int64(countMax) + 1),
            ]
            let seats: [LobbySeat] = try rows(
                where: "person = ?1 AND (since_ms, lobby) <= (?2, ?3) AND \(LobbyID.isNoNotebook) "
                    + "ORDER BY since_ms DESC, lobby DESC LIMIT ?4", values)
            let claims: [ColumnClaim] = try rows(
                where: "person = ?1 AND state = 0 AND (claimed_ms, lobby) <= (?2, ?3) "
                    + "ORDER BY claimed_ms DESC, lobby DESC LIMIT ?4", values)
            let columns = claims.map {
                LobbySeat(person: person, lobby: $0.lobby, since: $0.claimed)
            }
            found += (seats + columns).filter { after == nil || $0.isOlder(than: end) }
        }
        return Array(found.sorted { $1.isOlder(than: $0) }.prefix(countMax))
    }
}

extension LobbySeat {
    /// None is newer.
    fileprivate static let last = LobbySeat(
        person: PersonID(.highest), lobby: LobbyID(.highest),
        since: WallTime(milliseconds: .max))

    fileprivate func isOlder(than other: LobbySeat) -> Bool {
        (since, lobby.value, person.value)
            < (other.since, other.lobby.value, other.person.value)
    }
}

extension Identifier128 {
    static let highest = Identifier128(high: .max, low: .max)
}

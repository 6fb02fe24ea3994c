import Club
import Documents

extension ColumnClaim: ClubRow {
    static let table = ClubTable(
        "column_claims", .columnClaims,
        [
            "lobby", "player", "claim", "person", "issuer", "host", "claimed_ms", "state",
            "changed_ms", "untold",
        ], keyCount: 2)

    var values: [SQLiteValue] {
        [
            lobby.blob, .integer(Int64(player)), .identifier(id), .identifier(person.value),
            .identifier(issuer.value), .identifier(host.value), SQLiteValue(claimed),
            .integer(state.rawValue), SQLiteValue(changed), .integer(untold.rawValue),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let lobby = row.identifier(0), let player = UInt32(exactly: row.integer(1)),
            let id = row.identifier(2), let person = row.identifier(3),
            let issuer = row.identifier(4), let host = row.identifier(5),
            let state = State(rawValue: row.integer(7))
        else { return nil }
        self.init(
            lobby: LobbyID(lobby), player: player, id: id, person: PersonID(person),
            issuer: PersonID(issuer), host: PersonID(host), claimed: row.moment(6), state: state,
            changed: row.moment(8), untold: Readers(rawValue: row.integer(9)))
    }
}

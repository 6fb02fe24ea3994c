import Club
import Documents

extension Invitation: ClubRow {
    static let table = ClubTable(
        "invitations", .invitations,
        ["invited", "invitation", "inviter", "lobby", "door", "course", "sent_ms"], keyCount: 2)

    var values: [SQLiteValue] {
        [
            .identifier(to.value), .identifier(id), .identifier(from.value), lobby.blob,
            SQLiteValue(door), .text(course), SQLiteValue(at),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let to = row.identifier(0), let id = row.identifier(1),
            let from = row.identifier(2), let lobby = row.identifier(3),
            let door = row.optionalIdentifier(4), let course = row.text(5)
        else { return nil }
        self.init(
            id: id, from: AccountID(from), to: AccountID(to), lobby: LobbyID(lobby),
            door: door, course: course, at: row.moment(6))
    }
}

extension Suggestion: ClubRow {
    static let table = ClubTable(
        "suggestions", .suggestions, ["suggestion", "text", "language", "sent_ms"])

    var values: [SQLiteValue] {
        [.identifier(id), .text(text), SQLiteValue(language), SQLiteValue(at)]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let text = row.text(1) else { return nil }
        self.init(id: id, text: text, language: row.text(2), at: row.moment(3))
    }
}

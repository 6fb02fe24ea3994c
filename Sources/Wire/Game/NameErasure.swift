public import Documents
import Lobby
public import Log

/// Taking a person's name out of a stored game, without a change to anything else of it.
///
/// Names stand in the texts of a log, apart from its bodies; the rolling hash is made of the bodies
/// alone. So other texts can take their place, and the log stays whole. What goes are the names
/// that somebody joined under, all that was ever typed as the name of a column of theirs, whoever
/// typed it, and the notes that they have written. The person's id stays: it means nothing to
/// anybody without the token.
public enum NameErasure {
    /// The texts that take the place of those in which the person is named, by their event.
    public static func texts(
        without person: PersonID, in stored: StoredLobby
    ) throws(WireError) -> [Seq: [UInt8]] {
        let lobby = try LogCoding<Lobby>.document(stored)
        guard let member = lobby.member(of: person) else { return [:] }
        let erasure = NamesOfMember(
            number: member.number, person: person,
            columns: Set(lobby.players.filter { $0.member == member.number }.map(\.id)))
        var replaced: [Seq: [UInt8]] = [:]
        for record in stored.records where !record.texts.isEmpty {
            var event = try LogCoding<Lobby>.event(record)
            event.change = erasure.without(event.change)
            let nameless = LogCoding<Lobby>.record(event, after: RollingHash.empty)
            // A body that a later version has written may not come out the same.
            guard nameless.body == record.body else { throw .missing(field: "texts") }
            if nameless.texts != record.texts { replaced[record.seq] = nameless.texts }
        }
        return replaced
    }
}

/// The names of one member, in whatever change they stand.
private struct NamesOfMember {
    let number: MemberNumber
    let person: PersonID
    /// The columns that are, or were, the member's.
    let columns: Set<PlayerID>

    private var neutral: String { "Player \(number.value)" }

    func without(_ change: Change) -> Change {
        switch change {
        case .created(var creation):
            if creation.host == person { creation.setup.hostName = neutral }
            return .created(creation)
        case .joined(var member):
            if member.person == person { member.name = neutral }
            return .joined(member)
        case .playerAdded(var player):
            if columns.contains(player.id) { player.name = neutral }
            return .playerAdded(player)
        case .cell(let key, let cell): return .cell(key, without(cell, at: key))
        case .quarantined(var edit):
            edit.value = without(edit.value, at: edit.key, by: edit.member)
            return .quarantined(edit)
        case .settled(let seq, let key, let cell):
            return .settled(seq, key, cell.map { without($0, at: key) })
        case .course, .standing, .playerRemoved, .playerPlaced, .stage, .host, .role, .lateJoin,
            .trust, .game, .invited, .claimed, .deleted:
            return change
        }
    }

    private func without(_ cell: Cell, at key: CellKey) -> Cell {
        let siblings = cell.siblings.map { sibling in
            var sibling = sibling
            sibling.value = without(sibling.value, at: key, by: sibling.member)
            return sibling
        }
        return Cell(version: cell.version, siblings: siblings)
    }

    private func without(
        _ value: CellValue, at key: CellKey, by author: MemberNumber
    ) -> CellValue {
        guard case .text = value else { return value }
        if key.field == .name, columns.contains(key.player) { return .text(neutral) }
        return key.field == .note && author == number ? .text("…") : value
    }
}

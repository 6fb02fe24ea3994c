import Documents
import Formats
import Lobby

extension ElementWriter {
    mutating func stage(_ stage: Stage) {
        json.beginArray()
        json.string(stage.phase.name)
        json.integer(stage.round)
        json.endArray()
    }

    mutating func key(_ key: CellKey) {
        json.integers([
            Int64(key.round), Int64(key.player.value), Int64(key.hole), Int64(key.field.rawValue),
        ])
    }

    mutating func value(_ value: CellValue) {
        switch value {
        case .empty: json.null()
        case .number(let number): json.integer(number)
        case .text(let text): self.text(text)
        }
    }

    mutating func siblings(of cell: Cell) {
        json.beginArray()
        for sibling in cell.siblings {
            json.beginArray()
            json.integer(sibling.seq)
            value(sibling.value)
            json.integers([
                Int64(sibling.member.value), Int64(sibling.replica.value), sibling.at,
                Int64(sibling.rank.rawValue),
            ])
            json.endArray()
        }
        json.endArray()
    }

    mutating func holes(_ holes: [Hole]) {
        json.beginArray()
        for hole in holes {
            json.beginArray()
            text(hole.label)
            json.integer(hole.par)
            json.endArray()
        }
        json.endArray()
    }

    mutating func member(_ member: Member) {
        json.integer(member.number.value)
        identifier(member.person.value)
        json.integer(member.role.rawValue)
        json.integer(member.standing.rawValue)
        json.integer(member.player?.value ?? 0)
        text(member.name)
    }

    mutating func player(_ player: Player) {
        json.integer(player.id.value)
        json.integer(player.member?.value ?? 0)
        text(player.name)
        json.integer(player.isRemoved ? 1 : 0)
    }

    /// As places of a positional array, without the number and since when.
    mutating func trust(_ trust: Trust) {
        json.integer(trust.need)
        json.beginArray()
        for scorer in trust.scorers { json.integer(scorer.value) }
        json.endArray()
        json.bool(trust.isBlind)
    }

    mutating func settings(orNull game: FormatGame?) {
        if let game { json.raw(game.settings.bytes) } else { json.null() }
    }

    mutating func quarantined(_ edit: QuarantinedEdit) {
        json.integer(edit.seq)
        json.integer(edit.reason.rawValue)
        key(edit.key)
        value(edit.value)
        json.integer(edit.member.value)
        json.integer(edit.replica.value)
        json.integer(edit.at)
    }
}

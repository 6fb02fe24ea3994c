import Documents
import Formats
import Lobby

extension ElementReader {
    mutating func player() throws(WireError) -> PlayerID { PlayerID(try json.integer()) }

    mutating func stage() throws(WireError) -> Stage {
        try json.beginPositions()
        guard let phase = Stage.Phase(name: try json.string()) else { throw unexpected() }
        let round: UInt8 = try nextInteger()
        guard round <= LobbyLimits.roundsMax else { throw unexpected() }
        try json.endPositions()
        return Stage(phase, round: round)
    }

    /// Reads four positions: round, player, hole, field.
    mutating func key() throws(WireError) -> CellKey {
        let round = try json.integer(as: UInt8.self)
        let player = PlayerID(try nextInteger())
        let hole: UInt8 = try nextInteger()
        return CellKey(round: round, player: player, hole: hole, field: try nextCase())
    }

    /// What stands in a cell of the log is no number beyond these, so that sums of them don't
    /// overflow, whoever has made the log up.
    private static let numbers = Int64(Int32.min)...Int64(UInt32.max)

    /// Reads the content of a cell of `field`: null, a number or a text.
    mutating func value(of field: Field) throws(WireError) -> CellValue {
        if try json.isNull() { return .empty }
        guard field.isNumeric else { return .text(try text()) }
        let start = json.position
        let number: Int64 = try json.integer()
        guard Self.numbers.contains(number) else { throw .unexpected(at: start) }
        return .number(number)
    }

    mutating func siblings(of field: Field) throws(WireError) -> [Sibling] {
        try list(countMax: LobbyLimits.siblingsMax) { reader throws(WireError) in
            try reader.sibling(of: field)
        }
    }

    private mutating func sibling(of field: Field) throws(WireError) -> Sibling {
        let seq = try json.integer(as: Seq.self)
        try next()
        return Sibling(
            seq: seq, value: try value(of: field), member: MemberNumber(try nextInteger()),
            replica: ReplicaTag(try nextInteger()), at: try nextInteger(), rank: try nextCase())
    }

    mutating func holes() throws(WireError) -> [Hole] {
        try list(countMax: LobbyLimits.holesMax) { reader throws(WireError) in
            let label = try reader.text()
            return Hole(label: label, par: Int64(try reader.nextInteger(as: Int32.self)))
        }
    }

    mutating func member() throws(WireError) -> Member {
        let number = MemberNumber(try json.integer())
        try next()
        let person = PersonID(try identifier())
        let role: Role = try nextCase()
        let standing: Standing = try nextCase()
        let player = PlayerID(try nextInteger())
        try next()
        return Member(
            number: number, person: person, role: role, standing: standing,
            player: player.value == 0 ? nil : player, name: try text())
    }

    mutating func column() throws(WireError) -> Player {
        let id = PlayerID(try json.integer())
        let member = MemberNumber(try nextInteger())
        try next()
        let name = try text()
        let removed: UInt8 = try nextInteger()
        return Player(
            id: id, member: member.value == 0 ? nil : member, name: name, isRemoved: removed == 1)
    }

    mutating func trust(number: UInt16, since: Seq) throws(WireError) -> Trust {
        let need: UInt8 = try json.integer()
        try next()
        let scorers = try array(countMax: LobbyLimits.scorersMax) { reader throws(WireError) in
            MemberNumber(try reader.json.integer())
        }
        try next()
        return Trust(
            number: number, since: since, need: need, scorers: scorers,
            isBlind: try json.bool())
    }

    /// Reads the settings of a game, whatever they say as long as they make one.
    mutating func settingsOrNull(depth: Int = 0) throws(WireError) -> FormatGame? {
        let place = try json.skip(depth: depth)
        do {
            let value = try JSONValue(Array(json.bytes[place]))
            return value == .nothing ? nil : try FormatGame(settings: value)
        } catch {
            throw .unexpected(at: place.lowerBound)
        }
    }

    /// Reads three positions: id, number, settings.
    mutating func game() throws(WireError) -> (id: UInt8, game: LobbyGame?) {
        let id = try json.integer(as: UInt8.self)
        let number: UInt16 = try nextInteger()
        try next()
        let settings = try settingsOrNull()
        return (id, settings.map { LobbyGame(id: id, number: number, settings: $0) })
    }

    mutating func quarantined() throws(WireError) -> QuarantinedEdit {
        let seq = try json.integer(as: Seq.self)
        let reason: QuarantinedEdit.Reason = try nextCase()
        try next()
        let key = try key()
        try next()
        return QuarantinedEdit(
            seq: seq, reason: reason, key: key, value: try value(of: key.field),
            member: MemberNumber(try nextInteger()), replica: ReplicaTag(try nextInteger()),
            at: try nextInteger())
    }
}

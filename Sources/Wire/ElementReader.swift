import Lobby

/// Reads what `ElementWriter` writes. Every count and number is checked against the limits of a
/// lobby, so that what comes out can be used without further care.
struct ElementReader {
    var json: JSONReader
    /// The texts of a log record; nil in messages.
    var textsApart: [String]?

    init(_ json: JSONReader, textsApart: [String]? = nil) {
        self.json = json
        self.textsApart = textsApart
    }

    private func unexpected() -> WireError { .unexpected(at: json.position) }

    mutating func next() throws(WireError) { try json.nextPosition() }

    /// An integer after a comma.
    mutating func nextInteger<Number: FixedWidthInteger>(
        as type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        try json.nextPosition()
        return try json.integer(as: type)
    }

    /// An integer after a comma that stands for a case of an enumeration.
    mutating func nextCase<Value: RawRepresentable>(
        of type: Value.Type = Value.self
    ) throws(WireError) -> Value where Value.RawValue: FixedWidthInteger {
        guard let value = Value(rawValue: try nextInteger()) else { throw unexpected() }
        return value
    }

    mutating func text() throws(WireError) -> String {
        guard let textsApart else { return try json.string() }
        let index = try json.integer(as: Int.self)
        guard textsApart.indices.contains(index) else { throw unexpected() }
        return textsApart[index]
    }

    mutating func textOrNull() throws(WireError) -> String? {
        try json.isNull() ? nil : try text()
    }

    mutating func identifier() throws(WireError) -> Identifier128 {
        let digits = try json.utf8()
        guard let id = Identifier128(digits: digits.span) else { throw unexpected() }
        return id
    }

    mutating func identifierOrNull() throws(WireError) -> Identifier128? {
        try json.isNull() ? nil : try identifier()
    }

    mutating func epoch() throws(WireError) -> Epoch {
        let digits = try json.utf8()
        guard let epoch = Epoch(digits: digits.span) else { throw unexpected() }
        return epoch
    }

    /// Nil for a string that is no token.
    mutating func token() throws(WireError) -> Token? {
        let digits = try json.utf8()
        return Token(digits: digits.span)
    }

    /// Nil for a string that is no proof.
    mutating func proof() throws(WireError) -> PositionProof? {
        let digits = try json.utf8()
        return PositionProof(digits: digits.span)
    }

    mutating func player() throws(WireError) -> PlayerID { PlayerID(try json.integer()) }

    mutating func stage() throws(WireError) -> Stage {
        try json.beginPositions()
        guard let phase = Stage.Phase(name: try json.string()) else { throw unexpected() }
        let round: UInt8 = try nextInteger()
        guard round <= LobbyLimits.roundsMax else { throw unexpected() }
        try json.endPositions()
        return Stage(phase, round: round)
    }

    /// Four positions: round, player, hole, field.
    mutating func key() throws(WireError) -> CellKey {
        let round = try json.integer(as: UInt8.self)
        let player = PlayerID(try nextInteger())
        let hole: UInt8 = try nextInteger()
        return CellKey(round: round, player: player, hole: hole, field: try nextCase())
    }

    /// What stands in a cell of `field`; null, a number or a text.
    mutating func value(of field: Field) throws(WireError) -> CellValue {
        if try json.isNull() { return .empty }
        switch field {
        case .throws, .par: return .number(Int64(try json.integer(as: Int32.self)))
        case .name, .course, .tee: return .text(try text())
        }
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

    mutating func code() throws(WireError) -> JoinCode? {
        if try json.isNull() { return nil }
        guard let code = JoinCode(try json.string()) else { throw unexpected() }
        return code
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

    /// An array of positional arrays; `element` reads the positions it knows.
    mutating func list<Element>(
        countMax: Int, _ element: (inout ElementReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        try array(countMax: countMax) { reader throws(WireError) in
            try reader.json.beginPositions()
            let value = try element(&reader)
            try reader.json.endPositions()
            return value
        }
    }

    /// An array of at most `countMax` values; `element` must consume one.
    mutating func array<Element>(
        countMax: Int, _ element: (inout ElementReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        var elements: [Element] = []
        try json.beginArray()
        while try json.hasElement() {
            guard elements.count < countMax else { throw .tooMany(at: json.position) }
            elements.append(try element(&self))
        }
        return elements
    }

    /// An object; `field` must consume the value of the name it is given.
    mutating func object(
        _ field: (inout ElementReader, JSONWord) throws(WireError) -> Void
    ) throws(WireError) {
        try json.beginObject()
        while let name = try json.nextField() { try field(&self, name) }
    }

    /// An object in which a field that is null says as much as one that isn't there.
    mutating func fields(
        _ field: (inout ElementReader, JSONWord) throws(WireError) -> Void
    ) throws(WireError) {
        try object { reader, name throws(WireError) in
            if try !reader.json.isNull() { try field(&reader, name) }
        }
    }
}

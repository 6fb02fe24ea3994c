/// The scorecard of a client of protocol version 1: what sections 8 to 10 of Protocol.md say, kept
/// as the positional arrays they came in. Never changes with the protocol.
struct VersionOneCard: Equatable {
    private var fields: [String: VersionOneValue] = [:]
    private var members: [VersionOneValue] = []
    private var players: [VersionOneValue] = []
    /// By round, player, hole and field.
    private var cells: [[VersionOneValue]: VersionOneValue] = [:]
    private var late: [VersionOneValue] = []

    var siblingsMax: Int { cells.values.map { $0.items[5].items.count }.max() ?? 0 }

    private typealias Shape = VersionOneShape

    private static let memberShape: [Shape] = [.number, .id, .number, .number, .number, .text]
    private static let playerShape: [Shape] = [.number, .number, .text, .number]
    private static let cellShape: [Shape] = [
        .number, .number, .number, .number, .number, .list,
    ]
    private static let lateShape: [Shape] = [
        .number, .number, .number, .number, .number, .number, .anything, .number, .number, .number,
    ]
    private static let siblingShape: [Shape] = [
        .number, .anything, .number, .number, .number, .number,
    ]

    // MARK: From a snapshot

    init(snapshot lobby: VersionOneValue) throws(VersionOneFault) {
        for (name, shape) in [
            ("id", Shape.id), ("start", .number), ("code", .textOrNull),
            ("invitation", .idOrNull), ("watch", .idOrNull),
            ("course", .textOrNull), ("late_join", .bool), ("host", .number), ("owner", .number),
        ] {
            fields[name] = try shape.check(lobby[name], "lobby.\(name)")
        }
        fields["stage"] = try Self.stage(lobby["stage"])
        if lobby["deleted"].kind != .null {
            fields["deleted"] = try Shape.number.check(lobby["deleted"], "lobby.deleted")
        }
        fields["holes"] = try Self.rows(lobby["holes"], [.text, .number], "holes")
        members = try Self.rows(lobby["members"], Self.memberShape, "members").items
        players = try Self.rows(lobby["players"], Self.playerShape, "players").items
        late = try Self.rows(lobby["late"], Self.lateShape, "late").items
        for cell in try Self.rows(lobby["cells"], Self.cellShape, "cells").items {
            try put(Array(cell.items[..<4]), version: cell.items[4], cell.items[5])
        }
    }

    private static func stage(_ value: VersionOneValue) throws(VersionOneFault) -> VersionOneValue {
        let stage = try Shape.places(value, [.text, .number], "stage")
        guard ["setup", "playing", "round_ended", "ended", "locked"].contains(stage[0].text) else {
            throw VersionOneFault("no such phase: \(stage[0].text)")
        }
        return .list(stage)
    }

    private static func rows(
        _ value: VersionOneValue, _ shape: [Shape], _ name: String
    ) throws(VersionOneFault) -> VersionOneValue {
        var rows: [VersionOneValue] = []
        for row in try Shape.list.check(value, name).items {
            rows.append(.list(try Shape.places(row, shape, name)))
        }
        return .list(rows)
    }

    private mutating func put(
        _ key: [VersionOneValue], version: VersionOneValue, _ siblings: VersionOneValue
    ) throws(VersionOneFault) {
        let siblings = try Self.rows(siblings, Self.siblingShape, "siblings")
        guard !siblings.items.isEmpty else { throw VersionOneFault("a cell without siblings") }
        cells[key] = .list(key + [version, siblings])
    }

    // MARK: From events

    /// The first event.
    init(lobby: VersionOneValue, new event: VersionOneValue) throws(VersionOneFault) {
        let new = try Shape.places(
            event,
            [
                .text, .number, .textOrNull, .idOrNull, .textOrNull, .list, .bool, .id, .text,
                .number, .idOrNull,
            ], "new")
        guard new[0].text == "new" else { throw VersionOneFault("the log begins with \(new[0])") }
        fields = [
            "id": lobby, "start": new[1], "code": new[2], "invitation": new[3], "course": new[4],
            "holes": try Self.rows(new[5], [.text, .number], "holes"), "late_join": new[6],
            "host": .number(1), "owner": .number(1), "watch": new[10],
            "stage": .list([VersionOneValue(kind: .text, text: "setup"), .number(0)]),
        ]
        members = [.list([.number(1), new[7], .number(0), .number(0), new[9], new[8]])]
        addPlayer(new[9], member: .number(1), name: new[8])
    }

    /// A later event; `seq` is its number.
    mutating func apply(_ event: VersionOneValue, seq: Int64) throws(VersionOneFault) {
        let kind = event.items.first?.text ?? ""
        // What came later and may be ignored.
        if ["layout", "trust", "game"].contains(kind) { return }
        guard let shape = Self.shapes[kind] else { throw VersionOneFault("an event \(event)") }
        let places = Array(try Shape.places(event, [.text] + shape, kind).dropFirst())
        switch kind {
        case "cell":
            try put(Array(places[..<4]), version: .number(seq), places[4])
        case "join": try join(places)
        case "standing": try setStanding(places[0], places[1])
        case "add": addPlayer(places[0], member: places[1], name: places[2], removed: places[3])
        case "remove": withPlayer(places[0]) { $0.items[3] = .number(1) }
        case "place": place(places[0], before: places[1])
        case "stage":
            fields["stage"] = try Self.stage(places[0])
            if places[0].items[0].text == "locked" { fields["code"] = .null }
        case "host": (fields["host"], fields["owner"]) = (places[0], places[1])
        case "role": try withMember(places[0]) { $0.items[2] = places[1] }
        case "late_join": fields["late_join"] = places[0]
        case "invite": (fields["code"], fields["invitation"]) = (places[0], places[1])
        case "claim": try claim(places[0], places[1])
        case "late": late.append(.list(places))
        case "deleted": fields["deleted"] = places[0].kind == .null ? nil : places[0]
        default: try settle(places, seq: seq)
        }
    }

    private static let shapes: [String: [Shape]] = [
        "cell": [.number, .number, .number, .number, .list], "join": memberShape,
        "standing": [.number, .number], "add": playerShape, "remove": [.number],
        "place": [.number, .number],
        "stage": [.list], "host": [.number, .number], "role": [.number, .number],
        "late_join": [.bool], "invite": [.textOrNull, .idOrNull], "claim": [.number, .number],
        "late": lateShape, "deleted": [.anything],
        "settle": [.number, .number, .number, .number, .number, .anything],
    ]

    private mutating func settle(_ places: [VersionOneValue], seq: Int64) throws(VersionOneFault) {
        late.removeAll { $0.items[0] == places[0] }
        guard places[5].kind != .null else { return }
        try put(Array(places[1...4]), version: .number(seq), places[5])
    }

    private mutating func withMember(
        _ number: VersionOneValue, _ change: (inout VersionOneValue) -> Void
    ) throws(VersionOneFault) {
        guard number.number >= 1, number.number <= members.count else {
            throw VersionOneFault("no member \(number.number)")
        }
        change(&members[Int(number.number) - 1])
    }

    private mutating func join(_ places: [VersionOneValue]) throws(VersionOneFault) {
        if places[0].number == members.count + 1 { members.append(.null) }
        try withMember(places[0]) { $0 = .list(places) }
        addPlayer(places[4], member: places[0], name: places[5])
    }

    private mutating func claim(
        _ member: VersionOneValue, _ id: VersionOneValue
    ) throws(VersionOneFault) {
        var former = VersionOneValue.number(0)
        try withMember(member) { row in
            former = row.items[4]
            row.items[4] = id
        }
        if former != id { withPlayer(former) { $0.items[3] = .number(1) } }
        withPlayer(id) { $0.items[1] = member }
    }

    private mutating func setStanding(
        _ member: VersionOneValue, _ standing: VersionOneValue
    ) throws(VersionOneFault) {
        try withMember(member) { $0.items[3] = standing }
        guard standing.number != 0, fields["stage"]?.items[0].text == "setup" else { return }
        for place in players.indices where players[place].items[1] == member {
            players[place].items[3] = .number(1)
        }
    }

    private mutating func withPlayer(
        _ id: VersionOneValue, _ change: (inout VersionOneValue) -> Void
    ) {
        guard let place = players.firstIndex(where: { $0.items[0] == id }) else { return }
        change(&players[place])
    }

    /// Last if `next` isn't there.
    private mutating func place(_ id: VersionOneValue, before next: VersionOneValue) {
        guard id != next, let moved = players.first(where: { $0.items[0] == id }) else { return }
        players.removeAll { $0.items[0] == id }
        players.insert(moved, at: players.firstIndex { $0.items[0] == next } ?? players.count)
    }

    /// 0 stands for nobody.
    private mutating func addPlayer(
        _ id: VersionOneValue, member: VersionOneValue, name: VersionOneValue,
        removed: VersionOneValue = .number(0)
    ) {
        guard id.number != 0 else { return }
        if !players.contains(where: { $0.items[0] == id }) {
            players.append(.list([id, member, name, removed]))
        }
        withPlayer(id) { $0.items[3] = removed }
    }
}

/// What may stand in a place.
enum VersionOneShape {
    case number, bool, text, textOrNull, id, idOrNull, list, object, anything

    @discardableResult
    func check(
        _ value: VersionOneValue, _ name: String
    ) throws(VersionOneFault) -> VersionOneValue {
        let fits =
            switch self {
            case .number: value.kind == .number
            case .bool: value.kind == .bool
            case .text: value.kind == .text
            case .textOrNull: value.kind == .text || value.kind == .null
            case .id: value.kind == .text && value.text.utf8.count == 32
            case .idOrNull:
                value.kind == .null || value.kind == .text && value.text.utf8.count == 32
            case .list: value.kind == .list
            case .object: value.kind == .object
            case .anything: true
            }
        guard fits else { throw VersionOneFault("\(name) is no \(self): \(value)") }
        return value
    }

    /// A positional array; unknown places at its end are left out.
    static func places(
        _ value: VersionOneValue, _ shapes: [VersionOneShape], _ name: String
    ) throws(VersionOneFault) -> [VersionOneValue] {
        guard value.kind == .list, value.items.count >= shapes.count else {
            throw VersionOneFault("\(name) has too few places: \(value)")
        }
        for (item, shape) in zip(value.items, shapes) { try shape.check(item, name) }
        return Array(value.items.prefix(shapes.count))
    }
}

package import Documents

/// What isn't as it has to be in a card or a game.
public enum FormatFault: Error, Hashable, Sendable {
    case badField(String)
}

/// The bounds of what is read: whoever writes more than that means something else.
public enum FormatLimits {
    public static let holesMax = 72
    public static let playersMax = 72
    public static let gamesMax = 8
    public static let throwCounts: ClosedRange<Int64> = 1...99
    public static let pars: ClosedRange<Int64> = 1...20
    public static let handicapTenths: ClosedRange<Int64> = -990...990
    public static let ratings: ClosedRange<Int64> = 1...1_200
    public static let amounts: ClosedRange<Int64> = 0...1_000_000
    public static let idBytesMax = 64
    public static let disputedMax = 72
    public static let logEntriesMax = 10_000
    /// Penalties of one hole.
    public static let eventsMax = 100
}

extension FormatCard {
    /// A card as JSON: `pars` and `players`, and if they are there `index`, `start`, `closed`,
    /// `throws` and `card_penalties`.
    package init(_ json: JSONValue) throws(FormatFault) {
        let pars = try Self.integers(json, "pars", FormatLimits.pars)
        guard let pars, (1...FormatLimits.holesMax).contains(pars.count) else {
            throw .badField("pars")
        }
        let holes = 1...Int64(pars.count)
        let players = try Self.players(json["players"], holes)
        let start = try Self.integer(json, "start", in: holes) ?? 1
        let index = try Self.integers(json, "index", holes)
        guard index.map({ Set($0).count == pars.count }) ?? true else { throw .badField("index") }
        self.init(
            pars: pars, index: index.map { $0.map(Int.init) }, start: Int(start),
            closed: Set(try Self.integers(json, "closed", holes).map { $0.map(Int.init) } ?? []),
            players: players)
        for player in players {
            guard let row = json["throws"]?[player.id], row != .nothing else { continue }
            guard let values = row.elements, values.count <= pars.count else {
                throw .badField("throws")
            }
            entries[player.id] = try values.map { (value) throws(FormatFault) in
                try HoleEntry(value)
            }
        }
        guard let penalties = json["card_penalties"], penalties != .nothing else { return }
        guard case .object(let object) = penalties else { throw .badField("card_penalties") }
        for field in object.fields {
            guard let count = field.value.integer, FormatLimits.amounts.contains(count) else {
                throw .badField("card_penalties")
            }
            cardPenalties[field.name] = count
        }
    }

    private static func players(
        _ json: JSONValue?, _ holes: ClosedRange<Int64>
    ) throws(FormatFault) -> [Player] {
        guard let rows = json?.elements, rows.count <= FormatLimits.playersMax else {
            throw .badField("players")
        }
        let players = try rows.map { (row) throws(FormatFault) in
            guard let id = row["id"]?.string, (1...FormatLimits.idBytesMax).contains(id.utf8.count)
            else { throw FormatFault.badField("players") }
            let out = try integer(row, "out", in: 0...holes.upperBound)
            return Player(
                id: id,
                handicapTenths: try integer(row, "handicap10", in: FormatLimits.handicapTenths),
                rating: try integer(row, "rating", in: FormatLimits.ratings),
                tag: try integer(row, "tag", in: FormatLimits.amounts),
                from: try integer(row, "from", in: holes).map(Int.init), out: out.map(Int.init),
                isRemoved: row["removed"]?.truth ?? false)
        }
        guard Set(players.map(\.id)).count == players.count else { throw .badField("players") }
        return players
    }

    package static func integer(
        _ json: JSONValue, _ name: String, in range: ClosedRange<Int64>
    ) throws(FormatFault) -> Int64? {
        guard let value = json[name], value != .nothing else { return nil }
        guard let number = value.integer, range.contains(number) else { throw .badField(name) }
        return number
    }

    static func integers(
        _ json: JSONValue, _ name: String, _ range: ClosedRange<Int64>
    ) throws(FormatFault) -> [Int64]? {
        guard let value = json[name], value != .nothing else { return nil }
        guard let values = value.elements?.map(\.integer),
            values.allSatisfy({ $0.map(range.contains) ?? false })
        else { throw .badField(name) }
        return values.compactMap(\.self)
    }
}

extension HoleEntry {
    /// A number, "X", null, or a list: what is shown first, then what others say.
    init(_ json: JSONValue) throws(FormatFault) {
        switch json {
        case .nothing: self = .empty
        case "X": self = .pickedUp
        case .array(let values):
            guard (1...FormatLimits.disputedMax).contains(values.count) else {
                throw .badField("throws")
            }
            let counts = try values.map { (value) throws(FormatFault) -> Int64? in
                value == .nothing ? nil : try Self.count(value)
            }
            self = .disputed(shown: counts[0], others: Array(counts.dropFirst()))
        default: self = .throwCount(try Self.count(json))
        }
    }

    private static func count(_ json: JSONValue) throws(FormatFault) -> Int64 {
        guard let count = json.integer, FormatLimits.throwCounts.contains(count) else {
            throw .badField("throws")
        }
        return count
    }
}

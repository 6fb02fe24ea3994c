package import Documents

extension FormatGame {
    /// A game of a case: its id, and its settings. What isn't known is passed over.
    package init(_ json: JSONValue) throws(FormatFault) {
        guard let id = json["id"]?.string, (1...FormatLimits.idBytesMax).contains(id.utf8.count)
        else { throw .badField("id") }
        try self.init(id: id, settings: json)
    }

    /// A game of a lobby, which has its id elsewhere.
    package init(settings json: JSONValue) throws(FormatFault) {
        try self.init(id: "", settings: json)
    }

    private init(id: String, settings json: JSONValue) throws(FormatFault) {
        self.init(
            id: id, try Self.kind(json), sides: try Self.sides(json["sides"]),
            handicap: HandicapSettings(
                kind: try Self.word(json, "handicap", .none),
                source: try Self.word(json, "handicap_source", .given),
                allowancePercent: try FormatCard.integer(json, "allowance", in: 0...200) ?? 100))
    }

    private static func kind(_ json: JSONValue) throws(FormatFault) -> Kind {
        switch json["format"]?.string {
        case "stroke":
            return .stroke(
                StrokePlay(
                    ties: try word(json, "ties", .shared),
                    playoffWinner: json["playoff_winner"]?.string,
                    pickupOverPar: try FormatCard.integer(json, "pickup_over_par", in: 0...20)))
        case "match": return .match(try match(json))
        case "nassau": return .nassau(try nassau(json))
        case "skins":
            var worths: [Int64] = [1]
            if let list = json["value"]?.elements {
                guard !list.isEmpty else { throw .badField("value") }
                worths =
                    try FormatCard.integers(json, "value", FormatLimits.amounts) ?? worths
            } else if let one = try FormatCard.integer(json, "value", in: FormatLimits.amounts) {
                worths = [one]
            }
            return .skins(
                Skins(
                    worths: worths, carries: json["carry"]?.truth ?? true,
                    leftover: try word(json, "leftover", .unclaimed),
                    leftoverWinner: json["leftover_winner"]?.string))
        case "stableford": return .stableford(Stableford(table: try table(json["points"])))
        case "awards":
            return .awards(
                Awards(
                    awards: try awards(json["awards"]),
                    value: try FormatCard.integer(json, "value", in: FormatLimits.amounts) ?? 1))
        case "tags": return .tags(BagTags())
        case "rating_estimate": return .ratingEstimate(RatingEstimate())
        default: throw .badField("format")
        }
    }

    private static func word<Word: RawRepresentable<String>>(
        _ json: JSONValue, _ name: String, _ usual: Word
    ) throws(FormatFault) -> Word {
        guard let value = json[name], value != .nothing else { return usual }
        guard let word = value.string.flatMap(Word.init(rawValue:)) else { throw .badField(name) }
        return word
    }

    private static func sides(_ json: JSONValue?) throws(FormatFault) -> [Side]? {
        guard let json, json != .nothing else { return nil }
        guard let rows = json.elements, rows.count <= FormatLimits.playersMax else {
            throw .badField("sides")
        }
        let sides = try rows.map { (row) throws(FormatFault) in
            if let player = row.string { return Side(player) }
            guard let id = row["id"]?.string, let members = row["members"]?.elements,
                members.allSatisfy({ $0.string != nil }), !members.isEmpty
            else { throw FormatFault.badField("sides") }
            return Side(
                id: id, members: members.compactMap(\.string), score: try word(row, "score", .best))
        }
        // Nobody plays on two sides, or twice on one.
        let members = sides.flatMap(\.members)
        guard Set(members).count == members.count, Set(sides.map(\.id)).count == sides.count else {
            throw .badField("sides")
        }
        return sides
    }

    private static func match(_ json: JSONValue) throws(FormatFault) -> MatchPlay {
        let holes: ClosedRange<Int64> = 0...Int64(FormatLimits.holesMax)
        var concessions: [MatchPlay.Concession] = []
        for row in json["concede"]?.elements ?? [] {
            guard let side = row["by"]?.string else { throw .badField("concede") }
            if let hole = try FormatCard.integer(row, "hole", in: holes) {
                concessions.append(.hole(Int(hole), by: side))
            } else if let after = try FormatCard.integer(row, "after", in: holes) {
                concessions.append(.match(after: Int(after), by: side))
            } else {
                throw .badField("concede")
            }
        }
        let agreed = try FormatCard.integers(json, "agreed", holes) ?? []
        return MatchPlay(concessions: concessions, agreed: Set(agreed.map(Int.init)))
    }

    private static func nassau(_ json: JSONValue) throws(FormatFault) -> Nassau {
        let scoring: Nassau.Scoring = try word(json, "scoring", .match)
        let pressing: Nassau.Pressing = try word(json, "press", .none)
        // A press is another match.
        guard scoring == .match || pressing == .none else { throw .badField("press") }
        let holes: ClosedRange<Int64> = 1...Int64(FormatLimits.holesMax)
        let sizes = try FormatCard.integers(json, "segments", holes)
        var presses: [Nassau.Press] = []
        for row in json["presses"]?.elements ?? [] {
            guard let segment = row["segment"]?.string, let side = row["by"]?.string,
                let after = try FormatCard.integer(
                    row, "after", in: 0...Int64(FormatLimits.holesMax))
            else { throw .badField("presses") }
            presses.append(Nassau.Press(segment: segment, by: side, after: Int(after)))
        }
        return Nassau(
            scoring: scoring, sizes: sizes?.map(Int.init), split: try word(json, "split", .play),
            value: try FormatCard.integer(json, "value", in: FormatLimits.amounts) ?? 1,
            pressing: pressing,
            pressAt: Int(try FormatCard.integer(json, "press_at", in: holes) ?? 2),
            pressMax: Int(try FormatCard.integer(json, "press_max", in: 0...holes.upperBound) ?? 4),
            pressSegments: json["press_segments"]?.elements?.compactMap(\.string),
            presses: presses, match: try match(json))
    }

    private static func table(_ json: JSONValue?) throws(FormatFault) -> Stableford.Table {
        switch json {
        case nil, .nothing, "stableford": return .stableford
        case "modified": return .modified
        case "birdies": return .birdies
        case let json?:
            let range: ClosedRange<Int64> = -1_000...1_000
            guard let first = try FormatCard.integer(json, "first", in: -20...20),
                let values = try FormatCard.integers(json, "values", range),
                (1...40).contains(values.count)
            else { throw .badField("points") }
            return Stableford.Table(first: first, values: values)
        }
    }

    private static func awards(_ json: JSONValue?) throws(FormatFault) -> [Awards.Award] {
        guard let rows = json?.elements else { throw .badField("awards") }
        return try rows.map { (row) throws(FormatFault) in
            let holes: ClosedRange<Int64> = 1...Int64(FormatLimits.holesMax)
            guard let hole = try FormatCard.integer(row, "hole", in: holes) else {
                throw FormatFault.badField("awards")
            }
            let count = try FormatCard.integer(row, "count", in: FormatLimits.throwCounts)
            return Awards.Award(hole: Int(hole), to: row["to"]?.string, count: count ?? 1)
        }
    }
}

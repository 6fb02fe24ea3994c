package import Documents
package import Formats

extension TrustLevel {
    /// `need`: a number of people, or "all" with `scorers`.
    fileprivate init(_ json: JSONValue) throws(FormatFault) {
        if json["need"] == "all" {
            guard let scorers = json["scorers"]?.elements?.compactMap(\.string),
                scorers.count == json["scorers"]?.elements?.count,
                (1...FormatLimits.playersMax).contains(scorers.count),
                Set(scorers).count == scorers.count
            else { throw .badField("scorers") }
            self = .all(scorers)
        } else {
            let people = 1...Int64(FormatLimits.playersMax)
            guard let need = json["need"]?.integer, people.contains(need) else {
                throw .badField("need")
            }
            self = .people(Int(need))
        }
    }
}

extension TrustLog {
    /// `trust`, `host`, `scorekeepers` and `log` of a case.
    package init(_ json: JSONValue, on card: FormatCard) throws(FormatFault) {
        guard let level = json["trust"] else { throw .badField("trust") }
        let keepers = json["scorekeepers"]?.elements ?? []
        guard keepers.count <= FormatLimits.playersMax else { throw .badField("scorekeepers") }
        let host = json["host"]?.string
        let deciders = Set(keepers.compactMap(\.string) + (host.map { [$0] } ?? []))
        self.init(level: try TrustLevel(level), scorekeepers: Set(keepers.compactMap(\.string)))
        let entries = json["log"]?.elements ?? []
        guard entries.count <= FormatLimits.logEntriesMax else { throw .badField("log") }
        for (place, entry) in entries.enumerated() {
            append(try Entry(entry, before: place + 1, on: card, host: host, deciders))
        }
    }
}

extension TrustLog.Entry {
    /// - Parameters:
    ///   - number: its own; it has seen none that comes later.
    ///   - deciders: who may confirm.
    fileprivate init(
        _ json: JSONValue, before number: Int, on card: FormatCard, host: String?,
        _ deciders: Set<String>
    ) throws(FormatFault) {
        let author = json["by"]?.string
        if let level = json["trust"] {
            guard author == nil || author == host else { throw .badField("log") }
            self = .level(try TrustLevel(level))
            return
        }
        guard let author, (1...FormatLimits.idBytesMax).contains(author.utf8.count) else {
            throw .badField("log")
        }
        if let signed = json["sign"]?.string {
            // One's own column; who directs may sign for somebody.
            guard card.player(signed) != nil, author == signed || author == host,
                let values = json["card"]?.elements, values.count == card.holeCount
            else { throw .badField("log") }
            let scores = try values.map { (value) throws(FormatFault) in try Self.score(value) }
            self = .signature(by: author, player: signed, card: scores)
            return
        }
        let holes = 1...Int64(card.holeCount)
        guard let player = json["player"]?.string, card.player(player) != nil,
            let hole = try FormatCard.integer(json, "hole", in: holes)
        else { throw .badField("log") }
        let isConfirmed = json["confirm"]?.truth ?? false
        guard !isConfirmed || deciders.contains(author) else { throw .badField("log") }
        let seen = try FormatCard.integer(json, "bv", in: 0...Int64(number - 1)) ?? 0
        self = .score(
            by: author, player: player, hole: Int(hole),
            value: try Self.score(json["value"] ?? .nothing), seen: Int(seen),
            isConfirmed: isConfirmed)
    }

    private static func score(_ json: JSONValue) throws(FormatFault) -> Int64? {
        if json == .nothing { return nil }
        guard let count = json.integer, FormatLimits.throwCounts.contains(count) else {
            throw .badField("log")
        }
        return count
    }
}

extension TrustReport {
    package var json: JSONValue {
        func object(_ value: (Column) -> JSONValue) -> JSONValue {
            .object(JSONObject(distinct: columns.map { ($0.id, value($0)) }))
        }
        return [
            "shown": object { column in
                .array(
                    column.content.scores.map { $0.throwCount.map(JSONValue.integer) ?? .nothing })
            },
            "states": object { .array($0.states.map { .text($0.rawValue) }) },
            "blocked": object { .array($0.blocks.map(\.json)) },
            "signatures": object { .text($0.signature.rawValue) },
            "complete": .truth(isComplete),
        ]
    }
}

extension TrustReport.Block {
    fileprivate var json: JSONValue {
        [
            "hole": .integer(Int64(hole)), "why": .text(why.rawValue),
            "who": .array(who.map(JSONValue.text)),
        ]
    }
}

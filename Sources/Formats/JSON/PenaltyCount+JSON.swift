package import Documents

extension PenaltyCount {
    /// A hole as JSON: `par`, `throws` or null, `events` (a code, or a list of what was one throw),
    /// and `warned`.
    package init(_ json: JSONValue) throws(FormatFault) {
        guard let par = try FormatCard.integer(json, "par", in: FormatLimits.pars) else {
            throw .badField("par")
        }
        let throwCount = try FormatCard.integer(json, "throws", in: FormatLimits.throwCounts)
        let rows = json["events"]?.elements ?? []
        guard rows.count <= FormatLimits.eventsMax else { throw .badField("events") }
        let events = try rows.map { (row) throws(FormatFault) in
            try (row.elements ?? [row]).map { (code) throws(FormatFault) in
                guard let penalty = code.string.flatMap(Penalty.init(code:)) else {
                    throw FormatFault.badField("events")
                }
                return penalty
            }
        }
        let warned = json["warned"]?.elements?.compactMap(\.string) ?? []
        self.init(par: par, throwCount: throwCount, events: events, warned: Set(warned))
    }

    package var json: JSONValue {
        [
            "score": score.map(JSONValue.integer) ?? .nothing, "card": .integer(card),
            "applied": .array(
                applied.map { applied in
                    var row: JSONObject = [
                        "code": .text(applied.penalty.code),
                        "throws": .integer(applied.throwCount),
                        "rule": .text(applied.penalty.rule),
                    ]
                    if applied.isWarning { row["warning"] = .truth(true) }
                    return .object(row)
                }),
        ]
    }
}

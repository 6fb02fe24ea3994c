package import Documents

extension FormatResult {
    package var json: JSONValue {
        var json = kind.json
        if let received {
            json["strokes"] = .object(
                JSONObject(
                    distinct: received.map { ($0.player, .array($0.byHole.map(JSONValue.integer))) }
                ))
        }
        return .object(json)
    }
}

extension FormatResult.Kind {
    fileprivate var json: JSONObject {
        switch self {
        case .stroke(let result, let isNet): result.json(isNet: isNet)
        case .match(let result): result.json
        case .nassau(let result): result.json
        case .nassauTotals(let result): result.json
        case .skins(let result): result.json
        case .stableford(let result): result.json
        case .awards(let result):
            [
                "won": byName(result.shares.map { ($0.side, .integer($0.won)) }),
                "balance": byName(result.shares.map { ($0.side, .integer($0.balance)) }),
            ]
        case .tags(let result):
            [
                "tags": byName(result.tags.map { ($0.side, .integer($0.tag)) }),
                "final": .truth(result.isFinal),
            ]
        case .ratingEstimate(let result):
            [
                "ssa100": result.averageHundredths.map(JSONValue.integer) ?? .nothing,
                "ratings": byName(result.ratings.map { ($0.side, .integer($0.rating)) }),
            ]
        case .noHandicap(let players): ["no_handicap": .array(players.map(JSONValue.text))]
        case .wrongSides: ["wrong_sides": .truth(true)]
        }
    }
}

private func byName(_ fields: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(distinct: fields.map { ($0.0, $0.1) }))
}

private func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }

private func name(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .nothing }

extension StrokeResult {
    fileprivate func json(isNet: Bool) -> JSONObject {
        var json: JSONObject = [
            "players": .array(
                lines.map { line in
                    var row: JSONObject = [
                        "id": .text(line.side), "gross": .integer(line.gross),
                        "thru": number(line.thru), "to_par": .integer(line.toPar),
                    ]
                    if isNet {
                        row["net"] = .integer(line.net)
                        row["net_to_par"] = .integer(line.netToPar)
                    }
                    row["place"] = line.place.map(number) ?? .nothing
                    row["tied"] = .truth(line.isTied)
                    row["state"] = .text(line.state.rawValue)
                    row["disputed"] = number(line.disputedCount)
                    return .object(row)
                }), "final": .truth(isFinal),
        ]
        if !playoff.isEmpty { json["playoff"] = .array(playoff.map(JSONValue.text)) }
        return json
    }
}

extension MatchResult.Hole {
    fileprivate var json: JSONValue {
        switch self {
        case .won(let side): .text(side)
        case .halved: "="
        case .open: "?"
        case .toCome: "-"
        case .after: "."
        case .none: "x"
        }
    }
}

extension MatchResult {
    fileprivate var json: JSONObject {
        guard state != .void else {
            return ["state": "void", "winner": name(winner), "text": .text(text)]
        }
        var json: JSONObject = ["holes": .array(holes.map(\.json))]
        addStanding(to: &json)
        json["open"] = .array(open.map(number))
        json["text"] = .text(text)
        return json
    }

    fileprivate func addStanding(to json: inout JSONObject) {
        json["up"] = name(up)
        json["by"] = number(by)
        json["left"] = number(left)
        json["state"] = .text(state.rawValue)
        json["winner"] = name(winner)
    }
}

extension NassauResult.Segment {
    fileprivate var json: JSONValue {
        var json: JSONObject = ["id": .text(id)]
        json["pressed_by"] = pressedBy.map(JSONValue.text)
        json["holes"] = .array(holes.map(number))
        match.addStanding(to: &json)
        json["text"] = .text(match.text)
        return .object(json)
    }
}

extension NassauResult {
    fileprivate var json: JSONObject {
        [
            "segments": .array(segments.map(\.json)), "presses": .array(presses.map(\.json)),
            "ignored": .array(
                ignored.map { each in
                    [
                        "segment": .text(each.press.segment), "by": .text(each.press.by),
                        "after": number(each.press.after), "why": .text(each.why.rawValue),
                    ]
                }), "results": .array(results.map(\.json)),
            "balance": byName(balance.map { ($0.side, .integer($0.amount)) }),
        ]
    }
}

extension NassauTotalsResult {
    fileprivate var json: JSONObject {
        [
            "segments": .array(
                segments.map { segment in
                    [
                        "id": .text(segment.id), "holes": .array(segment.holes.map(number)),
                        "totals": byName(segment.lines.map { ($0.side, .integer($0.total)) }),
                        "thru": byName(segment.lines.map { ($0.side, number($0.thru)) }),
                        "out": .array(segment.out.map(JSONValue.text)),
                        "state": .text(segment.state.rawValue), "winner": name(segment.winner),
                        "text": .text(segment.text),
                    ]
                }), "balance": byName(balance.map { ($0.side, .integer($0.amount)) }),
        ]
    }
}

extension Fraction {
    /// A whole number, or a text.
    fileprivate var json: JSONValue {
        denominator == 1 ? .integer(numerator) : .text(text)
    }
}

extension SkinsResult {
    fileprivate var json: JSONObject {
        [
            "results": .array(results.map(\.json)), "owner": .array(owners.map(\.json)),
            "won": byName(shares.map { ($0.side, $0.won.json) }),
            "balance": byName(shares.map { ($0.side, $0.balance.json) }),
            "on_table": .integer(onTable),
            "next": next.map { ["hole": number($0.hole), "worth": .integer($0.worth)] } ?? .nothing,
            "open": .array(open.map(number)), "final": .truth(isFinal),
        ]
    }
}

extension SkinsResult.Owner {
    fileprivate var json: JSONValue {
        switch self {
        case .side(let side): .text(side)
        case .carried: "carried"
        case .open: "open"
        case .void: "void"
        case .unclaimed: "unclaimed"
        case .split: "split"
        case .playoff: "playoff"
        case .none: .nothing
        }
    }
}

extension StablefordResult {
    fileprivate var json: JSONObject {
        [
            "players": .array(
                lines.map { line in
                    [
                        "id": .text(line.side), "points": .integer(line.points),
                        "thru": number(line.thru), "state": .text(line.state.rawValue),
                        "disputed": number(line.disputedCount),
                        "place": line.place.map(number) ?? .nothing, "tied": .truth(line.isTied),
                    ]
                }),
            "holes": byName(
                order.compactMap { side in
                    lines.first { $0.side == side }.map { line in
                        (side, .array(line.holes.map { $0.map(JSONValue.integer) ?? .nothing }))
                    }
                }), "final": .truth(isFinal),
        ]
    }
}

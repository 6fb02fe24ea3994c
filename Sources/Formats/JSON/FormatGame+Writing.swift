package import Documents

extension FormatGame {
    /// The settings as JSON, as short as they can be: what is as usual is left out, and so is the
    /// id. Equal games give equal bytes.
    package var settings: JSONValue {
        var json: JSONObject = [:]
        kind.write(to: &json)
        if let sides { json["sides"] = .array(sides.map(\.settings)) }
        let usual = HandicapSettings()
        if handicap.kind != usual.kind { json["handicap"] = .text(handicap.kind.rawValue) }
        if handicap.source != usual.source {
            json["handicap_source"] = .text(handicap.source.rawValue)
        }
        if handicap.allowancePercent != usual.allowancePercent {
            json["allowance"] = .integer(handicap.allowancePercent)
        }
        return .object(json)
    }
}

extension FormatGame.Kind {
    fileprivate func write(to json: inout JSONObject) {
        switch self {
        case .stroke(let game):
            json["format"] = "stroke"
            if game.ties != .shared { json["ties"] = .text(game.ties.rawValue) }
            json["playoff_winner"] = game.playoffWinner.map(JSONValue.text)
            json["pickup_over_par"] = game.pickupOverPar.map(JSONValue.integer)
        case .match(let game):
            json["format"] = "match"
            game.write(to: &json)
        case .nassau(let game):
            json["format"] = "nassau"
            game.write(to: &json)
        case .skins(let game):
            json["format"] = "skins"
            if game.worths != [1] {
                json["value"] =
                    game.worths.count == 1
                    ? .integer(game.worths[0]) : .array(game.worths.map(JSONValue.integer))
            }
            if !game.carries { json["carry"] = false }
            if game.leftover != .unclaimed { json["leftover"] = .text(game.leftover.rawValue) }
            json["leftover_winner"] = game.leftoverWinner.map(JSONValue.text)
        case .stableford(let game):
            json["format"] = "stableford"
            json["points"] = game.table.settings
        case .awards(let game):
            json["format"] = "awards"
            json["awards"] = .array(game.awards.map(\.settings))
            if game.value != 1 { json["value"] = .integer(game.value) }
        case .tags: json["format"] = "tags"
        case .ratingEstimate: json["format"] = "rating_estimate"
        }
    }
}

extension MatchPlay {
    fileprivate func write(to json: inout JSONObject) {
        if !concessions.isEmpty { json["concede"] = .array(concessions.map(\.settings)) }
        if !agreed.isEmpty { json["agreed"] = .array(agreed.sorted().map(number)) }
    }
}

extension MatchPlay.Concession {
    fileprivate var settings: JSONValue {
        switch self {
        case .hole(let hole, let side): ["by": .text(side), "hole": number(hole)]
        case .match(let hole, let side): ["by": .text(side), "after": number(hole)]
        }
    }
}

extension Nassau {
    fileprivate func write(to json: inout JSONObject) {
        let usual = Nassau()
        if scoring != usual.scoring { json["scoring"] = .text(scoring.rawValue) }
        json["segments"] = sizes.map { .array($0.map(number)) }
        if split != usual.split { json["split"] = .text(split.rawValue) }
        if value != usual.value { json["value"] = .integer(value) }
        if pressing != usual.pressing { json["press"] = .text(pressing.rawValue) }
        if pressAt != usual.pressAt { json["press_at"] = number(pressAt) }
        if pressMax != usual.pressMax { json["press_max"] = number(pressMax) }
        json["press_segments"] = pressSegments.map { .array($0.map(JSONValue.text)) }
        if !presses.isEmpty { json["presses"] = .array(presses.map(\.settings)) }
        match.write(to: &json)
    }
}

extension Nassau.Press {
    fileprivate var settings: JSONValue {
        ["segment": .text(segment), "by": .text(by), "after": number(after)]
    }
}

extension Stableford.Table {
    /// Nil for the usual one.
    fileprivate var settings: JSONValue? {
        switch self {
        case .stableford: nil
        case .modified: "modified"
        case .birdies: "birdies"
        default: ["first": .integer(first), "values": .array(values.map(JSONValue.integer))]
        }
    }
}

extension Awards.Award {
    fileprivate var settings: JSONValue {
        var json: JSONObject = ["hole": number(hole)]
        json["to"] = to.map(JSONValue.text)
        if count != 1 { json["count"] = .integer(count) }
        return .object(json)
    }
}

extension Side {
    /// A side of one column is that column's id.
    fileprivate var settings: JSONValue {
        if self == Side(id) { return .text(id) }
        var json: JSONObject = ["id": .text(id), "members": .array(members.map(JSONValue.text))]
        if score != .best { json["score"] = .text(score.rawValue) }
        return .object(json)
    }
}

private func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }

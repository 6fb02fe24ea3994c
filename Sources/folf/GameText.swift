import Formats
import Lobby
import Scoring

/// How the games stand that are played with the scores besides, a line each.
struct GameText {
    let lobby: Lobby
    let round: UInt8

    var lines: [String] { lobby.games.map(line) }

    private func line(_ game: LobbyGame) -> String {
        let name = Self.name(of: game.settings)
        guard round > 0 else { return "Also played: \(name)" }
        let result = lobby.result(of: game.settings, id: game.id, round: round)
        let text = text(of: result, game.settings)
        return text.isEmpty ? name : "\(name): \(text)"
    }

    static func name(of game: FormatGame) -> String {
        switch game.kind {
        case .stroke: "Stroke play"
        case .match: "Match"
        case .nassau: "Nassau"
        case .skins: "Skins"
        case .stableford: "Points"
        case .awards: "Awards"
        case .tags: "Bag tags"
        case .ratingEstimate: "Rating estimate"
        }
    }

    private func text(of result: FormatResult, _ game: FormatGame) -> String {
        let called = { side in name(of: side, in: game) }
        switch result.kind {
        case .match(let match): return text(match, called)
        case .nassau(let nassau):
            let parts = nassau.segments.flatMap { part in
                [part] + nassau.presses.filter { $0.id.hasPrefix("\(part.id)p") }
            }
            return parts.map { part in
                let count = nassau.segments.count
                let name = part.pressedBy == nil ? Self.part(part.id, of: count) : "press:"
                return "\(name) \(text(part.match, called))"
            }.joined(separator: " · ")
        case .nassauTotals(let nassau):
            return nassau.segments.map { part in
                "\(Self.part(part.id, of: nassau.segments.count)) \(text(part, called))"
            }.joined(separator: " · ")
        case .skins(let skins): return text(skins, called)
        case .stableford(let points):
            let lines = points.lines.filter { $0.thru > 0 }
            return amounts(lines.map { (called($0.side), "\($0.points)") })
        case .noHandicap(let players):
            return "without a handicap: " + players.map(called).joined(separator: ", ")
        case .wrongSides: return "can't be worked out for these players"
        case .stroke, .awards, .tags, .ratingEstimate: return "see folf results --json"
        }
    }

    /// A side of several is called as those on it.
    private func name(of side: String, in game: FormatGame) -> String {
        let members = game.sides?.first { $0.id == side }?.members ?? [side]
        return members.map { member in
            let column = UInt32(member).flatMap { lobby.player(PlayerID($0)) }
            return column.map { lobby.name(of: $0).safe } ?? "?"
        }.joined(separator: " & ")
    }

    private func text(_ match: MatchResult, _ called: (String) -> String) -> String {
        let toPlay = match.left == 1 ? "1 hole to play" : "\(match.left) holes to play"
        if let winner = match.winner {
            return match.left > 0
                ? "\(called(winner)) wins \(match.by)&\(match.left)"
                : "\(called(winner)) wins \(match.by) up"
        }
        guard match.state != .halved else { return "halved" }
        guard let leader = match.up else { return "all square, \(toPlay)" }
        let dormie = match.state == .dormie ? ", dormie" : ""
        return "\(called(leader)) \(match.by) up, \(toPlay)\(dormie)"
    }

    private func text(
        _ part: NassauTotalsResult.Segment, _ called: (String) -> String
    ) -> String {
        if let winner = part.winner { return "\(called(winner)) wins" }
        return part.state == .live ? "undecided" : "nobody alone"
    }

    private static func part(_ id: String, of count: Int) -> String {
        if id == "total" { return "all:" }
        return count > 3 ? "part \(id.dropFirst()):" : id == "s1" ? "first half:" : "second half:"
    }

    private func text(_ skins: SkinsResult, _ called: (String) -> String) -> String {
        let shares = skins.shares.filter { $0.won.numerator > 0 }.sorted { left, right in
            left.won.numerator * right.won.denominator > right.won.numerator * left.won.denominator
        }
        var parts = [amounts(shares.map { (called($0.side), $0.won.text) })]
        if let next = skins.next, skins.onTable > 0,
            lobby.holes.indices.contains(next.hole - 1)
        {
            let label = lobby.holes[next.hole - 1].label.safe
            parts.append("\(next.worth) on hole \(label)")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Who has most comes first.
    private func amounts(_ amounts: [(name: String, amount: String)]) -> String {
        amounts.map { "\($0.name) \($0.amount)" }.joined(separator: ", ")
    }
}

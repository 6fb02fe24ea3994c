import Documents
import Formats
import Foundation
import Lobby
import Scoring
import Testing

@testable import Wire

/// Cards with what people have noted beside the scores and signed, and what that comes to, as
/// Tests/Vectors/signatures.json has them.
enum SignatureVectors {
    /// - Note: `told` is what whoever made up the case expects: of each column the state of its
    ///   signature, and the holes that keep it from being signed.
    struct Case: CustomTestStringConvertible {
        var name: String
        var game: SampleGame
        var told: String
        /// What each of the games comes to, as far as it was worked out by hand.
        var comesTo: [String] = []

        var testDescription: String { name }
    }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/signatures.json")

    static let cases = signatures + strictness + facts
}

extension SampleGame {
    fileprivate func key(_ field: Field, _ player: Int = 0, _ hole: Int = 0) -> CellKey {
        CellKey(
            round: 1, player: PlayerID(UInt32(player)), hole: UInt8(hole), field: field)
    }

    fileprivate mutating func put(
        _ field: Field, _ player: Int = 0, _ hole: Int = 0, _ value: CellValue, rank: Rank = .other
    ) { write([value], key(field, player, hole), rank: rank) }

    fileprivate mutating func sign(_ player: Int, _ text: String) {
        put(.signed, player, 0, .text(text))
    }
}

extension SignatureVectors {
    private static func one(
        _ name: String, _ rounds: [String], _ told: String, comesTo: [String] = [],
        change: (inout SampleGame) -> Void
    ) -> Case {
        var game = SampleGame(["Anna", "Ben"], rounds: [rounds])
        change(&game)
        return Case(name: name, game: game, told: told, comesTo: comesTo)
    }

    private static let signatures = [
        one("Nobody has signed", ["343", "34."], "none; none 3 missing") { _ in },
        one("Signed as it stands", ["343", "354"], "valid; none") { $0.sign(1, "3,4,3;0") },
        one("Changed since", ["344", "354"], "void; valid") {
            $0.sign(1, "3,4,3;0")
            $0.sign(2, "3,5,4;0")
        },
        one("A hole is missing again", ["34.", "354"], "void 3 missing; none") {
            $0.sign(1, "3,4,-;0")
        },
        one("Corrected by the host", ["343", "354"], "amended; none") { game in
            game.sign(1, "3,4,3;0")
            game.put(.throws, 1, 3, .number(4), rank: .confirmed)
        },
        one("A correction beside somebody's change", ["353", "354"], "void; none") { game in
            game.sign(1, "3,4,3;0")
            game.put(.throws, 1, 3, .number(4), rank: .confirmed)
        },
        one("Penalty throws on the card after signing", ["343", "354"], "amended; none") { game in
            game.sign(1, "3,4,3;0")
            game.put(.penalty(at: 34), 1, 0, .number(1))
        },
        one("Penalty throws that were signed with it", ["343", "354"], "valid; none") { game in
            game.put(.penalty(at: 34), 1, 0, .number(1))
            game.put(.penalty(at: 17), 1, 0, .number(2))
            game.put(.penalty(at: 27), 1, 0, .number(1))
            game.put(.penalty(at: 0), 1, 2, .number(3))
            game.sign(1, "3,4,3;3")
        },
        one("Disagreement after signing", ["343", "354"], "void 2 disputed; none") { game in
            game.sign(1, "3,4,3;0")
            game.score(5, 4, player: 1, hole: 2)
        },
        one("Picked up", ["34.", "354"], "valid; none") { game in
            game.put(.pickedUp, 1, 3, .number(1))
            game.sign(1, "3,4,X;0")
        },
        one("Picked up, and throws by somebody else", ["343", "354"], "void 3 disputed; none") {
            game in
            game.write([.empty, .number(1)], game.key(.pickedUp, 1, 3))
            game.sign(1, "3,4,3;0")
        },
        one("A ruling is open", ["343", "354"], "void 1 provisional; none") { game in
            game.put(.provisional, 1, 1, .number(4))
            game.sign(1, "3,4,3;0")
        },
        one("A signature of another course", ["343", "354"], "void; none") {
            $0.sign(1, "3,4;0")
        },
        one("A signature that says nothing", ["343", "354"], "void; none") { $0.sign(1, "x") },
        one(
            "A signature that says nothing under a card that was confirmed", ["3..", "354"],
            "void; none"
        ) {
            game in
            for hole in 2...3 { game.put(.closed, 0, hole, .number(1)) }
            game.put(.throws, 1, 1, .number(3), rank: .confirmed)
            game.sign(1, "a,-,-;0")
        },
        one("A closed hole needs no score", ["3.3", "3.4"], "valid; none") { game in
            game.put(.closed, 0, 2, .number(1))
            game.sign(1, "3,-,3;0")
        },
        one("Who came late, and who stopped", [".43", "35."], "valid; valid") { game in
            game.put(.from, 1, 0, .number(2))
            game.put(.out, 2, 0, .number(2))
            game.sign(1, "-,4,3;0")
            game.sign(2, "3,5,-;0")
        },
        one("Who came late, by the order of play", ["3.3", "354"], "valid; none") { game in
            game.put(.start, 0, 0, .number(2))
            game.put(.from, 1, 0, .number(3))
            game.sign(1, "3,-,3;0")
        },
    ]

    private static let strictness = [
        one(
            "Two have to enter the same", ["343", "343"],
            "void 1 unverified, 3 unverified; none 1 unverified, 2 unverified, 3 unverified"
        ) { game in
            game.trust = Trust(number: 1, since: 2, need: 2)
            game.score(4, 4, player: 1, hole: 2)
            game.sign(1, "3,4,3;0")
        },
        one(
            "Each of the scorers has to", ["343", "343"],
            "none 2 incomplete, 3 incomplete; none 1 incomplete, 2 incomplete, 3 incomplete"
        ) { game in
            game.trust = Trust(
                number: 1, since: 2, need: 0, scorers: [MemberNumber(2), MemberNumber(1)])
            game.score(3, 3, player: 1, hole: 1)
        },
        one(
            "What the host confirms is enough", ["...", "354"],
            "valid; none 1 unverified, 2 unverified, 3 unverified"
        ) {
            game in
            game.trust = Trust(number: 1, since: 2, need: 2)
            for hole in 1...3 {
                game.put(.throws, 1, hole, .number(3), rank: .confirmed)
            }
            game.sign(1, "3,3,3;0")
        },
    ]

    private static func games(_ games: FormatGame...) -> [LobbyGame] {
        games.enumerated().map { place, game in
            LobbyGame(id: UInt8(place + 1), number: 1, settings: game)
        }
    }

    private static let match = FormatGame(id: "", .match(MatchPlay()))

    private static let facts = [
        one("A hole that was conceded", ["343", "353"], "none; none", comesTo: ["2 wins 2&1"]) {
            game in
            game.games = games(match)
            game.put(.concededHole, 1, 2, .number(1))
            game.put(.concededHole, 1, 1, .number(0))
        },
        one(
            "A hole conceded in another game", ["343", "353"], "none; none",
            comesTo: ["1 wins 1 up"]
        ) {
            game in
            game.games = games(match)
            game.put(.concededHole, 1, 2, .number(2))
        },
        one(
            "The match was conceded", ["3..", "3.."],
            "none 2 missing, 3 missing; none 2 missing, 3 missing", comesTo: ["1 wins, 2 conceded"]
        ) {
            game in
            game.games = games(match)
            game.put(.concededMatch, 2, 1, .number(1))
        },
        one("A hole halved as agreed", ["343", "333"], "none; none", comesTo: ["halved"]) {
            game in
            game.games = games(match)
            game.put(.agreed, 1, 2, .number(1))
        },
        one(
            "The order of play goes around", ["3.3", "4.4"], "none 2 missing; none 2 missing",
            comesTo: ["1 wins 2&1"]
        ) {
            game in
            game.games = games(match)
            game.put(.start, 0, 0, .number(3))
        },
        one(
            "A handicap by the index of the course", ["343", "353"], "none; none",
            comesTo: ["halved"]
        ) {
            game in
            game.games = games(
                FormatGame(
                    id: "", .match(MatchPlay()),
                    handicap: HandicapSettings(kind: .low)))
            game.write([.number(50)], CellKey(player: PlayerID(1), field: .handicap))
            game.write([.number(60)], CellKey(player: PlayerID(2), field: .handicap))
            for (hole, rank) in [2, 1, 3].enumerated() {
                game.write([.number(Int64(rank))], CellKey(hole: UInt8(hole + 1), field: .index))
            }
        },
        one("An award, a tag, a press and what else there is", ["343", "353"], "none; none") {
            game in
            game.games = games(
                FormatGame(id: "", .awards(Awards(awards: []))),
                FormatGame(id: "", .tags(BagTags())),
                FormatGame(id: "", .nassau(Nassau(pressing: .manual, pressAt: 1))),
                FormatGame(id: "", .stableford(Stableford())),
                FormatGame(id: "", .stroke(StrokePlay())))
            game.put(.award, 1, 2, .number(2))
            game.put(.press, 2, 2, .text("3/s1"))
            game.put(.press, 1, 1, .text("9/s1"))
            game.put(.press, 1, 2, .text("nonsense"))
            game.write([.number(7)], CellKey(player: PlayerID(1), field: .tag))
            game.write([.number(3)], CellKey(player: PlayerID(2), field: .tag))
            game.write([.number(950)], CellKey(player: PlayerID(2), field: .rating))
            game.put(.putts, 1, 1, .number(2))
            game.put(.note, 1, 1, .text("windy"))
            game.put(.provisional, 2, 2, .number(6))
            game.put(.provisional, 2, 2, .empty)
            game.put(.penalty(at: 31), 2, 0, .number(1))
        },
        one(
            "What is out of bounds of the course doesn't count", ["343", "353"], "none; none",
            comesTo: ["1 wins 1 up"]
        ) {
            game in
            game.games = games(match)
            game.put(.start, 0, 0, .number(9))
            game.put(.closed, 0, 9, .number(1))
            game.put(.from, 1, 0, .number(9))
            game.put(.out, 1, 0, .number(9))
        },
    ]
}

extension SignatureVectors {
    static func texts(of game: SampleGame) -> [String] {
        game.lobby.games.map { each in
            let result = game.lobby.result(of: each.settings, id: each.id, round: 1)
            if case .match(let match) = result.kind { return match.text } else { return "" }
        }
    }

    static func told(_ report: TrustReport) -> String {
        report.columns.map { column in
            let blocks = column.blocks.map { "\($0.hole) \($0.why.rawValue)" }
            return [column.signature.rawValue, blocks.joined(separator: ", ")]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }.joined(separator: "; ")
    }

    static var made: [UInt8] {
        let elements = cases.map { each in
            let lobby = each.game.lobby
            var writer = ElementWriter()
            writer.json.beginObject()
            writer.json.key("name")
            writer.json.string(each.name)
            writer.json.key("lobby")
            writer.lobby(lobby)
            writer.json.endObject()
            var element = writer.json.take()
            element.removeLast()
            let rest: JSONObject = [
                "signatures": .array(lobby.trustReport(round: 1).columns.map(\.golden)),
                "games": .array(
                    lobby.games.map {
                        lobby.result(of: $0.settings, id: $0.id, round: 1).json
                    }),
            ]
            return element + Array(",".utf8) + JSONValue.object(rest).bytes.dropFirst()
        }
        return Array("[\n".utf8) + Array(elements.joined(separator: Array(",\n".utf8)))
            + Array("\n]\n".utf8)
    }
}

extension TrustReport.Column {
    fileprivate var golden: JSONValue {
        [
            "player": .text(id), "content": .text(content.text),
            "signature": .text(signature.rawValue),
            "blocks": .array(
                blocks.map { block in
                    [
                        "hole": .integer(Int64(block.hole)), "why": .text(block.why.rawValue),
                        "who": .array(block.who.map(JSONValue.text)),
                    ]
                }),
        ]
    }
}

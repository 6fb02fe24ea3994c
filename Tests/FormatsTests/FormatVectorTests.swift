import Documents
import Foundation
import Scoring
import Testing

@testable import Formats

@Suite("Games on the scores of a card, by cases worked out by hand")
struct FormatVectorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let json: JSONValue

        var testDescription: String {
            "\(json["id"]?.string ?? ""): \(json["title"]?.string ?? "")"
        }
    }

    private static func cases(_ name: String) -> [Case] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/\(name).json")
        guard let bytes = try? Data(contentsOf: file), let json = try? JSONValue(Array(bytes))
        else { return [] }
        return json["cases"]?.elements?.map(Case.init) ?? []
    }

    static let whole = cases("formats")
    static let odd = cases("format-cases")

    /// What the games or the penalties of a case come to, by their names.
    private static func output(of json: JSONValue) throws(FormatFault) -> JSONObject {
        var output: JSONObject = [:]
        if let hole = json["penalty"] {
            output["penalty"] = try PenaltyCount(hole).json
            return output
        }
        guard let sheet = json["card"] else { throw .badField("card") }
        let card = try FormatCard(sheet)
        for game in json["games"]?.elements ?? [] {
            let game = try FormatGame(game)
            output[game.id] = game.result(on: card).json
        }
        if json["trust"] != nil {
            output["trust"] = TrustReport(try TrustLog(json, on: card), on: card).json
        }
        return output
    }

    @Test("The files are there")
    func files() {
        #expect(Self.whole.count == 40)
        #expect(Self.odd.count > 55)
    }

    @Test("Each game comes to the whole output of its case", arguments: whole)
    func wholeOutputs(each: Case) throws {
        let output = try Self.output(of: each.json)
        guard case .object(let expected)? = each.json["expect"] else {
            Issue.record("it says what is expected")
            return
        }
        for field in expected.fields {
            #expect(output[field.name] == field.value, "\(field.name)")
        }
    }

    @Test("Settings that are written are the ones that were read", arguments: whole + odd)
    func settings(each: Case) throws {
        for json in each.json["games"]?.elements ?? [] {
            var game = try FormatGame(json)
            let written = game.settings
            game.id = ""
            let again = try FormatGame(settings: try JSONValue(written.bytes))
            #expect(again == game)
            #expect(again.settings == written)
        }
    }

    @Test("A pot that is split among other players on every hole has shares all the same")
    func manyShares() {
        let numbers = 1...72
        var card = FormatCard(
            pars: numbers.map { _ in 3 },
            players: numbers.map { FormatCard.Player(id: "\($0)", from: $0) })
        for number in numbers {
            card.entries["\(number)"] = numbers.map { $0 < number ? .empty : .throwCount(3) }
        }
        let game = FormatGame(id: "s", .skins(Skins(worths: [1_000_000], leftover: .split)))
        guard case .skins(let result) = game.result(on: card).kind else {
            Issue.record("it is skins")
            return
        }
        let won = result.shares.map { Double($0.won.numerator) / Double($0.won.denominator) }
        #expect(abs(won.reduce(0, +) - 71_000_000) < 1)
        #expect(won == won.sorted(by: >))
    }

    @Test("Nobody plays on two sides, or twice on one, and no two sides have one name")
    func sides() {
        let wrong: [JSONValue] = [
            ["a", "a"], [["id": "x", "members": ["a", "a"]]],
            [["id": "x", "members": ["a"]], ["id": "y", "members": ["a", "b"]]],
            [["id": "x", "members": ["a"]], ["id": "x", "members": ["b"]]],
        ]
        for sides in wrong {
            #expect(throws: FormatFault.badField("sides")) {
                try FormatGame(settings: ["format": "skins", "sides": sides])
            }
        }
    }

    @Test("What was worked out by hand is so", arguments: whole + odd)
    func checked(each: Case) throws {
        let output = JSONValue.object(try Self.output(of: each.json))
        var found = each.json["checked"] ?? [:]
        if let penalty = each.json["expect"]?["penalty"] { found = ["penalty": penalty] }
        guard case .object(let checked) = found else { return }
        for field in checked.fields {
            let steps = field.name.split(separator: "/")
            let value = steps.reduce(output as JSONValue?) { value, step in
                if let place = Int(step), let elements = value?.elements {
                    return elements.indices.contains(place) ? elements[place] : nil
                }
                return value?[String(step)]
            }
            #expect(value == field.value, "\(field.name)")
        }
    }

    @Test("The table of penalties is that of the cases")
    func penalties() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/formats.json")
        let json = try JSONValue(Array(try Data(contentsOf: file)))
        guard case .object(let table)? = json["penalty_table"] else {
            Issue.record("there is a table")
            return
        }
        #expect(table.fields.count == Penalty.all.count)
        for field in table.fields {
            let penalty = try #require(Penalty(code: field.name))
            #expect(field.value["throws"]?.integer == penalty.throwCount)
            #expect(field.value["where"]?.string == penalty.place.rawValue)
            #expect(field.value["rule"]?.string == penalty.rule)
        }
    }

    @Test(
        "What can't be a card or a game is refused by its field",
        arguments: [
            (#"{"pars":[]}"#, "pars"), (#"{"pars":[3],"players":[{"id":""}]}"#, "players"),
            (#"{"pars":[3],"players":[{"id":"A"},{"id":"A"}]}"#, "players"),
            (#"{"pars":[3],"start":2,"players":[]}"#, "start"),
            (#"{"pars":[3,3],"index":[1,1],"players":[]}"#, "index"),
            (#"{"pars":[3],"players":[{"id":"A"}],"throws":{"A":[0]}}"#, "throws"),
            (#"{"pars":[3],"players":[{"id":"A"}],"throws":{"A":[3,3]}}"#, "throws"),
            (#"{"pars":[3],"players":[{"id":"A"}],"throws":{"A":[[]]}}"#, "throws"),
            (#"{"pars":[3],"players":[{"id":"A","handicap10":991}]}"#, "handicap10"),
            (#"{"pars":[3],"players":[],"card_penalties":{"A":-1}}"#, "card_penalties"),
        ])
    func badCards(text: String, field: String) throws {
        let json = try JSONValue(Array(text.utf8))
        #expect(throws: FormatFault.badField(field)) { try FormatCard(json) }
    }

    @Test(
        "What can't be a game is refused by its field",
        arguments: [
            (#"{"id":"g","format":"wolf"}"#, "format"), (#"{"format":"stroke"}"#, "id"),
            (#"{"id":"g","format":"stroke","ties":"coin"}"#, "ties"),
            (#"{"id":"g","format":"skins","value":[]}"#, "value"),
            (#"{"id":"g","format":"stroke","handicap":"half"}"#, "handicap"),
            (#"{"id":"g","format":"match","concede":[{"by":"A"}]}"#, "concede"),
            (#"{"id":"g","format":"nassau","scoring":"skins"}"#, "scoring"),
            (#"{"id":"g","format":"nassau","scoring":"stroke","press":"auto"}"#, "press"),
            (#"{"id":"g","format":"stroke","sides":[{"id":"AB","members":[]}]}"#, "sides"),
            (#"{"id":"g","format":"stableford","points":{"first":0,"values":[]}}"#, "points"),
        ])
    func badGames(text: String, field: String) throws {
        let json = try JSONValue(Array(text.utf8))
        #expect(throws: FormatFault.badField(field)) { try FormatGame(json) }
    }

    @Test("A game between two sides says so if there are three")
    func wrongSides() {
        let card = FormatCard(pars: [3], players: ["A", "B", "C"].map { .init(id: $0) })
        #expect(FormatGame(id: "m", .match(MatchPlay())).result(on: card).kind == .wrongSides)
    }
}

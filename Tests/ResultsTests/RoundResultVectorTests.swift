import Documents
import Foundation
import Lobby
import Results
import Scoring
import Testing

@testable import Wire

/// Tests/Vectors/round-results.json holds whoever has a game to the same results of its rounds.
struct RoundResultVectorTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/round-results.json")

    private struct Expected: Decodable {
        let round: UInt8
        let player: UInt32
        let person: String?
        let key: String?
        let day: Int64
        let start: Int64
        let unended: Bool
        let pars: [Int64]
        let `throws`: [Int64?]
        let disputed: [UInt8]
        let total: Int64
        let overPar: Int64
        let scored: Int
        let complete: Bool
        let aces: Int
        /// Eagles, birdies, pars, bogeys, and worse.
        let shapes: [Int]
    }

    private struct Case: Decodable {
        let name: String
        let last: Int64
        let now: Int64
        let results: [Expected]
    }

    private static func lobby(_ given: Any?) throws -> Lobby {
        let bytes = try JSONSerialization.data(withJSONObject: #require(given))
        var reader = ElementReader(JSONReader(Array(bytes)))
        return try Lobby.read(from: &reader, epoch: Epoch(1), seq: 99)
    }

    @Test("Games come to the results of rounds that the golden file has")
    func results() throws {
        let bytes = try Data(contentsOf: Self.file)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let cases = try decoder.decode([Case].self, from: bytes)
        let raw = try #require(try JSONSerialization.jsonObject(with: bytes) as? [[String: Any]])
        #expect(cases.count == 16 && raw.count == cases.count)
        #expect(Set(cases.map(\.name)).count == cases.count)
        for (each, raw) in zip(cases, raw) {
            let made = try Self.lobby(raw["lobby"]).roundResults(
                last: WallTime(milliseconds: each.last), now: WallTime(milliseconds: each.now))
            #expect(made.count == each.results.count, "\(each.name)")
            for (made, expected) in zip(made, each.results) {
                check(made, expected, Comment(rawValue: each.name))
            }
        }
    }

    private func check(_ made: RoundResult, _ expected: Expected, _ name: Comment) {
        #expect(made.round == expected.round, name)
        #expect(made.player.value == expected.player, name)
        #expect(made.person.map { "\($0.value)" } == expected.person, name)
        #expect(made.key?.text == expected.key, name)
        #expect(made.day == expected.day, name)
        #expect(made.start.milliseconds == expected.start, name)
        #expect(made.isUnended == expected.unended, name)
        #expect(made.labels.count == expected.pars.count, name)
        #expect(made.pars == expected.pars, name)
        #expect(made.throws == expected.throws, name)
        #expect(made.disputedHoles == expected.disputed, name)
        #expect(made.tally.total == expected.total, name)
        #expect(made.tally.overPar == expected.overPar, name)
        #expect(made.tally.holesScored == expected.scored, name)
        #expect(made.isComplete == expected.complete, name)
        #expect(made.aces == expected.aces, name)
        let counts = made.shapes
        let worse = counts[.double, default: 0] + counts[.triple, default: 0]
        let shapes = [.eagle, .birdie, .par, .bogey].map { counts[$0, default: 0] } + [worse]
        #expect(shapes == expected.shapes, name)
    }
}

import Documents
import Foundation
import Testing

@testable import Lobby

/// Names of a card, by what is to be seen of them. The golden file is every client's.
struct NameTests {
    private struct Case: Decodable {
        var card: [String]
        var name: String
        /// Nil: `bad_text`.
        var added: String?
        var taken: Bool
    }

    private static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/names.json")
        let cases = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode([Case].self, from: $0)
        }
        return cases ?? []
    }()

    private static let other = PlayerID(100)
    private static let new = PlayerID(102)

    /// A card that shows these names, each in place of another, and one more column. Someone of
    /// the same name has been on it.
    private func game(_ names: [String], besides removed: String) throws -> Game {
        var game = try Game(hostPlays: false)
        for place in names.indices {
            game.apply(.playerAdded(Player(id: column(place), member: nil, name: "G \(place)")))
        }
        game.apply(.playerAdded(Player(id: Self.other, member: nil, name: "Guest")))
        game.apply(
            .playerAdded(Player(id: PlayerID(101), member: nil, name: removed)))
        game.apply(.playerRemoved(PlayerID(101)))
        for (place, name) in names.enumerated() { try rename(column(place), name, in: &game) }
        return game
    }

    private func column(_ place: Int) -> PlayerID { PlayerID(UInt32(place + 1)) }

    private func rename(
        _ column: PlayerID, _ name: String, in game: inout Game
    ) throws(Refusal) {
        let key = CellKey(player: column, field: .name)
        try game.perform(.set(key, .text(name), confirms: false), by: 1)
    }

    /// What a guest is called who is added; or why they aren't.
    private func added(_ name: String, to game: Game) -> Result<String, Refusal> {
        var game = game
        return Result { () throws(Refusal) in
            try game.perform(.addPlayer(Self.new, name: name), by: 1)
            return game.lobby.player(Self.new)?.name ?? ""
        }
    }

    private func joined(_ name: String, _ game: Game) -> Result<String, Refusal> {
        Result { () throws(Refusal) in
            let change = try game.lobby.join(Game.person(7), name: name)
            guard case .joined(let member)? = change else { throw .malformed }
            return member.name
        }
    }

    /// Strings are compared by their bytes here.
    private func isSame(_ name: Result<String, Refusal>, _ expected: String?) -> Bool {
        switch name {
        case .success(let name): expected.map { Array($0.utf8) == Array(name.utf8) } ?? false
        case .failure(let refusal): expected == nil && refusal == .badText
        }
    }

    @Test("Who is added or joins is told from everyone on the card, as the golden file has it")
    func toldApart() throws {
        #expect(Self.cases.count > 60)
        for each in Self.cases {
            let game = try game(each.card, besides: each.name)
            #expect(isSame(added(each.name, to: game), each.added), "\(each)")
            #expect(isSame(joined(each.name, game), each.added), "\(each)")
        }
    }

    @Test("Nobody is given a name that another column shows, as the golden file has it")
    func taken() throws {
        for each in Self.cases {
            var game = try game(each.card, besides: each.name)
            let expected: Refusal? =
                each.added == nil ? .badText : each.taken ? .nameTaken : nil
            var refusal: Refusal?
            do throws(Refusal) {
                try rename(Self.other, each.name, in: &game)
            } catch {
                refusal = error
            }
            #expect(refusal == expected, "\(each)")
        }
    }

    @Test("Who has a name may write it another way, and take one that somebody has given up")
    func ownName() throws {
        var game = try game(["Anna", "Ben"], besides: "Carl")
        try rename(column(0), "ANNA", in: &game)
        #expect(throws: Refusal.nameTaken) { try rename(column(1), "anna", in: &game) }
        try rename(column(0), "Carl", in: &game)
        try rename(column(1), "anna", in: &game)
        try game.perform(.removePlayer(column(1)), by: 1)
        try rename(column(0), "Anna", in: &game)
        #expect(game.lobby.name(of: try #require(game.lobby.player(column(0)))) == "Anna")
    }

    @Test("A late name counts only while nobody else has it")
    func settled() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        try game.perform(
            .set(CellKey(player: PlayerID(2), field: .name), .text("Late"), confirms: false), by: 2)
        let late = try #require(game.lobby.quarantine.first?.seq)
        try rename(PlayerID(1), "late", in: &game)
        #expect(throws: Refusal.nameTaken) {
            try game.perform(.settle(late, applies: true), by: 1)
        }
        try game.perform(.settle(late, applies: false), by: 1)
        #expect(game.lobby.quarantine.isEmpty)
    }

    @Test("However many people of one name join, no two of them look the same")
    func crowd() throws {
        var game = try Game(hostPlays: false)
        let name = String(repeating: "Å", count: 32)
        for number in 2..<UInt64(LobbyLimits.playersMax) + 2 {
            let change = try #require(try game.lobby.join(Game.person(number), name: name))
            game.apply(change)
        }
        let names = game.lobby.columns.map(\.name)
        #expect(Set(names.map(Lobby.visibleKey)).count == LobbyLimits.playersMax)
        #expect(names.allSatisfy { $0.utf8.count <= LobbyLimits.nameBytesMax })
    }
}

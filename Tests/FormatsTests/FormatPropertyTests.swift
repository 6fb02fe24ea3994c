import Testing

@testable import Formats

@Suite("What holds for games on any card")
struct FormatPropertyTests {
    /// Numbers that are the same in each run.
    struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var mixed = state
            mixed ^= mixed >> 33
            mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 29
        }
    }

    private static func entry(_ chance: inout Chance) -> HoleEntry {
        switch Int.random(in: 0..<10, using: &chance) {
        case 0: .pickedUp
        case 1:
            .disputed(
                shown: Int64.random(in: 2...4, using: &chance),
                others: [Int64.random(in: 2...4, using: &chance)])
        case 2...4: .empty
        default: .throwCount(Int64.random(in: 2...4, using: &chance))
        }
    }

    private static func card(_ seed: UInt64, players: Int) -> FormatCard {
        var chance = Chance(state: seed)
        let holes = Int.random(in: 1...12, using: &chance)
        let ids = (0..<players).map { "P\($0)" }
        return FormatCard(
            pars: (0..<holes).map { _ in Int64.random(in: 3...4, using: &chance) },
            start: Int.random(in: 1...holes, using: &chance),
            closed: Int.random(in: 0..<4, using: &chance) == 0 && holes > 1 ? [holes] : [],
            players: ids.map { id in
                FormatCard.Player(
                    id: id, handicapTenths: Int64.random(in: -20...150, using: &chance))
            },
            entries: Dictionary(
                uniqueKeysWithValues: ids.map { id in
                    (id, (0..<holes).map { _ in Self.entry(&chance) })
                }))
    }

    /// The card once everything is typed and settled, in one of the ways in which that can go on.
    private static func completed(_ card: FormatCard, _ seed: UInt64) -> FormatCard {
        var chance = Chance(state: seed)
        var card = card
        for player in card.players {
            for hole in 0..<card.holeCount {
                switch card.entries[player.id]?[hole] {
                case .empty?:
                    card.entries[player.id]?[hole] = .throwCount(
                        Int64.random(in: 1...6, using: &chance))
                case .disputed(let shown, let others)?:
                    let value = ([shown] + others).compactMap(\.self).randomElement(using: &chance)
                    card.entries[player.id]?[hole] = value.map(HoleEntry.throwCount) ?? .pickedUp
                default: break
                }
            }
        }
        return card
    }

    private static let handicaps: [HandicapSettings] = [
        HandicapSettings(), HandicapSettings(kind: .low), HandicapSettings(kind: .full),
    ]

    @Test("A hole and a match that are decided stay so in every completion", arguments: 0..<300)
    func decided(seed: Int) {
        let card = Self.card(UInt64(seed), players: 2)
        for handicap in Self.handicaps {
            let game = FormatGame(id: "m", .match(MatchPlay()), handicap: handicap)
            guard case .match(let before) = game.result(on: card).kind else { continue }
            for way in 0..<8 as Range<UInt64> {
                let whole = Self.completed(card, UInt64(seed) << 8 | way)
                guard case .match(let after) = game.result(on: whole).kind else { continue }
                for (old, new) in zip(before.holes, after.holes) {
                    switch old {
                    case .won, .halved: #expect(new == old || new == .after)
                    default: break
                    }
                }
                if before.state == .won { #expect(after.winner == before.winner) }
                #expect(after.state == .won || after.state == .halved)
            }
        }
    }

    @Test("A skin that is somebody's stays so, and what is won was staked", arguments: 0..<300)
    func skins(seed: Int) {
        let card = Self.card(UInt64(seed), players: 3)
        let game = FormatGame(id: "s", .skins(Skins()))
        guard case .skins(let before) = game.result(on: card).kind else { return }
        let sum = before.shares.map(\.balance).reduce(Fraction(0), +)
        #expect(sum == Fraction(0))
        for way in 0..<8 as Range<UInt64> {
            let whole = Self.completed(card, UInt64(seed) << 8 | way)
            guard case .skins(let after) = game.result(on: whole).kind else { continue }
            for (old, new) in zip(before.owners, after.owners) {
                if case .side = old { #expect(new == old) }
            }
            #expect(after.isFinal && after.open.isEmpty)
        }
    }

    @Test(
        "A part that is won by its total stays so, and what one gets others pay",
        arguments: 0..<300)
    func totals(seed: Int) {
        let card = Self.card(UInt64(seed), players: 3)
        for handicap in Self.handicaps {
            let game = FormatGame(
                id: "n", .nassau(Nassau(scoring: .stroke)), handicap: handicap)
            guard case .nassauTotals(let before) = game.result(on: card).kind else { continue }
            #expect(before.balance.map(\.amount).reduce(0, +) == 0)
            for way in 0..<8 as Range<UInt64> {
                let whole = Self.completed(card, UInt64(seed) << 8 | way)
                guard case .nassauTotals(let after) = game.result(on: whole).kind else { continue }
                for (old, new) in zip(before.segments, after.segments) {
                    if old.state != .live {
                        #expect((new.state, new.winner) == (old.state, old.winner))
                    }
                    #expect(new.state != .live)
                    #expect(Set(new.out).isSuperset(of: old.out))
                }
            }
        }
    }

    @Test("Whoever sits in which column, the results are those of the players", arguments: 0..<200)
    func swapped(seed: Int) {
        let card = Self.card(UInt64(seed), players: 2)
        var other = card
        other.players.reverse()
        for kind in [.match(MatchPlay()), .nassau(Nassau(pressing: .auto))] as [FormatGame.Kind] {
            for handicap in Self.handicaps {
                let game = FormatGame(id: "g", kind, handicap: handicap)
                switch (game.result(on: card).kind, game.result(on: other).kind) {
                case (.match(let one), .match(let two)): #expect(one == two)
                case (.nassau(let one), .nassau(let two)):
                    #expect(one.segments == two.segments && one.presses == two.presses)
                    let amounts = one.balance.map(\.amount)
                    #expect(amounts.reduce(0, +) == 0)
                    #expect(two.balance.map(\.amount) == amounts.reversed())
                default: Issue.record("they are of the same kind")
                }
            }
        }
    }

    @Test("Throws received add up to the handicap, whichever holes are closed", arguments: 0..<100)
    func received(seed: Int) throws {
        let card = Self.card(UInt64(seed), players: 2)
        let given = try card.throwsReceived(by: ["P0"], HandicapSettings(kind: .full))
        let tenths = try #require(card.players[0].handicapTenths)
        #expect(given["P0"]?.reduce(0, +) == halfUp(tenths * 100, 1_000))
        for hole in card.closed { #expect(given["P0"]?[hole - 1] == 0) }
        let open = card.openHoles.compactMap { given["P0"]?[$0 - 1] }
        #expect((open.max() ?? 0) - (open.min() ?? 0) <= 1)
    }

    @Test("Halves are rounded upwards, below zero too")
    func rounding() {
        #expect([15, -15, 14, -14, -16].map { halfUp($0, 10) } == [2, -1, 1, -1, -2])
        #expect([7, -7, -6, 0].map { floorDivision($0, 3) } == [2, -3, -2, 0])
    }

    @Test("Without an index throws spread over the round, the holes of a higher par first")
    func ranks() {
        let plain = FormatCard(pars: [Int64](repeating: 3, count: 18), players: [])
        let order = plain.strokeRanks.sorted { $0.value < $1.value }.map(\.key)
        #expect(order.prefix(8) == [1, 17, 9, 5, 13, 3, 11, 7])
        let mixed = FormatCard(pars: [3, 3, 5, 4], players: [])
        #expect(mixed.strokeRanks == [3: 1, 4: 2, 1: 3, 2: 4])
    }
}

import Documents
import Lobby
import SyncClient
import Testing

@testable import Simulator

/// A plan made by hand: a card of three rounds, and someone who comes later over a slow line.
struct SlowLineTests {
    private static let guestCount = 5
    private static let holeCount = 18

    private var plan: Plan {
        var settings = Plan.Settings()
        // A window each 700 ms: 285 bytes/s.
        settings.latency = 700...700
        settings.windowBytes = 200
        settings.delayedPercent = 0
        settings.splitPercent = 0
        settings.games = [
            Plan.Game(holeCount: Self.holeCount, allowsLateJoin: true, hostPlays: true)
        ]
        settings.apps = [Plan.Seat.Way.hosting, .watching].enumerated().map { number, way in
            Plan.Seat(
                game: 0, person: number, way: way, clockAhead: 0, driftPartsPerMillion: 0,
                startsOffline: false)
        }
        var actions: [Action] = [.open(app: 0)]
        actions += (0..<Self.guestCount).map { .edit(app: 0, .addGuest($0), hesitation: 0) }
        for _ in 1...3 {
            actions.append(.edit(app: 0, .nextStage(0), hesitation: 0))
            for place in 0..<(Self.guestCount + 1) * Self.holeCount {
                let score = Action.Edit.score(
                    playerPick: place / Self.holeCount, holePick: place % Self.holeCount,
                    throwCount: 3, confirms: false)
                actions.append(.edit(app: 0, score, hesitation: 0))
            }
            actions.append(.edit(app: 0, .nextStage(0), hesitation: 0))
        }
        var planned = actions.enumerated().map { place, action in
            PlannedAction(time: UInt64(place) * 2_000, action: action)
        }
        planned.append(PlannedAction(time: 1_800_000, action: .open(app: 1)))
        return Plan(seed: 1, settings: settings, actions: planned)
    }

    @Test("Someone on a line of 285 bytes a second gets the whole card")
    func catchesUp() throws {
        let world = World<Lobby>(plan)
        defer { world.dismantle() }
        world.run(until: 1_800_000)
        let card = try #require(world.oracle.history(world.games[0].lobby)?.document)
        // A few entries are corrections of the last round.
        #expect(card.cells.count > 250)
        world.run(until: 2_400_000)
        #expect(world.apps[1].core?.confirmed == card.forSpectators)
        #expect(world.apps[1].connectCount == 1)
        world.runAll()
        #expect(world.violation == nil)
    }
}

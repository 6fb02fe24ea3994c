import Documents
import SharedCounter
import Testing

@testable import Simulator

/// What holds for games holds for a document that is none.
struct CounterTests {
    @Test("Each addition counts once and all see the same, whatever goes wrong", arguments: 0..<4)
    func counts(part: UInt64) {
        var statistics = Statistics()
        var refusedCount = 0
        for seed in stride(from: part + 1, through: 100, by: 4) {
            let world = World<Counter>(PlanGenerator.plan(seed: seed))
            defer { world.dismantle() }
            world.runAll()
            #expect(
                world.violation == nil, "seed \(seed): \(world.violation.map { "\($0)" } ?? "")")
            statistics.add(world.statistics)
            refusedCount += world.oracle.typed.count(where: \.isRefused)
        }
        #expect(statistics.events > 1_000)
        #expect(statistics.faults.count > 25, "\(statistics.faults)")
        #expect(refusedCount > 0)
    }

    @Test("Without faults the total is the sum of what was typed and not refused")
    func sum() {
        for seed: UInt64 in 1...10 {
            let world = World<Counter>(PlanGenerator.plan(seed: seed, faults: []))
            defer { world.dismantle() }
            world.runAll()
            #expect(world.violation == nil)
            for (number, game) in world.games.enumerated() {
                let amounts = world.oracle.typed.map { typed -> Int64 in
                    guard typed.game == number, !typed.isRefused,
                        case .add(let amount) = typed.op.command
                    else { return 0 }
                    return amount
                }
                let counter = world.oracle.history(game.lobby)?.document
                #expect(counter?.total == amounts.reduce(0, +), "seed \(seed)")
            }
        }
    }

    @Test("A disk that loses additions is noticed")
    func lostAdditions() {
        let checks = (1...5).map { Run<Counter>.run(seed: $0, faults: .planted).violation?.check }
        #expect(checks.allSatisfy { $0 != nil }, "\(checks)")
    }
}

import Documents
import Notebook
import Testing

@testable import Simulator

/// What holds for games holds for what a person keeps on several devices.
struct NotebookRunTests {
    @Test(
        "Each note counts once and all devices see the same, whatever goes wrong", arguments: 0..<4)
    func counts(part: UInt64) {
        var statistics = Statistics()
        var refusedCount = 0
        for seed in stride(from: part + 1, through: 120, by: 4) {
            let world = World<Notebook>(PlanGenerator.plan(seed: seed))
            defer { world.dismantle() }
            world.runAll()
            #expect(
                world.violation == nil, "seed \(seed): \(world.violation.map { "\($0)" } ?? "")")
            statistics.add(world.statistics)
            refusedCount += world.oracle.typed.count(where: \.isRefused)
        }
        #expect(statistics.events > 1_000)
        #expect(statistics.faults.count > 25, "\(statistics.faults)")
        #expect(refusedCount == 0)
    }

    @Test("Where all clocks are right, what stands under each key is what was entered last")
    func last() throws {
        for seed: UInt64 in 1...10 {
            var plan = PlanGenerator.plan(seed: seed, faults: [])
            for place in plan.settings.apps.indices {
                plan.settings.apps[place].clockAhead = 0
                plan.settings.apps[place].driftPartsPerMillion = 0
            }
            let world = World<Notebook>(plan)
            defer { world.dismantle() }
            world.runAll()
            #expect(world.violation == nil)
            for (number, game) in world.games.enumerated() {
                guard let notebook = world.oracle.history(game.lobby)?.document else { continue }
                var latest: [String: (at: Int64, value: String?)] = [:]
                for typed in world.oracle.typed where typed.game == number {
                    let (key, value) = typed.op.command.entry
                    if let known = latest[key], known.at > typed.op.at.milliseconds { continue }
                    latest[key] = (typed.op.at.milliseconds, value)
                }
                for (key, note) in notebook.notes where latest[key]?.at != note.at.milliseconds {
                    Issue.record("seed \(plan.seed): \(key) is \(note)")
                }
            }
        }
    }

    @Test("A disk that loses notes is noticed")
    func lost() {
        let checks = (1...5).map { Run<Notebook>.run(seed: $0, faults: .planted).violation?.check }
        #expect(checks.allSatisfy { $0 != nil }, "\(checks)")
    }
}

import Lobby
import Testing

@testable import Simulator

@Suite struct SimulatorTests {
    @Test("A game without faults is played to its end")
    func faultless() {
        for seed in 1...5 {
            let result = Run<Lobby>.run(seed: UInt64(seed), faults: [])
            #expect(result.violation == nil, "seed \(seed)")
            #expect(result.statistics.events > 0)
        }
    }

    @Test("A seed repeats its run, step by step")
    func repeats() {
        #expect(Run<Lobby>.run(seed: 7).digest == Run<Lobby>.run(seed: 7).digest)
        #expect(Run<Lobby>.run(seed: 7).digest != Run<Lobby>.run(seed: 8).digest)
    }

    @Test("Each kind of fault is drawn, and each action can be left out")
    func faultKinds() {
        var faults: Set<String> = []
        for seed in 1...400 {
            let plan = PlanGenerator.plan(seed: UInt64(seed))
            faults.formUnion(plan.actions.compactMap(\.action.fault))
            #expect(plan.keeping([0]).actions == [plan.actions[0]])
        }
        #expect(faults.count == 34, "\(faults.sorted())")
    }

    @Test("Nothing of a run stays in memory, though it breaks off")
    func freed() {
        weak var world: World<Lobby>?
        weak var app: App<Lobby>?
        var appCount = 0
        do {
            let lives = World<Lobby>(PlanGenerator.plan(seed: 3))
            world = lives
            app = lives.apps.first
            lives.run(until: 600_000)
            appCount = lives.apps.count
            lives.dismantle()
        }
        #expect(appCount > 0)
        #expect(world == nil)
        #expect(app == nil)
    }

    @Test("A third of the phones carry a client of version 1, which reads events and snapshots")
    func companions() throws {
        var (phoneCount, companionCount, eventCount, snapshotCount) = (0, 0, 0, 0)
        for seed: UInt64 in 1...6 {
            let world = World<Lobby>(PlanGenerator.plan(seed: seed))
            world.runAll()
            #expect(world.violation == nil)
            let phones = world.apps.filter { $0.seat.person < 1_000 }
            phoneCount += phones.count
            for case let companion as VersionOneClient in phones.map(\.companion) {
                companionCount += 1
                eventCount += companion.eventCount
                snapshotCount += companion.snapshotCount
            }
            world.dismantle()
        }
        #expect((phoneCount / 5...phoneCount / 2).contains(companionCount))
        #expect(eventCount > 100)
        #expect(snapshotCount > 5)
    }
}

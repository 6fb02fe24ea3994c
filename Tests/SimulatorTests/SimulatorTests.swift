import Simulator
import Testing

@Suite struct SimulatorTests {
    @Test("A game without faults is played to its end")
    func faultless() {
        for seed in 1...5 {
            let result = Run.run(seed: UInt64(seed), faults: [])
            #expect(result.violation == nil, "seed \(seed)")
            #expect(result.statistics.events > 0)
        }
    }

    @Test("A seed repeats its run, step by step")
    func repeats() {
        #expect(Run.run(seed: 7).digest == Run.run(seed: 7).digest)
        #expect(Run.run(seed: 7).digest != Run.run(seed: 8).digest)
    }
}

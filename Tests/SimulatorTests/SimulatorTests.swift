import Simulator
import Testing

@Suite struct SimulatorTests {
    @Test("A game without faults is played to its end")
    func faultless() {
        for seed in 1...20 {
            let result = Run.run(seed: UInt64(seed), faults: [])
            #expect(result.violation == nil, "seed \(seed)")
            #expect(result.statistics.events > 0)
        }
    }
}

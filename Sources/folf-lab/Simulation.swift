import Glibc
import Simulator
import SmallScope

/// Runs the proofs with this process's clock and randomness.
enum Simulation {
    static func simulate(_ arguments: [String], show: @escaping (String) -> Void) -> Int32 {
        SimulatorCommand.run(
            arguments,
            SimulatorShell(
                show: show, processorSeconds: processorSeconds,
                clockSeconds: { seconds(CLOCK_MONOTONIC) },
                freshSeed: {
                    var random = SystemRandomNumberGenerator()
                    return random.next()
                }))
    }

    static func visit(_ arguments: [String], show: (String) -> Void) -> Int32 {
        ExhaustiveCommand.run(arguments, processorSeconds: processorSeconds, show: show)
    }

    private static func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

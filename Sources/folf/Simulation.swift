import Glibc
import Simulator

/// Runs the simulator with this process's clock, randomness and output.
enum Simulation {
    static func run(_ arguments: [String]) -> Int32 {
        SimulatorCommand.run(
            arguments,
            SimulatorShell(
                show: { line in
                    print(line)
                    _ = fflush(nil)
                },
                processorSeconds: { seconds(CLOCK_PROCESS_CPUTIME_ID) },
                clockSeconds: { seconds(CLOCK_MONOTONIC) },
                freshSeed: {
                    var random = SystemRandomNumberGenerator()
                    return random.next()
                }))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

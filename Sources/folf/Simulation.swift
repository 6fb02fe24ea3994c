import Glibc
import Simulator
import SmallScope

/// Runs the simulator with this process's clock, randomness and output.
enum Simulation {
    static func run(_ arguments: [String]) -> Int32 {
        if let place = arguments.firstIndex(of: ExhaustiveCommand.option) {
            return ExhaustiveCommand.run(
                Array(arguments[(place + 1)...]), processorSeconds: processorSeconds, show: show)
        }
        if arguments.contains("--help") || arguments.contains("-h") {
            show(Help.text(for: .simulate))
            return 0
        }
        return SimulatorCommand.run(
            arguments,
            SimulatorShell(
                show: show, processorSeconds: processorSeconds,
                clockSeconds: { seconds(CLOCK_MONOTONIC) },
                freshSeed: {
                    var random = SystemRandomNumberGenerator()
                    return random.next()
                }))
    }

    private static func show(_ line: String) {
        print(line)
        _ = fflush(nil)
    }

    private static func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

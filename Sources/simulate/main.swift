import Glibc
import Simulator

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let shell = SimulatorShell(
    show: { line in
        print(line)
        _ = fflush(nil)
    },
    processorSeconds: { seconds(CLOCK_PROCESS_CPUTIME_ID) },
    clockSeconds: { seconds(CLOCK_MONOTONIC) },
    freshSeed: {
        var random = SystemRandomNumberGenerator()
        return random.next()
    })

exit(SimulatorCommand.run(Array(CommandLine.arguments.dropFirst()), shell))

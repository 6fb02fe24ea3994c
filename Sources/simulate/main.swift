import Glibc
import Simulator
import SmallScope

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func show(_ line: String) {
    print(line)
    _ = fflush(nil)
}

let shell = SimulatorShell(
    show: show,
    processorSeconds: { seconds(CLOCK_PROCESS_CPUTIME_ID) },
    clockSeconds: { seconds(CLOCK_MONOTONIC) },
    freshSeed: {
        var random = SystemRandomNumberGenerator()
        return random.next()
    })

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == ExhaustiveCommand.option {
    exit(
        ExhaustiveCommand.run(
            Array(arguments.dropFirst()), processorSeconds: shell.processorSeconds, show: show))
}
exit(SimulatorCommand.run(arguments, shell))

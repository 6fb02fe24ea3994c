import Wire

/// What the simulator's program needs of the world outside.
package struct SimulatorShell {
    package var show: (String) -> Void
    /// Seconds of this process on a processor, and on the clock.
    package var processorSeconds: () -> Double
    package var clockSeconds: () -> Double
    package var freshSeed: () -> UInt64

    package init(
        show: @escaping (String) -> Void, processorSeconds: @escaping () -> Double,
        clockSeconds: @escaping () -> Double, freshSeed: @escaping () -> UInt64
    ) {
        self.show = show
        self.processorSeconds = processorSeconds
        self.clockSeconds = clockSeconds
        self.freshSeed = freshSeed
    }
}

/// The command line of the simulator.
package struct SimulatorCommand {
    package static let help = """
        Usage: folf-lab simulate [OPTION …]

        Plays whole games with the real server and clients on a simulated network, disk and clock.

          --seed N        run this seed only
          --keep LIST     with --seed: only these of its actions, such as 1,4-7
          --trace         with --seed: print everything that happens
          --seeds LIST    run these seeds first
          --seconds N     then fresh seeds for that long (default: 10)
          --runs N        at most that many fresh seeds
          --first N       take fresh seeds from N on instead of at random
          --faults LIST   only these kinds of faults: none, network, phones, journals, clocks,
                          server, commits, restores, blind-restores, peers, accounts
          --failures N    stop after that many failures (default: 5)
          --commit TEXT   what was built, for the report of a failure
          --no-minimise   report a failure as it is

        To visit every state of small games instead: folf-lab exhaustive.
        """

    private var options: SimulatorOptions
    private let shell: SimulatorShell

    /// - Returns: the exit code: 0 if nothing was violated, 1 if something was, 2 for misuse.
    package static func run(_ arguments: [String], _ shell: SimulatorShell) -> Int32 {
        do throws(SimulatorOptions.Misuse) {
            let options = try SimulatorOptions(arguments)
            guard !options.wantsHelp else {
                shell.show(help)
                return 0
            }
            return SimulatorCommand(options: options, shell: shell).run()
        } catch {
            shell.show("simulate: \(error.reason)\n\(help)")
            return 2
        }
    }

    private func run() -> Int32 {
        if let seed = options.seed { return runOne(seed) }
        return runMany()
    }

    private func runOne(_ seed: UInt64) -> Int32 {
        let trace = options.traces ? shell.show : nil
        let result = Run<UsualDocument>.run(
            seed: seed, faults: options.faults, keeping: options.kept, trace: trace)
        guard let violation = result.violation else {
            shell.show(
                "seed \(seed): nothing violated in \(result.actionCount) actions, "
                    + "\(result.statistics.events) events; digest \(result.digest)")
            return 0
        }
        if options.kept == nil, options.minimises, !options.traces {
            report(seed, violation, actionCount: result.actionCount)
        } else {
            shell.show("seed \(seed): \(Failure.headline(violation))")
        }
        return 1
    }

    private func runMany() -> Int32 {
        let startClock = shell.clockSeconds()
        let startProcessor = shell.processorSeconds()
        var statistics = Statistics()
        var count = 0
        var failures = 0
        func run(_ seed: UInt64) {
            let result = Run<UsualDocument>.run(seed: seed, faults: options.faults)
            count += 1
            statistics.add(result.statistics)
            guard let violation = result.violation else { return }
            failures += 1
            report(seed, violation, actionCount: result.actionCount)
        }
        var seeds = options.seeds[...]
        while failures < options.failuresMax, let seed = seeds.popFirst() { run(seed) }
        var next = options.first ?? shell.freshSeed() % 1_000_000_000_000
        if options.runs > 0 { shell.show("fresh seeds from \(next) on") }
        let end = startClock + options.seconds
        var runsLeft = options.runs
        while runsLeft > 0, failures < options.failuresMax, shell.clockSeconds() < end {
            run(next)
            next += 1
            runsLeft -= 1
        }
        let seconds = shell.processorSeconds() - startProcessor
        for line in Summary(statistics, runs: count, seconds: seconds).lines { shell.show(line) }
        shell.show(failures == 0 ? "nothing violated" : "\(failures) seeds failed")
        return failures == 0 ? 0 : 1
    }

    private func report(_ seed: UInt64, _ violation: Violation, actionCount: Int) {
        let failure = Failure(
            seed: seed, violation: violation, actionCount: actionCount, faults: options.faults,
            commit: options.commit)
        failure.report(minimises: options.minimises, shell.show)
    }
}

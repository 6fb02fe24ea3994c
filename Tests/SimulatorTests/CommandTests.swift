import Testing

@testable import Simulator

/// The command line, from a violation that is planted to the command that repeats it.
struct CommandTests {
    /// What was shown, and the exit code; every look at the clock takes a second.
    private func simulate(_ line: String) -> (lines: [String], code: Int32) {
        var lines: [String] = []
        var seconds = 0.0
        let shell = SimulatorShell(
            show: { lines.append($0) }, processorSeconds: { 0 },
            clockSeconds: {
                seconds += 1
                return seconds
            }, freshSeed: { 1 })
        let code = SimulatorCommand.run(line.split(separator: " ").map(String.init), shell)
        return (lines, code)
    }

    @Test("A violation is reported with seed, commit, and commands that repeat it")
    func reported() throws {
        let (lines, code) = simulate("--seed 1 --faults planted --commit abc1234")
        #expect(code == 1)
        let headline = try #require(lines.first { $0.hasPrefix("seed 1: VIOLATION") })
        let check = headline.split(separator: "“")[1].split(separator: "”")[0]
        #expect(lines.contains("commit: abc1234"))
        expectMinimised(lines)
        let commands = lines.filter { $0.hasPrefix("repeat: Scripts/simulate ") }
        #expect(commands.count == 2)
        for command in commands {
            let again = simulate(String(command.dropFirst("repeat: Scripts/simulate ".count)))
            #expect(again.code == 1)
            #expect(again.lines.contains { $0.contains("VIOLATION of “\(check)”") }, "\(command)")
        }
    }

    /// The trace has few actions, the planted one among them.
    private func expectMinimised(_ lines: [String]) {
        let line = lines.first { $0.hasPrefix("with ") } ?? ""
        let counts = line.split(separator: " ").compactMap { Int($0) }
        #expect(counts.count == 2 && counts[0] <= 8 && counts[0] * 4 < counts[1], "\(line)")
        #expect(lines.contains { $0.contains("> loseSyncedEvents") })
        #expect(!lines.contains { $0.contains(#""type":"pong""#) })
    }

    @Test("Without a violation the exit code is 0")
    func nothingViolated() {
        let (lines, code) = simulate("--seed 1")
        #expect(code == 0)
        #expect(lines.first?.hasPrefix("seed 1: nothing violated") == true)
    }

    @Test("Fresh seeds end with the time, the number of runs or the limit of failures")
    func ends() {
        let timed = simulate("--first 1 --faults none --seconds 3")
        #expect(timed.code == 0)
        #expect(timed.lines.contains { $0.hasPrefix("2 seeds,") })
        let counted = simulate("--first 1 --faults none --runs 1 --seconds 1000000")
        #expect(counted.lines.contains { $0.hasPrefix("1 seeds,") })
        let failed = simulate(
            "--first 1 --faults planted --failures 2 --no-minimise --seconds 1000000")
        #expect(failed.code == 1)
        #expect(failed.lines.last == "2 seeds failed")
        let given = simulate("--seeds 1,2,3 --faults planted --failures 1 --no-minimise --runs 0")
        #expect(given.lines.last == "1 seeds failed")
    }

    @Test(
        "What can't be understood is said, with the options",
        arguments: ["--seed", "--seed x", "--faults fire", "--keep 3-1", "--dance 1", "7"])
    func misuse(line: String) {
        let (lines, code) = simulate(line)
        #expect(code == 2)
        #expect(lines.first?.contains("Usage: folf-lab simulate") == true)
    }
}

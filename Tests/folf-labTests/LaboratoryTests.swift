import Testing

@testable import folf_lab

struct LaboratoryTests {
    /// Runs the program, and returns what it printed and complained of, line by line, and its exit
    /// code.
    private func run(_ line: String) -> (output: [String], errors: [String], code: Int32) {
        var output: [String] = []
        var errors: [String] = []
        let laboratory = Laboratory(
            print: { output.append($0) }, complain: { errors.append($0) })
        let code = laboratory.run(line.split(separator: " ").map(String.init))
        return (output, errors, code)
    }

    @Test("The overview names all commands, however it is asked for")
    func overview() {
        for line in ["", "help", "help --help", "--help", "-h"] {
            let (output, errors, code) = run(line)
            #expect(code == 0 && errors.isEmpty)
            #expect(output == [Help.overview])
        }
        for command in CommandName.allCases {
            #expect(Help.overview.contains("  \(command.rawValue) "))
        }
    }

    @Test(
        "Each command explains itself, in lines that fit",
        arguments: CommandName.allCases.filter { $0 != .help })
    func help(command: CommandName) {
        let name = command.rawValue
        let text = Help.text(for: command)
        #expect(text.hasPrefix("Usage: folf-lab \(name) "))
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        for line in ["help \(name)", "\(name) --help", "\(name) -h"] {
            let (output, errors, code) = run(line)
            #expect(output == [text] && errors.isEmpty)
            #expect(code == 0)
        }
    }

    @Test(
        "What isn't known is a fault of usage",
        arguments: [
            "dance", "host", "help dance", "help load rate", "load dance", "floor-server 9",
        ])
    func usage(line: String) {
        let (output, errors, code) = run(line)
        #expect(code == 2)
        #expect(output.isEmpty)
        #expect(errors.first?.hasPrefix("folf-lab: ") == true)
    }

    @Test("A command that isn't known is named, and where the others stand")
    func unknown() {
        let sentence = "folf-lab: There is no command “dance”; see folf-lab help."
        #expect(run("dance --seed 1").errors == [sentence])
        #expect(run("help dance").errors == [sentence])
    }

    @Test("`simulate` plays a seed, and refuses options it doesn't know")
    func simulate() {
        let (output, _, code) = run("simulate --seed 1 --faults none")
        #expect(code == 0)
        #expect(output.first?.hasPrefix("seed 1: nothing violated in ") == true)
        #expect(run("simulate --dance").code == 2)
    }

    @Test("`exhaustive` names the scopes that it doesn't know, and visits none then")
    func exhaustive() {
        let (output, _, code) = run("exhaustive 2x1 9x9 offline 1x1")
        #expect(code == 2)
        #expect(output.count == 1)
        #expect(output.first?.hasPrefix("no such scope: 9x9, 1x1\nUsage: ") == true)
    }
}

import TestSupport
import Testing

@Suite("folf-lab as a program")
struct LaboratoryProgramTests {
    @Test("It plays the seed that it is given and explains itself on standard output")
    func plays() throws {
        let played = try Child("folf-lab", ["simulate", "--seed", "1", "--faults", "none"]).wait()
        #expect(played.status == 0)
        #expect(played.text.hasPrefix("seed 1: nothing violated in "))
        let help = try Child("folf-lab", ["--help"]).wait()
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.text.contains("\nUsage: folf-lab COMMAND "))
    }

    @Test(
        "Neither program has the commands of the other",
        arguments: [
            ("folf", "simulate"), ("folf", "exhaustive"), ("folf", "load"),
            ("folf", "floor-server"), ("folf-lab", "host"), ("folf-lab", "score"),
        ])
    func unknownCommand(program: String, command: String) throws {
        let output = try Child(program, [command]).wait()
        #expect(output.status == 2)
        #expect(output.text.isEmpty)
        let sentence = "There is no command “\(command)”; see \(program) help."
        #expect(output.errors == "\(program): \(sentence)\n")
    }
}

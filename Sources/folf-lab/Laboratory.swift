import Load
import Simulator
import SmallScope

/// The exit code of the program.
enum ExitCode: Int32 {
    case done = 0
    /// Something was violated, or can't be measured.
    case failed = 1
    case usage = 2
}

/// The program: finds out from its arguments what is to be run, and runs it.
struct Laboratory {
    /// Writes a line to standard output; `complain` writes to standard error.
    var print: (String) -> Void
    var complain: (String) -> Void

    /// Runs what the arguments ask for.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code.
    func run(_ arguments: [String]) -> Int32 {
        let name = arguments.first ?? "help"
        let rest = Array(arguments.dropFirst())
        if ["--help", "-h"].contains(name) { return help([]).rawValue }
        guard let command = CommandName(rawValue: name) else { return unknown(name).rawValue }
        switch command {
        case .simulate: return Simulation.simulate(rest, show: print)
        case .exhaustive: return Simulation.visit(rest, show: print)
        case .load, .floorServer:
            return LoadCommand.run(arguments, print: print, complain: complain)
        case .help: return help(rest).rawValue
        }
    }

    private func help(_ arguments: [String]) -> ExitCode {
        let names = arguments.filter { !["--help", "-h"].contains($0) }
        guard let name = names.first else {
            print(Help.overview)
            return .done
        }
        guard names.count == 1 else { return misuse("Usage: folf-lab help [COMMAND]") }
        guard let command = CommandName(rawValue: name) else { return unknown(name) }
        print(Help.text(for: command))
        return .done
    }

    private func unknown(_ name: String) -> ExitCode {
        misuse("There is no command “\(name)”; see folf-lab help.")
    }

    private func misuse(_ sentence: String) -> ExitCode {
        complain("folf-lab: \(sentence)")
        return .usage
    }
}

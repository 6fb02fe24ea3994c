import Load
import Simulator
import SmallScope

/// The commands, with what `folf-lab help` says about them.
enum CommandName: String, CaseIterable {
    case simulate, exhaustive, load
    case floorServer = "floor-server"
    case help

    var summary: String {
        switch self {
        case .simulate: "play whole games with faults, from a seed"
        case .exhaustive: "visit every state of small games"
        case .load: "put a workload on a server and say what it cost"
        case .floorServer: "do the least that a server can do, to compare"
        case .help: "explain a command"
        }
    }
}

enum Help {
    static func text(for command: CommandName) -> String {
        switch command {
        case .simulate: SimulatorCommand.help
        case .exhaustive: ExhaustiveCommand.help
        case .load: LoadCommand.help
        case .floorServer: LoadCommand.floorHelp
        case .help: overview
        }
    }

    static var overview: String {
        let width = CommandName.allCases.map(\.rawValue.count).max() ?? 0
        let commands = CommandName.allCases.map { command in
            let gap = String(repeating: " ", count: width - command.rawValue.count + 2)
            return "  " + command.rawValue + gap + command.summary
        }
        return """
            folf-lab: proves and measures what folfd and folf are made of.

            Usage: folf-lab COMMAND [ARGUMENTS] [OPTIONS]

            \(commands.joined(separator: "\n"))

            Each command takes --help and says what its options are.

            Exit codes: 0 done, and nothing is wrong; 1 something is violated, or failed; 2 not
            understood.
            """
    }
}

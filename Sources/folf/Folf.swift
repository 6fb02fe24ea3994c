import Documents
import Glibc
import SyncClient

/// The exit code of the program.
enum ExitCode: Int32 {
    case done = 0
    /// Refused by the game or the server, or something failed.
    case failed = 1
    case usage = 2
    /// Saved on this device, but not confirmed by the server yet.
    case unconfirmed = 3
}

@main
enum Folf {
    static let version = "folf 1.0"

    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(Failure) {
            let invocation = try Invocation(arguments) { name in
                unsafe getenv(name).map { unsafe String(cString: $0) }
            }
            exit(try await run(invocation).rawValue)
        } catch {
            if arguments.contains("--json") {
                let status = error.code == .usage ? "usage" : "failed"
                Terminal.print(
                    JSONValue.object(["status": .text(status), "message": .text(error.sentence)])
                        .line)
            }
            Terminal.printError("folf: \(error.sentence)")
            exit(error.code.rawValue)
        }
    }

    private static func run(_ invocation: Invocation) async throws(Failure) -> ExitCode {
        if invocation.options.wantsHelp || invocation.command == .help {
            Terminal.print(try Help.text(for: invocation))
            return .done
        }
        if invocation.command == .results, invocation.arguments.isEmpty {
            guard invocation.options.readsInput else { throw .usage(of: .results) }
            Terminal.print(try FormatDesk.answer(to: FormatDesk.input()).line)
            return .done
        }
        let desk = try Desk(invocation.options)
        switch invocation.command {
        case .help: return .done
        case .host: return try await desk.host()
        case .join: return try await desk.join(invocation.arguments[0])
        case .watch: return try await desk.watch(invocation.arguments[0])
        case .play: return try await desk.play(invocation.arguments.first)
        case .sync: return try await desk.sync(invocation.arguments.first)
        case .games: return desk.games()
        case .account: return try desk.perform(try AccountAction(invocation.arguments))
        case .login: return try desk.logIn(invocation.arguments.first)
        case .logout: return try await desk.logOut()
        case .signUp: return try desk.signUp(invocation.arguments[0])
        case .friends: return try desk.perform(try FriendsAction(invocation.arguments))
        case .invite:
            return try desk.invite(
                Array(invocation.arguments.dropFirst()), to: invocation.arguments[0])
        case .inbox: return try desk.perform(try InboxAction(invocation.arguments))
        case .export: return try desk.export(to: invocation.arguments.first)
        default: return try await desk.act(try Action(invocation), in: invocation.arguments[0])
        }
    }
}

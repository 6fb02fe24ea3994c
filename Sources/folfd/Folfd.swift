import EventStore
import Glibc
import Wire

@main
enum Folfd {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let settings = Options.isCommand(arguments) ? SettingsFile.read(variable) : [:]
        do throws(OptionError) {
            exit(run(try Options(arguments) { name in variable(name) ?? settings[name] }))
        } catch {
            Logger.print("folfd: \(error.reason)", to: STDERR_FILENO)
            exit(2)
        }
    }

    /// A copy goes to where its maker may write, who is its owner.
    private static func makesCopy(_ options: Options) -> Bool {
        if case .backup = options.action { true } else { false }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    private static func run(_ options: Options) -> Int32 {
        switch options.action {
        case .serve: return Server.run(options)
        case .control(let call):
            return call.run(options.dataFolder, json: options.printsJSON)
        case .watch(let url): return Watch(url: url, options: options).run()
        case .check:
            _ = DataOwner.assume(of: options.dataFolder)
            return Check.run(options)
        case .help: Logger.print(Options.help, to: STDOUT_FILENO)
        case .version: Logger.print(Options.version, to: STDOUT_FILENO)
        case .verify, .export, .backup, .restore:
            guard makesCopy(options) || DataOwner.assume(of: options.dataFolder) else {
                Logger.print("folfd: run it as the owner of the data folder", to: STDERR_FILENO)
                return 1
            }
            do throws(StoreError) {
                return try Maintenance.run(options)
            } catch {
                Logger.print("folfd: \(error.description)", to: STDERR_FILENO)
                return 1
            }
        }
        return 0
    }
}

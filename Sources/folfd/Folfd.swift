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

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    private static func run(_ options: Options) -> Int32 {
        switch options.action {
        case .serve: return Server.run(options)
        case .control(let call):
            return call.run(options.dataFolder, json: options.printsJSON)
        case .watch(let url): return Watch(url: url, options: options).run()
        case .check: return Check.run(options)
        case .help: Logger.print(Options.help, to: STDOUT_FILENO)
        case .version: Logger.print(Options.version, to: STDOUT_FILENO)
        case .verify, .export, .backup, .restore:
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

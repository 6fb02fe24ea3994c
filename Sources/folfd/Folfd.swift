import EventStore
import Glibc
import Wire

@main
enum Folfd {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(OptionError) {
            let settings = Options.isCommand(arguments) ? try SettingsFile.read(variable) : [:]
            let options = try Options(arguments) { name in variable(name) ?? settings[name] }
            exit(run(options, settings))
        } catch {
            Logger.print("folfd: \(error.reason)", to: STDERR_FILENO)
            exit(2)
        }
    }

    /// What to do about a data folder that the service has: its sockets start it again.
    private static func cure(_ error: StoreError) -> String {
        guard case .locked = error, ServiceUnits.read()?.isHolding == true else { return "" }
        return " To stop the service: systemctl stop folfd folfd.socket folfd-redirect.socket"
    }

    /// A copy goes to where its maker may write, who is its owner.
    private static func makesCopy(_ options: Options) -> Bool {
        if case .backup = options.action { true } else { false }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// - Parameter settings: those of the service.
    private static func run(_ options: Options, _ settings: [String: String]) -> Int32 {
        switch options.action {
        case .serve: return Server.run(options)
        case .control(let call):
            return call.run(options.dataFolder, json: options.printsJSON)
        case .watch(let url): return Watch(url: url, options: options).run()
        case .mail(let address): return MailTrial.run(to: address, options)
        case .importCourses(let path):
            return options.isDryRun
                ? CourseFile.look(at: path)
                : CourseFile.send(path, of: options.country, to: options.dataFolder)
        case .check:
            _ = DataOwner.assume(of: options.dataFolder)
            return Check.run(options, settings)
        case .help: Logger.print(Options.help, to: STDOUT_FILENO)
        case .version: Logger.print(Options.version, to: STDOUT_FILENO)
        case .verify, .export, .backup, .restore, .rebuild:
            guard makesCopy(options) || DataOwner.assume(of: options.dataFolder) else {
                Logger.print("folfd: run it as the owner of the data folder", to: STDERR_FILENO)
                return 1
            }
            do throws(StoreError) {
                return try Maintenance.run(options)
            } catch {
                Logger.print("folfd: \(error.description)\(cure(error))", to: STDERR_FILENO)
                return 1
            }
        }
        return 0
    }
}

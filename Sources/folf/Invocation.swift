import ClientPlatform
import SyncClient

/// The command line, taken apart.
struct Invocation {
    var command: CommandName
    var arguments: [String] = []
    var options: Options

    struct Options {
        /// The server; nil: the one that the game was begun at.
        var server: ServerAddress?
        var home: String
        var name: String?
        var course: String?
        var holeCount = 9
        var pars: [Int64]?
        var waitSeconds = 5
        var allowsLateJoin = false
        var watchesOnly = false
        var isOffline = false
        var isJSON = false
        var isOnce = false
        var wantsHelp = false
        /// The file whose first line is the password; nil: it is asked for.
        var passwordFile: String?
        var usesRecoveryCode = false
        /// Whether games played on this device become the account's; nil: that is asked.
        var takesAlong: Bool?
        var age: AccountApplication.Age?
        var signUpCode: String?
        var isSure = false
        var isTable = false
        var readsInput = false
    }

    static let serverDefault = "ws://127.0.0.1:8080"
    static let waitSecondsMax = 3_600

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: looks a variable up.
    init(_ arguments: [String], environment: (String) -> String?) throws(Failure) {
        options = Options(home: Self.home(environment))
        if let server = environment("FOLF_SERVER"), !server.isEmpty {
            try options.set("--server", to: server)
        }
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            if argument.hasPrefix("-"), argument.count > 1, !argument.isNumber {
                try options.read(argument, &rest)
            } else {
                words.append(argument)
            }
        }
        let name = words.isEmpty ? "help" : words.removeFirst()
        guard let command = CommandName(rawValue: name) else {
            throw Failure("There is no command “\(name)”; see folf help.", code: .usage)
        }
        self.command = command
        self.arguments = words
        guard options.wantsHelp || command.argumentCounts.contains(words.count) else {
            throw .usage(of: command)
        }
    }

    private static func home(_ environment: (String) -> String?) -> String {
        if let home = environment("FOLF_HOME"), !home.isEmpty { return home }
        return (environment("HOME") ?? ".") + "/.folf"
    }
}

extension Invocation.Options {
    fileprivate mutating func read(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(Failure) {
        switch argument {
        case "--help", "-h": wantsHelp = true
        case "--late-join": allowsLateJoin = true
        case "--watch-only": watchesOnly = true
        case "--offline": isOffline = true
        case "--json": isJSON = true
        case "--once": isOnce = true
        case "--recovery": usesRecoveryCode = true
        case "--yes": isSure = true
        case "--csv": isTable = true
        case "--stdin": readsInput = true
        default:
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { return try set(parts[0], to: parts[1]) }
            guard let value = rest.popFirst() else {
                throw Failure("\(argument) needs a value; see folf help.", code: .usage)
            }
            try set(argument, to: value)
        }
    }

    fileprivate mutating func set(_ option: String, to value: String) throws(Failure) {
        switch option {
        case "--server":
            guard let address = ServerAddress(value) else {
                throw Failure(
                    "A server is https://HOST or ws://HOST:PORT, not “\(value)”.", code: .usage)
            }
            server = address
        case "--home": home = value
        case "--name": name = value
        case "--course": course = value
        case "--password-file": passwordFile = value
        case "--sign-up-code": signUpCode = value
        case "--take-along":
            takesAlong = try Self.choice(value, of: ["yes": true, "no": false], for: option)
        case "--age":
            age = try Self.choice(
                value, of: ["13": .ofAge, "guardian": .guardianAgrees], for: option)
        case "--holes": holeCount = try Self.number(value, in: 1...72, for: option)
        case "--wait":
            waitSeconds = try Self.number(value, in: 0...Invocation.waitSecondsMax, for: option)
        case "--pars":
            var pars: [Int64] = []
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                pars.append(Int64(try Self.number(String(part), in: 1...20, for: option)))
            }
            self.pars = pars
        default: throw Failure("There is no option \(option); see folf help.", code: .usage)
        }
    }

    private static func choice<Value>(
        _ text: String, of values: KeyValuePairs<String, Value>, for option: String
    ) throws(Failure) -> Value {
        guard let found = values.first(where: { $0.key == text }) else {
            let names = values.map(\.key).joined(separator: " or ")
            throw Failure("\(option) is \(names), not “\(text)”.", code: .usage)
        }
        return found.value
    }

    private static func number(
        _ text: String, in range: ClosedRange<Int>, for option: String
    ) throws(Failure) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw Failure(
                "\(option) takes numbers from \(range.lowerBound) to \(range.upperBound), "
                    + "not “\(text)”.", code: .usage)
        }
        return number
    }
}

extension String {
    fileprivate var isNumber: Bool { Int(self) != nil }
}

import Documents

/// The options of the server: flags first, then environment variables, then defaults.
struct Options {
    enum Action: Equatable {
        case serve
        case verify
        case export(String)
        case backup(String)
        case help
        case version
    }

    var action = Action.serve
    var host = "127.0.0.1"
    var port: UInt16 = 8080
    var dataFolder = "data"
    /// The number of loops; nil: one per core, up to four.
    var loops: Int?
    var logLevel = LogLevel.info
    var origins: [String] = []
    var connectionsMax = 100_000
    var connectionsPerAddressMax = 1_000
    var lobbiesPerAddressPerHourMax = 100
    var codeLength = JoinCode.lengthDefault
    var hostTimeoutSeconds = 60
    var pingSeconds = 25
    /// The folder that the web page's files are read from; nil: they are part of the program.
    var webRoot: String?
    var isBehindProxy = false
    /// Whether "/echo" is opened for the conformance tests; not in the help.
    var opensEcho = false
}

/// An option that can't be used, with the reason in words.
struct OptionError: Error {
    var reason: String
}

extension Options {
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: looks a variable up.
    init(_ arguments: [String], environment: (String) -> String?) throws(OptionError) {
        for setting in Setting.allCases {
            guard let value = environment(setting.variable), !value.isEmpty else { continue }
            try set(setting, to: value, named: setting.variable)
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() { try read(argument, &rest) }
    }

    private mutating func read(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(OptionError) {
        switch argument {
        case "--help", "-h", "help": action = .help
        case "--version": action = .version
        case "serve": action = .serve
        case "--test-echo": opensEcho = true
        case "verify": action = .verify
        case "export": action = .export(try Self.value(after: argument, &rest))
        case "backup": action = .backup(try Self.value(after: argument, &rest))
        default:
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard let setting = Setting.allCases.first(where: { $0.flag == parts.first }) else {
                throw OptionError(reason: "\(argument) is not known; see folfd --help")
            }
            let value = parts.count > 1 ? parts[1] : try Self.value(after: argument, &rest)
            try set(setting, to: value, named: setting.flag)
        }
    }

    private static func value(
        after name: String, _ rest: inout ArraySlice<String>
    ) throws(OptionError) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw OptionError(reason: "\(name) needs a value; see folfd --help")
        }
        return value
    }

    private mutating func set(
        _ setting: Setting, to value: String, named name: String
    ) throws(OptionError) {
        switch setting {
        case .listen: (host, port) = try Self.address(value, named: name)
        case .data: dataFolder = value
        case .loops: loops = try Self.number(value, in: 1...64, named: name)
        case .logLevel:
            guard let level = LogLevel(rawValue: value) else {
                let known = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
                throw OptionError(reason: "\(name) is one of \(known), not \(value)")
            }
            logLevel = level
        case .origins: origins = value.split(separator: ",").map(String.init)
        case .connections:
            connectionsMax = try Self.number(value, in: 1...1_000_000, named: name)
        case .connectionsPerAddress:
            connectionsPerAddressMax = try Self.number(value, in: 1...1_000_000, named: name)
        case .lobbiesPerHour:
            lobbiesPerAddressPerHourMax = try Self.number(value, in: 1...3_600_000, named: name)
        case .codeLength:
            codeLength = try Self.number(value, in: JoinCode.lengths, named: name)
        case .hostTimeout:
            hostTimeoutSeconds = try Self.number(value, in: 1...86_400, named: name)
        case .ping: pingSeconds = try Self.number(value, in: 1...3_600, named: name)
        case .webRoot: webRoot = value
        case .behindProxy: isBehindProxy = try Self.truth(value, named: name)
        }
    }

    private static func number(
        _ text: String, in range: ClosedRange<Int>, named name: String
    ) throws(OptionError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw OptionError(
                reason: "\(name) is a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(text)")
        }
        return number
    }

    private static func truth(_ text: String, named name: String) throws(OptionError) -> Bool {
        guard text == "yes" || text == "no" else {
            throw OptionError(reason: "\(name) is yes or no, not \(text)")
        }
        return text == "yes"
    }

    /// Reads `HOST:PORT`, `[IPv6]:PORT` or a port alone.
    private static func address(
        _ text: String, named name: String
    ) throws(OptionError) -> (String, UInt16) {
        let colon = text.lastIndex(of: ":")
        let host = colon.map { text[..<$0] } ?? "127.0.0.1"
        let portText = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(portText), !host.isEmpty else {
            throw OptionError(reason: "\(name) is HOST:PORT, such as 127.0.0.1:8080, not \(text)")
        }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host
        return (String(bare), port)
    }
}

/// A setting, by flag or variable.
enum Setting: CaseIterable {
    case listen
    case data
    case loops
    case logLevel
    case origins
    case connections
    case connectionsPerAddress
    case lobbiesPerHour
    case codeLength
    case hostTimeout
    case ping
    case webRoot
    case behindProxy

    var flag: String { text.flag }
    var variable: String { "FOLFD_" + flag.dropFirst(2).uppercased().map(Self.inVariable) }
    var help: String { text.help }
    var placeholder: String { text.placeholder }

    private static func inVariable(_ sign: Character) -> Character { sign == "-" ? "_" : sign }

    private var text: (flag: String, placeholder: String, help: String) {
        switch self {
        case .listen: ("--listen", "HOST:PORT", "where to listen [127.0.0.1:8080]")
        case .data: ("--data", "FOLDER", "where everything is kept [data]")
        case .loops: ("--loops", "N", "event loops [one per core, up to 4]")
        case .logLevel: ("--log-level", "LEVEL", "error, info or debug [info]")
        case .origins:
            ("--origins", "URL,…", "web origins that may connect besides the server's own")
        case .connections: ("--connections", "N", "open connections at most [100000]")
        case .connectionsPerAddress:
            ("--connections-per-address", "N", "of one address at most [1000]")
        case .lobbiesPerHour:
            ("--lobbies-per-hour", "N", "new games an hour from one address [100]")
        case .codeLength: ("--code-length", "N", "signs in a join code, 6 to 12 [6]")
        case .hostTimeout:
            ("--host-timeout", "SECONDS", "until an absent host's role passes on [60]")
        case .ping: ("--ping", "SECONDS", "of silence before a client is asked [25]")
        case .webRoot:
            ("--web-root", "FOLDER", "read the web page from there, not from the program")
        case .behindProxy:
            ("--behind-proxy", "yes|no", "believe X-Forwarded-Proto [no]")
        }
    }
}

extension Options {
    static let version = "folfd 0.1"

    static var help: String {
        let settings = Setting.allCases.map { setting in
            let left = "  \(setting.flag) \(setting.placeholder)"
            let gap = String(repeating: " ", count: max(1, 34 - left.count))
            return left + gap + setting.help
        }
        return """
            folfd keeps the scores of disc-golf games in sync.

            Usage
              folfd [OPTIONS]            run the server until SIGTERM or Ctrl-C
              folfd verify [OPTIONS]     check every checksum and hash in the data folder
              folfd export LOBBY         print a game's events and card as JSON (id or code)
              folfd backup FILE          copy the database, also beside a running server
              folfd --help, --version

            Options, each also as an environment variable (--log-level: FOLFD_LOG_LEVEL)
            \(settings.joined(separator: "\n"))

            Exit codes: 0 done, 1 failed or damage found, 2 wrong usage.
            """
    }
}

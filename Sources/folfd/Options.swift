import Club
import ClubDesk
import Courses
import Documents
import Mail
import Structures

/// The options of the server: flags first, then environment variables, then defaults.
struct Options {
    enum Action: Equatable {
        case serve
        case check
        case verify
        case export(String)
        case backup(String)
        /// From a copy, or a folder with copies.
        case restore(String)
        case control(ControlCall)
        /// Look from elsewhere at the server with this address.
        case watch(String)
        /// Send a letter to this address.
        case mail(MailAddress)
        /// Take anew from the games who plays where.
        case rebuild
        /// Say what a file with courses holds.
        case importCourses(String)
        case help
        case version
    }

    var action = Action.serve
    /// The address on the web that is told of troubles; nil: nobody is.
    var webhook: String?
    var watchSeconds = 30
    var watchesOnce = false
    /// The file that keeps how often the watched server was there.
    var watchState: String?
    /// The command that is run when that changes.
    var watchCommand: String?
    /// Whether the answer to a command is to be JSON.
    var printsJSON = false
    var listen = Address(host: "127.0.0.1", port: 8080)
    var dataFolder = "data"
    /// The number of loops; nil: one per core, up to four.
    var loops: Int?
    var logLevel = LogLevel.info
    var logFormat = LogFormat.text
    var origins: [String] = []
    var connectionsMax = 100_000
    var connectionsPerAddressMax = 1_000
    var lobbiesPerAddressPerHourMax = 100
    var codeLength = JoinCode.lengthDefault
    var hostTimeoutSeconds = 60
    var pingSeconds = 25
    /// The folder for copies of the database and for what is committed behind them; nil: none.
    var backupFolder: String?
    var backupHours = 24
    /// The copies that stay.
    var backupKeep = 7
    /// Days without an entry until a game's code ends, and until the game is deleted; 0: never.
    var archiveDays = 0
    var deleteDays = 0
    /// Whether a restore puts a database aside that is there.
    var replaces = false
    /// The folder that the web page's files are read from; nil: they are part of the program.
    var webRoot: String?
    /// Networks of proxies that are believed what they say of a client.
    var trustedProxies: [AddressBlock] = []
    /// Where requests are led to the front door; nil if nowhere.
    var redirect: Address?
    /// The name of the server in addresses; nil: whatever a client calls it.
    var name: String?
    /// Whether an import writes nothing.
    var isDryRun = false
    /// Where imported courses lie of which their file doesn't say it.
    var country: CountryCode?
    /// The files of a certificate and its key; nil: nothing is secured.
    var certificateFiles: CertificateFiles?
    private var tlsCertificate: String?
    private var tlsKey: String?
    /// Where the server gets its certificate by itself; nil: it doesn't.
    private(set) var authority: Authority?
    private var ordersCertificate = false
    private var contact: String?
    private var acmeDirectory = Authority.letsEncrypt
    private var acmeStaging: String?
    /// The folder where another program puts its answers to an authority for certificates.
    var challengeFolder: String?
    /// The way of mail; nil: nobody gets any.
    private(set) var mail: MailRoute?
    private var mailWords = MailWords()
    /// What is decided about accounts.
    private(set) var club = ClubSettings()
    private var signUp = "open"
    private var signUpCode: String?
    private var tiles: String?
    private var tilesCredit: String?
    /// Where figures are to be had for a monitor; nil if nowhere.
    var metrics: Address?
    /// Whether "/echo" is opened for the conformance tests; not in the help.
    var opensEcho = false
}

extension Options {
    /// The front door, as it stands in the settings.
    var url: String {
        (certificateFiles == nil ? "http://" : "https://") + listen.authority
    }
}

/// An address to listen at.
struct Address: Equatable {
    /// An IP address without brackets.
    var host: String
    var port: UInt16

    /// The address as it stands in a URL.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

/// An option that can't be used, with the reason in words.
struct OptionError: Error {
    var reason: String
}

extension Options {
    /// Whether somebody types a command, which is about a server, and doesn't start one.
    static func isCommand(_ arguments: [String]) -> Bool {
        arguments.first.map { !$0.hasPrefix("-") && $0 != "serve" } ?? false
    }

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
        certificateFiles = try pairFiles()
        mailWords.password = environment(Self.mailPasswordVariable)
        mail = try Self.mailRoute(mailWords, name: name)
        club.signUp = try Self.signUp(signUp, code: signUpCode)
        club.tiles = try Self.mapTiles(tiles, credit: tilesCredit)
        guard deleteDays == 0 || archiveDays < deleteDays else {
            throw OptionError(reason: "--archive-days is less than --delete-days, or 0")
        }
        guard ordersCertificate else { return }
        guard let name, certificateFiles == nil else {
            throw OptionError(
                reason: "--acme yes needs --name, and no --tls-certificate beside it")
        }
        let authority = Authority(
            directory: acmeDirectory, stagingOrNo: acmeStaging, name: name, contact: contact)
        let file = authority.file(in: dataFolder)
        certificateFiles = CertificateFiles(certificate: file, key: file)
        self.authority = authority
    }

    private func pairFiles() throws(OptionError) -> CertificateFiles? {
        switch (tlsCertificate, tlsKey) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key)
        default:
            throw OptionError(reason: "--tls-certificate and --tls-key go together")
        }
    }

    private mutating func read(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(OptionError) {
        switch argument {
        case "--help", "-h", "help": action = .help
        case "--version": action = .version
        case "serve": action = .serve
        case "--json": printsJSON = true
        case "--once": watchesOnce = true
        case "watch": action = .watch(try Self.webAddress(Self.value(after: argument, &rest)))
        case "--test-echo": opensEcho = true
        case "check": action = .check
        case "verify": action = .verify
        case "rebuild": action = .rebuild
        case "export": action = .export(try Self.value(after: argument, &rest))
        case "mail": action = .mail(try Self.mailAddress(Self.value(after: argument, &rest)))
        case "backup": action = .backup(try Self.value(after: argument, &rest))
        case "restore": action = .restore(try Self.value(after: argument, &rest))
        case "--replace": replaces = true
        case "--dry-run": isDryRun = true
        case "--country":
            let code = try Self.value(after: argument, &rest)
            guard let read = CountryCode(code) else {
                throw OptionError(reason: "a country is two letters, as IS, not \(code)")
            }
            country = read
        case "import":
            let what = try Self.value(after: argument, &rest)
            guard what == "courses" else {
                throw OptionError(reason: "what is imported is courses, not \(what)")
            }
            action = .importCourses(try Self.value(after: "import courses", &rest))
        default:
            let call = try ControlCall(argument) { () throws(OptionError) in
                try Self.value(after: argument, &rest)
            }
            if let call {
                action = .control(call)
                return
            }
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
        case .listen: listen = try Self.address(value, named: name)
        case .data: dataFolder = value
        case .loops: loops = try Self.number(value, in: 1...64, named: name)
        case .logLevel:
            guard let level = LogLevel(rawValue: value) else {
                let known = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
                throw OptionError(reason: "\(name) is one of \(known), not \(value)")
            }
            logLevel = level
        case .logFormat:
            guard let format = LogFormat(rawValue: value) else {
                throw OptionError(reason: "\(name) is text or json, not \(value)")
            }
            logFormat = format
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
        case .backupFolder: backupFolder = value
        case .backupHours: backupHours = try Self.number(value, in: 1...8_760, named: name)
        case .backupKeep: backupKeep = try Self.number(value, in: 1...1_000, named: name)
        case .archiveDays: archiveDays = try Self.number(value, in: 0...36_500, named: name)
        case .deleteDays:
            deleteDays = try Self.number(value, in: 0...36_500, named: name)
            guard deleteDays == 0 || deleteDays >= Self.deleteDaysMin else {
                throw OptionError(reason: "\(name) is 0 or at least \(Self.deleteDaysMin)")
            }
        case .webRoot: webRoot = value
        case .trustedProxy: trustedProxies = try Self.blocks(value, named: name)
        case .tlsCertificate: tlsCertificate = value
        case .tlsKey: tlsKey = value
        case .redirect: redirect = try Self.address(value, named: name)
        case .name: self.name = try Self.hostName(value, named: name)
        case .challengeFolder: challengeFolder = value
        case .acme: ordersCertificate = try Self.isYes(value, named: name)
        case .contact: contact = try Authority.contact(value)
        case .acmeDirectory: acmeDirectory = try Self.webAddress(value)
        case .acmeStaging: acmeStaging = value == "no" ? value : try Self.webAddress(value)
        case .metrics: metrics = try Self.address(value, named: name)
        case .mail: mailWords.url = value
        case .mailFrom: mailWords.from = value
        case .mailPasswordFile: mailWords.passwordFile = value
        case .signUp: signUp = value
        case .signUpCode: signUpCode = value
        case .passwordLength:
            club.passwordSignsMin = try Self.number(
                value, in: PasswordRules.signsMins, named: name)
        case .news: club.newsAddress = try Self.webAddress(value)
        case .donations: club.donationsAddress = try Self.webAddress(value)
        case .tiles: tiles = value
        case .tilesCredit: tilesCredit = value
        case .webhook: webhook = try Self.webAddress(value)
        case .watchEvery: watchSeconds = try Self.number(value, in: 1...3_600, named: name)
        case .watchState: watchState = value
        case .watchRun: watchCommand = value
        }
    }

    private static func mapTiles(
        _ template: String?, credit: String?
    ) throws(OptionError) -> MapTiles? {
        switch (template, credit) {
        case (nil, nil): return nil
        case (let template?, let credit?):
            guard let tiles = MapTiles(template: template, credit: credit) else {
                throw OptionError(
                    reason: "--tiles is an address like https://HOST/{z}/{x}/{y}.png")
            }
            return tiles
        default: throw OptionError(reason: "--tiles and --tiles-credit go together")
        }
    }

    /// Who may sign up, by what is typed for it.
    private static func signUp(
        _ text: String, code: String?
    ) throws(OptionError) -> ClubSettings.SignUp {
        switch (text, code) {
        case ("open", nil): return .open
        case ("closed", nil): return .closed
        case ("code", let code?): return .withCode(code)
        case ("open", _), ("closed", _), ("code", _):
            throw OptionError(reason: "--sign-up code and --sign-up-code go together")
        default: throw OptionError(reason: "--sign-up is open, code or closed, not \(text)")
        }
    }

    private static func isYes(_ text: String, named name: String) throws(OptionError) -> Bool {
        guard text == "yes" || text == "no" else {
            throw OptionError(reason: "\(name) is yes or no, not \(text)")
        }
        return text == "yes"
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

    private static func blocks(
        _ text: String, named name: String
    ) throws(OptionError) -> [AddressBlock] {
        var blocks: [AddressBlock] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let block = AddressBlock(part) else {
                throw OptionError(
                    reason: "\(name) is a list of networks such as 127.0.0.1 or 10.0.0.0/8, "
                        + "not \(part)")
            }
            blocks.append(block)
        }
        return blocks
    }

    /// Reads `HOST:PORT`, `[IPv6]:PORT` or a port alone.
    static func address(
        _ text: String, named name: String
    ) throws(OptionError) -> Address {
        let colon = text.lastIndex(of: ":")
        let host = colon.map { text[..<$0] } ?? "127.0.0.1"
        let portText = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(portText), !host.isEmpty else {
            throw OptionError(reason: "\(name) is HOST:PORT, such as 127.0.0.1:8080, not \(text)")
        }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host
        return Address(host: String(bare), port: port)
    }

    private static func webAddress(_ text: String) throws(OptionError) -> String {
        let isAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        guard isAddress, !text.unicodeScalars.contains(where: { $0.value <= 0x20 }) else {
            throw OptionError(reason: "an address on the web begins with https:// or http://")
        }
        return text
    }

    /// Reads a name as it stands in the domain name system (RFC 1035 section 2.3.1), in lower case.
    static func hostName(
        _ text: String, named name: String
    ) throws(OptionError) -> String {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            text.utf8.count <= 253
            && labels.allSatisfy { label in
                let bytes = Array(label.utf8)
                return (1...63).contains(bytes.count) && bytes.first != 0x2D && bytes.last != 0x2D
                    && bytes.allSatisfy { byte in
                        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                            || byte == 0x2D
                    }
            }
        guard isName else {
            throw OptionError(reason: "\(name) is a name such as folf.example, not \(text)")
        }
        return text.lowercased()
    }
}

extension Options {
    /// Whoever comes back from a long holiday still finds the game.
    static let deleteDaysMin = 30

    static let versionNumber = "0.1"
    static let version = "folfd \(versionNumber)"

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
              folfd check [OPTIONS]      say whether a server would run well here
              folfd verify [OPTIONS]     check every checksum and hash in the data folder
              folfd rebuild              take anew from the games who plays where,
                                         and what rounds have come to
              folfd export LOBBY         print a game's events and card as JSON (id or code)
              folfd backup FILE          copy the database, also beside a running server
              folfd restore SOURCE       make the data folder anew from a copy, or a folder of
                                         copies; --replace puts what is there aside
              folfd status               how the running server is; --json for programs
              folfd lobbies              the games in its memory; lobby ID: one of them
              folfd close ID             end a game's connections; they come back by themselves
              folfd lock ID              end a game and lock it
              folfd delete ID            delete a game; for 30 days, undelete ID takes that back,
                                         or whoever made it does
              folfd say TEXT             tell everybody, as before maintenance
              folfd kick ID MEMBER       remove a member for good; disconnect ID SESSION
              folfd account list         who has an account; account reset NAME prints a link
                                         that lets its owner in, once, within an hour
              folfd suggestions          what people have written to the operator
              folfd course changes       what people want courses to be; course accept CHANGE,
                                         refuse CHANGE REASON, and for 30 days undo CHANGE REASON
              folfd course comments      what was reported or hidden of what people say of courses;
                                         course keep COMMENT, or remove COMMENT
              folfd course steward COURSE NAME
                                         have an account look after a course; dismiss COURSE NAME
              folfd mail ADDRESS         send a letter, to see whether mail goes
              folfd import courses FILE  put courses of OpenStreetMap, Metrix, our own JSON or CSV
                                         into the running server's catalogue; --country IS: where
                                         they lie if the file doesn't say; --dry-run: only say
                                         what the file holds
              folfd watch URL            look from elsewhere whether a server is there and can
                                         save; --once: one look, exit code 1 if it isn't
              folfd --help, --version

            Options, each also as an environment variable (--log-level: FOLFD_LOG_LEVEL)
            \(settings.joined(separator: "\n"))

            A command takes the settings of the service, in /etc/default/folfd, where neither its
            options nor variables say otherwise; FOLFD_SETTINGS names another file.

            Exit codes: 0 done, 1 failed, or damage or a problem found, 2 wrong usage, or a
            file that can't be imported.
            """
    }
}

/// A setting, by flag or variable.
enum Setting: CaseIterable {
    case listen
    case data
    case loops
    case logLevel
    case logFormat
    case origins
    case connections
    case connectionsPerAddress
    case lobbiesPerHour
    case codeLength
    case hostTimeout
    case ping
    case backupFolder
    case backupHours
    case backupKeep
    case archiveDays
    case deleteDays
    case webRoot
    case trustedProxy
    case tlsCertificate
    case tlsKey
    case redirect
    case name
    case challengeFolder
    case acme
    case contact
    case acmeDirectory
    case acmeStaging
    case metrics
    case mail
    case mailFrom
    case mailPasswordFile
    case signUp
    case signUpCode
    case passwordLength
    case news
    case donations
    case tiles
    case tilesCredit
    case webhook
    case watchEvery
    case watchState
    case watchRun

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
        case .logFormat: ("--log-format", "text|json", "the form of a line of the log [text]")
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
        case .backupFolder:
            ("--backup-folder", "FOLDER", "copies, and all that is committed, best on another disk")
        case .backupHours: ("--backup-hours", "N", "between two copies [24]")
        case .backupKeep: ("--backup-keep", "N", "copies that stay [7]")
        case .archiveDays:
            ("--archive-days", "N", "without an entry until a game's code ends; 0: never [0]")
        case .deleteDays:
            ("--delete-days", "N", "without an entry until a game is deleted; 0: never [0]")
        case .webRoot:
            ("--web-root", "FOLDER", "read the web page from there, not from the program")
        case .trustedProxy:
            ("--trusted-proxy", "CIDR,…", "believe X-Forwarded-For and -Proto of these alone")
        case .tlsCertificate:
            ("--tls-certificate", "FILE", "serve https with this certificate and its chain (PEM)")
        case .tlsKey: ("--tls-key", "FILE", "the certificate's private key (PEM)")
        case .redirect:
            ("--redirect", "HOST:PORT", "lead http:// from there to https://")
        case .name: ("--name", "NAME", "the server's name, such as folf.example")
        case .challengeFolder:
            ("--acme-webroot", "FOLDER", "where certbot puts its answers")
        case .acme:
            ("--acme", "yes|no", "get a certificate for --name, and renew it [no]")
        case .contact: ("--contact", "ADDRESS", "where the authority may write to [nowhere]")
        case .acmeDirectory:
            ("--acme-directory", "URL", "the authority, if not Let's Encrypt")
        case .acmeStaging:
            ("--acme-staging", "URL|no", "where orders are tried first [Let's Encrypt's, for it]")
        case .metrics:
            ("--metrics", "HOST:PORT", "where /metrics has figures for Prometheus [nowhere]")
        case .mail: ("--mail", "URL", "smtp://HOST:PORT or smtps://…, by which mail goes [none]")
        case .mailFrom: ("--mail-from", "ADDRESS", "whom it is from")
        case .mailPasswordFile:
            ("--mail-password-file", "FILE", "USER:PASSWORD for it, on one line [none]")
        case .signUp:
            ("--sign-up", "open|code|closed", "who may make an account; nobody needs one [open]")
        case .signUpCode: ("--sign-up-code", "TEXT", "what they have to know, if it is by a code")
        case .passwordLength: ("--password-length", "N", "signs that a password has at least [10]")
        case .news: ("--news", "URL", "a link to news about folf [none]")
        case .donations: ("--donations", "URL", "a link for those who want to give money [none]")
        case .tiles:
            ("--tiles", "URL", "map tiles that courses may be shown on, with {z}, {x}, {y} [none]")
        case .tilesCredit: ("--tiles-credit", "TEXT", "who is to be named on that map")
        case .webhook: ("--webhook", "URL", "is sent JSON when somebody has to look [none]")
        case .watchEvery: ("--watch-every", "SECONDS", "how often folfd watch looks [30]")
        case .watchState: ("--watch-state", "FILE", "keeps how often it was there [nowhere]")
        case .watchRun: ("--watch-run", "COMMAND", "is run when that changes [none]")
        }
    }
}

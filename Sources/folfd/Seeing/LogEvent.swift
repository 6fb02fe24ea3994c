/// What an operator may read of in the log. Names never change their meaning; Sources/README.md
/// lists them (`folfdTests` holds it to this list).
enum LogEvent: String, CaseIterable {
    case drains
    case stopped
    case reloads
    case hangs
    case startFailed = "start_failed"
    case loopFailed = "loop_failed"
    case controlUnavailable = "control_unavailable"
    case trouble
    case troubleOver = "trouble_over"
    case webhookFailed = "webhook_failed"
    case watchRunFailed = "watch_run_failed"
    case descriptors
    case descriptorsExhausted = "descriptors_exhausted"
    case connectionClosed = "connection_closed"
    case connectionSlow = "connection_slow"
    case commitFailed = "commit_failed"
    case transactionFailed = "transaction_failed"
    case lobbyDamaged = "lobby_damaged"
    case historyDamaged = "history_damaged"
    case historyLost = "history_lost"
    case certificateTaken = "certificate_taken"
    case certificateRefused = "certificate_refused"
    case certificateExpired = "certificate_expired"
    case certificateSubstituted = "certificate_substituted"
    case certificateOrdered = "certificate_ordered"
    case certificateOrderFailed = "certificate_order_failed"
    case storeCreated = "store_created"
    case storeMigrated = "store_migrated"
    case storeRestored = "store_restored"
    case storeRetiredAgain = "store_retired_again"
    case storeRetiredLogMended = "store_retired_log_mended"
    case storeSetAside = "store_set_aside"
    case storeMoved = "store_moved"
    case storeReopened = "store_reopened"
    case storeReopenFailed = "store_reopen_failed"
    case backupMade = "backup_made"
    case backupFailed = "backup_failed"
    case backupIncomplete = "backup_incomplete"
    case gamesDeleted = "games_deleted"
    case gamesKept = "games_kept"
    case mailSent = "mail_sent"
    case mailDeferred = "mail_deferred"
    case mailRefused = "mail_refused"
    case mailLost = "mail_lost"

    var level: LogLevel {
        switch self {
        case .startFailed, .loopFailed, .hangs, .controlUnavailable, .trouble, .webhookFailed,
            .watchRunFailed, .descriptorsExhausted, .commitFailed, .transactionFailed,
            .lobbyDamaged,
            .historyDamaged, .historyLost, .storeSetAside, .storeMoved, .storeReopenFailed,
            .storeRetiredLogMended,
            .certificateRefused, .certificateExpired, .certificateOrderFailed, .backupFailed,
            .backupIncomplete,
            .gamesKept, .mailDeferred, .mailLost:
            .error
        case .troubleOver, .drains, .stopped, .reloads, .certificateTaken,
            .certificateSubstituted, .certificateOrdered, .storeCreated,
            .storeMigrated, .storeRestored, .storeRetiredAgain, .storeReopened, .backupMade,
            .gamesDeleted, .mailRefused:
            .info
        case .descriptors, .connectionClosed, .connectionSlow, .mailSent: .debug
        }
    }

    /// What it means, for the list.
    var meaning: String {
        switch self {
        case .drains: "the server goes down: it lets nobody in, and tells the clients"
        case .stopped: "everything that was acknowledged is in the data folder"
        case .reloads: "files are read anew, as SIGHUP asks for"
        case .hangs: "a part of the server doesn't answer; the watchdog isn't fed"
        case .startFailed: "the server can't start"
        case .loopFailed: "a loop can't run; the server ends"
        case .controlUnavailable: "there is no socket for the operator's commands"
        case .trouble: "somebody has to look after the server; with `--webhook` alone"
        case .troubleOver: "nobody has to any more"
        case .webhookFailed: "nobody could be told; it is tried again"
        case .watchRunFailed: "the command of `--watch-run` has failed, or took too long"
        case .descriptors: "the number of file descriptors that the system gives"
        case .descriptorsExhausted: "none is left: newcomers are turned away"
        case .connectionClosed: "a connection has ended, not by the server"
        case .connectionSlow: "somebody reads so slowly that messages are left out"
        case .commitFailed: "edits couldn't be saved; their lobbies are read again"
        case .transactionFailed: "the same, as the store has seen it"
        case .lobbyDamaged: "a lobby stays closed"
        case .historyDamaged: "events of a lobby can't be shown"
        case .historyLost: "a client has seen more than the log holds; a new epoch begins"
        case .certificateTaken: "new connections are secured with a new certificate"
        case .certificateRefused: "the files can't be used; the certificate in use stays"
        case .certificateExpired: "browsers will warn of this server"
        case .certificateSubstituted:
            "until there is one, it is one that the server has made itself; browsers warn of it"
        case .certificateOrdered: "an authority is asked for a certificate"
        case .certificateOrderFailed: "there is none; it is tried again when the line says"
        case .storeCreated: "there was no database yet"
        case .storeMigrated: "the database has a new form"
        case .storeRestored: "the database is a copy; all lobbies begin a new epoch"
        case .storeRetiredAgain:
            "what was signed out or erased is so in this database too, which didn't know"
        case .storeRetiredLogMended:
            "lines of `retired.log` can't be read; it is written anew from the database"
        case .storeSetAside: "some of the last edits can't be read"
        case .storeMoved: "the database isn't where it was: nothing is saved"
        case .storeReopened: "it is saved again"
        case .storeReopenFailed: "it still can't be"
        case .backupMade: "there is a new copy of the database, and it is sound"
        case .backupFailed:
            "there is none; it is tried again in a minute, unless the database is damaged"
        case .backupIncomplete: "a commit is missing behind the last copy; another one is made"
        case .gamesDeleted: "games that nobody has touched for long are gone, as was set"
        case .gamesKept: "they aren't, for now: the date is doubted, or the store fails"
        case .mailSent: "the mail server has taken a letter"
        case .mailDeferred: "it hasn't; it is tried again when the line says"
        case .mailRefused:
            "the mail server takes no letter to that address, ever: most likely it was mistyped"
        case .mailLost:
            "a letter is given up: mail can't be sent, for long, or too many letters wait"
        }
    }
}

/// The amount that is told; each level tells what those before it do.
enum LogLevel: String, CaseIterable {
    case error
    case info
    case debug

    var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The same for the system's journal (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .error: 3
        case .info: 6
        case .debug: 7
        }
    }
}

/// A reason that ends or interrupts a session, apart from a lobby's `Refusal`s. Numbers and names
/// are part of the protocol and never change their meaning.
public enum SessionError: UInt16, Error, Hashable, Sendable, CaseIterable {
    case badMessage = 100
    case unknownType = 101
    case helloExpected = 102
    case alreadyGreeted = 103
    case badToken = 104
    case unsupportedVersion = 105
    case notReady = 106
    case tooManyInFlight = 107
    case tooManyOps = 108
    case slowDown = 109
    case tooManyAttempts = 110
    case tooManyLobbies = 111
    case storage = 112
    case storageFull = 113
    case lobbyDamaged = 114
    case replaced = 115
    case draining = 116
    case timeout = 117
    case tooManySessions = 118
    case historyLater = 119
    case unknownKind = 120
    case tooManyHellos = 121
    /// No error: whoever runs the server has something to say to all, in their own words.
    case announcement = 122
    case signedOut = 123
}

extension SessionError {
    /// The stable name, as it stands in messages.
    public var name: String { text.name }

    /// The sentence that the person is told.
    public var sentence: String { text.sentence }

    /// Whether the same request may succeed later.
    public var mayRetry: Bool {
        switch self {
        case .slowDown, .tooManyAttempts, .tooManyLobbies, .storage, .storageFull, .draining,
            .timeout, .tooManySessions, .historyLater, .tooManyHellos:
            true
        case .badMessage, .unknownType, .helloExpected, .alreadyGreeted, .badToken,
            .unsupportedVersion, .notReady, .tooManyInFlight, .tooManyOps, .lobbyDamaged,
            .replaced, .unknownKind, .announcement, .signedOut:
            false
        }
    }

    private var text: (name: String, sentence: String) {
        switch self {
        case .badMessage: ("bad_message", "The app sent something that can't be read.")
        case .unknownType: ("unknown_type", "This server doesn't know that kind of message.")
        case .helloExpected: ("hello_expected", "The app spoke before it said who it is.")
        case .alreadyGreeted: ("already_greeted", "The app said twice who it is.")
        case .badToken: ("bad_token", "This device's key doesn't fit this person.")
        case .unsupportedVersion: ("unsupported_version", "Please update the app.")
        case .notReady: ("not_ready", "The app sent edits before the server was ready for them.")
        case .tooManyInFlight:
            ("too_many_in_flight", "The app sent more edits before the last were confirmed.")
        case .tooManyOps: ("too_many_ops", "The app sent too many edits in one message.")
        case .slowDown: ("slow_down", "Too many edits at once. They'll go through in a moment.")
        case .tooManyAttempts:
            ("too_many_attempts", "Too many wrong codes from your network. Use the game's link.")
        case .tooManyLobbies: ("too_many_lobbies", "Too many new games from here. Try again later.")
        case .storage: ("storage", "The server can't save right now. Your entries stay here.")
        case .storageFull: ("storage_full", "The server's disk is full. Your entries stay here.")
        case .lobbyDamaged: ("lobby_damaged", "The server's copy of this game is damaged.")
        case .replaced: ("replaced", "This game was opened a second time on this device.")
        case .draining: ("draining", "The server restarts. It will be back in a moment.")
        case .timeout: ("timeout", "The connection was silent for too long.")
        case .tooManySessions: ("too_many_sessions", "Too many people are in this game right now.")
        case .historyLater:
            ("history_later", "The history can't be shown right now. Try again in a moment.")
        case .tooManyHellos:
            ("too_many_hellos", "Too many phones come from your network at once. Wait a moment.")
        case .unknownKind: ("unknown_kind", "This server keeps nothing of that kind.")
        case .announcement:
            ("announcement", "Whoever runs this server has something to say.")
        case .signedOut:
            ("signed_out", "You were signed out on this device. Your entries stay here.")
        }
    }
}

extension SessionError {
    /// The close code that follows the error; nil if the session goes on.
    public var closeCode: UInt16? {
        switch self {
        case .unknownType, .storage, .storageFull, .historyLater, .announcement: nil
        case .badMessage, .helloExpected, .alreadyGreeted, .notReady, .tooManyInFlight,
            .tooManyOps:
            SyncCloseCode.protocolError
        case .badToken: SyncCloseCode.badToken
        case .unsupportedVersion, .unknownKind: SyncCloseCode.unsupportedVersion
        case .slowDown, .tooManyAttempts, .tooManyLobbies, .tooManySessions,
            .tooManyHellos:
            SyncCloseCode.slowDown
        case .lobbyDamaged: SyncCloseCode.lobbyDamaged
        case .replaced: SyncCloseCode.replaced
        case .draining: SyncCloseCode.draining
        case .timeout: SyncCloseCode.timeout
        case .signedOut: SyncCloseCode.signedOut
        }
    }
}

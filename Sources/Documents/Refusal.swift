/// A reason for which a lobby doesn't do what was asked. Numbers and names are part of the protocol
/// and never change their meaning; 200–299 refuse an op, 300–399 refuse entry.
public enum Refusal: UInt16, Error, Hashable, Sendable, CaseIterable {
    case malformed = 200
    case unknownCommand = 201
    case notMember = 202
    case notHost = 203
    case readOnly = 204
    case noSuchHole = 205
    case noSuchPlayer = 206
    case noSuchRound = 207
    case badThrows = 208
    case badPar = 209
    case badText = 210
    case badSetup = 211
    case notStarted = 212
    case stale = 213
    case playerExists = 214
    case tooManyPlayers = 215
    case notYours = 216
    case noSuchPerson = 217
    case lobbyExists = 218
    case noLobby = 219
    case logFull = 220
    case locked = 221
    case notPending = 222
    case quarantineFull = 223
    case hasScores = 224
    case nameTaken = 225
    case deleted = 226
    case badKey = 240
    case badValue = 241
    case notebookFull = 242

    case wrongCode = 300
    case gameStarted = 301
    case lobbyFull = 302
    case kicked = 303
    case notInvited = 304
    case unknownLobby = 305
    case tooManyReplicas = 306
    case replicaTaken = 307
    case gone = 308
}

extension Refusal {
    /// The stable name, as it stands in messages.
    public var name: String { text.name }

    /// The sentence that the person is told.
    public var sentence: String { text.sentence }

    private var text: (name: String, sentence: String) {
        switch self {
        case .malformed: ("malformed", "The app sent an edit that makes no sense.")
        case .unknownCommand: ("unknown_command", "This server doesn't know that kind of edit.")
        case .notMember: ("not_member", "You aren't in this game.")
        case .notHost: ("not_host", "Only the host can do that.")
        case .readOnly: ("read_only", "You are watching; only players can change scores.")
        case .noSuchHole: ("no_such_hole", "The course has no such hole.")
        case .noSuchPlayer: ("no_such_player", "There is no such player on the card.")
        case .noSuchRound: ("no_such_round", "That round hasn't been started.")
        case .badThrows: ("bad_throws", "A score is 1 to 99 throws.")
        case .badPar: ("bad_par", "A par is 1 to 20 throws.")
        case .badText:
            ("bad_text", "That name is empty, too long or has signs that can't be shown.")
        case .badSetup:
            ("bad_setup", "A game needs at least one hole, and each hole a label and par.")
        case .notStarted: ("not_started", "The game hasn't started yet.")
        case .stale: ("stale", "Someone else changed that in the meantime. Have another look.")
        case .playerExists: ("player_exists", "That player is on the card already.")
        case .tooManyPlayers: ("too_many_players", "The card is full.")
        case .notYours: ("not_yours", "Only that person or the host can change it.")
        case .noSuchPerson: ("no_such_person", "There is no such person in this game.")
        case .lobbyExists: ("lobby_exists", "This game exists already.")
        case .noLobby: ("no_lobby", "This game hasn't been created yet.")
        case .logFull: ("log_full", "This game has reached its limit of changes.")
        case .locked: ("locked", "The game is locked.")
        case .notPending: ("not_pending", "That late entry has been dealt with already.")
        case .quarantineFull: ("quarantine_full", "Too many late entries wait for the host.")
        case .hasScores:
            ("has_scores", "You have scores of your own on the card already.")
        case .nameTaken: ("name_taken", "Somebody on the card has that name already.")
        case .deleted: ("deleted", "The game has been deleted.")
        case .badKey: ("bad_key", "The app sent a note under a name that can't be one.")
        case .badValue:
            ("bad_value", "That is too long or out of range, or has signs that can't be kept.")
        case .notebookFull:
            ("notebook_full", "Your notebook is full. Take something out of it first.")
        case .wrongCode: ("wrong_code", "No open game has this code. Check it with your host.")
        case .gameStarted: ("game_started", "The game has started. You can watch it instead.")
        case .lobbyFull: ("lobby_full", "This game is full.")
        case .kicked: ("kicked", "The host has removed you from this game.")
        case .notInvited: ("not_invited", "This invitation isn't valid. Ask for a new one.")
        case .unknownLobby: ("unknown_lobby", "The server doesn't know this game yet.")
        case .tooManyReplicas: ("too_many_replicas", "Too many devices have scored in this game.")
        case .replicaTaken: ("replica_taken", "This copy of the game belongs to another device.")
        case .gone: ("gone", "This game has been deleted.")
        }
    }
}

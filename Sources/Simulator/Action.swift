/// What people do, and what goes wrong: the part of a run that is drawn in advance and can be
/// left out piece by piece. Numbers named `…Pick` choose among what is there at that moment.
package enum Action: Hashable, Sendable {
    /// People, on the app with that number.
    case open(app: Int)
    case edit(app: Int, Edit, hesitation: UInt64)
    case pause(app: Int, milliseconds: UInt64)
    case rejoin(app: Int)

    /// The network.
    case loseNetwork(app: Int, milliseconds: UInt64, isNoticed: Bool)
    case reset(app: Int)
    case stall(app: Int, Direction, milliseconds: UInt64)
    case cut(app: Int, Direction)
    case readSlowly(app: Int, milliseconds: UInt64)

    /// Peers that do what sound ones never do, in so many messages.
    case leaveOutOps(app: Int, count: Int)
    case repeatOps(app: Int, count: Int)
    case hearEventsTwice(app: Int, count: Int)
    case missEvents(app: Int, count: Int)

    /// Phones and their apps.
    case kill(app: Int, milliseconds: UInt64, losesPower: Bool)
    case suspend(app: Int, milliseconds: UInt64)
    case copyJournal(app: Int)
    case saveJournal(app: Int)
    case rollBackJournal(app: Int)
    case tearJournal(app: Int)
    case fillPhone(app: Int)
    case jumpPhoneClock(app: Int, by: Int64)

    /// The server and its disk.
    case killServer(milliseconds: UInt64)
    case stopServer(milliseconds: UInt64)
    case jumpServerClock(by: Int64)
    case failCommits(count: Int, lands: Bool)
    case fillDisk(milliseconds: UInt64)
    case loseDisk(milliseconds: UInt64)
    case slowDisk(milliseconds: UInt64)
    case copyStore
    case restoreStore(isNoticed: Bool, milliseconds: UInt64)

    /// Accounts; the server dies after so many of the steps that this takes.
    case signUp(app: Int)
    case signIn(app: Int)
    case signOut(app: Int, diesAfter: Int?)
    case eraseAccount(app: Int, diesAfter: Int?)

    /// Planted for tests of the simulator: the disk loses what it said it had, unnoticed.
    case loseSyncedEvents

    package enum Direction: String, Hashable, Sendable { case up, down, both }

    /// What a person does on the card.
    package enum Edit: Hashable, Sendable {
        case score(playerPick: Int, holePick: Int, throwCount: Int64?, confirms: Bool)
        case oldScore(playerPick: Int, holePick: Int, throwCount: Int64)
        case name(playerPick: Int, Int)
        case tee(playerPick: Int, Int)
        case par(holePick: Int, Int64)
        case course(Int)
        /// The host plays another course; the time for it may be over.
        case exchange(Int)
        case undo
        case addGuest(Int)
        case removePlayer(playerPick: Int)
        case placePlayer(playerPick: Int, beforePick: Int)
        case nextStage(Int)
        case kick(memberPick: Int)
        case passHost(memberPick: Int)
        case appoint(memberPick: Int)
        case lateJoin
        /// The host changes how many people must have entered a score.
        case trust(need: UInt8)
        /// Something beside the scores: where a card starts, who came late, what was conceded…
        case fact(playerPick: Int, holePick: Int, pick: Int)
        /// Somebody signs a column as they see it.
        case sign(playerPick: Int)
        /// The host plays another game with the scores, changes one or ends it.
        case game(Int)
        /// Whoever knocked first.
        case admit
        case claim(playerPick: Int)
        case settle(pick: Int, applies: Bool)
        case leave
        /// Deletes the game, or brings it back.
        case delete
    }
}

extension Action {
    /// The kind of fault, for counting; nil for what people do.
    var fault: String? {
        switch self {
        case .open, .edit, .pause, .rejoin, .signUp, .signIn: nil
        case .loseNetwork(_, _, let isNoticed):
            isNoticed ? "network lost" : "network lost unnoticed"
        case .reset: "connection reset"
        case .stall(_, let direction, _): "stall (\(direction.rawValue))"
        case .cut(_, let direction): "half-open (\(direction.rawValue))"
        case .readSlowly: "slow reader"
        case .leaveOutOps: "ops left out"
        case .repeatOps: "ops sent twice"
        case .hearEventsTwice: "events received twice"
        case .missEvents: "events not received"
        case .kill(_, _, let losesPower): losesPower ? "phone loses power" : "app killed"
        case .suspend: "app suspended"
        case .copyJournal: "journal copied to a second tab"
        case .saveJournal: nil
        case .rollBackJournal: "journal rolled back"
        case .tearJournal: "journal damaged"
        case .fillPhone: "phone's disk full"
        case .jumpPhoneClock: "phone's clock jumps"
        case .killServer: "server killed"
        case .stopServer: "server restarted cleanly"
        case .jumpServerClock: "server's clock jumps"
        case .failCommits(_, let lands): lands ? "commit fails, but is there" : "commit fails"
        case .fillDisk: "disk full"
        case .loseDisk: "disk unreadable"
        case .slowDisk: "disk slow"
        case .copyStore: nil
        case .restoreStore(let isNoticed, _):
            isNoticed ? "old copy restored" : "old copy restored unnoticed"
        case .signOut: "device signed out"
        case .eraseAccount: "account erased"
        case .loseSyncedEvents: "synced events lost (planted)"
        }
    }
}

extension Action {
    var isSignUp: Bool {
        if case .signUp = self { true } else { false }
    }
}

struct PlannedAction: Hashable, Sendable {
    var time: UInt64
    var action: Action
}

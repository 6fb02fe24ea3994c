public import Documents
public import Lobby
public import Scoring
public import Wire

/// A game as a screen shows it, as one value.
public struct GameView: Hashable, Sendable {
    /// The lobby's id; nil while a game that was joined by code hasn't been found yet.
    public var lobbyID: LobbyID?
    /// The game with the device's own entries on top, as its person may see it; nil before
    /// anything is known of it.
    public var lobby: Lobby?
    /// The place that the server's log is known up to.
    public var confirmed: LogPosition
    /// Whether it is connected, and nothing is missing of what the server had at the beginning of
    /// the session.
    public var isUpToDate: Bool
    public var card: Scorecard?
    /// The own member number; nil for spectators, and before the first contact.
    public var me: MemberNumber?
    public var isSpectator: Bool
    /// Whether it only watches for the time being: the host has been asked to let this device in.
    public var isKnocking: Bool
    public var connection: ConnectionState
    /// The number of own entries that the server hasn't dealt with.
    public var pendingCount: Int
    public var entryStates: [CellKey: EntryState]
    public var disputes: [Dispute]
    /// Own edits that the server refused, oldest first.
    public var refused: [RefusedEdit]
    public var canUndo: Bool
    /// The people who are there; nil while not connected.
    public var presence: Presence?
    /// The monotonic time at which another member becomes host, as the host is away; nil otherwise.
    public var hostPassesAtMilliseconds: UInt64?
    /// The last trouble that the server told, until a session works again.
    public var notice: ErrorNotice?
    /// The sentence for a player about why the game isn't up to date; nil if all is well.
    public var problem: String?

    /// Late entries that wait for the host, oldest first.
    public var late: [QuarantinedEdit] { lobby?.quarantine ?? [] }

    /// Whether this device's person acts as host.
    public var isHost: Bool { me != nil && lobby?.host == me }

    /// The game's code; nil before the server has given one, and after the game is locked.
    public var code: JoinCode? { lobby?.code }
}

/// The progress of an own entry.
public enum EntryState: Hashable, Sendable {
    case savedOnThisDevice
    case onItsWay
    case confirmed
}

/// A cell in which people disagree.
public struct Dispute: Hashable, Sendable {
    /// A value that one person holds to be right.
    public struct Claim: Hashable, Sendable {
        public var value: CellValue
        public var member: MemberNumber
        public var name: String
        public var at: WallTime
    }

    public var key: CellKey
    /// The values that people hold to be right, the shown one first.
    public var claims: [Claim]
}

/// An own edit that came to nothing.
public struct RefusedEdit: Hashable, Sendable {
    public var number: OpNumber
    /// The command; nil if this version can't read it.
    public var command: Command?
    public var refusal: Refusal
}

extension ClientCore<Lobby> {
    /// The view that a screen shows now.
    public var view: GameView {
        let me = isSpectator ? nil : optimistic?.member(of: credentials.person)?.number
        let lobby = optimistic?.readable(by: me)
        return GameView(
            lobbyID: lobbyID, lobby: lobby, confirmed: follower.position,
            isUpToDate: isUpToDate, card: lobby.map { Scorecard($0) }, me: me,
            isSpectator: isSpectator, isKnocking: isKnocking, connection: connectionState,
            pendingCount: outbox.pendingCount, entryStates: entryStates,
            disputes: lobby.map(Dispute.all(in:)) ?? [], refused: refusedEdits,
            canUndo: undoable != nil, presence: presence,
            hostPassesAtMilliseconds: hostPassesAtMilliseconds, notice: lastNotice,
            problem: lastNotice?.sentence)
    }

    private var entryStates: [CellKey: EntryState] {
        var states: [CellKey: EntryState] = [:]
        for entry in outbox.entries where outbox.refused[entry.number] == nil {
            guard case .set(let key, _, _)? = entry.op?.command else { continue }
            states[key] = outbox.state(of: entry.number)
        }
        return states
    }

    private var refusedEdits: [RefusedEdit] {
        outbox.refused.sorted { $0.key < $1.key }.map { number, refusal in
            RefusedEdit(
                number: number, command: outbox.entry(number)?.op?.command, refusal: refusal)
        }
    }
}

extension Outbox {
    fileprivate func state(of number: OpNumber) -> EntryState {
        if number <= acknowledged { return .confirmed }
        return inFlight?.contains(number) == true ? .onItsWay : .savedOnThisDevice
    }
}

extension Dispute {
    /// All disputes, in the order of the card.
    static func all(in lobby: Lobby) -> [Dispute] {
        lobby.cells.filter(\.value.isDisputed).sorted { $0.key < $1.key }.map { key, cell in
            Dispute(key: key, claims: cell.siblings.map { Claim($0, in: lobby) })
        }
    }
}

extension Dispute.Claim {
    init(_ sibling: Sibling, in lobby: Lobby) {
        let (at, overflows) = lobby.start.milliseconds.addingReportingOverflow(sibling.at)
        self.init(
            value: sibling.value, member: sibling.member, name: lobby.name(of: sibling.member),
            at: overflows ? lobby.start : WallTime(milliseconds: at))
    }
}

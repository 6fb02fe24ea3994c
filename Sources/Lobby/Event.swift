public import Documents

/// An edit that came too late to be applied by itself, kept for the host to apply or discard.
public struct QuarantinedEdit: Hashable, Sendable {
    /// The reason why it was too late.
    public enum Reason: UInt8, Hashable, Sendable {
        case locked = 0
        case left = 1
        case kicked = 2
        /// The player's column was removed from the card.
        case removed = 3
        /// The whole game was deleted.
        case deleted = 4
    }

    /// The `seq` of the event that put it here.
    public var seq: Seq
    public var reason: Reason
    public var key: CellKey
    public var value: CellValue
    public var member: MemberNumber
    public var replica: ReplicaTag
    /// The time at which it was typed: milliseconds since the lobby's start.
    public var at: Int64

    public init(
        seq: Seq, reason: Reason, key: CellKey, value: CellValue, member: MemberNumber,
        replica: ReplicaTag, at: Int64
    ) {
        self.seq = seq
        self.reason = reason
        self.key = key
        self.value = value
        self.member = member
        self.replica = replica
        self.at = at
    }
}

/// The first event of every lobby.
public struct Creation: Hashable, Sendable {
    public var setup: GameSetup
    public var host: PersonID
    /// The time at which the game began; times inside the lobby count from here.
    public var start: WallTime
    public var code: JoinCode?

    public init(setup: GameSetup, host: PersonID, start: WallTime, code: JoinCode?) {
        self.setup = setup
        self.host = host
        self.start = start
        self.code = code
    }
}

/// A fact that an event adds to a game, with all that is needed to carry it out.
public enum Change: Hashable, Sendable {
    case created(Creation)
    /// Another course is played from now on, the one of that number.
    case course(GameCourse, number: UInt8)
    /// The cell as it is from now on, with all its siblings.
    case cell(CellKey, Cell)
    /// A new member, or one who came back in another way; `player` is a new column if set and
    /// not yet on the card.
    case joined(Member)
    case standing(MemberNumber, Standing)
    case playerAdded(Player)
    case playerRemoved(PlayerID)
    /// A column stands before another from now on, or last.
    case playerPlaced(PlayerID, before: PlayerID?)
    case stage(Stage)
    /// The host from now on, and the owner, to whom the role goes back on return.
    case host(MemberNumber, owner: MemberNumber)
    case role(MemberNumber, Role)
    case lateJoin(Bool)
    case trust(Trust)
    /// The game of that id as it is played from now on; nil: it no longer is.
    case game(UInt8, LobbyGame?)
    /// The code and the invitation that open the door from now on; both nil for spectators.
    case invited(JoinCode?, Identifier128?)
    /// A guest's column becomes a member's, who gives up the one before.
    case claimed(MemberNumber, PlayerID)
    case quarantined(QuarantinedEdit)
    /// A quarantined edit left quarantine; with the resulting cell if it was applied.
    case settled(Seq, CellKey, Cell?)
    /// The game is deleted since that time; nil: it no longer is.
    case deleted(WallTime?)
}

extension Change {
    /// The change that spectators are told instead, who are told nothing that opens the door; nil
    /// if they are told this one.
    public var forSpectators: Change? {
        switch self {
        case .created(var creation):
            creation.code = nil
            creation.setup.invitation = nil
            return .created(creation)
        case .invited: return .invited(nil, nil)
        default: return nil
        }
    }
}

/// An entry of a lobby's log.
public typealias Event = DocumentEvent<Change>

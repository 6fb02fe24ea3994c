public import Documents

/// The people in a lobby: members are people with a device, players are columns of the card.

/// The name of a column of the scorecard. Chosen by whoever adds the player; never 0.
public struct PlayerID: Hashable, Sendable, Comparable {
    public var value: UInt32
    public init(_ value: UInt32) { self.value = value }
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A right of a member beyond scoring.
public enum Role: UInt8, Hashable, Sendable {
    case player = 0
    /// Appointed by the host: own entries count as the players' own, and can settle disputes.
    case scorekeeper = 1
}

/// Whether a member still takes part.
public enum Standing: UInt8, Hashable, Sendable {
    case active = 0
    case left = 1
    case kicked = 2
}

/// A person who has joined. Spectators aren't members; they leave no trace in the log.
public struct Member: Hashable, Sendable {
    public var person: PersonID
    /// The name as given on joining; the shown name of a player is the column's.
    public var name: String
    /// The member's own column; nil for someone who doesn't play.
    public var player: PlayerID?
    public var role: Role
    public var standing: Standing
    public var number: MemberNumber

    public init(
        number: MemberNumber, person: PersonID, role: Role = .player,
        standing: Standing = .active, player: PlayerID?, name: String
    ) {
        self.number = number
        self.person = person
        self.role = role
        self.standing = standing
        self.player = player
        self.name = name
    }
}

/// A column of the card: a member or a guest without a phone.
public struct Player: Hashable, Sendable {
    public var id: PlayerID
    /// The member whose column it is; nil for a guest.
    public var member: MemberNumber?
    /// The name as first given; the cell `name` holds what it was changed to.
    public var name: String
    /// Whether it was taken off the card. The id stays known, so that late scores for it find their
    /// way.
    public var isRemoved: Bool

    public init(id: PlayerID, member: MemberNumber?, name: String, isRemoved: Bool = false) {
        self.id = id
        self.member = member
        self.name = name
        self.isRemoved = isRemoved
    }
}

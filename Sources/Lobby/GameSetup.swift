public import Documents

/// The state in which a game begins.
public struct GameSetup: Hashable, Sendable {
    /// The course's name; nil for an unspecified course.
    public var course: String?
    /// The holes in the order of the card.
    public var holes: [Hole]
    /// Nil if nothing more is known of the course.
    public var layout: GameLayout?
    public var allowsLateJoin: Bool
    /// A secret of 128 bits; whoever holds it may join without a code. Nil in what spectators
    /// are told.
    public var invitation: Identifier128?
    /// A secret of 128 bits; whoever holds it may watch. Nil in a game older than such secrets.
    public var watch: Identifier128?
    public var hostName: String
    /// The host's own column; nil if the host doesn't play.
    public var hostPlayer: PlayerID?

    public init(
        course: String?, holes: [Hole], layout: GameLayout? = nil, allowsLateJoin: Bool = false,
        invitation: Identifier128?, watch: Identifier128?, hostName: String, hostPlayer: PlayerID?
    ) {
        self.course = course
        self.holes = holes
        self.layout = layout
        self.allowsLateJoin = allowsLateJoin
        self.invitation = invitation
        self.watch = watch
        self.hostName = hostName
        self.hostPlayer = hostPlayer
    }
}

/// A hole of the course.
public struct Hole: Hashable, Sendable {
    /// The name on the card: usually a number; "10A" is as good.
    public var label: String
    /// The par as first given; the cell `par` holds what it was changed to.
    public var par: Int64

    public init(label: String, par: Int64) {
        self.label = label
        self.par = par
    }
}

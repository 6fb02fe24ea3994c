/// What a client asks for. The commands of a host name the state they expect; they are refused as
/// stale if it moved.
public enum Command: Hashable, Sendable {
    /// `nonce`: what the maker drew for the lobby's id.
    case create(GameSetup, nonce: Identifier128)
    /// `confirms`: the author settles the cell as host or scorekeeper.
    case set(CellKey, CellValue, confirms: Bool)
    case addPlayer(PlayerID, name: String)
    case removePlayer(PlayerID)
    /// Moves a column on the card; to the end if `before` is nil.
    case placePlayer(PlayerID, before: PlayerID?)
    case move(from: Stage, to: Stage)
    case kick(PersonID)
    case passHost(from: PersonID, to: PersonID)
    case appoint(PersonID, Role)
    case allowLateJoin(Bool)
    /// Lets in someone who knocks at a game that has begun.
    case admit(PersonID, name: String)
    /// A guest's column becomes the author's own.
    case claim(PlayerID)
    /// Applies or discards a quarantined edit, named by the `seq` that put it there.
    case settle(Seq, applies: Bool)
    case leave
}

/// A command as a line of a replica's journal.
public struct Op: Hashable, Sendable {
    public var number: OpNumber
    /// When it was typed: the client's estimate of the server's time.
    public var at: WallTime
    /// The cell's version that the person saw when they opened the entry, and the epoch they were
    /// in; none only before the device has ever seen the lobby on a server.
    public var seenVersion: Seq
    public var seenEpoch: Epoch
    public var command: Command

    public init(
        number: OpNumber, at: WallTime, seenVersion: Seq = 0, seenEpoch: Epoch = .none,
        command: Command
    ) {
        self.number = number
        self.at = at
        self.seenVersion = seenVersion
        self.seenEpoch = seenEpoch
        self.command = command
    }
}

/// Whose op it is.
public struct Author: Hashable, Sendable {
    public var person: PersonID
    public var replica: ReplicaTag

    public init(person: PersonID, replica: ReplicaTag) {
        self.person = person
        self.replica = replica
    }
}

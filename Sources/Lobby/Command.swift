public import Documents

/// A request of a client about a game. The commands of a host name the state they expect; they are
/// refused as stale if it moved.
public enum Command: Hashable, Sendable {
    /// Makes the game; `nonce` is what the maker drew for the lobby's id.
    case create(GameSetup, nonce: Identifier128)
    /// Plays another course, until the start; names the number of the one it is to replace.
    case exchange(GameCourse, expect: UInt8)
    /// Writes a cell; `confirms`: the author settles it as host or scorekeeper.
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
    /// Changes how many people must have entered a score.
    case trust(TrustWish)
    /// Plays another game with the same scores, changes it, or ends it.
    case game(GameWish)
    /// Lets in someone who knocks at a game that has begun.
    case admit(PersonID, name: String)
    /// Makes a guest's column the author's own.
    case claim(PlayerID)
    /// Applies or discards a quarantined edit, named by the `seq` that put it there.
    case settle(Seq, applies: Bool)
    case leave
    /// Deletes the game for everyone, or takes that back as long as it can be.
    case delete(Bool)
}

/// An edit of the card, or of who takes part, as a line of a replica's journal.
public typealias Op = DocumentOp<Command>

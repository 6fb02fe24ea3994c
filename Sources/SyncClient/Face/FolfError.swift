public import Documents

/// A reason why an edit wasn't made, or a game wasn't opened.
public enum FolfError: Error, Hashable, Sendable {
    /// The rules of the game say no, as far as they are known on this device.
    case refused(Refusal)
    /// The device can't keep it.
    case storage(StorageError)
    /// The journal holds no game.
    case noGame
    /// The journal holds a game already.
    case gameExists
    case closed

    /// The sentence that a player is told.
    public var sentence: String {
        switch self {
        case .refused(let refusal): refusal.sentence
        case .storage(let error): error.sentence
        case .noGame: "There is no game in this place."
        case .gameExists: "There is a game in this place already."
        case .closed: "The game has been closed."
        }
    }
}

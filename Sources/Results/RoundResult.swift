public import Documents
public import Lobby
public import Scoring

/// What one player has thrown in one round of a game, as histories and courses count it.
///
/// Follows from the game alone (`Lobby.roundResults`), and from all of it: a result is never
/// changed, but made anew.
public struct RoundResult: Hashable, Sendable {
    public let round: UInt8
    public let player: PlayerID
    /// Nil for a guest: such a result is nobody's.
    public let person: PersonID?
    /// Whether nobody has ended the round, which counts because it has rested for long.
    public let isUnended: Bool
    /// The first entry of the round that the card shows.
    public let start: WallTime
    /// The day of `start` where the course is: days since 1 January 1970.
    public let day: Int64
    /// From the first hole's entry to the last one's; nil if that can't be how long it took.
    public let minutes: Int64?
    public let labels: [String]
    /// What the holes are worth from the player's tee.
    public let pars: [Int64]
    /// As they were written down, with penalty throws; nil where nothing is scored, or two people
    /// disagree.
    public let `throws`: [Int64?]
    /// The places of the holes on which people disagree, from 1 on.
    public let disputedHoles: [UInt8]
    /// Nil if nothing says what was played.
    public let key: ResultKey?

    public var tally: Tally { Tally(`throws`, pars: pars) }

    public var isComplete: Bool { !`throws`.contains(nil) }

    public var aces: Int { `throws`.count { $0 == 1 } }

    /// How many holes have a score of each shape; an ace has one, too.
    public var shapes: [ScoreShape: Int] {
        zip(`throws`, pars).reduce(into: [:]) { counts, hole in
            guard let count = hole.0 else { return }
            counts[ScoreShape(count, par: hole.1), default: 0] += 1
        }
    }
}

import Documents
public import Lobby

/// The tee that a player throws from, as one of the layout's.
public struct ThrownTee: Hashable, Sendable {
    /// Its place among the layout's tees.
    public let place: Int
    /// Whether the player's own tee isn't there, so that this is the layout's default: "normal
    /// par".
    public let isSubstitute: Bool
}

/// Par by tee: that of the player's tee if the hole has one of its own from there, else the hole's.
extension Lobby {
    /// The tee of a player; nil if the game has no layout, or that has no tees.
    public func thrownTee(of player: PlayerID) -> ThrownTee? {
        guard let layout, let usual = layout.defaultTee.flatMap(layout.place(ofTee:)) else {
            return nil
        }
        guard case .text(let name) = cell(CellKey(player: player, field: .tee)).value else {
            return ThrownTee(place: usual, isSubstitute: false)
        }
        let own = layout.place(ofMeantTee: name)
        return ThrownTee(place: own ?? usual, isSubstitute: own == nil)
    }

    /// The throws that each hole is worth to a player, in the order of the holes.
    public func pars(of player: PlayerID) -> [Int64] { pars(of: player, others: pars) }

    /// - Parameter others: what the holes are worth to those whose tee has no par of its own.
    package func pars(of player: PlayerID, others: [Int64]) -> [Int64] {
        guard let layout, let tee = thrownTee(of: player) else { return others }
        return others.enumerated().map { hole, par in
            let own = layout.start(hole: hole, tee: tee.place)?.par ?? 0
            return own == 0 ? par : Int64(own)
        }
    }
}

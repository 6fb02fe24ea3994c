package import Documents

/// A guest's column of a locked game, claimed by somebody it is about.
///
/// While a game is open its log says whose a column is. A locked log takes nothing more, so this
/// stands beside it, and it goes with the person: erased, it leaves no trace in the game. A column
/// has one claim whichever way, for the log of a locked game changes no column any more.
package struct ColumnClaim: Equatable, Sendable {
    package enum State: Int64, Sendable {
        case valid = 0
        /// The person who had claimed it has let it go.
        case letGo = 1
        /// Whoever had offered the column, or the game's host, has taken it back.
        case undone = 2
    }

    /// Those who are told of what has become of a column and haven't put it away.
    package struct Readers: OptionSet, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }
        package static let claimant = Readers(rawValue: 1)
        package static let issuer = Readers(rawValue: 2)
        package static let host = Readers(rawValue: 4)
    }

    package var lobby: LobbyID
    /// The number of the player whose column it is.
    package var player: UInt32
    package var id: Identifier128
    package var person: PersonID
    /// The member who has offered the column.
    package var issuer: PersonID
    /// The host of the game when it was claimed.
    package var host: PersonID
    package var claimed: WallTime
    package var state: State
    /// When the state became what it is.
    package var changed: WallTime
    package var untold: Readers

    package init(
        lobby: LobbyID, player: UInt32, id: Identifier128, person: PersonID, issuer: PersonID,
        host: PersonID, claimed: WallTime, state: State = .valid, changed: WallTime? = nil,
        untold: Readers = [.issuer, .host]
    ) {
        self.lobby = lobby
        self.player = player
        self.id = id
        self.person = person
        self.issuer = issuer
        self.host = host
        self.claimed = claimed
        self.state = state
        self.changed = changed ?? claimed
        self.untold = untold
    }

    /// Whether the column was taken back from one of these persons since it was offered: they don't
    /// get it again by the same offer.
    package func bars(_ persons: Set<PersonID>, offered: WallTime) -> Bool {
        state == .undone && persons.contains(person) && changed >= offered
    }

    /// The part that somebody has in it who acts as one of these persons.
    package func role(of persons: Set<PersonID>) -> Readers {
        var role: Readers = []
        if persons.contains(person) { role.insert(.claimant) }
        if persons.contains(issuer) { role.insert(.issuer) }
        if persons.contains(host) { role.insert(.host) }
        return role
    }
}

import API
package import Documents

/// A friend's wish that one may join a game.
package struct GameInvitation: Hashable, Sendable {
    package var id: Identifier128
    package var from: Acquaintance
    package var lobby: LobbyID
    /// The game's secret; nil once the game has begun or is over.
    package var secret: Identifier128?
    /// Empty if it has no name.
    package var course: String

    package init(
        id: Identifier128, from: Acquaintance, lobby: LobbyID, secret: Identifier128?,
        course: String
    ) {
        self.id = id
        self.from = from
        self.lobby = lobby
        self.secret = secret
        self.course = course
    }

    init?(_ value: JSONValue) {
        guard let id = value["id"]?.identifier, let from = value["from"].flatMap(Acquaintance.init),
            let lobby = value["lobby"]?.identifier, let course = value["course"]?.string
        else { return nil }
        self.init(
            id: id, from: from, lobby: LobbyID(lobby), secret: value["invitation"]?.identifier,
            course: course)
    }
}

/// What waits for an answer.
package struct AccountInbox: Hashable, Sendable {
    /// Those who want to be friends.
    package var requests: [Acquaintance]
    package var invitations: [GameInvitation]

    package init(requests: [Acquaintance], invitations: [GameInvitation]) {
        self.requests = requests
        self.invitations = invitations
    }
}

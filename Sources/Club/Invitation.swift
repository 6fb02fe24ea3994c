package import Documents

/// An invitation of one account by another to a game.
package struct Invitation: Equatable, Sendable {
    /// The inviting client makes it, once for all whom it invites at a time.
    package var id: Identifier128
    package var from: AccountID
    package var to: AccountID
    package var lobby: LobbyID
    /// The secret of the game's invitation link, which opens its door; nil if it is open anyway.
    package var door: Identifier128?
    package var course: String
    package var at: WallTime

    package init(
        id: Identifier128, from: AccountID, to: AccountID, lobby: LobbyID,
        door: Identifier128?, course: String, at: WallTime
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.lobby = lobby
        self.door = door
        self.course = course
        self.at = at
    }
}

/// An invitation in the inbox of the account that it is for, with who sent it.
package struct ReceivedInvitation: Equatable, Sendable {
    package var invitation: Invitation
    package var from: Acquaintance

    package init(invitation: Invitation, from: Acquaintance) {
        self.invitation = invitation
        self.from = from
    }
}

/// A text that somebody has sent to the operator.
package struct Suggestion: Equatable, Sendable {
    package var id: Identifier128
    package var text: String
    /// The language of the page that it was written on; nil if that wasn't said.
    package var language: String?
    package var at: WallTime

    package init(id: Identifier128, text: String, language: String?, at: WallTime) {
        self.id = id
        self.text = text
        self.language = language
        self.at = at
    }
}

/// A lobby that a person has joined.
package struct LobbySeat: Equatable, Sendable {
    package var person: PersonID
    package var lobby: LobbyID
    package var since: WallTime

    package init(person: PersonID, lobby: LobbyID, since: WallTime) {
        self.person = person
        self.lobby = lobby
        self.since = since
    }
}

import API
package import Documents

/// A game in which an account has a seat.
package struct AccountGame: Hashable, Sendable {
    package var lobby: LobbyID
    package var since: WallTime
    /// Those on its card, as far as the server has said.
    package var names: [String]

    package init(lobby: LobbyID, since: WallTime, names: [String]) {
        self.lobby = lobby
        self.since = since
        self.names = names
    }

    init?(_ value: JSONValue) {
        guard let lobby = value["lobby"]?.identifier, let since = value["since"]?.integer else {
            return nil
        }
        self.init(
            lobby: LobbyID(lobby), since: WallTime(milliseconds: since),
            names: value["names"]?.elements?.compactMap(\.string) ?? [])
    }
}

import Documents
import SyncClient

/// A link into a game: the server's page, and behind `#`, which browsers keep to themselves, the
/// lobby and its secret.
struct InvitationLink: Equatable {
    var server: ServerAddress
    var lobby: LobbyID
    var invitation: Identifier128

    init(server: ServerAddress, lobby: LobbyID, invitation: Identifier128) {
        self.server = server
        self.lobby = lobby
        self.invitation = invitation
    }

    /// Nil if the text isn't such a link.
    init?(_ text: String) {
        let parts = text.split(separator: "#", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ids = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard ids.count == 2, let lobby = Identifier128(ids[0]),
            let invitation = Identifier128(ids[1])
        else { return nil }
        guard parts[0].hasPrefix("http"), let server = ServerAddress(parts[0]) else { return nil }
        self.init(server: server, lobby: LobbyID(lobby), invitation: invitation)
    }

    var text: String {
        "\(server.isSecure ? "https" : "http")://\(server.authority)/#"
            + "\(lobby.value).\(invitation)"
    }
}

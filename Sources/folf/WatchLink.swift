import Documents
import SyncClient

/// The address at which a game can be watched for as long as it is kept.
struct WatchLink: Equatable {
    var server: ServerAddress
    var lobby: LobbyID
    var watch: Identifier128

    init(server: ServerAddress, lobby: LobbyID, watch: Identifier128) {
        self.server = server
        self.lobby = lobby
        self.watch = watch
    }

    /// Nil if the text isn't such a link.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1].isEmpty, parts[3] == "w" else { return nil }
        let ids = parts[4].split(separator: "-", omittingEmptySubsequences: false)
        guard ids.count == 2, let lobby = Identifier128(ids[0]), let watch = Identifier128(ids[1])
        else { return nil }
        guard ["http:", "https:"].contains(parts[0]),
            let server = ServerAddress("\(parts[0])//\(parts[2])")
        else { return nil }
        self.init(server: server, lobby: LobbyID(lobby), watch: watch)
    }

    var text: String {
        "\(server.isSecure ? "https" : "http")://\(server.authority)/w/\(lobby.value)-\(watch)"
    }
}

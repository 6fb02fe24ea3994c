import API
import Documents
import Foundation
import HTTP
import Lobby
import TestSupport
import Testing
import Wire

/// What people get to see of Anna, through everything that can be asked of the API or of the
/// operator's commands: each fact is a text that stands nowhere else, and is looked for in all
/// answers. README.md has the same table.
@Suite("Who sees what of somebody who has an account")
struct WhoSeesWhatTests {
    static let table = """
        | what of Anna | nobody | signed in | same game | friend | blocked | Anna | operator |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | user name, as at first | no | no | yes | yes | no | yes | yes |
        | the same, if shown to whoever is signed in | no | yes | yes | yes | no | yes | yes |
        | the same, if shown to everyone | yes | yes | yes | yes | no | yes | yes |
        | name beside the user name, as at first | no | no | yes | yes | no | yes | no |
        | full name | no | no | no | yes | no | yes | no |
        | e-mail | no | no | no | no | no | yes | no |
        | whom she is friends with | no | no | no | no | no | yes | no |
        | name on a card, and results | no | no | yes | no | no | yes | yes |
        | the same, for whoever has the link to watch | yes | yes | yes | yes | yes | yes | yes |
        | other games | no | no | no | no | no | yes | yes |
        | devices and programs | no | no | no | no | no | yes | no |
        | who asks and invites her | no | no | no | no | no | yes | no |
        """

    private struct Line {
        let fact: String
        let viewers: [String]

        init(_ text: Substring) {
            let cells = text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            fact = cells[0]
            viewers = Array(cells.dropFirst())
        }
    }

    private static var lines: [Line] { table.split(separator: "\n").map(Line.init) }

    @Test("README.md has the table")
    func told() throws {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("README.md")
        #expect(try String(contentsOf: readme, encoding: .utf8).contains(Self.table))
    }

    @Test("Each line of the table is true, whatever is asked")
    func seen() async throws {
        try await onOwnThread {
            let club = try WatchedClub()
            let lines = Self.lines
            #expect(lines[0].viewers == WatchedClub.Viewer.allCases.map(\.rawValue))
            var texts: [[String]] = []
            for visibility in 0...2 {
                try club.show(visibility)
                texts.append(try WatchedClub.Viewer.allCases.map(club.seen))
            }
            let watched = try WatchedClub.Viewer.allCases.map(club.watched)
            for line in lines.dropFirst(2) {
                let (facts, seen) = try #require(
                    club.evidence(for: line.fact, texts, watched), "\(line.fact)")
                for (place, viewer) in WatchedClub.Viewer.allCases.enumerated() {
                    for fact in facts {
                        let isSeen = seen[place].contains(fact) ? "yes" : "no"
                        #expect(
                            isSeen == line.viewers[place],
                            "\(line.fact): \(fact), \(viewer.rawValue)")
                    }
                }
            }
        }
    }
}

/// Anna, and those who look at her.
private final class WatchedClub: @unchecked Sendable {
    enum Viewer: String, CaseIterable {
        case nobody = "nobody"
        case stranger = "signed in"
        case player = "same game"
        case friend = "friend"
        case blocked = "blocked"
        case anna = "Anna"
        case operatorOfServer = "operator"
    }

    private let server: TestServer
    private let anna = AccountHolder(handle: "anna.handle")
    private let others: [Viewer: AccountHolder] = [
        .stranger: AccountHolder(handle: "sigga.stranger"),
        .player: AccountHolder(handle: "petur.player"),
        .friend: AccountHolder(handle: "freyja.friend"),
        .blocked: AccountHolder(handle: "bjarni.blocked"),
    ]
    private let confidant = AccountHolder(handle: "gunnar.confidant")
    private let suitor = AccountHolder(handle: "solla.suitor")
    private let shared: Lobby
    private let secret: Lobby

    init() throws {
        server = try TestServer(["--trusted-proxy", "127.0.0.1", "--metrics", "127.0.0.1:0"])
        let caller = APICaller(port: server.port)
        for (number, holder) in ([anna, confidant, suitor] + Array(others.values)).enumerated() {
            let reply = try caller.ask(
                "PUT", "/accounts/\(holder.account)", as: holder.token,
                [
                    "handle": .text(holder.handle), "name": .text("Name \(holder.handle)"),
                    "age": 0, "password": .text(AccountHolder.password),
                    "email": .text("\(holder.handle)@mail.example"),
                    "label": .text("Device \(holder.handle)"),
                ], fields: "X-Forwarded-For: 10.2.0.\(number)\r\n")
            #expect(reply.status == 201)
        }
        (shared, secret) = try Self.games(of: anna, others, at: server)
        try befriend()
    }

    private static func games(
        of anna: AccountHolder, _ others: [Viewer: AccountHolder], at server: TestServer
    ) throws -> (Lobby, Lobby) {
        let player = try #require(others[.player])
        let host = try RawPlayer.host(server, isStarted: false, token: Token(player.token))
        let guest = try RawPlayer(port: server.port)
        guest.credentials = Credentials(token: try #require(Token(anna.token)))
        _ = try guest.enter(host.invitation, as: .player, name: "Anna Oncard")
        try host.perform(.move(from: .setup, to: Stage(.playing, round: 1)))
        try guest.score(7, hole: 1, of: #require(guest.lobby?.players.last?.id))
        let other = try RawPlayer.host(server, token: Token(anna.token))
        try other.perform(
            .set(CellKey(field: .course), .text("Course of elsewhere"), confirms: false))
        return (try #require(host.lobby), try #require(other.lobby))
    }

    private func befriend() throws {
        let caller = APICaller(port: server.port)
        for friend in [try #require(others[.friend]), confidant] {
            try caller.ask("PUT", "/me/requests/\(anna.handle)", as: friend.token)
            try caller.ask("PUT", "/me/requests/\(friend.handle)", as: anna.token)
        }
        try caller.ask("PUT", "/me/requests/\(anna.handle)", as: suitor.token)
        let blocked = try #require(others[.blocked])
        try caller.ask("PUT", "/me/blocks/\(blocked.account)", as: anna.token)
        let program = AccountHolder.key(of: AccountHolder.newToken())
        let reply = try caller.ask(
            "PUT", "/me/tokens/\(program)", as: anna.token,
            ["label": "Program of hers", "scope": "read"])
        #expect(reply.status == 201)
    }

    /// Has Anna show herself to others.
    func show(_ visibility: Int) throws {
        let caller = APICaller(port: server.port)
        let me = try anna.me(at: server)
        let reply = try caller.ask(
            "PATCH", "/me", as: anna.token,
            ["visibility": .integer(Int64(visibility)), "full_name": "Anna Infull"],
            fields: me.ifMatch)
        #expect(reply.status == 200, "\(reply.body)")
    }

    /// Everything that somebody is told who asks all there is to ask about Anna.
    func seen(by viewer: Viewer) throws -> String {
        if viewer == .operatorOfServer { return try seenByOperator() }
        let token = viewer == .anna ? anna.token : others[viewer]?.token
        return try Self.targets(of: anna.handle, [shared, secret])
            .map { try text(of: $0, as: token) }.joined(separator: "\n")
    }

    /// What somebody is told who has the link for watching the game.
    func watched(by viewer: Viewer) throws -> String {
        let token = viewer == .anna ? anna.token : others[viewer]?.token
        let lobby = shared.id.value
        let watch = try #require(shared.watch)
        return try ["", ".csv", "/history"]
            .map { try text(of: "/games/\(lobby)\($0)?watch=\(watch)", as: token) }
            .joined(separator: "\n")
    }

    private func text(of target: String, as token: String?) throws -> String {
        let reply = try APICaller(port: server.port).ask("GET", target, as: token)
        // What isn't there, or isn't for this one, is told by the words of the question at most.
        guard reply.status == 200 else { return "" }
        return String(decoding: reply.bytes, as: UTF8.self)
    }

    /// All targets that can be got from the API.
    private static func targets(of handle: String, _ lobbies: [Lobby]) -> [String] {
        var targets = [
            "/people?name=anna", "/people?name=name%20anna", "/handles?name=Anna",
            "/me/friends?lobby=\(lobbies[0].id.value)", "/courses?country=IS",
            "/courses/export?country=IS",
        ]
        for route in APITable.routes where route.method == .get {
            let path = route.path.dropFirst(APITable.root.count)
                .replacingOccurrences(of: "{handle}", with: handle)
                .replacingOccurrences(of: "{link}", with: "\(Identifier128.random())")
                .replacingOccurrences(of: "{ticket}", with: "\(Identifier128.random())")
                .replacingOccurrences(of: "{country}", with: "IS")
                .replacingOccurrences(of: "{course}", with: "\(Identifier128.random())")
            targets += lobbies.map {
                path.replacingOccurrences(of: "{lobby}", with: "\($0.id.value)")
            }
        }
        #expect(!targets.contains { $0.contains("{") }, "a parameter that is new")
        return Set(targets).sorted()
    }

    /// Everything that commands, log and figures tell an operator, who could also read the files.
    private func seenByOperator() throws -> String {
        var texts = [server.errorText]
        let commands = [
            ["status"], ["lobbies"], ["status", "--json"], ["account", "list"],
            ["account", "list", "--json"], ["suggestions"],
        ]
        for command in commands {
            texts.append(try server.run(command).text)
        }
        for lobby in [shared, secret] {
            for command in ["lobby", "export"] {
                texts.append(try server.run([command, "\(lobby.id.value)"]).text)
            }
        }
        return texts.joined(separator: "\n")
    }

    /// The texts by which a line of the table shows, and where to look for them.
    func evidence(
        for fact: String, _ seen: [[String]], _ watched: [String]
    ) -> (facts: [String], seen: [String])? {
        let (handle, name) = (["\"\(anna.handle)\""], ["Name \(anna.handle)"])
        switch fact {
        case "user name, as at first": return (handle, seen[0])
        case "the same, if shown to whoever is signed in": return (handle, seen[1])
        case "the same, if shown to everyone": return (handle, seen[2])
        case "name beside the user name, as at first": return (name, seen[0])
        case "full name": return (["Anna Infull"], seen[2])
        case "e-mail": return (["\(anna.handle)@mail.example"], seen[2])
        case "whom she is friends with": return (["Name \(confidant.handle)"], seen[2])
        case "name on a card, and results": return (["Anna Oncard"], seen[2])
        case "the same, for whoever has the link to watch":
            // An operator needs none.
            return (["Anna Oncard"], watched)
        case "other games": return (["Course of elsewhere"], seen[2])
        case "devices and programs":
            return (["Device \(anna.handle)", "Program of hers"], seen[2])
        case "who asks and invites her": return (["Name \(suitor.handle)"], seen[2])
        default: return nil
        }
    }
}

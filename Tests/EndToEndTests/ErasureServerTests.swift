import Documents
import Foundation
import Lobby
import TestSupport
import Testing
import Wire

/// Two have played with each other. One of them goes, with everything that a server can be told
/// of somebody; the other stays, and has a game besides.
@Suite("Somebody who is erased is gone, and takes nothing of others along")
struct ErasureServerTests {
    private let server: TestServer
    private let dora: ErasedPlayer
    private let ben = AccountHolder(handle: "ben")
    /// The game of both, and one of Ben's.
    private let (shared, own): (LobbyID, LobbyID)

    init() throws {
        server = try TestServer()
        dora = ErasedPlayer(at: server)
        (shared, own) = try Self.play(ben, dora, at: server)
    }

    private static func play(
        _ ben: AccountHolder, _ dora: ErasedPlayer, at server: TestServer
    ) throws -> (LobbyID, LobbyID) {
        try ben.signUp(at: server)
        let host = try RawPlayer.host(
            server, holes: 3, isStarted: false, token: Token(ben.token))
        let guest = try RawPlayer(port: server.port)
        guest.credentials = Credentials(token: try #require(Token(dora.token)))
        _ = try guest.enter(host.invitation, as: .player, name: dora.name)
        // Others may call a column what they like.
        let column = try #require(guest.lobby?.players.last?.id)
        try dora.appear(befriending: ben, inviting: #require(guest.lobby))
        let name = CellKey(player: column, field: .name)
        try host.perform(.set(name, .text("Our \(dora.word)"), confirms: false))
        try host.perform(.move(from: .setup, to: Stage(.playing, round: 1)))
        for hole in 1...3 as ClosedRange<UInt8> {
            try host.score(3, hole: hole)
            try guest.score(4, hole: hole, of: column)
        }
        let alone = try RawPlayer.host(server, holes: 2, token: Token(ben.token))
        try alone.score(2, hole: 1)
        return (try #require(host.lobbyID), try #require(alone.lobbyID))
    }

    /// What Ben is told of a game, in all ways that there are: text, with nothing left out but
    /// that erasing begins a new epoch.
    private func told(of lobby: LobbyID, ignoringEpoch: Bool) throws -> [String] {
        let caller = APICaller(port: server.port)
        let paths = ["", ".csv", "/history"]
        let texts = try paths.map { path in
            let reply = try caller.ask("GET", "/games/\(lobby.value)\(path)", as: ben.token)
            #expect(reply.status == 200)
            return String(decoding: reply.bytes, as: UTF8.self)
        }
        let player = try RawPlayer(port: server.port)
        player.credentials = Credentials(token: try #require(Token(ben.token)))
        _ = try player.enter(.member(lobby, ticket: nil))
        var game = try #require(player.lobby)
        if ignoringEpoch { game.epoch = .none }
        let snapshot = ServerMessage<Lobby>.snapshot(
            game, proof: ignoringEpoch ? .none : player.position.proof)
        return texts + [String(decoding: snapshot.encode(), as: UTF8.self)]
    }

    /// The text as it is to be without the name.
    private func nameless(_ text: String) -> String {
        text.replacingOccurrences(of: "Our \(dora.word)", with: "Player 2")
            .replacingOccurrences(of: dora.name, with: "Player 2")
    }

    /// The files in the data folder in which something of the erased one stands.
    private func traces() throws -> [String] {
        let files = FileManager.default.enumerator(atPath: server.data)
        return try (files?.allObjects ?? []).compactMap { $0 as? String }.filter { file in
            let url = URL(fileURLWithPath: server.data).appendingPathComponent(file)
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            guard values.isRegularFile == true else { return false }
            // Names are also kept folded.
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return text.range(of: dora.word, options: .caseInsensitive) != nil
        }
    }

    /// A course that Dora shows by link, and one that she has given to all and changed since.
    private func giveCourses() throws -> (shown: String, given: String) {
        let caller = APICaller(port: server.port)
        func share(_ name: String) throws -> String {
            let course = "\(Identifier128.random())"
            let reply = try caller.ask(
                "PUT", "/courses/\(course)", as: dora.token, CourseControlTests.course(name))
            #expect(reply.status == 201)
            return course
        }
        func change(_ course: String, _ body: JSONObject) throws -> String {
            let change = "\(Identifier128.random())"
            var body = body
            body["licence"] = "ODbL 1.0"
            let reply = try caller.ask(
                "PUT", "/courses/\(course)/changes/\(change)", as: dora.token, .object(body))
            #expect(reply.status == 201)
            return change
        }
        let (shown, given) = (try share("Behind \(dora.word)"), try share("Barn"))
        let publication = try change(given, ["publish": .truth(true)])
        #expect(try server.run(["course", "accept", publication]).status == 0)
        _ = try change(given, ["fields": ["fee": "500 kr"]])
        let comment = try caller.ask(
            "PUT", "/courses/\(given)/comments/\(Identifier128.random())", as: dora.token,
            ["text": .text("Says \(dora.word)")])
        #expect(comment.status == 201)
        return (shown, given)
    }

    private func course(_ id: String) throws -> APICaller.Reply {
        try APICaller(port: server.port).ask("GET", "/courses/\(id)", as: ben.token)
    }

    private func comments(_ id: String) throws -> [JSONValue]? {
        try APICaller(port: server.port).ask("GET", "/courses/\(id)/comments", as: ben.token)[
            "items"]?.elements
    }

    @Test("Cards are the same but for the name, and what was said to go and to stay does")
    func erased() async throws {
        try await onOwnThread {
            let caller = APICaller(port: server.port)
            let courses = try giveCourses()
            let copies = try TemporaryFolder()
            let copy = copies.url.appendingPathComponent("copy").path
            let (shared, own) = (
                try told(of: shared, ignoringEpoch: true),
                try told(of: own, ignoringEpoch: false)
            )
            #expect(shared.allSatisfy { $0.contains(dora.word) })
            #expect(try !traces().isEmpty)
            #expect(try server.run(["backup", copy]).status == 0)
            let announced = try dora.erasure()
            let counts: JSONValue = ["devices": 3, "passkeys": 1, "friends": 1, "games": 1]
            #expect(announced["counts"] == counts)

            try dora.erase()
            #expect(try self.told(of: self.shared, ignoringEpoch: true) == shared.map(nameless))
            #expect(try self.told(of: self.own, ignoringEpoch: false) == own)
            #expect(try traces() == [])

            let inbox = try caller.ask("GET", "/me/inbox", as: ben.token)
            let friends = try caller.ask("GET", "/me/friends", as: ben.token)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
            let hasGone = [
                "account": try dora.hasNoAccount(asSeenBy: ben),
                "devices": try dora.tokens.allSatisfy { try isSignedOut($0) },
                "passkeys": try dora.passkeySignIn().problem == "wrong_proof",
                "keys": try isSignedOut(dora.program),
                "friends": friends["items"]?.elements?.isEmpty == true,
                "invitations": inbox["invitations"]?.elements?.isEmpty == true,
                // These two were compared above.
                "names": true,
                "courses": try course(courses.shown).status == 404
                    && comments(courses.given)?.isEmpty == true,
            ]
            let hasStayed = [
                "scores": true, "games_of_others": true,
                "course_changes": try course(courses.given)["fee"] == "500 kr",
                "backups": bytes.range(of: Data(dora.name.utf8)) != nil,
            ]
            for (list, truth) in [("goes", hasGone), ("stays", hasStayed)] {
                let words = announced[list]?.elements?.compactMap(\.string) ?? []
                #expect(words.sorted() == truth.keys.sorted())
                for (word, isTrue) in truth { #expect(isTrue, "\(word) \(list)") }
            }
            server.stop()
            #expect(try traces() == [])

            // The copy, which has everything, is put back.
            #expect(try server.run(["restore", copy, "--replace"]).status == 0)
            try server.start()
            #expect(try dora.tokens.allSatisfy { try isSignedOut($0) })
            #expect(try dora.hasNoAccount(asSeenBy: ben))
            #expect(try waitForNamelessGame())
            #expect(try course(courses.shown).status == 404)
            #expect(try self.told(of: self.shared, ignoringEpoch: true) == shared.map(nameless))
            server.stop()
            #expect(try traces() == [])
            #expect(try server.run(["verify"]).text.contains("sound"))
        }
    }

    private func isSignedOut(_ token: String) throws -> Bool {
        try ben.me(at: server, as: token).problem == "signed_out"
    }

    private func waitForNamelessGame() throws -> Bool {
        for _ in 0..<12_000 {
            let card = try told(of: shared, ignoringEpoch: true)[0]
            if !card.contains(dora.word) { return true }
            usleep(10_000)
        }
        return false
    }
}

import Documents
import Foundation
import Lobby
import TestSupport
import Testing
import Wire

/// Everything that people tell the server, and that it tells them, in a run with friends, mail,
/// mistakes and an erasure: none of it is in the log or in the figures.
@Suite(
    "Nothing that anybody tells the server stands in its log or its figures",
    .enabled(if: MailServer.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct DiscretionTests {
    private static let refused = "eve@refused.example"
    private let mail: MailServer
    private let server: TestServer
    private let metricsPort: UInt16
    private let confidant: Confidant

    init() throws {
        mail = try MailServer(["--refuse", "\(Self.refused)=550 <\(Self.refused)> is unknown"])
        server = try TestServer([
            "--log-level", "debug", "--metrics", "127.0.0.1:0", "--name", "folf.example",
            "--mail", "smtp+plain://localhost:\(mail.port)", "--mail-from", "folf@folf.example",
        ])
        metricsPort = try #require(TestServer.port(in: server.readLine() ?? ""))
        confidant = Confidant(APICaller(port: server.port))
    }

    /// What stands behind "#" in the link of the next letter.
    private func nextCode() throws -> String {
        let text = try mail.next().texts.first ?? ""
        let link = text.split(whereSeparator: \.isWhitespace).first { $0.contains("/a/m#") }
        let code = String(link?.split(separator: "#").last ?? "")
        #expect(code.count == 32)
        confidant.note(code)
        return code
    }

    /// - Returns: the account.
    private func signUp(_ handle: String, _ name: String, as token: String) throws -> String {
        let account = "\(Identifier128.random())"
        let reply = try confidant.ask(
            "PUT", "/accounts/\(account)", as: token,
            [
                "handle": .text(handle), "name": .text(name), "age": 0, "language": "en",
                "password": .text(AccountHolder.password),
                "email": .text("\(handle)@private.example"), "label": .text("\(name)s Firefox"),
            ])
        #expect(reply.status == 201, "\(reply.body)")
        return account
    }

    private func mailsAndDevices(_ anna: String) throws {
        let (phone, tablet, guest) = (
            AccountHolder.newToken(), AccountHolder.newToken(), AccountHolder.newToken()
        )
        let confirm = try confidant.ask(
            "POST", "/mails/confirm", as: phone, ["mail": .text(nextCode()), "label": "Telefonino"])
        #expect(confirm.status == 200)
        try confidant.ask("POST", "/mails", ["email": "wintergreen@private.example"])
        try confidant.ask("POST", "/mails", ["email": "nobody.at.all@private.example"])
        let entered = try confidant.ask(
            "POST", "/sessions", as: tablet,
            ["mail": .text(nextCode()), "tokens": [.text(guest)]])
        #expect(entered.status == 200)
        _ = try mail.next()
        try confidant.ask("DELETE", "/sessions/current", as: tablet)
        let link = try confidant.ask("POST", "/me/links", as: anna)
        let secret: JSONObject = ["link": link["secret"] ?? "", "label": "Kiosk terminal"]
        let kiosk = AccountHolder.newToken()
        try confidant.ask("POST", "/sessions", as: kiosk, .object(secret))
        let path = "/me/links/\(link["link"]?.string ?? "")"
        try confidant.ask("PUT", path, as: anna, ["approve": true])
        #expect(try confidant.ask("POST", "/sessions", as: kiosk, .object(secret)).status == 200)
        _ = try mail.next()
        let codes = try confidant.ask("POST", "/me/recovery-codes", as: anna)["recovery_codes"]
        let recovered = try confidant.ask(
            "POST", "/sessions", as: AccountHolder.newToken(),
            ["handle": "wintergreen", "recovery_code": codes?.elements?.first ?? ""])
        #expect(recovered.status == 200)
        _ = try mail.next()
        let program = AccountHolder.key(of: AccountHolder.newToken())
        try confidant.ask(
            "PUT", "/me/tokens/\(program)", as: anna, ["label": "Scoreboard", "scope": "read"])
        let refused = try confidant.ask(
            "PUT", "/me/email", as: anna, ["email": .text(Self.refused)])
        #expect(refused.status == 202)
        try mail.nextRefusal()
        for path in ["/me", "/me/devices", "/me/export", "/me/export.csv", "/me/erasure"] {
            #expect(try confidant.ask("GET", path, as: anna).status == 200)
        }
    }

    private func friendsAndGames(_ anna: String, _ ben: String, _ benAccount: String) throws {
        try confidant.ask("PUT", "/me/requests/bramblewood", as: anna)
        #expect(
            try confidant.ask("PUT", "/me/requests/wintergreen", as: ben)["state"] == "friends")
        let secret = "\(Identifier128.random())"
        try confidant.ask(
            "PUT", "/me/invites/\(Identifier128.random())", as: anna, ["secret": .text(secret)])
        try confidant.ask("PUT", "/me/friends/\(secret)", as: ben)
        let host = try RawPlayer.host(server, isStarted: false, token: Token(anna))
        let lobby = try #require(host.lobby)
        let door = "\(try #require(lobby.invitation))"
        let watch = try #require(lobby.watch)
        for text in [door, host.code, "\(watch)", "\(try #require(host.ticket))"] {
            confidant.note(text)
        }
        let invited = try confidant.ask(
            "PUT", "/me/invitations/\(Identifier128.random())", as: anna,
            [
                "lobby": .text("\(lobby.id.value)"), "invitation": .text(door),
                "to": [.text(benAccount)], "course": "Hidden Hollow",
            ])
        #expect(invited["items"]?.elements?.first?["state"] == "open")
        try confidant.ask("GET", "/me/inbox", as: ben)
        let guest = try RawPlayer(port: server.port)
        guest.credentials = Credentials(token: try #require(Token(ben)))
        _ = try guest.enter(host.invitation, as: .player, name: "Bramble Sprout")
        confidant.note("Bramble Sprout")
        for path in ["", ".csv", "/history"] {
            try confidant.ask("GET", "/games/\(lobby.id.value)\(path)", as: ben)
        }
        try confidant.ask("GET", "/people/wintergreen", as: ben)
        try confidant.ask("GET", "/people?name=wintergr", as: ben)
        try confidant.ask(
            "PUT", "/suggestions/\(Identifier128.random())", ["text": "Ringing the doorbell"])
    }

    private func mistakes(_ anna: String) throws {
        for password in ["marigold marmalade", "thistle and heather"] {
            try confidant.ask(
                "POST", "/sessions", as: AccountHolder.newToken(),
                ["handle": "wintergreen", "password": .text(password)])
        }
        for number in 0..<12 {
            try confidant.ask(
                "POST", "/sessions", as: AccountHolder.newToken(),
                ["handle": "snapdragon", "password": .text("foxglove number \(number)")])
        }
        try confidant.ask("PUT", "/me/password", as: anna, ["new": "short"])
        try confidant.ask("GET", "/people/honeysuckle/and/more", as: anna)
        try confidant.ask("POST", "/mails", ["email": "larkspur with a blank@private.example"])
        try confidant.ask("GET", "/me", as: "dandelion")
        confidant.note("dandelion")
        // What is no JSON, no HTTP, no WebSocket message and no way in.
        for text in [
            "POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 24\r\n\r\n{\"handle\": \"periwinkle\", ",
            "GET /buttercup HTTP/1.1\r\nHost: cornflower\r\nAuthorization: Basic edelweiss\r\n\r\n",
            "delphinium\r\n\r\n",
        ] {
            let client = try RawClient(port: server.port)
            client.send(Array(text.utf8))
            client.endInput()
            _ = try client.readToEnd()
        }
        for text in ["periwinkle", "buttercup", "cornflower", "edelweiss", "delphinium"] {
            confidant.note(text)
        }
        let stranger = try RawPlayer(port: server.port)
        stranger.credentials.person = PersonID(.random())
        confidant.note("\(stranger.credentials.token)")
        _ = try stranger.enter(.code(JoinCode("ZZZZZZ")), as: .player, name: "Goldenrod")
        confidant.note("Goldenrod")
    }

    private func erase(_ anna: String) throws {
        let proof: JSONValue = ["handle": "wintergreen", "password": .text(AccountHolder.password)]
        #expect(try confidant.ask("POST", "/sessions", as: anna, proof).status == 200)
        let erased = try confidant.ask("DELETE", "/me", as: anna, ["handle": "wintergreen"])
        #expect(erased.status == 204)
        #expect(try confidant.ask("GET", "/me", as: anna).problem == "signed_out")
    }

    private func waitForLog(_ words: String) -> Bool {
        for _ in 0..<12_000 {
            if server.errorText.contains(words) { return true }
            usleep(10_000)
        }
        return false
    }

    @Test("A run with friends, letters, mistakes and an erasure leaves no word of it")
    func discreet() async throws {
        try await onOwnThread {
            let (anna, ben) = (AccountHolder.newToken(), AccountHolder.newToken())
            _ = try signUp("wintergreen", "Wintergreen Primrose", as: anna)
            try mailsAndDevices(anna)
            let benAccount = try signUp("bramblewood", "Bramblewood Thorn", as: ben)
            try friendsAndGames(anna, ben, benAccount)
            try mistakes(anna)
            try erase(anna)
            #expect(waitForLog(" mail_sent "))
            #expect(waitForLog(" info mail_refused "))

            let client = try RawClient(port: metricsPort)
            client.send(Array("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            let metrics = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(metrics.contains("folf_mail_total{result=\"refused\"} 1"))
            let log = try #require(server.stop()).errors
            #expect(log.contains(" debug "))
            #expect(confidant.secrets.count > 80)
            for (text, name) in [(log, "log"), (metrics, "figures")] {
                let leaks = confidant.secrets.filter {
                    text.range(of: $0, options: .caseInsensitive) != nil
                }
                #expect(leaks.isEmpty, "in the \(name)")
            }
            #expect(!metrics.contains(#/[0-9a-f]{32}/#))
        }
    }
}

/// Asks the server, and keeps every text that was told on either side, but for words of the API's
/// own and for ids, which mean nothing to anybody. One thread at a time uses it.
private final class Confidant: @unchecked Sendable {
    /// Fields whose values are words of the API, numbers of things, or ids.
    private static let harmless: Set = [
        "state", "scope", "for", "language", "theme", "goes", "stays", "phase", "role", "rp",
        "user_verification", "account", "person", "main_person", "device", "lobby", "id", "to",
        "holes", "change",
    ]
    /// Shorter texts would be found by chance.
    private static let lengthMin = 5

    private(set) var secrets: Set<String> = []
    private let caller: APICaller

    init(_ caller: APICaller) { self.caller = caller }

    func note(_ text: String) {
        if text.count >= Self.lengthMin { secrets.insert(text) }
    }

    @discardableResult
    func ask(
        _ method: String, _ path: String, as token: String? = nil, _ body: JSONValue? = nil
    ) throws -> APICaller.Reply {
        token.map(note)
        note(body, field: "")
        let reply = try caller.ask(method, path, as: token, body)
        if reply.status < 400 { note(reply.body, field: "") }
        return reply
    }

    private func note(_ value: JSONValue?, field: String) {
        switch value {
        case .text(let text): note(text)
        case .array(let elements): for element in elements { note(element, field: field) }
        case .object(let object):
            for part in object.fields where !Self.harmless.contains(part.name) {
                note(part.value, field: part.name)
            }
        case nil, .nothing, .truth, .integer, .fraction: break
        }
    }
}

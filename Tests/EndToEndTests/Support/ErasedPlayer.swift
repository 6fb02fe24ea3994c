import Documents
import Foundation
import Lobby
import TestSupport
import Testing

/// Somebody who tells a server everything that there is to tell, always with the same word in it;
/// and who is erased then.
struct ErasedPlayer {
    let word = "Unmistakable"
    let name = "Dora Unmistakable"
    let handle = "dora.unmistakable"
    let account = Identifier128.random()
    let token = AccountHolder.newToken()
    let phone = AccountHolder.newToken()
    let program = AccountHolder.newToken()
    private let server: TestServer
    private let passkey: SoftAuthenticator

    init(at server: TestServer) {
        self.server = server
        do {
            var passkey = try SoftAuthenticator()
            passkey.relyingParty = "localhost"
            passkey.origin = "http://localhost:\(server.port)"
            self.passkey = passkey
        } catch {
            fatalError("no key can be made: \(error)")
        }
    }

    /// Those of the devices.
    var tokens: [String] { [token, phone] }

    private var caller: APICaller { APICaller(port: server.port) }

    /// Signs up, on two devices and a program, with a friend who is invited to the game.
    func appear(befriending friend: AccountHolder, inviting lobby: Lobby) throws {
        expect(
            201,
            try caller.ask(
                "PUT", "/accounts/\(account)", as: token,
                [
                    "handle": .text(handle), "name": .text(name), "age": 0,
                    "password": .text(AccountHolder.password), "language": "is",
                    "email": "dora@unmistakable.example", "label": "Unmistakable Firefox",
                ]))
        expect(200, try signIn(phone))
        let me = try caller.ask("GET", "/me", as: token)
        expect(
            200,
            try caller.ask(
                "PATCH", "/me", as: token,
                ["full_name": "Dora Unmistakable Jonsdottir", "visibility": 2],
                fields: me.ifMatch))
        expect(
            201,
            try caller.ask(
                "PUT", "/me/tokens/\(AccountHolder.key(of: program))", as: token,
                ["label": "Unmistakable script", "scope": "read"]))
        try addPasskey()
        try caller.ask("PUT", "/me/requests/\(friend.handle)", as: token)
        expect(200, try caller.ask("PUT", "/me/requests/\(handle)", as: friend.token))
        expect(
            201,
            try caller.ask(
                "PUT", "/me/invitations/\(Identifier128.random())", as: token,
                [
                    "lobby": .text("\(lobby.id.value)"),
                    "invitation": .text("\(try #require(lobby.invitation))"),
                    "to": [.text("\(friend.account)")], "course": "Unmistakable meadow",
                ]))
    }

    private func expect(
        _ status: Int, _ reply: APICaller.Reply, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(reply.status == status, "\(reply.body)", sourceLocation: sourceLocation)
    }

    @discardableResult
    private func signIn(_ token: String) throws -> APICaller.Reply {
        try caller.ask(
            "POST", "/sessions", as: token,
            [
                "handle": .text(handle), "password": .text(AccountHolder.password),
                "label": "Unmistakable phone",
            ])
    }

    private func challenge(for purpose: JSONValue, _ token: String) throws -> String {
        let reply = try caller.ask("POST", "/passkeys/challenges", as: token, ["for": purpose])
        return try #require(reply["challenge"]?.string)
    }

    private func addPasskey() throws {
        let creation = passkey.create(try challenge(for: "create", token))
        let path = "/me/passkeys/\(Base64URL.text(passkey.credential))"
        expect(
            201,
            try caller.ask(
                "PUT", path, as: token,
                [
                    "client_data": .text(Base64URL.text(creation.clientData)),
                    "attestation": .text(Base64URL.text(creation.attestation)),
                    "label": "Unmistakable key",
                ]))
    }

    /// Tries to come in by the passkey, on a new device.
    func passkeySignIn() throws -> APICaller.Reply {
        let token = AccountHolder.newToken()
        let use = passkey.use(try challenge(for: "get", token))
        return try caller.ask(
            "POST", "/sessions", as: token,
            [
                "passkey": [
                    "id": .text(Base64URL.text(passkey.credential)),
                    "client_data": .text(Base64URL.text(use.clientData)),
                    "authenticator_data": .text(Base64URL.text(use.authenticatorData)),
                    "signature": .text(Base64URL.text(use.signature)),
                ]
            ])
    }

    /// What is said to go and to stay. The passkey is good until then.
    func erasure() throws -> JSONValue {
        try caller.ask("GET", "/me/erasure", as: token).body
    }

    func erase() throws {
        expect(200, try signIn(token))
        expect(204, try caller.ask("DELETE", "/me", as: token, ["handle": .text(handle)]))
    }

    /// Whether nobody gets in, or finds anything, by the name.
    func hasNoAccount(asSeenBy other: AccountHolder) throws -> Bool {
        let profile = try caller.ask("GET", "/people/\(handle)", as: other.token)
        let isFree = try caller.ask("GET", "/handles/\(handle)").status == 200
        let attempt = try signIn(AccountHolder.newToken())
        return profile.status == 404 && isFree && attempt.problem == "wrong_proof"
    }
}

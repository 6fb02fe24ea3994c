import Documents
import Foundation
import TestSupport
import Testing

@Suite("Accounts of the real server outlive what befalls it")
struct AccountServerTests {
    private func newToken() -> String { AccountHolder.newToken() }

    private func key(of token: String) -> String { AccountHolder.key(of: token) }

    @Test("Killed right after each answer, the server still knows all that it has answered")
    func killed() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let (anna, phone) = (AccountHolder(handle: "anna"), newToken())
            func again() throws {
                server.crash()
                try server.start()
            }
            #expect(try anna.signUp(at: server).status == 201)
            try again()
            #expect(try anna.signUp(at: server).status == 200)
            #expect(try anna.signIn(at: server, as: phone).status == 200)
            try again()
            #expect(try anna.me(at: server, as: phone)["handle"] == "anna")
            #expect(try anna.signIn(at: server, as: anna.token).status == 200)
            let caller = APICaller(port: server.port)
            #expect(
                try caller.ask("DELETE", "/me/devices/\(key(of: phone))", as: anna.token).status
                    == 204)
            try again()
            #expect(try anna.me(at: server, as: phone).problem == "signed_out")
            #expect(try anna.me(at: server).status == 200)
            #expect(try anna.signIn(at: server, as: anna.token).status == 200)
            #expect(
                try caller.ask("DELETE", "/me", as: anna.token, ["handle": "anna"]).status == 204)
            try again()
            #expect(try anna.me(at: server).problem == "signed_out")
            #expect(try anna.signIn(at: server, as: newToken()).problem == "wrong_proof")
        }
    }

    @Test("Put back to an older copy, it doesn't bring back who was signed out or erased")
    func restored() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let (anna, ben, phone) = (
                AccountHolder(handle: "anna"), AccountHolder(handle: "ben"), newToken()
            )
            try anna.signUp(at: server)
            try ben.signUp(at: server)
            try anna.signIn(at: server, as: phone)
            let copies = try TemporaryFolder()
            let copy = copies.url.appendingPathComponent("copy").path
            #expect(try server.run(["backup", copy]).status == 0)

            let caller = APICaller(port: server.port)
            try caller.ask("DELETE", "/me/devices/\(key(of: phone))", as: anna.token)
            try caller.ask("DELETE", "/me", as: ben.token, ["handle": "ben"])
            let (cilla, tablet) = (AccountHolder(handle: "cilla"), newToken())
            let made = try cilla.signUp(at: server)
            let linked = try anna.signIn(at: server, as: tablet)
            server.stop()
            #expect(try server.run(["restore", copy, "--replace"]).status == 0)
            try server.start()

            #expect(try anna.me(at: server, as: phone).problem == "signed_out")
            #expect(try ben.me(at: server).problem == "signed_out")
            #expect(try anna.me(at: server).status == 200)
            let devices = try caller.ask("GET", "/me/devices", as: anna.token)["items"]
            #expect(devices?.elements?.map { $0["device"]?.string } == [key(of: anna.token)])
            let restored = try anna.me(at: server)["restored_at"]?.integer
            #expect(restored ?? 0 > 0)
            // What the copy doesn't know of is shown by the pass.
            func show(
                _ reply: APICaller.Reply, of holder: AccountHolder, as token: String
            ) throws -> APICaller.Reply {
                let person = reply["persons"]?.elements?.first
                let query =
                    "?account=\(holder.account)&person=\(person?["person"]?.string ?? "")"
                    + "&pass=\(person?["pass"]?.string ?? "")"
                return try caller.ask("GET", "/me\(query)", as: token)
            }
            #expect(try anna.me(at: server, as: tablet).problem == "not_signed_in")
            #expect(try show(linked, of: anna, as: tablet)["handle"] == "anna")
            #expect(try anna.me(at: server, as: tablet).status == 200)
            #expect(try show(linked, of: anna, as: newToken()).problem == "not_signed_in")
            #expect(try show(made, of: cilla, as: cilla.token).problem == "account_lost")
            #expect(try cilla.signUp(at: server).status == 201)
            #expect(try cilla.me(at: server)["handle"] == "cilla")

            // It is said for a while, not just until the next start.
            server.stop()
            try server.start()
            #expect(try anna.me(at: server)["restored_at"]?.integer == restored)
        }
    }
}

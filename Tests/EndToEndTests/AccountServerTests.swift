import Documents
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Accounts of the real server outlive what befalls it")
struct AccountServerTests {
    private func newToken() -> String { "\(Identifier128.random())\(Identifier128.random())" }

    private func key(of token: String) -> String {
        let bytes = stride(from: 0, to: 64, by: 2).map { place in
            let start = token.index(token.startIndex, offsetBy: place)
            return UInt8(token[start..<token.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
        return "\(SHA256.half(of: bytes))"
    }

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

    @Test("Killed at any moment of a sign-up, a revocation or an erasure, it is done or it isn't")
    func killedMeanwhile() async throws {
        try await onOwnThread {
            let server = try TestServer()
            var random = SeededGenerator(seed: 16)
            for round in 0..<12 {
                let (anna, phone) = (AccountHolder(handle: "anna\(round)"), newToken())
                let caller = APICaller(port: server.port)
                /// Kills the server somewhere within the call, and starts it again.
                func interrupted(_ call: @escaping @Sendable () -> Void) throws {
                    let thread = Thread { call() }
                    thread.start()
                    usleep(UInt32.random(in: 0...40_000, using: &random))
                    server.crash()
                    try server.start()
                }
                try interrupted { _ = try? anna.signUp(at: server) }
                #expect([200, 201].contains(try anna.signUp(at: server).status))
                #expect(try anna.me(at: server)["persons"]?.elements?.count == 1)
                #expect(try anna.signIn(at: server, as: phone).status == 200)
                let device = "/me/devices/\(key(of: phone))"
                try interrupted { _ = try? caller.ask("DELETE", device, as: anna.token) }
                let before = try anna.me(at: server, as: phone)
                #expect(before.status == 200 || before.problem == "signed_out")
                #expect(try caller.ask("DELETE", device, as: anna.token).status == 204)
                #expect(try anna.me(at: server, as: phone).problem == "signed_out")
                try anna.signIn(at: server, as: anna.token)
                let handle: JSONValue = ["handle": .text(anna.handle)]
                try interrupted { _ = try? caller.ask("DELETE", "/me", as: anna.token, handle) }
                if try anna.me(at: server).status == 200 {
                    try anna.signIn(at: server, as: anna.token)
                    #expect(
                        try caller.ask("DELETE", "/me", as: anna.token, handle).status == 204)
                }
                #expect(try anna.me(at: server).problem == "signed_out")
            }
            server.stop()
            #expect(try server.run(["verify"]).text.contains("sound"))
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
            #expect(try anna.me(at: server)["restored_at"]?.integer ?? 0 > 0)
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
        }
    }
}

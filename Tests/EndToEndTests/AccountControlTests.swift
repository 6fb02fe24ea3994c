import Documents
import Foundation
import TestSupport
import Testing

@Suite("The operator's commands about accounts")
struct AccountControlTests {
    @Test("They list accounts, and what people have written, and let somebody in once")
    func accounts() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let caller = APICaller(port: server.port)
            try AccountHolder(handle: "anna").signUp(at: server)
            let text = "Fleiri brautir!\n☃"
            let suggestion = try caller.ask(
                "PUT", "/suggestions/\(Identifier128.random())",
                ["text": .text(text), "language": "is"])
            #expect(suggestion.status == 201)
            let list = try server.run(["account", "list"])
            #expect(list.status == 0)
            let row = try #require(list.text.split(separator: "\n").last)
            #expect(row.split(separator: " ").first == "anna" && row.hasSuffix("password"))
            let told = try server.run(["suggestions"]).text
            #expect(told.contains("(is)\n  Fleiri brautir!\n  ☃\n"))
            let json = try JSONValue(Array(try server.run(["suggestions", "--json"]).text.utf8))
            #expect(json["suggestions"]?.elements?.first?["text"]?.string == text)

            let reset = try server.run(["account", "reset", "Anna"])
            #expect(reset.status == 0 && reset.text.hasPrefix("/a/m#"))
            let code = String(reset.text.split(separator: "#")[1].dropLast())
            func enter() throws -> APICaller.Reply {
                let token = "\(Identifier128.random())\(Identifier128.random())"
                return try caller.ask("POST", "/mails/confirm", as: token, ["mail": .text(code)])
            }
            let entered = try enter()
            #expect(entered.status == 200 && entered["handle"] == "anna")
            #expect(try enter().problem == "mail_gone")
            let nobody = try server.run(["account", "reset", "ben"])
            #expect(nobody.status == 1 && nobody.errors.contains("nobody here has that name"))
            #expect(try server.run(["account", "reset", "a/../b"]).status == 1)
            #expect(try server.run(["account", "forget"]).status == 2)
        }
    }

    @Test("Metrics count accounts and the tries to come into them, and name nobody")
    func metrics() async throws {
        try await onOwnThread {
            let (server, port) = try MetricsTests.server()
            let anna = AccountHolder(handle: "anna")
            try anna.signUp(at: server)
            let token = "\(Identifier128.random())\(Identifier128.random())"
            try anna.signIn(at: server, as: token)
            let wrong = try APICaller(port: server.port).ask(
                "POST", "/sessions", as: token,
                ["handle": "anna", "password": "bassi og trommur"])
            #expect(wrong.problem == "wrong_proof")
            let text = try MetricsTests.page("/metrics", port)
            for line in [
                "folf_accounts 1", #"folf_sign_ins_total{way="sign_up",result="entered"} 1"#,
                #"folf_sign_ins_total{way="password",result="entered"} 1"#,
                #"folf_sign_ins_total{way="password",result="wrong"} 1"#,
                "folf_password_queue_requests 0",
            ] {
                #expect(text.contains(line + "\n"), "\(line)")
            }
            #expect(!text.contains("anna"))
        }
    }
}

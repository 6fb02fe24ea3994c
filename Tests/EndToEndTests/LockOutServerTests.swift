import Club
import Documents
import Foundation
import Load
import TestSupport
import Testing

/// Strangers try passwords at the real server, from many networks.
@Suite("Whoever guesses passwords is slowed down, and nobody else is")
struct LockOutServerTests {
    private let server: TestServer
    private let anna = AccountHolder(handle: "anna")

    init() throws {
        server = try TestServer(["--trusted-proxy", "127.0.0.1"])
        try anna.signUp(at: server)
    }

    private func signIn(
        _ handle: String, _ password: String, as token: String = AccountHolder.newToken(),
        from network: Int, known: String? = nil
    ) throws -> APICaller.Reply {
        var body: JSONObject = ["handle": .text(handle), "password": .text(password)]
        body["known"] = known.map(JSONValue.text)
        return try APICaller(port: server.port).ask(
            "POST", "/sessions", as: token, .object(body),
            fields: "X-Forwarded-For: 10.1.0.\(network)\r\n")
    }

    private func guess(_ handle: String, from network: Int) throws -> APICaller.Reply {
        try signIn(handle, "not the right one", from: network)
    }

    /// The answer as it came, but for its date and how long one has to wait.
    private func text(_ reply: APICaller.Reply) -> String {
        let fields = reply.head.components(separatedBy: "\r\n").map { field in
            let name = field.prefix { $0 != ":" }
            return ["Date", "Retry-After", "Content-Length"].contains(name) ? String(name) : field
        }
        let body = String(decoding: reply.bytes, as: UTF8.self)
            .replacing(#/"retry_ms":\d+/#, with: "")
        return fields.joined(separator: "\r\n") + body
    }

    @Test("The attacker waits, from whatever network; who was signed in before comes in at once")
    func lockOut() async throws {
        try await onOwnThread {
            let phone = AccountHolder.newToken()
            try anna.signIn(at: server, as: phone)
            let known = try APICaller(port: server.port).ask(
                "DELETE", "/sessions/current", as: phone)["known"]?.string
            let max = Int(ProofBudgets.wrongPerAccountAtOnceMax)
            for network in 1...max {
                #expect(try guess("anna", from: network).problem == "wrong_proof")
            }
            let refused = try guess("anna", from: max + 1)
            #expect(refused.status == 429 && refused.head.contains("\r\nRetry-After: "))
            // Six minutes a try: an attacker isn't let off by the number of the networks.
            #expect(refused["retry_ms"]?.integer ?? 0 > 300_000)
            // The right password is no way in for strangers now, and tells them nothing.
            let right = try signIn("anna", AccountHolder.password, from: max + 2)
            #expect(text(right) == text(refused))

            #expect(try anna.me(at: server).status == 200)
            #expect(
                try signIn("anna", AccountHolder.password, as: anna.token, from: max + 3).status
                    == 200)
            #expect(
                try signIn("anna", AccountHolder.password, from: max + 4, known: known).status
                    == 200)
            // Nor does it touch other accounts, also from the networks of the attack.
            let ben = AccountHolder(handle: "ben")
            try ben.signUp(at: server)
            #expect(try signIn("ben", AccountHolder.password, from: 1).status == 200)
        }
    }

    @Test("Names that nobody has are answered by the same bytes, with the same tries")
    func sameAnswers() async throws {
        try await onOwnThread {
            for network in 1...Int(ProofBudgets.wrongPerAccountAtOnceMax) + 2 {
                let known = try guess("anna", from: network)
                let unknown = try guess("nobody", from: network + 100)
                #expect(text(known) == text(unknown), "\(network)")
            }
            let caller = APICaller(port: server.port)
            func recover(_ handle: JSONValue) throws -> APICaller.Reply {
                try caller.ask(
                    "POST", "/sessions", as: AccountHolder.newToken(),
                    ["handle": handle, "recovery_code": "ABCDE-FGHJK-MNPQR-S"])
            }
            #expect(try text(recover("anna")) == text(recover("nobody")))
            func profile(_ handle: String) throws -> APICaller.Reply {
                try caller.ask("GET", "/people/\(handle)", as: anna.token)
            }
            try AccountHolder(handle: "ben").signUp(at: server)
            #expect(try text(profile("ben")) == text(profile("nobody")))
        }
    }

    /// The time that the thread on which passwords are hashed has run.
    private func hashingNanoseconds() throws -> UInt64 {
        let account = ProcessAccount(process: server.identifier)
        let hashing = try account.threads().values.filter { $0.name.hasPrefix("passwords") }
        guard hashing.isEmpty else { return hashing.reduce(0) { $0 + $1.ranNanoseconds } }
        return try account.processorNanoseconds()
    }

    @Test("Names that nobody has cost a hash as well: its time tells nothing")
    func sameTimes() async throws {
        try await onOwnThread {
            func cost(_ call: () throws -> APICaller.Reply) throws -> Double {
                let before = try hashingNanoseconds()
                #expect(try call().problem == "wrong_proof")
                return Double(try hashingNanoseconds() - before)
            }
            // By turns, so that what else the machine does meets both.
            var (known, unknown): ([Double], [Double]) = ([], [])
            for network in 1..<Int(ProofBudgets.wrongPerAccountAtOnceMax) {
                known.append(try cost { try guess("anna", from: network) })
                unknown.append(try cost { try guess("nobody", from: network) })
            }
            let cheap = try cost {
                try APICaller(port: server.port).ask(
                    "POST", "/sessions", as: AccountHolder.newToken(),
                    ["handle": "anna", "recovery_code": "ABCDE-FGHJK-MNPQR-S"])
            }
            let (median, other) = (known.sorted()[4], unknown.sorted()[4])
            #expect(median / other > 0.75 && median / other < 1.33, "\(known), \(unknown)")
            #expect(min(median, other) > 5 * cheap, "\(cheap)")
        }
    }
}

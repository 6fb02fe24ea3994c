import Documents
import Foundation
import TestSupport
import Testing

/// The server is killed just before each call by which a sign-up, a revocation or an erasure
/// changes a file or syncs it: of the log beside the database, and of the database.
@Suite(
    "Killed at each step of what is done to an account, the server has done it or it hasn't",
    .enabled(if: Faults.library != nil, "needs clang, to compile Tests/Preload/faults.c"),
    .enabled(if: !Faults.isSanitized, "a sanitizer watches the same calls"))
struct KilledAccountTests {
    private let faults: Faults
    private let server: TestServer

    init() throws {
        faults = try Faults()
        server = try TestServer(environment: faults.environment)
    }

    private var caller: APICaller { APICaller(port: server.port) }

    /// Makes a call of which the server may die, and starts it again if it has.
    ///
    /// - Parameter callCount: the calls of the disk after which it dies.
    /// - Returns: the answer, nil if none came; and whether it died.
    private func call(
        dyingAt callCount: Int, _ call: () throws -> APICaller.Reply
    ) throws -> (reply: APICaller.Reply?, hasDied: Bool) {
        faults[.fileCallsLeft] = Int64(callCount)
        let reply = try? call()
        let hasDied = faults[.fileCallsLeft] <= 0
        faults[.fileCallsLeft] = 0
        #expect(hasDied || reply != nil)
        if hasDied {
            server.crash()
            try server.start()
        }
        return (reply, hasDied)
    }

    /// Tries it with death at each step, from the first to the one that isn't reached any more; of
    /// later ones at fewer and fewer.
    private func atEachStep(
        stepsMin: Int, _ body: (_ step: Int) throws -> (hasDied: Bool, isDone: Bool)
    ) throws {
        var outcomes: [(hasDied: Bool, isDone: Bool)] = []
        var step = 1
        repeat {
            outcomes.append(try body(step))
            step += 1 + step / 8
        } while outcomes.last?.hasDied == true
        // Once it is done at some step, it is at all that follow.
        #expect(outcomes.count > stepsMin)
        #expect(outcomes.first?.isDone == false && outcomes.last?.isDone == true)
        let later = outcomes.drop { !$0.isDone }
        #expect(!later.contains { !$0.isDone }, "\(outcomes)")
        server.stop()
        #expect(try server.run(["verify"]).text.contains("sound"))
    }

    private func devices(_ token: String) throws -> [String] {
        let items = try caller.ask("GET", "/me/devices", as: token)["items"]?.elements
        return (items ?? []).compactMap { $0["device"]?.string }
    }

    @Test("A sign-up")
    func signUp() async throws {
        try await onOwnThread {
            try atEachStep(stepsMin: 5) { step in
                let anna = AccountHolder(handle: "anna\(step)")
                let (reply, hasDied) = try call(dyingAt: step) { try anna.signUp(at: server) }
                let me = try anna.me(at: server)
                let isDone = me.status == 200
                if isDone {
                    #expect(me["persons"]?.elements?.count == 1 && me["has_password"] == true)
                    #expect(try devices(anna.token) == [AccountHolder.key(of: anna.token)])
                } else {
                    #expect(me.problem == "not_signed_in" && reply == nil)
                    #expect(try caller.ask("GET", "/handles/\(anna.handle)").status == 200)
                }
                let again = try anna.signUp(at: server)
                #expect(again.status == (isDone ? 200 : 201))
                let other = AccountHolder.newToken()
                #expect(try anna.signIn(at: server, as: other).status == 200)
                #expect(try devices(other).count == 2)
                return (hasDied, isDone)
            }
        }
    }

    @Test("Another device is signed out")
    func revocation() async throws {
        try await onOwnThread {
            let anna = AccountHolder(handle: "anna")
            try anna.signUp(at: server)
            try atEachStep(stepsMin: 4) { step in
                let phone = AccountHolder.newToken()
                try anna.signIn(at: server, as: phone)
                let path = "/me/devices/\(AccountHolder.key(of: phone))"
                let (reply, hasDied) = try call(dyingAt: step) {
                    try caller.ask("DELETE", path, as: anna.token)
                }
                let isDone = try anna.me(at: server, as: phone).problem == "signed_out"
                #expect(isDone || reply == nil)
                #expect(try devices(anna.token).count == (isDone ? 1 : 2))
                #expect(try caller.ask("DELETE", path, as: anna.token).status == 204)
                #expect(try anna.me(at: server, as: phone).problem == "signed_out")
                #expect(try anna.signIn(at: server, as: phone).problem == "signed_out")
                #expect(try devices(anna.token) == [AccountHolder.key(of: anna.token)])
                return (hasDied, isDone)
            }
        }
    }

    @Test("An account is erased")
    func erasure() async throws {
        try await onOwnThread {
            let ben = AccountHolder(handle: "ben")
            try ben.signUp(at: server)
            try atEachStep(stepsMin: 6) { step in
                let (anna, phone) = (
                    AccountHolder(handle: "anna\(step)"), AccountHolder.newToken()
                )
                try anna.signUp(at: server)
                try anna.signIn(at: server, as: phone)
                try caller.ask("PUT", "/me/requests/ben", as: anna.token)
                try ben.signIn(at: server, as: ben.token)
                try caller.ask("PUT", "/me/requests/\(anna.handle)", as: ben.token)
                let game = try WatchedGame(of: anna, at: caller)
                let handle: JSONValue = ["handle": .text(anna.handle)]
                func friendCount() throws -> Int? {
                    try caller.ask("GET", "/me/friends", as: ben.token)["items"]?.elements?.count
                }
                #expect(try friendCount() == 1)

                let (reply, hasDied) = try call(dyingAt: step) {
                    try caller.ask("DELETE", "/me", as: anna.token, handle)
                }
                let isDone = try anna.me(at: server).problem == "signed_out"
                #expect(isDone || reply == nil)
                #expect(try anna.me(at: server, as: phone).status == (isDone ? 401 : 200))
                #expect(try friendCount() == (isDone ? 0 : 1))
                let isFree = try caller.ask("GET", "/handles/\(anna.handle)").status == 200
                #expect(isFree == isDone)
                if !isDone {
                    #expect(try game.playerName() == anna.handle.capitalized)
                    try anna.signIn(at: server, as: anna.token)
                }
                let again = try caller.ask("DELETE", "/me", as: anna.token, handle)
                #expect(isDone ? again.problem == "signed_out" : again.status == 204)
                #expect(try anna.me(at: server, as: phone).problem == "signed_out")
                #expect(try friendCount() == 0)
                #expect(try game.isWithout(anna.handle.capitalized))
                return (hasDied, isDone)
            }
        }
    }
}

/// A game that somebody with an account has made, as those see it who watch.
struct WatchedGame {
    let lobby: String
    let watch = Identifier128.random()
    private let caller: APICaller

    init(of maker: AccountHolder, at caller: APICaller) throws {
        let nonce = Identifier128.random()
        let person = try #require(Identifier128(AccountHolder.key(of: maker.token)))
        self.caller = caller
        lobby = "\(LobbyID(maker: PersonID(person), nonce: nonce).value)"
        let reply = try caller.ask(
            "PUT", "/games/\(lobby)", as: maker.token,
            [
                "nonce": .text("\(nonce)"), "watch": .text("\(watch)"),
                "invitation": .text("\(Identifier128.random())"),
                "name": .text(maker.handle.capitalized), "holes": [["label": "1", "par": 3]],
            ])
        #expect(reply.status == 201, "\(reply.body)")
    }

    func playerName() throws -> String? {
        try caller.ask("GET", "/games/\(lobby)?watch=\(watch)")["players"]?
            .elements?.first?["name"]?.string
    }

    /// Waits until a name is gone; false if it isn't for minutes.
    func isWithout(_ name: String) throws -> Bool {
        for _ in 0..<12_000 {
            if try playerName() != name { return true }
            usleep(10_000)
        }
        return false
    }
}

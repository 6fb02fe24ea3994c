import Documents
import Foundation
import Lobby
import Testing
import Wire

/// A trace of Tests/Vectors/speakers.json, played at a real server by three devices that sit in one
/// game. Each has a token, by which it is a person, and shows whatever passes it was ever given.
final class SpeakerPlay {
    struct Trace: Decodable {
        var steps: [String]
        var speaks: [[[Int]]]
    }

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/speakers.json")
    private static let keys = 0..<3

    let trace: Trace
    private let number: Int
    private let caller: APICaller
    private let tokens = keys.map { _ in Token(high: .random(), low: .random()) }
    /// One more device of whoever signs it in.
    private let tablet = Token(high: .random(), low: .random())
    private let accounts = [Identifier128.random(), Identifier128.random()]
    private let lobby: LobbyID
    /// The steps that were taken.
    private var stepCount = 0
    /// The account that each device was let into last.
    private var accountByKey: [Int: Int] = [:]
    /// The passes that each device was given, by its own number and the person's.
    private var passes: [[Int]: Set<Pass>] = [:]

    /// All traces, each with devices of its own.
    static func all(at server: TestServer) throws -> [SpeakerPlay] {
        let traces = try JSONDecoder().decode([Trace].self, from: Data(contentsOf: file))
        return try traces.enumerated().map { try SpeakerPlay($1, number: $0, at: server) }
    }

    private init(_ trace: Trace, number: Int, at server: TestServer) throws {
        self.trace = trace
        self.number = number
        caller = APICaller(port: server.port)
        let host = try RawPlayer.host(server, isStarted: false, token: tokens[0])
        lobby = try #require(host.lobbyID)
        for key in Self.keys.dropFirst() {
            let player = try RawPlayer(port: server.port)
            player.credentials = Credentials(token: tokens[key])
            _ = try player.enter(host.invitation, as: .player, name: "Player \(key)")
        }
    }

    /// Takes all steps before the first of this kind; without one, all.
    func play(upTo word: String? = nil) throws {
        while stepCount < trace.steps.count, trace.steps[stepCount] != word {
            let parts = trace.steps[stepCount].split(separator: " ")
            let reply = try take(String(parts[0]), parts.dropFirst().compactMap { Int($0) })
            #expect(200...204 ~= reply.status, "\(told): \(reply.body)")
            try check()
        }
    }

    /// Notes that the step was taken, if it is the next one: it is the same for all traces.
    func note(_ word: String) throws {
        guard stepCount < trace.steps.count, trace.steps[stepCount] == word else { return }
        try check()
    }

    private var told: String { "\(number): \(trace.steps[...stepCount])" }

    private func check() throws {
        for key in Self.keys { try askForPasses(key) }
        let speaks = try Self.keys.map { key in
            try Self.keys.filter { try isBelieved(key, as: $0) }
        }
        #expect(speaks == trace.speaks[stepCount], "\(told)")
        stepCount += 1
    }
}

/// The steps, as calls of the API.
extension SpeakerPlay {
    private func take(_ word: String, _ numbers: [Int]) throws -> APICaller.Reply {
        switch word {
        case "sign_up": try signUp(numbers[0], numbers[1])
        case "sign_in": try signIn(tokens[numbers[0]], numbers[0], to: numbers[1])
        case "claim": try claim(by: numbers[0], numbers[1])
        case "release": try release(by: numbers[0], numbers[1])
        case "revoke":
            try ask("DELETE", "/me/devices/\(tokens[numbers[1]].person.value)", numbers[0])
        case "erase": try erase(by: numbers[0])
        default: throw UnknownStep(word: word)
        }
    }

    struct UnknownStep: Error { var word: String }

    private func handle(_ account: Int) -> JSONValue { .text("trace\(number).\(account)") }

    private func ask(
        _ method: String, _ path: String, as token: Token, _ body: JSONValue? = nil
    ) throws -> APICaller.Reply {
        // So many new accounts are too many for one network.
        try caller.ask(
            method, path, as: "\(token)", body, fields: "X-Forwarded-For: 10.0.0.\(number)\r\n")
    }

    private func ask(
        _ method: String, _ path: String, _ key: Int, _ body: JSONValue? = nil
    ) throws -> APICaller.Reply {
        try ask(method, path, as: tokens[key], body)
    }

    private func signUp(_ key: Int, _ account: Int) throws -> APICaller.Reply {
        accountByKey[key] = account
        return try ask(
            "PUT", "/accounts/\(accounts[account - 1])", key,
            [
                "handle": handle(account), "name": "A", "age": 0,
                "password": .text(AccountHolder.password),
            ])
    }

    private func signIn(
        _ token: Token, _ key: Int, to account: Int, taking tokens: [Token] = []
    ) throws -> APICaller.Reply {
        accountByKey[key] = account
        return try ask(
            "POST", "/sessions", as: token,
            [
                "handle": handle(account), "password": .text(AccountHolder.password),
                "tokens": .array(tokens.map { .text("\($0)") }),
            ])
    }

    /// What a device claims is its own from then on, and goes when it is signed out. Where one of
    /// the two is signed out later, the other comes by itself and brings what it has played.
    private func claim(by asker: Int, _ key: Int) throws -> APICaller.Reply {
        let account = try #require(accountByKey[asker])
        guard trace.steps.contains(where: { $0.hasPrefix("revoke") }) else {
            accountByKey[key] = account
            return try ask("POST", "/me/persons", asker, ["tokens": [.text("\(tokens[key])")]])
        }
        return try signIn(tokens[key], key, to: account, taking: [tokens[key]])
    }

    /// A device doesn't let go of its own person: that is for another one of the account.
    private func release(by asker: Int, _ person: Int) throws -> APICaller.Reply {
        let account = try #require(accountByKey[asker])
        let path = "/me/persons/\(tokens[person].person.value)"
        guard asker == person else { return try ask("DELETE", path, asker) }
        _ = try signIn(tablet, asker, to: account)
        return try ask("DELETE", path, as: tablet)
    }

    private func erase(by asker: Int) throws -> APICaller.Reply {
        let account = try #require(accountByKey[asker])
        _ = try signIn(tokens[asker], asker, to: account)
        return try ask("DELETE", "/me", asker, ["handle": handle(account)])
    }
}

/// What the devices may do.
extension SpeakerPlay {
    /// Has a device that is signed in ask for all passes that there are for it.
    private func askForPasses(_ key: Int) throws {
        let me = try ask("GET", "/me", key)
        let account = me["account"]?.string.flatMap { Identifier128($0) }
        guard me.status == 200, let account else { return }
        for row in me["persons"]?.elements ?? [] {
            guard let proof = row["pass"]?.string.flatMap({ Identifier128($0) }),
                let person = Self.keys.first(where: {
                    "\(tokens[$0].person.value)" == row["person"]?.string
                })
            else { continue }
            passes[[key, person], default: []].insert(Pass(account: account, proof: proof))
        }
    }

    /// Whether a device is let into the game as that person, with anything that it can show.
    private func isBelieved(_ key: Int, as person: Int) throws -> Bool {
        let shown = [nil] + (passes[[key, person]] ?? []).map(Optional.some)
        return try shown.contains { try isBelieved(key, as: person, showing: $0) }
    }

    private func isBelieved(_ key: Int, as person: Int, showing pass: Pass?) throws -> Bool {
        let player = try RawPlayer(port: caller.port)
        let wanted = tokens[person].person
        player.credentials = Credentials(person: wanted, token: tokens[key], pass: pass)
        switch try player.enter(.member(lobby, ticket: nil)) {
        case .welcome(let welcome):
            #expect(welcome.person == wanted, "\(told)")
            return true
        case .refused(let notice, _):
            #expect(["signed_out", "bad_token"].contains(notice.name), "\(told): \(notice)")
            return false
        }
    }
}

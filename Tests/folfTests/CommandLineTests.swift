import ClientPlatform
import Documents
import Lobby
import SyncClient
import Testing

@testable import folf

struct CommandLineTests {
    private func invocation(
        _ line: String, _ environment: [String: String] = [:]
    ) throws -> Invocation {
        try Invocation(line.split(separator: " ").map(String.init)) { environment[$0] }
    }

    @Test("Options may stand anywhere, with a blank or an equals sign")
    func options() throws {
        let invocation = try invocation(
            "--wait=9 score K7MPQX --server ws://a:1 Anna --json 3 -", ["HOME": "/h"])
        #expect(invocation.command == .score)
        #expect(invocation.arguments == ["K7MPQX", "Anna", "3", "-"])
        #expect(invocation.options.waitSeconds == 9)
        #expect(invocation.options.server == ServerAddress("ws://a:1"))
        #expect(invocation.options.isJSON)
        #expect(invocation.options.home == "/h/.folf")
    }

    @Test("The environment sets server and home, and options go before it")
    func environment() throws {
        let environment = ["FOLF_SERVER": "ws://a:1", "FOLF_HOME": "/f", "HOME": "/h"]
        let plain = try invocation("games", environment).options
        #expect(plain.server == ServerAddress("ws://a:1"))
        #expect(plain.home == "/f")
        let set = try invocation("games --server ws://b:2 --home=/x", environment).options
        #expect(set.server == ServerAddress("ws://b:2"))
        #expect(set.home == "/x")
    }

    @Test(
        "What can't be understood is a fault of usage",
        arguments: [
            "dance", "score K7MPQX Anna", "host extra", "games --wait", "games --wait x",
            "games --wait -1", "host --holes 0", "host --holes 73", "host --pars 3,,4",
            "host --pars 3,21", "games --server ftp://a", "games --nonsense 3", "--nonsense",
            "simulate", "load rate", "login a b", "login --take-along maybe", "sign-up",
            "sign-up a --age 12", "invite K7MPQX", "logout now", "login --password-file",
        ])
    func usage(line: String) {
        do {
            _ = try invocation(line)
            Issue.record("understood \(line)")
        } catch {
            #expect((error as? Failure)?.code == .usage)
        }
    }

    @Test(
        "Commands and lines typed at the prompt mean the same",
        arguments: [
            ("anna 3 4", Action.score(player: "anna", hole: "3", throws: 4)),
            ("score anna 3 4", .score(player: "anna", hole: "3", throws: 4)),
            ("Anna Lena 10A -", .score(player: "Anna Lena", hole: "10A", throws: nil)),
            ("anna 3 0", .score(player: "anna", hole: "3", throws: nil)),
            ("anna 3 clear", .score(player: "anna", hole: "3", throws: nil)),
            ("anna 3 100", .score(player: "anna", hole: "3", throws: 100)),
            ("confirm anna 3", .confirm(player: "anna", hole: "3")),
            ("undo", .undo), ("UNDO", .undo), ("guest Great Grandma", .guest("Great Grandma")),
            ("start", .start), ("next", .nextRound), ("round next", .nextRound),
            ("round end", .endRound), ("end", .endGame), ("lock", .lock), ("leave", .leave),
            ("kick ben", .kick("ben")), ("late", .listLate), ("late list", .listLate),
            ("late apply 12", .settle(12, applies: true)),
            ("late discard #12", .settle(12, applies: false)),
            ("pass-host ben", .passHost("ben")), ("late-join on", .lateJoin(true)),
            ("trust 2", .trust(need: 2)), ("trust all", .trust(need: 0)),
            ("trust all blind", .trust(need: 0, isBlind: true)), ("sign", .sign(player: nil)),
            ("sign Anna L", .sign(player: "Anna L")),
            ("handicap anna 8.5", .handicap(player: "anna", tenths: 85)),
            ("handicap anna -0.5", .handicap(player: "anna", tenths: -5)),
            ("handicap anna -2", .handicap(player: "anna", tenths: -20)),
            ("handicap anna -", .handicap(player: "anna", tenths: nil)),
            ("also skins", .also(.skins, isPlayed: true)),
            ("also match off", .also(.match, isPlayed: false)), ("results", .results),
            ("late-join off", .lateJoin(false)), ("delete", .delete(confirmations: 0)),
            ("delete yes", .delete(confirmations: 1)), ("restore", .restore),
            ("delete yes yes", .delete(confirmations: 2)),
            ("appoint ben", .appoint("ben", .scorekeeper)),
            ("appoint ben player", .appoint("ben", .player)),
            ("place ben last", .place("ben", before: nil)),
            ("place old ben before anna", .place("old ben", before: "anna")),
        ])
    func actions(line: String, action: Action) throws {
        #expect(try Action(words: line.split(separator: " ").map(String.init)) == action)
    }

    @Test(
        "Other lines are no commands",
        arguments: [
            "", "hello", "also", "trust", "trust 0", "trust two", "trust 2 blind",
            "handicap anna", "handicap anna 8.55", "handicap anna 100", "handicap anna x",
            "also wolf", "also skins on", "late maybe 3", "late-join", "3",
            "place ben", "place ben first", "place before anna",
        ])
    func noActions(line: String) throws {
        #expect(try Action(words: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test("Options of accounts are read")
    func accountOptions() throws {
        let options = try invocation(
            "sign-up anna --age=guardian --password-file p --sign-up-code c --recovery --yes --csv"
        ).options
        #expect(options.age == .guardianAgrees && options.passwordFile == "p")
        #expect(options.signUpCode == "c" && options.usesRecoveryCode)
        #expect(options.isSure && options.isTable && options.takesAlong == nil)
        #expect(try invocation("login --take-along no").options.takesAlong == false)
    }

    @Test("What is wanted of account, friends and inbox is understood, and nothing else")
    func accountActions() throws {
        #expect(try AccountAction([]) == .show)
        #expect(try AccountAction(["sign-out", "ab"]) == .signOut("ab"))
        #expect(try AccountAction(["take-along"]) == .takeAlong)
        #expect(try FriendsAction([]) == .list)
        #expect(try FriendsAction(["ask", "ben"]) == .ask("ben"))
        #expect(try FriendsAction(["accept", "ben"]) == .accept("ben"))
        #expect(try FriendsAction(["decline", "ben"]) == .decline("ben"))
        #expect(try FriendsAction(["remove", "ben"]) == .remove("ben"))
        #expect(try FriendsAction(["block", "ben"]) == .block("ben"))
        #expect(try FriendsAction(["unblock", "ben"]) == .unblock("ben"))
        #expect(try InboxAction([]) == .list)
        #expect(try InboxAction(["decline", "ab"]) == .decline("ab"))
        for words in [["sign-out"], ["take-along", "x"], ["hug", "ben"], ["ask"], ["ask", ""]] {
            #expect(throws: Failure.self) { try AccountAction(words) }
            #expect(throws: Failure.self) { try FriendsAction(words) }
            #expect(throws: Failure.self) { try InboxAction(words) }
        }
    }

    @Test("Each command is explained, and the overview names them all")
    func help() throws {
        for command in CommandName.allCases {
            #expect(Help.overview.contains("  " + command.rawValue))
            #expect(Help.text(for: command).hasPrefix("Usage: folf \(command.rawValue)"))
            for line in Help.text(for: command).split(separator: "\n") {
                #expect(line.count <= 100)
            }
        }
        for line in Help.overview.split(separator: "\n") { #expect(line.count <= 100) }
    }

    @Test("A link leads to the server, the game and its secret")
    func links() throws {
        let link = InvitationLink(
            server: ServerAddress("ws://localhost:8080")!,
            lobby: LobbyID(Identifier128(high: 1, low: 2)),
            invitation: Identifier128(high: 3, low: 4))
        #expect(
            link.text
                == "http://localhost:8080/#00000000000000010000000000000002."
                + "00000000000000030000000000000004")
        #expect(InvitationLink(link.text) == link)
        for text in [
            "", "K7MPQX", "ftp://a/#1.2", "ftp://a/#" + link.text.split(separator: "#")[1],
        ] {
            #expect(InvitationLink(text) == nil)
        }
    }
}

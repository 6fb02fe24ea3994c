import Testing

/// Every rule fires on what it is made for, and on nothing that looks like it.
@Suite struct RuleTests {
    private static let pureFile = "Sources/Lobby/Planted.swift"

    private func rules(_ text: String, _ path: String = pureFile) -> [Rule] {
        breaches(in: text, path: path).map(\.rule)
    }

    @Test(
        "A pure target that reads a clock, draws at random, prints or starts a task is caught",
        arguments: [
            "let now = ContinuousClock.now", "SuspendingClock()",
            "clock_gettime(CLOCK_REALTIME, &t)",
            "gettimeofday(&time, nil)", "let at = Date()", "DispatchTime.now()",
            "var generator = SystemRandomNumberGenerator()", "Int.random(in: 1...6)",
            "Bool.random()",
            "codes.shuffled()", "codes.shuffle ( )", "codes.randomElement()!",
            "randombytes_buf(p, 8)",
            "getrandom(p, 8, 0)", "getentropy(p, 8)", "arc4random()", "print(card)",
            "debugPrint(card)", "dump(card)",
            "Task { }", "Task{", "Task.detached { }", "try await Task.sleep(for: .seconds(1))",
            "actor Hub {", "final actor Hub: Sendable {", "func load() async throws {}",
            "let card = await load()", "\"at \\(Date())\"", "/* fine */ print(card)",
            "\"a // b\"; print(card)",
        ])
    func impureTextIsCaught(_ text: String) {
        #expect(rules(text).contains(.purity))
    }

    @Test(
        "Pure code with names, comments and texts that resemble banned ones passes",
        arguments: [
            "Int.random(in: 1...6, using: &generator)", "Bool.random(using: &generator)",
            "codes.shuffled(using: &generator)", "let random = bits(3)", "fingerprint(card)",
            "// print(card)", "/// Not `async` at all.", "/* Task { /* actor Hub */ await */",
            "\"Task { async }\"", "\"\"\"\nprint(1) \"quoted\" Date()\n\"\"\"",
            "\"\\(name(of: \"print(1)\")) Date()\"", "init(actor: PersonID)", "case .actor: break",
            "let owner = actor\nguard owner > 0", "struct Factor {}", "var asynchronous = 1",
            "let date: Date",
        ])
    func pureTextPasses(_ text: String) {
        #expect(rules(text) == [])
    }

    @Test("The same words pass in shell targets, programs and tests")
    func shellMayDoWhatPureMayNot() {
        for path in [
            "Sources/Reactor/A.swift", "Sources/folf/main.swift", "Tests/LobbyTests/A.swift",
        ] {
            #expect(rules("print(ContinuousClock.now, Int.random(in: 0...1))", path) == [])
        }
    }

    @Test("Only the face of the client may wait, and it may not read a clock")
    func faceMayWait() {
        let waiting = "actor Session { func next() async { Task { await go() } } }"
        #expect(rules(waiting, "Sources/SyncClient/Face/Session.swift") == [])
        #expect(rules(waiting, "Sources/SyncClient/Session.swift").contains(.purity))
        #expect(rules("Date()", "Sources/SyncClient/Face/Session.swift") == [.purity])
    }

    @Test(
        "An import that does not point downwards is caught",
        arguments: [
            ("Foundation", "folfd/main.swift"), ("FoundationEssentials", "Reactor/A.swift"),
            ("struct Foundation.Date", "EventStore/A.swift"), ("Glibc", "Lobby/A.swift"),
            ("Dispatch", "Wire/A.swift"), ("Dispatch", "Reactor/A.swift"),
            ("Wire", "Lobby/A.swift"),
            ("SyncServer", "Reactor/A.swift"), ("EventStore", "SyncServer/A.swift"),
            ("SyncClient", "folfd/A.swift"), ("Unheard", "folf/A.swift"),
        ])
    func upwardImportIsCaught(module: String, file: String) {
        for prefix in ["", "public ", "package ", "@preconcurrency ", "@testable "] {
            #expect(rules("\(prefix)import \(module)\n", "Sources/\(file)") == [.imports])
        }
    }

    @Test("An import that points downwards passes")
    func downwardImportPasses() {
        #expect(rules("public import Lobby\nimport Wire", "Sources/SyncServer/Game/A.swift") == [])
        #expect(rules("import Glibc\nimport CLinux", "Sources/Reactor/A.swift") == [])
        #expect(rules("import Foundation", "Tests/LobbyTests/A.swift") == [])
        #expect(rules("// import Foundation", "Sources/Lobby/A.swift") == [])
    }

    @Test(
        "The engine's files that know of the game are caught, and those that bring it pass",
        arguments: ["Wire", "SyncServer", "SyncClient/Core", "Simulator", "SmallScope"])
    func engineIsCaught(folder: String) {
        #expect(rules("package import Lobby", "Sources/\(folder)/A.swift") == [.engine])
        #expect(rules("package import Lobby", "Sources/\(folder)/Rooms/A.swift") == [.engine])
        #expect(rules("package import Lobby", "Sources/\(folder)/Game/A.swift") == [])
    }

    @Test("A dependency that House doesn't know, or Package.swift, is caught")
    func dependencyIsCaught() {
        let found = { breaches(inManifest: $0).map(\.rule) }
        #expect(found("room(\"Notebook\", [\"Documents\"]),\nroom(\"Documents\"),") == [])
        #expect(found("room(\"Notebook\", [\"Documents\", \"WebSocket\"])") == [.dependencies])
        let wrapped = "room(\n\"Notebook\", [\n\"WebSocket\",\n])"
        #expect(found(wrapped) == [.dependencies, .dependencies])
        #expect(found("room(\"Notebook\")") == [.dependencies])
    }

    @Test(
        "What is installed and depends on the laboratory, or on what does, is caught",
        arguments: ["folf", "folfd", "SyncClient", "ClientPlatform"])
    func laboratoryIsCaught(target: String) {
        let imports = (House.rooms[target]?.imports ?? []).subtracting(House.system)
        let manifest = { (names: Set<String>) in
            "program(\"\(target)\", [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]),"
        }
        #expect(breaches(inManifest: manifest(imports)).isEmpty)
        for name in House.laboratory {
            let found = breaches(inManifest: manifest(imports.union([name])))
            #expect(found.map(\.rule) == [.dependencies, .laboratory])
            #expect(found.last?.message.hasPrefix("\(target) must not depend on \(name)") == true)
        }
        #expect(rules("import Simulator", "Sources/\(target)/A.swift") == [.imports])
    }

    @Test("A file of 500 lines passes, and one of 501 is caught")
    func longFileIsCaught() {
        let longest = String(repeating: "\n", count: 500)
        #expect(rules(longest) == [])
        #expect(rules(longest + "\n") == [.fileLength])
        #expect(rules(longest + "{}") == [.fileLength])
        #expect(rules(longest + "\n", "Protocol.md") == [])
    }

    @Test("A line of 100 characters passes, and one of 101 is caught in Swift only")
    func longLineIsCaught() {
        let longest = "//" + String(repeating: "é", count: 98)
        #expect(rules(longest) == [])
        #expect(rules(longest + "é") == [.lineLength])
        #expect(rules(longest + "é", "README.md") == [])
    }

    @Test("A mark for work left undone is caught, in comments and documents too")
    func leftoverIsCaught() {
        for mark in ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"] {
            #expect(rules("// \(mark): later") == [.leftovers])
            #expect(rules("(\(mark))", "README.md") == [.leftovers])
            #expect(rules("name.\(mark)\(mark)", "Scripts/serve") == [])
        }
    }

    @Test("A path that exists on one machine only is caught; tests may name the folder for scraps")
    func machinePathIsCaught() {
        for place in ["/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/", "/tm" + "p/"] {
            #expect(rules("let a = \"\(place)x\"") == [.machinePaths])
            #expect(rules("see \(place)x", "Protocol.md") == [.machinePaths])
            #expect(rules("see .\(place)x or a\(place)x", "Protocol.md") == [])
        }
        #expect(rules("\"/tm" + "p/socket\"", "Tests/ReactorTests/A.swift") == [])
        #expect(rules("\"/wo" + "rk/socket\"", "Tests/ReactorTests/A.swift") == [.machinePaths])
    }

    @Test("Only the host carries out what the server asks for; tests and proofs run the host")
    func secondInterpreterIsCaught() {
        let text = "for effect in server.takeServerEffects() {}"
        for path in [
            "Sources/Simulator/A.swift", "Sources/folfd/A.swift", "Tests/FuzzTests/A.swift",
        ] {
            #expect(rules(text, path) == [.oneInterpreter])
        }
        #expect(rules(text, "Sources/Host/Host.swift") == [])
        #expect(rules("// takeServerEffects", "Tests/FuzzTests/A.swift") == [])
    }

    @Test("A breach says where it is and what to do instead")
    func breachNamesTheReplacement() {
        let found = breaches(in: "let a = 1\n\nlet b = Date()", path: Self.pureFile)
        #expect(
            found.map(\.description) == [
                "Sources/Lobby/Planted.swift:3: `Date()` in a pure target: "
                    + "time comes in as an argument"
            ])
    }

    @Test("A stray file at the top is caught")
    func strayFileIsCaught() {
        #expect(breaches(inPaths: [".ci/run", "Package.swift", "Scripts/test"]).isEmpty)
        let found = breaches(inPaths: ["notes.md", "Documents/a.md", "Documents/b.md"])
        #expect(found.map(\.rule) == [.topLevelNames, .topLevelNames])
        #expect(found.map(\.path) == ["Documents", "notes.md"])
    }

    @Test("A target without tests and one that nobody declared are caught")
    func untestedTargetIsCaught() {
        let untested = breaches(inPaths: ["Sources/Lobby/A.swift", "Tests/WireTests/A.swift"])
        #expect(untested.map(\.rule) == [.testsBesideSources])
        #expect(
            breaches(inPaths: ["Sources/Lobby/A.swift", "Tests/LobbyTests/A.swift"]).isEmpty)
        #expect(breaches(inPaths: ["Sources/folfd/main.swift", "Sources/CLinux/shim.h"]).isEmpty)
        #expect(breaches(inPaths: ["Sources/New/A.swift"]).map(\.rule) == [.knownTargets])
    }
}

import Documents
import Glibc
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

/// Tests of the real program, to which system calls fail as the kernel may let them fail.
@Suite(
    "System calls fail as the kernel may let them fail",
    .enabled(if: Faults.library != nil, "needs clang, to compile Tests/Preload/faults.c"),
    .enabled(if: !Faults.isSanitized, "a sanitizer watches the same calls"))
struct SystemCallTests {
    private func expectSound(_ server: TestServer) throws {
        let report = try server.run(["verify"])
        #expect(report.status == 0, "\(report)")
    }

    @Test(
        "With calls interrupted and cut short, all entries arrive and all phones show one card",
        arguments: 1...2)
    func interrupted(seed: Int64) async throws {
        let faults = try Faults([.seed: seed, .interruptedPercent: 20, .shortPercent: 30])
        let server = try TestServer(environment: faults.environment)
        let games = [
            try await ScoredGame(["Anna", "Ben", "Cleo"], at: server, seed: UInt64(seed)),
            try await ScoredGame(["Dora", "Emil"], at: server, seed: UInt64(seed) + 10),
        ]
        let phones = games.flatMap(\.group.phones)
        for _ in 0..<4 {
            for game in games { try await game.goesOn(by: 40) }
            for phone in phones { phone.loseSignal() }
            for phone in phones { await phone.regainSignal() }
        }
        for game in games { try await game.end() }
        // Nobody was thrown out by an interruption; a few may have come back on their own.
        let welcomes = phones.reduce(0) { $0 + $1.heard("welcome") }
        #expect(welcomes <= 2 * phones.count * 5)
        #expect(faults[.interrupted] > 200)
        #expect(faults[.shortened] > 200)
        try expectSound(server)
    }

    @Test("After connections that can't be accepted, everyone who comes back gets in")
    func acceptFails() async throws {
        let faults = try Faults([.seed: 3])
        let server = try TestServer(environment: faults.environment)
        let group = try await Group(["Anna", "Ben", "Cleo"], at: server)
        faults[.acceptFailedPercent] = 40
        for hole in 1...9 {
            for phone in group.phones { phone.loseSignal() }
            for phone in group.phones {
                let column = try await phone.player(phone.name)
                try await phone.game.score(column, hole: hole, throws: Int64(hole))
                await phone.regainSignal()
            }
            try await group.agree()
        }
        #expect(faults[.acceptsFailed] > 5)
        #expect(try group.checkLog().count("cell") == 27)
    }

    @Test("What a failed sync leaves unknown is not acknowledged, and is taken once")
    func syncFails() async throws {
        for (code, count) in [(EIO, 1), (EINTR, 1), (EIO, 5)] {
            try await onOwnThread {
                let faults = try Faults([.syncError: Int64(code)])
                let server = try TestServer(environment: faults.environment)
                let host = try RawPlayer.host(server)
                #expect(try host.score(3, hole: 1) == nil)

                faults[.syncsToFail] = Int64(count)
                let command = Command.set(
                    .score(round: 1, player: PlayerID(1), hole: 2), .number(4), confirms: false)
                let end = try #require(throws: RawPlayer.Ended.self) { try host.perform(command) }
                #expect(end.notice?.name == "storage")
                try Self.offerUntilTaken(command, by: host)
                #expect(faults[.syncsFailed] == Int64(count), "taken before it could be synced")

                server.crash()
                let log = try server.checkLog(of: host.code)
                #expect(log.events.last?.n == host.number)
                #expect(log.count("cell") == 2)
                #expect(log.line("Anna")?.throws[1] == 4)
            }
        }
    }

    /// Comes back until the server has acknowledged the last op.
    private static func offerUntilTaken(_ command: Command, by host: RawPlayer) throws {
        for _ in 0..<10_000 {
            do {
                try host.reconnect()
                guard case .welcome(let welcome) = try host.enter(host.membership, name: "Anna")
                else { continue }
                // Nobody knows whether the failed commit was written.
                guard welcome.lastNumber != host.number else { return }
                #expect(try host.offer(command) == nil)
                return
            } catch is RawPlayer.Ended {
                continue
            }
        }
        Issue.record("never taken")
    }

    @Test("What a killed server had written and not synced is synced before it is relied upon")
    func syncFailsAtStart() async throws {
        try await onOwnThread {
            let faults = try Faults([.syncError: Int64(EIO)])
            let server = try TestServer(environment: faults.environment)
            let host = try RawPlayer.host(server)
            server.crash()
            faults[.syncsToFail] = 1
            let failure = try #require(throws: TestServer.StartFailure.self) {
                try server.start()
            }
            #expect(failure.status == 1)
            #expect(failure.errors.contains("fsync"), "\(failure.errors)")
            try server.start()
            #expect(try server.checkLog(of: host.code).seq == 2)
        }
    }

    @Test("When syncs fail while several play, all entries arrive once it works again")
    func syncFailsInGame() async throws {
        let faults = try Faults([.syncError: Int64(EIO)])
        let server = try TestServer(environment: faults.environment)
        let game = try await ScoredGame(["Anna", "Ben", "Cleo"], at: server, seed: 5)
        for round in 1...3 {
            try await game.goesOn(by: 30)
            faults[.syncsToFail] = 2
            #expect(try await faults.waits(for: .syncsFailed, toReach: Int64(2 * round)))
        }
        try await game.end()
        #expect(server.errorText.contains(" error transaction_failed requests="))
        try expectSound(server)
    }

    @Test("Ten thousand signals harm no game and keep no timer from running")
    func signals() async throws {
        let faults = try Faults()
        let server = try TestServer(["--ping", "1"], environment: faults.environment)
        faults[.signalsToSend] = .max
        #expect(try await faults.waits(for: .signalsHandled, toReach: 1_000))
        // Nobody else keeps the server awake.
        try await onOwnThread {
            let host = try RawPlayer.host(server)
            let frame = try host.client.receive()
            #expect(frame.first == 0x89, "a ping")
        }
        let game = try await ScoredGame(["Anna", "Ben", "Cleo"], at: server, seed: 6)
        try await game.goesOn(by: 100)
        #expect(try await faults.waits(for: .signalsHandled, toReach: 10_001))
        try await game.end()
        faults[.signalsToSend] = 0
        try expectSound(server)
    }

    @Test("Loops that turn newcomers away at the same time keep each its own reserve")
    func reserves() async throws {
        let faults = try Faults()
        let server = try TestServer(
            ["--loops", "2", "--ping", "3600"], environment: faults.environment,
            descriptorsMax: DescriptorTests.descriptorsMax)
        let group = try await Group(at: server)
        let occupants = try await Occupants.filling(
            server, try await group.invitation, countMax: DescriptorTests.descriptorsMax)
        // Time for one loop between giving up its reserve and accepting: the other accepts then.
        faults[.acceptDelayMicroseconds] = 2_000
        let awayCount = try await occupants.grow(by: 400)
        // A newcomer who is let in got a loop's reserve, or the place of a phone that came back.
        #expect(awayCount >= 396)
        occupants.disperse()
        faults[.acceptDelayMicroseconds] = 0
        let late = try Phone("Eve", at: server)
        try await late.watch(code: group.code)
        try await late.waits(for: "being let in") { $0.lobby != nil }
        try group.checkLog()
    }
}

import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import Synchronization
import Testing
import Wire

/// The public face, with a network and a clock in memory.
@Suite(.timeLimit(.minutes(5)))
struct FolfGameTests {
    private let network = MemoryNetwork()
    private let clock = ManualClock()
    private let server = ServerAddress("ws://folf.test")!
    private let holes = (1...3).map { Hole(label: "\($0)", par: 3) }

    private func device(_ seed: UInt64 = 1) -> Device {
        .test(network, clock: clock, seed: seed)
    }

    private func host(
        _ journal: MemoryJournal = MemoryJournal(), isOffline: Bool = false
    ) async throws -> FolfGame {
        try await FolfGame.host(
            course: "Meadow", holes: holes, name: "Anna", at: server, device: device(),
            journal: journal, isOffline: isOffline)
    }

    /// The first view that fits.
    private func view(
        of game: FolfGame, where fits: (GameView) -> Bool
    ) async throws -> GameView {
        for await view in await game.updates() where fits(view) { return view }
        throw FolfError.closed
    }

    @Test("The worked example of the documentation works")
    func workedExample() async throws {
        let text = try await hostAGame(on: device(), at: server, keeping: MemoryJournal())
        #expect(text == "Join with ABCDEF")
        #expect(await network.lobby?.cells.values.map(\.value) == [.number(3)])
    }

    @Test("The worked example is the one in the documentation")
    func documentation() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(
            contentsOf: here.appending(path: "WorkedExample.swift"), encoding: .utf8)
        let source = try String(
            contentsOf: here.appending(path: "../../Sources/SyncClient/Face/FolfGame.swift"),
            encoding: .utf8)
        let documented = source.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "/// ```swift" }.dropFirst().prefix { $0 != "/// ```" }
            .map { $0.dropFirst(4) }.joined(separator: "\n")
        #expect(documented.count > 100)
        #expect(example.hasSuffix("\n\n" + documented + "\n"))
    }

    @Test("Two devices see each other's entries")
    func twoDevices() async throws {
        let anna = try await host()
        try await anna.startGame()
        let code = try await view(of: anna) { $0.code != nil && $0.pendingCount == 0 }.code
        let ben = try await FolfGame.join(
            .code(code), name: "Ben", at: server, device: device(2), journal: MemoryJournal())
        let seen = try await view(of: ben) { $0.me != nil && $0.card?.round == 1 }
        let column = try #require(seen.card?.lines.first?.player)
        try await ben.score(column, hole: 2, throws: 4)
        let card = try await view(of: anna) { $0.card?.lines.first?.throws[1] == 4 }.card
        #expect(card?.lines.map(\.name) == ["Anna", "Ben"])
        await anna.close()
        await ben.close()
    }

    @Test("When an edit returns, it is durably in the journal and on the card")
    func durable() async throws {
        let journal = MemoryJournal()
        let game = try await host(journal, isOffline: true)
        try await game.startGame()
        let state = journal.state.withLock { $0 }
        #expect(state.durableCount == state.bytes.count)
        #expect(await game.view.lobby?.stage == Stage(.playing, round: 1))
        #expect(await game.view.pendingCount == 2)
        #expect(await game.view.connection == .offline)
    }

    @Test("What was entered without signal arrives when it is back")
    func noSignal() async throws {
        await network.goDown()
        let game = try await host()
        try await game.startGame()
        let waiting = try await view(of: game) { $0.problem != nil }
        #expect(waiting.problem == "No signal")
        #expect(waiting.pendingCount == 2)
        await network.comeUp()
        await game.wake()
        #expect(await game.flush(milliseconds: 1_000))
        #expect(await game.view.problem == nil)
        #expect(await network.lobby?.stage == Stage(.playing, round: 1))
    }

    @Test("The next attempt comes by itself when its time has come")
    func reconnects() async throws {
        await network.goDown()
        let game = try await host()
        _ = try await view(of: game) { $0.problem != nil }
        await network.comeUp()
        while await game.view.connection != .live {
            clock.advance(by: 600)
            await Task.yield()
        }
        #expect(await game.flush(milliseconds: 1_000))
    }

    @Test("A flush without signal ends when its time is over")
    func flushEnds() async throws {
        await network.goDown()
        let game = try await host()
        async let isDone = game.flush(milliseconds: 60_000_000)
        while clock.nextDue ?? 0 < 60_000_000 {
            clock.advance(by: 40_000)
            await Task.yield()
        }
        clock.advance(by: 60_000_000)
        #expect(await isDone == false)
    }

    @Test("An entry that the device can't keep is refused and doesn't show")
    func fullDevice() async throws {
        let journal = MemoryJournal()
        let game = try await host(journal, isOffline: true)
        journal.state.withLock { $0.isFull = true }
        await #expect(throws: FolfError.storage(StorageError("full"))) {
            try await game.startGame()
        }
        #expect(await game.view.lobby?.stage == .setup)
        journal.state.withLock { $0.isFull = false }
        try await game.startGame()
        await game.connect()
        #expect(await game.flush(milliseconds: 1_000))
    }

    @Test("A device that can't keep what the server says goes offline and says so")
    func fullWhileConnected() async throws {
        let journal = MemoryJournal()
        let game = try await host(journal)
        _ = try await view(of: game) { $0.pendingCount == 0 }
        journal.state.withLock { $0.isFull = true }
        let changes = [Change.lateJoin(true)]
        await network.tell(.events(first: 2, proof: .none, changes))
        let view = try await view(of: game) { $0.problem != nil }
        #expect(view.problem == "full")
        #expect(view.connection == .offline)
    }

    @Test("The late end of an earlier connection doesn't disturb the present one")
    func lateEnd() async throws {
        let game = try await host()
        #expect(await game.flush(milliseconds: 1_000))
        await network.holdEnds()
        await game.goOffline()
        await game.connect()
        _ = try await view(of: game) { $0.isUpToDate }
        #expect(await network.releaseEnds() == 1)
        for _ in 0..<100 {
            await Task.yield()
            #expect(await game.view.connection == .live)
        }
        #expect(await network.addresses.count == 2)
    }

    @Test("A game is opened again where it was left")
    func reopen() async throws {
        let journal = MemoryJournal()
        let first = try await host(journal, isOffline: true)
        try await first.startGame()
        let before = await first.view
        await first.close()
        #expect(journal.state.withLock { $0.isClosed })
        let (second, report) = try await FolfGame.reopen(
            journal, at: server, device: device(3), isOffline: true)
        #expect(report.opCount == 2)
        #expect(await second.view == before)
        await second.connect()
        #expect(await second.flush(milliseconds: 1_000))
    }

    @Test("One journal holds one game")
    func oneGame() async throws {
        let journal = MemoryJournal()
        _ = try await host(journal, isOffline: true)
        await #expect(throws: FolfError.gameExists) { _ = try await host(journal) }
        await #expect(throws: FolfError.noGame) {
            _ = try await FolfGame.reopen(MemoryJournal(), at: server, device: device())
        }
    }

    @Test("Closing ends the updates, and edits afterwards are refused")
    func closing() async throws {
        let game = try await host(isOffline: true)
        let updates = await game.updates()
        await game.close()
        var count = 0
        for await _ in updates { count += 1 }
        #expect(count <= 1)
        await #expect(throws: FolfError.closed) { try await game.startGame() }
    }

    @Test("From an encrypted connection nobody is sent to an open one")
    func noDowngrade() async throws {
        for (url, expected) in [
            ("ws://evil.test/sync", "wss://folf.test/sync"),
            ("wss://b.test/x", "wss://b.test/x"), ("nonsense", "wss://folf.test/sync"),
        ] {
            let network = MemoryNetwork()
            let game = try await FolfGame.host(
                course: nil, holes: holes, name: "Anna", at: ServerAddress("wss://folf.test")!,
                device: .test(network, clock: clock, seed: 1), journal: MemoryJournal())
            #expect(await game.flush(milliseconds: 1_000))
            await network.tell(.moved(url: url))
            while await network.addresses.count < 2 {
                clock.advance(by: 600)
                await Task.yield()
            }
            #expect(await network.addresses[1].description == expected)
            await game.close()
        }
    }

    @Test("All of the host's edits reach the game")
    func edits() async throws {
        let game = try await host()
        let guest = try await game.addGuest("Ben")
        let other = try await game.addGuest("Cleo")
        try await game.removePlayer(other)
        try await game.rename(guest, to: "Benno")
        try await game.setPar(4, hole: 2)
        try await game.setCourse("Forest")
        try await game.setTee("red", of: guest)
        try await game.allowLateJoin(true)
        try await game.startGame()
        try await game.score(guest, hole: 2, throws: 6)
        try await game.confirm(guest, hole: 2)
        try await game.endRound()
        try await game.startNextRound()
        try await game.score(guest, hole: 1, throws: 2)
        #expect(try await game.undo())
        try await game.endGame()
        try await game.lock()
        #expect(await game.flush(milliseconds: 1_000))
        let lobby = try #require(await network.lobby)
        let card = Scorecard(lobby, round: 1)
        #expect(await game.view.lobby == lobby)
        #expect(await game.view.refused.isEmpty)
        #expect(card.course == "Forest")
        #expect(card.pars == [3, 4, 3])
        #expect(card.lines.map(\.name) == ["Anna", "Benno"])
        #expect(card.lines.last?.throws == [nil, 6, nil])
        #expect(lobby.cell(.score(round: 1, player: guest, hole: 2)).shown?.rank == .confirmed)
        #expect(lobby.cell(.score(round: 2, player: guest, hole: 1)).value == .empty)
        #expect(lobby.stage == Stage(.locked, round: 2))
        await #expect(throws: FolfError.refused(.noSuchHole)) {
            try await game.score(guest, hole: 4_000, throws: 3)
        }
    }
}

import Documents
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import Testing
import Wire

/// That nothing is visible before it is durable, `FakeWire` checks with every message of every
/// test; here it is seen that things are held at all, and let go in order.
@Suite("Durable before visible")
struct CommitTests {
    let shell = FakeShell()

    private func answerAll() {
        shell.holdsStore = false
        shell.answerStore()
    }

    @Test("Events, rejects and acks wait for the commit")
    func opsWait() {
        let game = Game(shell, players: 1, isPlaying: true)
        game.takeAll()
        shell.holdsStore = true
        game.host.note(.set(CellKey(field: .course), .text("New"), confirms: false))
        game.host.note(.allowLateJoin(false))
        game.host.flush()
        #expect(game.host.wire?.take() == [] && game.players[0].wire?.take() == [])
        answerAll()
        #expect(game.host.wire?.take().count == 3)
        #expect(game.players[0].wire?.take().count == 1)
    }

    @Test("A rejected op alone waits too: its number isn't used up before the disk says so")
    func rejectWaits() {
        let game = Game(shell, isPlaying: true)
        shell.holdsStore = true
        game.host.wire?.take()
        game.host.score(100)
        #expect(game.host.wire?.take() == [])
        answerAll()
        #expect(
            game.host.wire?.take() == [.reject(number: 3, .badThrows), .ack(number: 3, seq: 2)])
    }

    @Test("A duplicate of an op that isn't durable yet is acknowledged when it is")
    func duplicateWaits() {
        let game = Game(shell, isPlaying: true)
        shell.holdsStore = true
        game.host.score(3)
        game.host.resume(withTicket: false)
        #expect(game.host.welcome == nil)
        answerAll()
        #expect(game.host.acknowledged == 3)
        #expect(game.host.welcome?.lastNumber == 3)
    }

    @Test("Welcome, snapshot and presence of a newcomer wait for the join's commit")
    func joinWaits() {
        let game = Game(shell)
        let player = FakeDevice(shell)
        player.enter(.invitation(game.id, Game.invitation), as: .spectator)
        let joining = FakeDevice(shell)
        shell.holdsStore = true
        game.takeAll()
        joining.enter(.invitation(game.id, Game.invitation), as: .player, name: "A")
        #expect(joining.wire?.take() == [] && game.host.wire?.take() == [])
        answerAll()
        #expect(joining.wire?.take().count == 3)
    }

    @Test("A kicked person hears of it, on every way in, only once the kick is durable")
    func kickWaits() {
        let game = Game(shell, players: 1)
        let tablet = FakeDevice(shell)
        tablet.credentials = game.players[0].credentials
        game.takeAll()
        shell.holdsStore = true
        game.host.perform(.kick(game.players[0].person))
        tablet.enter(.member(game.id, ticket: nil))
        #expect(game.players[0].isSeated)
        #expect(tablet.error == nil && tablet.closeCode == nil)
        answerAll()
        #expect(game.players[0].closeCode == 4503)
        #expect(tablet.closeCode == 4503)
    }

    @Test("A refusal whose reason was lost with a commit is taken back: the client comes again")
    func refusalLost() {
        let game = Game(shell, players: 1)
        let tablet = FakeDevice(shell)
        tablet.credentials = game.players[0].credentials
        shell.holdsStore = true
        game.host.perform(.kick(game.players[0].person))
        tablet.enter(.member(game.id, ticket: nil))
        shell.failures = [.notWritten]
        answerAll()
        #expect(tablet.closeCode == 4003 && tablet.error?.number == SessionError.storage.rawValue)
        #expect(tablet.enter(.member(game.id, ticket: nil)) != nil)
    }

    @Test("A slow reader's snapshot waits for the commit of what it shows")
    func snapshotWaits() {
        let game = Game(shell, players: 1, isPlaying: true)
        shell.holdsStore = true
        game.host.score(3)
        game.takeAll()
        game.players[0].wire?.drain()
        #expect(game.players[0].wire?.take() == [])
        answerAll()
        #expect(game.players[0].lobby?.seq == game.stored.seq)
    }

    @Test("Lobbies don't wait for each other's commits")
    func independent() {
        let (one, two) = (Game(shell, isPlaying: true), Game(shell, players: 1, isPlaying: true))
        shell.holdsStore = true
        one.host.score(3)
        two.players[0].wire?.hangUp()
        shell.waitForPresence()
        #expect(two.host.presence?.members == [MemberNumber(1)])
        two.host.score(4)
        shell.answerFirst()
        #expect(one.host.acknowledged == 3 && two.host.acknowledged == 2)
        shell.answerFirst()
        #expect(two.host.acknowledged == 3)
    }

    @Test("Many lobbies of a turn share one commit, and one that isn't touched is in none")
    func groupCommit() {
        let games = (0..<5).map { _ in Game(shell, isPlaying: true) }
        shell.holdsStore = true
        shell.inOneTurn { for game in games.dropLast() { game.host.score(3) } }
        #expect(shell.requests.count == 1)
        guard case .commit(let batches, now: _, _)? = shell.requests.first else {
            Issue.record("a commit is asked for")
            return
        }
        #expect(batches.count == 4)
        answerAll()
        #expect(games.dropLast().allSatisfy { $0.host.acknowledged == 3 })
    }

    @Test("Who makes a lobby and who joins it has a seat in the log, each once")
    func seats() {
        var game = Game(shell, players: 2)
        let persons = game.everyone.map(\.person)
        #expect(shell.store.seats(in: game.id) == persons)
        game.players[0].perform(.leave)
        game.players[0].enter(.code(game.code), as: .player, name: "P0")
        game.players.append(game.newPlayer("P2"))
        #expect(shell.store.seats(in: game.id) == persons + [game.players[2].person])
    }

    @Test("Several commits of a lobby are on their way at once, and each lets go of its own")
    func severalInFlight() {
        let game = Game(shell, players: 3, isPlaying: true)
        game.takeAll()
        shell.holdsStore = true
        for (place, player) in game.players.enumerated() { player.score(3, hole: UInt8(place + 1)) }
        #expect(shell.requests.count == 3)
        for count in 1...3 {
            shell.answerFirst()
            #expect(game.players.count { $0.acknowledged == 1 } == count)
        }
        #expect(game.host.lobby == game.players[2].lobby)
    }

    @Test(
        "A failed commit ends the lobby's sessions; journals are sent again, exactly once",
        arguments: [FakeStore.Failure.notWritten, .written, .full])
    func failure(failure: FakeStore.Failure) {
        let game = Game(shell, players: 1, isPlaying: true)
        let other = Game(shell, isPlaying: true)
        shell.failures = [failure]
        game.host.score(3)
        let error: SessionError = failure == .full ? .storageFull : .storage
        for device in game.everyone {
            #expect(device.error?.number == error.rawValue)
            #expect(device.error?.retryMilliseconds == 2_000)
            #expect(device.closeCode == 4003)
        }
        #expect(game.host.acknowledged == 2)
        #expect(other.host.isSeated)
        shell.wait(2_000)
        for device in game.everyone {
            device.resume()
            device.flush()
        }
        #expect(game.host.acknowledged == 3)
        #expect(game.stored.seq == 4)
        #expect(game.players[0].lobby == game.host.lobby)
        #expect(shell.reports.count == 1, "no history was lost")
    }

    @Test("When the first of several commits fails, the rest of the lobby's go the same way")
    func failureInFlight() {
        let game = Game(shell, players: 2, isPlaying: true)
        let other = Game(shell, isPlaying: true)
        shell.holdsStore = true
        game.host.score(3, hole: 1)
        game.players[0].score(4, hole: 2)
        game.players[1].wire?.hangUp()
        game.players[1].resume()
        other.host.score(5)
        shell.failures = [.notWritten]
        answerAll()
        #expect(other.host.acknowledged == 3)
        #expect(game.everyone.allSatisfy { $0.closeCode == 4003 })
        shell.wait(2_000)
        for device in game.everyone {
            device.resume()
            device.flush()
        }
        #expect(game.stored.cells.count == 2)
        #expect(game.everyone.allSatisfy { $0.lobby == game.host.lobby })
    }

    @Test("A client that is back before the later commits have failed meets the log as it is")
    func backBeforeFailure() {
        let game = Game(shell, players: 1, isPlaying: true)
        shell.holdsStore = true
        game.host.score(3, hole: 1)
        game.players[0].score(4, hole: 2)
        shell.failures = [.notWritten]
        shell.answerFirst()
        #expect(game.host.closeCode == 4003)
        shell.wait(2_000)
        game.host.resume()
        game.players[0].resume()
        answerAll()
        shell.wait(2_000)
        for device in game.everyone { device.flush() }
        #expect(game.host.acknowledged == 3 && game.players[0].acknowledged == 1)
        #expect(game.stored.cells.count == 2)
        #expect(game.players[0].lobby == game.host.lobby)
    }

    @Test("After a failure ops are turned away for a while, and the session stays")
    func turnedAway() {
        let (game, other) = (Game(shell, isPlaying: true), Game(shell, isPlaying: true))
        shell.failures = [.notWritten]
        game.host.score(3)
        other.host.score(3)
        #expect(other.host.error?.number == SessionError.storage.rawValue)
        #expect(other.host.error?.retryMilliseconds == 2_000)
        #expect(other.host.isSeated && other.host.acknowledged == 2)
        shell.wait(2_000)
        other.host.flush()
        #expect(other.host.acknowledged == 3)
    }

    @Test("A creation that was lost is made again with the same journal")
    func creationLost() {
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        shell.failures = [.notWritten]
        device.create()
        #expect(device.closeCode == 4003 && device.lobby == nil)
        shell.wait(2_000)
        device.position = .none
        device.enter(.create(device.lobbyID!))
        device.flush()
        #expect(device.acknowledged == 1 && device.lobby != nil)
    }

    @Test("Answers to commits nobody waits for change nothing")
    func strayAnswers() throws {
        let game = Game(shell)
        var guesses = JoinGuard(now: 0)
        let attempt = try guesses.attempt(ClientNetwork(high: 1, low: 1), now: 0)
        let stranger = SessionID(slot: 77, generation: 1)
        shell.post(.committed(ticket: 99, .committed), to: 0)
        shell.post(.committed(ticket: 99, .failed(.inputOutput("stray"))), to: 0)
        shell.post(.loaded(LobbyID(Identifier128(high: 1, low: 1)), .absent), to: 0)
        shell.post(.loaded(game.id, .absent), to: 0)
        shell.post(.found(.absent, for: try #require(game.host.wire?.id), attempt), to: 0)
        shell.post(.found(.absent, for: stranger, attempt), to: 0)
        shell.turn(0) { $0.lose(99) }
        shell.turn(0) { $0.drain(99) }
        #expect(game.host.isSeated)
        game.host.perform(.allowLateJoin(true))
        #expect(game.host.acknowledged == 2)
    }

    @Test("Presence that follows a session's end doesn't wait for the next turn")
    func endOfTurn() {
        let game = Game(shell, players: 2)
        shell.waitForPresence()
        game.host.perform(.kick(game.players[0].person))
        #expect(game.host.presence?.members == [MemberNumber(1), MemberNumber(3)])
        let isQuiet = shell.shards[0].server.isQuiet
        #expect(isQuiet)
    }
}

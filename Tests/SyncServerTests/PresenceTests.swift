import Documents
import Host
import Lobby
import SyncServer
import Testing
import Wire

@Suite("Presence, the host's role, and memory")
struct PresenceTests {
    let shell = FakeShell()

    @Test("Everyone knows which members are there and how many watch")
    func counts() {
        let game = Game(shell, players: 2)
        let spectators = (0..<3).map { _ in FakeDevice(shell) }
        for device in spectators { device.enter(.code(game.code), as: .spectator) }
        shell.waitForPresence()
        let one = MemberNumber(1)
        #expect(
            game.host.presence
                == Presence(
                    members: [one, MemberNumber(2), MemberNumber(3)], spectatorCount: 3))
        game.players[0].wire?.hangUp()
        spectators[0].wire?.hangUp()
        shell.waitForPresence()
        #expect(
            game.host.presence == Presence(members: [one, MemberNumber(3)], spectatorCount: 2))
        #expect(spectators[1].presence == game.host.presence)
    }

    @Test("A person on two devices is there until both are gone")
    func twoDevices() {
        let game = Game(shell, players: 1)
        let tablet = FakeDevice(shell)
        tablet.credentials = game.players[0].credentials
        tablet.enter(.member(game.id, ticket: nil))
        #expect(tablet.welcome?.admission == .member(MemberNumber(2)))
        game.players[0].wire?.hangUp()
        shell.waitForPresence()
        #expect(game.host.presence?.members == [MemberNumber(1), MemberNumber(2)])
        tablet.wire?.hangUp()
        #expect(game.host.presence?.members == [MemberNumber(1)])
    }

    @Test("The host's role passes on after a minute, and goes back when the host does")
    func hostPasses() {
        let game = Game(shell, players: 2)
        let next = game.players[0]
        shell.waitForPresence()
        game.host.wire?.hangUp()
        #expect(next.presence?.hostPassesInMilliseconds == 60_000)
        shell.wait(59_000)
        #expect(next.lobby?.host == MemberNumber(1))
        shell.wait(1_200)
        #expect(next.lobby?.host == MemberNumber(2))
        #expect(next.lobby?.owner == MemberNumber(1))
        #expect(next.presence?.hostPassesInMilliseconds == nil)
        next.perform(.move(from: .setup, to: Stage(.playing, round: 1)))
        #expect(next.refusals.isEmpty)
        game.host.resume()
        #expect(next.lobby?.host == MemberNumber(1))
        #expect(game.host.lobby == next.lobby)
    }

    @Test("A host who is back in time stays host, and leaves again with a whole minute")
    func hostReturns() {
        let game = Game(shell, players: 1)
        game.host.wire?.hangUp()
        shell.wait(40_000)
        game.host.resume()
        #expect(game.host.presence?.hostPassesInMilliseconds == nil)
        game.host.wire?.hangUp()
        shell.wait(40_000)
        #expect(game.players[0].lobby?.host == MemberNumber(1))
        shell.wait(20_500)
        #expect(game.players[0].lobby?.host == MemberNumber(2))
    }

    @Test("Nobody becomes host of a lobby without people, until someone comes")
    func emptyLobby() {
        let game = Game(shell, players: 1)
        for device in game.everyone { device.wire?.hangUp() }
        shell.wait(50_000)
        game.players[0].resume()
        #expect(game.players[0].presence?.hostPassesInMilliseconds == 60_000)
        shell.wait(60_500)
        #expect(game.players[0].lobby?.host == MemberNumber(2))
    }

    @Test("A host who leaves hands the role over at once, for good")
    func hostLeaves() {
        let game = Game(shell, players: 2)
        game.host.perform(.leave)
        #expect(game.host.acknowledged == 2)
        #expect(game.host.closeCode == 4504)
        for device in game.players {
            #expect(device.lobby?.host == MemberNumber(2))
            #expect(device.lobby?.owner == MemberNumber(2))
        }
        game.host.resume(as: .player)
        #expect(game.players[0].lobby?.host == MemberNumber(2))
    }

    @Test("A host who leaves an empty lobby is followed by the first to come")
    func hostLeavesAlone() {
        let game = Game(shell, players: 1)
        game.players[0].wire?.hangUp()
        game.host.perform(.leave)
        game.players[0].resume()
        #expect(game.players[0].lobby?.host == MemberNumber(2))
    }

    @Test("A lobby that nobody uses leaves memory after a minute, and comes back the same")
    func idle() {
        let game = Game(shell, players: 1, isPlaying: true)
        game.host.score(4)
        let before = game.host.lobby
        for device in game.everyone { device.wire?.hangUp() }
        shell.wait(59_000)
        #expect(shell.shards[0].server.lobbyCount == 1)
        shell.wait(2_000)
        #expect(shell.shards[0].server.lobbyCount == 0)
        let visitor = FakeDevice(shell)
        visitor.enter(.code(game.stored.code), as: .spectator)
        #expect(visitor.lobby == before?.forSpectators)
        game.host.resume()
        game.host.score(5)
        #expect(game.stored.seq == (before?.seq ?? 0) + 1)
    }

    @Test("A lobby stays in memory as long as somebody is there, and while a commit is on its way")
    func stays() {
        let game = Game(shell, isPlaying: true)
        shell.wait(300_000)
        #expect(shell.shards[0].server.lobbyCount == 1)
        shell.holdsStore = true
        game.host.score(3)
        game.host.wire?.hangUp()
        shell.wait(120_000)
        #expect(shell.shards[0].server.lobbyCount == 1)
        shell.holdsStore = false
        shell.answerStore()
        shell.wait(61_000)
        #expect(shell.shards[0].server.lobbyCount == 0)
    }

    @Test("A visitor who comes and goes within a turn doesn't keep a lobby in memory")
    func shortVisit() {
        let game = Game(shell)
        game.host.wire?.hangUp()
        shell.wait(30_000)
        shell.inOneTurn {
            game.host.resume(withTicket: false)
            game.host.wire?.hangUp()
        }
        shell.wait(59_000)
        #expect(shell.shards[0].server.lobbyCount == 1)
        shell.wait(2_000)
        #expect(shell.shards[0].server.lobbyCount == 0)
    }

    @Test("A creator who goes without creating leaves nothing behind")
    func creatorGoes() {
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        #expect(shell.shards[0].server.lobbyCount == 1)
        device.wire?.hangUp()
        #expect(shell.shards[0].server.lobbyCount == 0)
        #expect(shell.shards[0].server.sessionCount == 0)
    }

    @Test("A client that comes and goes for hours leaves no pile of timers")
    func timersStayFew() {
        let game = Game(shell, players: 1)
        for _ in 0..<300 {
            game.host.wire?.hangUp()
            shell.wait(1_000)
            game.host.resume()
        }
        game.players[0].wire?.hangUp()
        for _ in 0..<300 {
            game.host.wire?.hangUp()
            shell.wait(1_000)
            game.host.resume()
        }
        // The timers of closed connections go within ten seconds, those of lobbies aren't doubled.
        shell.wait(10_000)
        #expect(shell.shards[0].server.timerCount < 8)
    }

    @Test("A draining server asks everyone to come back, and lets nobody in")
    func draining() {
        let game = Game(shell, players: 1)
        let waiting = FakeWire.upgraded(shell)
        shell.post(.drain, to: 0)
        for device in game.everyone {
            #expect(device.wire?.take().contains(.draining(milliseconds: 1_000)) == true)
            #expect(device.closeCode == 4001)
        }
        #expect(waiting.closeCode == 4001)
        #expect(shell.shards[0].server.sessionCount == 0)
        let isQuiet = shell.shards[0].server.isQuiet
        #expect(isQuiet)
    }

    @Test("Whoever waits for the store when draining begins isn't let in by the answer")
    func drainingWhileEntering() {
        let game = Game(shell)
        game.host.wire?.hangUp()
        shell.wait(61_000)
        shell.holdsStore = true
        game.host.resume()
        shell.post(.drain, to: 0)
        #expect(game.host.error?.number == SessionError.draining.rawValue)
        shell.holdsStore = false
        shell.answerStore()
        #expect(game.host.welcome == nil)
    }
}

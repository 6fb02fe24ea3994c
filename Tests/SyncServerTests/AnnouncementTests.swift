import Documents
import Lobby
import SyncServer
import TestSupport
import Testing
import Wire

@Suite("Announcements of who is here")
struct AnnouncementTests {
    let shell = FakeShell()

    /// What a device has been told of who is here since it was last asked.
    private func told(_ device: FakeDevice) -> [Presence] {
        device.wire!.take().compactMap { message in
            if case .presence(let presence) = message { presence } else { nil }
        }
    }

    /// A lobby in which nobody has come or gone for a while.
    private func quietGame(players: Int) -> Game {
        let game = Game(shell, players: players)
        shell.waitForPresence()
        game.takeAll()
        return game
    }

    private func newSpectator(_ game: Game) -> FakeDevice {
        let device = FakeDevice(shell)
        device.enter(.invitation(game.id, Game.invitation), as: .spectator)
        return device
    }

    @Test("The first to come or go in a quiet lobby is announced at once")
    func atOnce() {
        let game = quietGame(players: 2)
        game.players[0].wire?.hangUp()
        #expect(told(game.host).map(\.members.count) == [2])
        shell.waitForPresence()
        #expect(told(game.host) == [])
        game.players[0].resume()
        #expect(told(game.host).map(\.members.count) == [3])
    }

    @Test("A hundred who come at once are announced twice to each: the first, and then all")
    func crowd() {
        let game = quietGame(players: 1)
        let crowd = (0..<100).map { _ in newSpectator(game) }
        #expect(told(game.host).map(\.spectatorCount) == [1])
        shell.wait(999)
        #expect(told(game.host) == [])
        shell.waitForPresence()
        #expect(told(game.host).map(\.spectatorCount) == [100])
        for (place, device) in crowd.dropLast().enumerated() {
            #expect(told(device).map(\.spectatorCount) == [place + 1, 100])
        }
        #expect(told(crowd[99]).map(\.spectatorCount) == [100], "who knows isn't told again")
    }

    @Test("What a crowd costs grows with the crowd, not with its square", arguments: [100, 200])
    func linear(count: Int) {
        let game = quietGame(players: 0)
        let crowd = (0..<count).map { _ in newSpectator(game) }
        shell.waitForPresence()
        // The first with the host, the others by themselves, and all but the last once more.
        let messages = (crowd + [game.host]).reduce(0) { $0 + told($1).count }
        #expect(messages == 2 + (count - 1) + count)
        for device in crowd { device.wire?.hangUp() }
        shell.waitForPresence()
        #expect(told(game.host).map(\.spectatorCount) == [count - 1, 0])
    }

    @Test("A crowd that comes within a turn is told with one message, and so are the others")
    func oneTurn() {
        let game = quietGame(players: 1)
        let crowd = (0..<20).map { _ in FakeDevice(shell) }
        for device in crowd { device.open() }
        shell.inOneTurn {
            for device in crowd {
                let entry = Entry.invitation(game.id, Game.invitation)
                device.wire?.say(
                    ClientMessage<Lobby>.hello(encoding: device.hello(entry, as: .spectator)))
            }
        }
        shell.waitForPresence()
        for device in crowd + [game.host] {
            #expect(told(device).map(\.spectatorCount) == [20])
        }
    }

    @Test("A newcomer knows who is here with the welcome, while the others wait")
    func newcomer() {
        let game = quietGame(players: 1)
        game.players[0].wire?.hangUp()
        game.takeAll()
        let device = FakeDevice(shell)
        device.enter(.code(game.code), as: .player, name: "Late")
        #expect(device.presence?.members == [MemberNumber(1), MemberNumber(3)])
        #expect(told(game.host) == [])
        #expect(game.host.lobby?.members.count == 3, "who has joined is in the log at once")
        shell.waitForPresence()
        #expect(told(game.host).map(\.members) == [[MemberNumber(1), MemberNumber(3)]])
    }

    @Test("A phone that is gone and back between two announcements costs the others nothing")
    func goneAndBack() {
        let game = quietGame(players: 3)
        game.players[2].wire?.hangUp()
        game.takeAll()
        game.players[0].wire?.hangUp()
        game.players[0].resume()
        shell.waitForPresence()
        #expect(told(game.host) == [] && told(game.players[1]) == [])
        #expect(game.players[0].presence == game.host.presence)
        game.players[0].resume()
        shell.waitForPresence()
        #expect(told(game.host) == [], "nor does one that replaces its own connection")
    }

    @Test("A newcomer who was told of someone who has gone since hears of it")
    func outdatedNewcomer() {
        let game = quietGame(players: 1)
        let first = newSpectator(game)
        let second = newSpectator(game)
        #expect(second.presence?.spectatorCount == 2)
        first.wire?.hangUp()
        shell.waitForPresence()
        #expect(second.presence?.spectatorCount == 1)
        #expect(game.host.presence?.spectatorCount == 1)
    }

    @Test("The host's countdown is right when it is told, however late that is")
    func countdown() {
        let game = quietGame(players: 2)
        game.players[1].wire?.hangUp()
        shell.wait(300)
        game.host.wire?.hangUp()
        shell.wait(200)
        let spectator = newSpectator(game)
        #expect(spectator.presence?.hostPassesInMilliseconds == 59_800)
        #expect(game.players[0].presence?.hostPassesInMilliseconds == nil)
        shell.wait(500)
        #expect(game.players[0].presence?.hostPassesInMilliseconds == 59_300)
        #expect(told(spectator).count == 1, "nothing is new to the newcomer: its clock goes on")
        shell.wait(59_400)
        #expect(game.players[0].lobby?.host == MemberNumber(2))
        #expect(game.players[0].presence?.hostPassesInMilliseconds == nil)
    }

    @Test("A kick and a new host are told at once, whenever the last announcement was")
    func eventsDoNotWait() {
        let game = quietGame(players: 2)
        let spectator = newSpectator(game)
        game.host.perform(.kick(game.players[0].person))
        #expect(game.players[0].closeCode == 4503)
        #expect(spectator.lobby?.members[1].standing == .kicked)
        game.host.perform(.leave)
        #expect(spectator.lobby?.host == MemberNumber(3))
    }

    @Test("An announcement that is due in a lobby that all have left keeps nothing in memory")
    func everybodyGone() {
        let game = quietGame(players: 1)
        for device in game.everyone { device.wire?.hangUp() }
        shell.wait(59_000)
        #expect(shell.shards[0].server.lobbyCount == 1)
        shell.wait(2_000)
        #expect(shell.shards[0].server.lobbyCount == 0)
        #expect(shell.shards[0].server.timerCount == 0)
    }

    @Test("The same journal replaces its own connection among few and among many")
    func replacedInCrowd() {
        let game = quietGame(players: 2)
        for count in [30, 60, 0] {
            let crowd = (0..<count).map { _ in newSpectator(game) }
            for device in crowd.prefix(3) + game.players {
                let before = device.wire!
                if device.ticket == nil {
                    device.enter(.invitation(game.id, Game.invitation), as: .spectator)
                } else {
                    device.resume()
                }
                #expect(before.closeCode == 4505 && device.isSeated)
            }
            shell.waitForPresence()
            #expect(game.host.presence?.spectatorCount == count)
            #expect(game.host.presence?.members.count == 3)
            for device in crowd { device.wire?.hangUp() }
            shell.waitForPresence()
        }
    }

    @Test("Whoever comes and goes, those who are here hear everything once", arguments: 1...5)
    func comingAndGoing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let game = Game(shell, players: 3, isPlaying: true)
        var devices = game.players + (0..<5).map { _ in newSpectator(game) }
        for round in 1...60 {
            let place = Int.random(in: devices.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place >= 3:
                devices[place].wire?.hangUp()
                devices[place] = newSpectator(game)
            case 0, 1: devices[place].wire?.hangUp()
            case 2 where place < 3: devices[place].resume()
            default: shell.wait(UInt64.random(in: 1...900, using: &random))
            }
            game.takeAll()
            for device in devices { device.wire?.take() }
            game.host.score(Int64(round))
            for device in devices where device.wire?.isGone == false {
                let events = device.wire!.take().count { message in
                    if case .events = message { true } else { false }
                }
                #expect(events == 1)
            }
        }
        shell.waitForPresence()
        let here = devices.filter { $0.wire?.isGone == false }
        for device in here { #expect(device.presence == game.host.presence) }
        #expect(
            game.host.presence?.spectatorCount
                == here.count { $0.welcome?.admission == .spectator })
    }
}

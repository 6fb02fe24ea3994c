import Documents
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("Catching up")
struct CatchUpTests {
    let shell = FakeShell()

    private func kinds(_ device: FakeDevice) -> [String] {
        device.wire!.take().map { message in
            switch message {
            case .welcome: "welcome"
            case .events: "events"
            case .snapshot: "snapshot"
            case .presence: "presence"
            case .ack: "ack"
            default: "other"
            }
        }
    }

    @Test("A client that has missed nothing gets no log")
    func upToDate() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        player.wire?.hangUp()
        player.resume()
        #expect(kinds(player) == ["welcome", "presence"])
    }

    @Test("A client that has missed little gets the events, one that has missed much the snapshot")
    func smaller() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.hangUp()
        game.host.score(3)
        player.resume()
        #expect(kinds(player) == ["welcome", "events", "presence"])
        #expect(player.lobby == game.host.lobby)
        for count in [30, 40] {
            player.wire?.hangUp()
            for throwCount in 1...Int64(count) { game.host.score(throwCount) }
            player.resume()
            #expect(kinds(player) == ["welcome", "snapshot", "presence"])
            #expect(player.lobby == game.host.lobby)
        }
    }

    @Test("A new client gets the snapshot")
    func fresh() {
        let game = Game(shell)
        #expect(kinds(game.newPlayer("A")) == ["welcome", "snapshot", "presence"])
    }

    @Test("A client of another epoch gets the snapshot, and nobody else is disturbed")
    func otherEpoch() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        player.position.epoch = Epoch(1)
        player.position.seq = 1_000
        shell.waitForPresence()
        game.takeAll()
        player.resume()
        #expect(kinds(player) == ["welcome", "snapshot", "presence"])
        shell.waitForPresence()
        #expect(kinds(game.host) == [])
        #expect(shell.reports.isEmpty)
    }

    @Test(
        "A client that was told what the log doesn't hold gives the lobby a new epoch",
        arguments: [true, false])
    func rotation(isAhead: Bool) throws {
        let game = Game(shell, players: 2, isPlaying: true)
        let player = game.players[0]
        let before = game.stored.epoch
        let other = game.losingAnEvent(isAhead: isAhead)
        player.resume()
        #expect(kinds(player) == ["welcome", "snapshot", "presence"])
        #expect(kinds(other).contains("snapshot"))
        let after = try #require(shell.store.lobbies[game.id]?.epoch)
        #expect(after != before)
        for device in [player, other] {
            #expect(device.position.epoch == after)
            #expect(device.lobby?.epoch == after)
        }
        #expect(shell.reports.count == 1)
        other.score(3)
        #expect(player.lobby == other.lobby)
        for device in [game.host, game.players[1]] { device.resume() }
        #expect(game.stored.epoch == after, "the others' proofs are of a history that is over")
    }

    @Test("A spectator's strange position costs the others nothing", arguments: [true, false])
    func spectatorRotatesNothing(isAhead: Bool) throws {
        let game = Game(shell, players: 1, isPlaying: true)
        let spectator = FakeDevice(shell)
        spectator.enter(.invitation(game.id, Game.invitation), as: .spectator)
        let before = game.stored.epoch
        let other = game.losingAnEvent(isAhead: isAhead)
        other.wire?.take()
        spectator.enter(.invitation(game.id, Game.invitation), as: .spectator)
        #expect(spectator.lobby == other.lobby?.forSpectators)
        #expect(game.stored.epoch == before)
        #expect(!kinds(other).contains("snapshot"))
        #expect(shell.reports.isEmpty)
    }

    @Test("After a new epoch, what was seen in the old one counts as unseen")
    func oldEpochIsUnseen() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        let key = CellKey.score(round: 1, player: PlayerID(7), hole: 1)
        game.host.score(3)
        let (seen, epoch) = (player.lobby!.cell(key).version, player.position.epoch)
        game.losingAnEvent(isAhead: true)
        game.host.resume()
        player.resume()
        player.perform(.set(key, .number(5), confirms: false), seen: seen, epoch: epoch)
        #expect(game.stored.cell(key).siblings.count == 2)
        #expect(game.stored.cell(key).isDisputed)
    }

    @Test("A slow reader gets one snapshot in place of all it has missed, and its acks at once")
    func lagging() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.isLagging = true
        player.wire?.take()
        for hole: UInt8 in 1...3 { game.host.score(4, hole: hole) }
        player.score(5)
        #expect(kinds(player) == ["ack"])
        player.wire?.drain()
        #expect(kinds(player) == ["snapshot", "presence"])
        #expect(player.lobby == game.host.lobby)
        game.host.score(2)
        #expect(player.lobby == game.host.lobby)
    }

    @Test("A slow reader who reads again in a turn with changes misses none and gets none twice")
    func drainedInTurn() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.isLagging = true
        game.host.score(4)
        shell.inOneTurn {
            game.host.score(5)
            player.wire?.drain()
            player.score(6, hole: 2)
        }
        #expect(player.lobby == game.host.lobby)
        #expect(player.position == game.host.position)
    }

    @Test("Whoever comes later in a turn gets a snapshot of what has happened in it by then")
    func laterInTurn() {
        let game = Game(shell, players: 1, isPlaying: true)
        let watchers = [FakeDevice(shell), FakeDevice(shell)]
        for watcher in watchers { watcher.open() }
        func enter(_ watcher: FakeDevice) {
            let entry = Entry.invitation(game.id, Game.invitation)
            watcher.wire?.say(
                ClientMessage<Lobby>.hello(encoding: watcher.hello(entry, as: .spectator)))
        }
        shell.inOneTurn {
            enter(watchers[0])
            game.host.score(4)
            enter(watchers[1])
        }
        game.players[0].score(5, hole: 2)
        for watcher in watchers {
            #expect(watcher.isSeated)
            #expect(watcher.lobby == game.stored.forSpectators)
            #expect(watcher.position == game.host.position)
        }
    }

    @Test("A server restored from an old copy is healed by its clients' journals")
    func restoredCopy() {
        let game = Game(shell, players: 1, isPlaying: true)
        game.host.score(3)
        let copy = shell.store
        game.host.score(4, hole: 2)
        game.players[0].score(5, hole: 3)
        let cells = game.stored.cells.keys.sorted()
        shell.store = copy
        shell.start()
        for device in game.everyone {
            device.resume()
            device.flush()
        }
        #expect(game.stored.cells.keys.sorted() == cells)
        #expect(game.players[0].lobby == game.host.lobby)
        #expect(shell.reports.count == 1)
    }
}

extension CatchUpTests {
    @Test("A slow reader who reads again while a commit is on its way misses none either")
    func drainedDuringCommit() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.isLagging = true
        game.host.score(4)
        shell.holdsStore = true
        game.host.score(5)
        player.wire?.take()
        player.wire?.drain()
        player.wire?.drain()
        player.score(6, hole: 2)
        shell.holdsStore = false
        shell.answerStore()
        #expect(player.lobby == game.host.lobby)
        #expect(player.position == game.host.position)
        let snapshots = player.wire!.take().count { message in
            if case .snapshot = message { true } else { false }
        }
        #expect(snapshots == 1)
    }

    @Test("A slow reader who reads again while their kick is on its way hears of no gap")
    func drainedDuringKick() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.isLagging = true
        game.host.score(4)
        shell.holdsStore = true
        game.host.perform(.kick(player.person))
        player.wire?.take()
        player.wire?.drain()
        shell.holdsStore = false
        shell.answerStore()
        let messages = player.wire!.take()
        for message in messages {
            if case .events = message { Issue.record("\(message) follows what was dropped") }
        }
        #expect(player.error?.number == Refusal.kicked.rawValue)
    }
}

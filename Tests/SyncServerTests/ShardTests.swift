import Documents
import Host
import Lobby
import SyncServer
import Testing
import WebSocket
import Wire

@Suite("Hand-over between shards")
struct ShardTests {
    let shell = FakeShell(shards: 2)

    @Test("A lobby lives in one shard, whichever shard accepted the connections")
    func oneOwner() {
        for owner in 0...1 {
            let game = Game(shell, shard: owner)
            #expect(game.host.wire?.shard == owner)
            for accepting in 0...1 {
                let player = FakeDevice(shell)
                player.shard = accepting
                player.enter(.code(game.code), as: .player, name: "A")
                #expect(player.wire?.shard == owner)
                #expect(player.isSeated)
                #expect(player.lobby == game.host.lobby)
                let watching = FakeDevice(shell)
                watching.shard = accepting
                watching.enter(.invitation(game.id, Game.invitation), as: .spectator)
                #expect(watching.lobby == game.stored.forSpectators)
            }
        }
        #expect(shell.shards.allSatisfy { $0.server.lobbyCount == 1 })
        #expect(shell.shards.map { $0.server.sessionCount } == [5, 5])
    }

    @Test("When the disk fails one shard, all turn ops away for a while, and say so")
    func storeFailsElsewhere() {
        let game = Game(shell, isPlaying: true, shard: 1)
        for shard in 0...1 { shell.post(.storageFailed(isFull: true), to: shard) }
        game.host.score(3)
        #expect(game.host.error?.name == "storage_full")
        #expect(shell.shards.allSatisfy { $0.server.isReadOnly })
        shell.wait(2_000)
        game.host.isWaitingForAck = false
        game.host.flush()
        #expect(game.host.acknowledged == OpNumber(game.host.journal.count))
        #expect(game.host.isSeated)
    }

    @Test("An address creates no more lobbies an hour than it may, however many shards there are")
    func creationLimit() {
        let shell = FakeShell(shards: 2, lobbiesPerAddressPerHourMax: 2)
        for owner in 0...1 { _ = Game(shell, shard: owner) }
        for owner in 0...1 {
            let device = FakeDevice.maker(shell, shard: owner)
            device.enter(.create(device.ownLobby))
            device.create()
            #expect(device.error?.number == SessionError.tooManyLobbies.rawValue)
            #expect(device.error?.retryMilliseconds == 1_800_000)
        }
    }

    @Test("A wrong code is refused by the shard that was asked")
    func wrongCode() {
        let device = FakeDevice(shell)
        device.shard = 1
        device.enter(.code(JoinCode("AAAAAA")), as: .player, name: "A")
        #expect(device.error?.number == Refusal.wrongCode.rawValue)
    }

    @Test("What came in one piece with hello reaches the other shard, whole messages and halves")
    func bytesBehindHello() {
        let game = Game(shell, shard: 1)
        let player = FakeDevice(shell)
        player.open()
        let hello = player.hello(.invitation(game.id, Game.invitation), as: .player, name: "A")
        let ping = FakeWire.frame(ClientMessage<Lobby>.ping(encodingTime: 1))
        let next = FakeWire.frame(ClientMessage<Lobby>.ping(encodingTime: 2))
        player.wire?.send(
            FakeWire.frame(ClientMessage<Lobby>.hello(encoding: hello)) + ping + next.prefix(9))
        #expect(player.wire?.shard == 1)
        #expect(player.isSeated)
        player.wire?.send(Array(next.dropFirst(9)))
        let times = player.wire!.take().compactMap { message in
            if case .pong(let time, _) = message { time } else { nil }
        }
        #expect(times == [1, 2])
    }

    @Test("A frame that was begun while the code was looked up is finished in the other shard")
    func halfFrameDuringFind() {
        let game = Game(shell, shard: 1)
        let player = FakeDevice(shell)
        let code = game.code
        shell.holdsStore = true
        player.enter(.code(code), as: .player, name: "A")
        let ping = FakeWire.frame(ClientMessage<Lobby>.ping(encodingTime: 1))
        player.wire?.send(Array(ping.prefix(7)))
        shell.holdsStore = false
        shell.answerStore()
        #expect(player.isSeated)
        player.wire?.send(Array(ping.dropFirst(7)))
        #expect(player.wire?.closeCode == nil)
        #expect(
            player.wire?.take().contains { if case .pong(1, _) = $0 { true } else { false } }
                == true)
    }

    @Test("A fault in what came behind hello ends the session in the other shard")
    func faultBehindHello() {
        let game = Game(shell, shard: 1)
        let player = FakeDevice(shell)
        player.open()
        let hello = player.hello(.invitation(game.id, Game.invitation), as: .player, name: "A")
        player.wire?.send(
            FakeWire.frame(ClientMessage<Lobby>.hello(encoding: hello)) + [0xFF, 0xFF])
        #expect(player.closeCode == 1002)
        #expect(shell.shards[0].server.sessionCount == 0)
        #expect(shell.shards[1].server.sessionCount == 1)
    }

    @Test("A shard that drains sends those away who are handed over to it")
    func draining() {
        let game = Game(shell, shard: 1)
        shell.post(.drain, to: 1)
        let player = FakeDevice(shell)
        player.enter(.invitation(game.id, Game.invitation), as: .player, name: "A")
        #expect(player.error?.number == SessionError.draining.rawValue)
        #expect(player.closeCode == 4001)
    }
}

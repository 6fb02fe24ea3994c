import Documents
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("Ops, exactly once and in order")
struct OpTests {
    let shell = FakeShell()

    private func score(_ throwCount: Int64, hole: UInt8) -> Command {
        .set(
            .score(round: 1, player: PlayerID(7), hole: hole), .number(throwCount), confirms: false)
    }

    @Test("Events of one's own ops come before the ack, which names the last seq")
    func order() {
        let game = Game(shell, isPlaying: true)
        let host = game.host
        host.wire?.take()
        for hole: UInt8 in 1...3 { host.note(score(3, hole: hole)) }
        host.flush()
        let messages = host.wire!.take()
        #expect(messages.count == 2)
        guard case .events(let first, _, let changes)? = messages.first else {
            Issue.record("events come first")
            return
        }
        #expect(first == 3 && changes.count == 3)
        #expect(messages.last == .ack(number: 5, seq: 5))
    }

    @Test("What one writes, everyone sees, byte for byte")
    func broadcast() {
        let game = Game(shell, players: 3, isPlaying: true)
        for (place, device) in game.everyone.enumerated() {
            device.score(Int64(place + 2), hole: 1)
        }
        let stored = LobbyCoding.encode(game.stored)
        for device in game.everyone {
            #expect(device.lobby.map(LobbyCoding.encode) == stored)
        }
    }

    @Test("Duplicates are acknowledged again and change nothing")
    func duplicates() {
        let game = Game(shell, isPlaying: true)
        game.host.score(3)
        let before = shell.store.lobbies[game.id]
        game.takeAll()
        game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: game.host.journal))
        #expect(game.host.wire?.take() == [.ack(number: 3, seq: 3)])
        #expect(shell.store.lobbies[game.id] == before)
    }

    @Test("A gap is answered with the op expected, after what came before it is done")
    func gap() {
        let game = Game(shell, isPlaying: true)
        let host = game.host
        for hole: UInt8 in 1...3 { host.note(score(3, hole: hole)) }
        host.wire?.take()
        host.wire?.say(ClientMessage<Lobby>.ops(encoding: [host.journal[2], host.journal[4]]))
        #expect(host.wire?.take().last == .gap(expected: 4))
        #expect(game.stored.seq == 3)
        host.flush()
        #expect(host.acknowledged == 5)
        #expect(game.stored.seq == 5)
    }

    @Test("A refused op uses up its number, is rejected before the ack, and the queue goes on")
    func refused() {
        let game = Game(shell, isPlaying: true)
        let host = game.host
        host.note(score(100, hole: 1))
        host.note(score(3, hole: 2))
        host.wire?.take()
        host.flush()
        let messages = host.wire!.take()
        #expect(messages.dropFirst().first == .reject(number: 3, .badThrows))
        #expect(messages.last == .ack(number: 4, seq: 3))
        #expect(shell.store.lobbies[game.id]?.replicas.first?.lastNumber == 4)
    }

    @Test(
        "An op that makes no sense is refused by its number",
        arguments: [
            (#"{"n":3}"#, Refusal.malformed), (#"{"n":3,"at":1,"op":"fly"}"#, .unknownCommand),
            (#"{"n":3,"op":"leave"}"#, .malformed),
            (#"{"n":3,"at":1,"op":"add","player":8,"name":"Jo\ud83d"}"#, .badText),
            (#"{"n":3,"at":1,"op":"add","player":0,"name":"Jo"}"#, .malformed),
            (#"{"n":3,"at":1,"op":"leave","x":[[[[[[[[[[[[]]]]]]]]]]]]}"#, .malformed),
            (
                #"{"n":3,"at":1,"be":"0000000000000000","op":"set","cell":[1,2],"value":3}"#,
                .malformed
            ),
            (
                #"{"n":3,"at":1,"be":"0000000000000000","op":"set","cell":[300,7,1,0],"value":3}"#,
                .malformed
            ),
            (
                #"{"n":3,"at":-9007199254740992,"be":"0000000000000000","op":"set","#
                    + #""cell":[1,7,200,0],"value":3}"#,
                .noSuchHole
            ),
            (#"{"n":3,"at":1,"op":"set","cell":[1,7,1,0],"value":3}"#, .malformed),
            (#"{"n":3,"at":1,"bv":1,"op":"set","cell":[1,7,1,0],"value":3}"#, .malformed),
            (
                #"{"n":3,"at":1,"be":"0000000000000000","op":"set","cell":[9,7,1,0],"value":3}"#,
                .noSuchRound
            ),
            (#"{"n":3,"at":1,"op":"settle","late":9007199254740992,"apply":true}"#, .notPending),
        ])
    func nonsense(op: String, refusal: Refusal) {
        let game = Game(shell, isPlaying: true)
        game.host.wire?.say(#"{"type":"op","ops":[\#(op)]}"#)
        #expect(game.host.refusals[3] == refusal)
        #expect(game.host.acknowledged == 3)
    }

    @Test("Numbers and times at the edge of what JSON holds do no harm")
    func extremes() {
        let game = Game(shell, isPlaying: true)
        let host = game.host
        let largest = "9007199254740992"
        host.wire?.say(#"{"type":"op","ops":[{"n":\#(largest),"at":1,"op":"leave"}]}"#)
        #expect(host.nextToSend == 3)
        host.wire?.say(
            #"{"type":"op","ops":[{"n":3,"at":\#(largest),"bv":\#(largest),"#
                + #""be":"0000000000000000","op":"set","cell":[1,7,1,0],"value":3}]}"#
        )
        #expect(host.acknowledged == 3)
        host.wire?.hangUp()
        host.position.seq = 1 << 53
        host.enter(.member(game.id, ticket: nil), number: 1 << 53)
        #expect(host.isSeated)
    }

    @Test("Players can't do what is the host's")
    func notHost() {
        let game = Game(shell, players: 1)
        game.players[0].perform(.move(from: .setup, to: Stage(.playing, round: 1)))
        #expect(game.players[0].refusals[1] == .notHost)
        #expect(game.stored.stage == .setup)
    }

    @Test("Spectators see everything and change nothing, and leave no trace")
    func spectators() {
        let game = Game(shell, isPlaying: true)
        let spectator = FakeDevice(shell)
        #expect(spectator.enter(.code(game.code), as: .spectator)?.ticket == nil)
        #expect(spectator.lobby == game.stored.forSpectators)
        let before = shell.store.lobbies[game.id]
        spectator.perform(score(3, hole: 1))
        spectator.perform(score(4, hole: 1))
        #expect(spectator.refusals == [1: .readOnly, 2: .readOnly])
        #expect(spectator.acknowledged == 2)
        #expect(shell.store.lobbies[game.id] == before)
        game.host.score(5)
        #expect(spectator.lobby == game.stored.forSpectators)
        spectator.wire?.hangUp()
        spectator.resume(as: .spectator)
        #expect(spectator.error?.number == Refusal.notInvited.rawValue)
    }

    @Test("A member who watches has every op refused in turn, whatever the journal's length")
    func memberWatches() {
        let game = Game(shell, isPlaying: true)
        let host = game.host
        host.wire?.hangUp()
        host.enter(.member(game.id, ticket: nil), as: .spectator)
        #expect(host.welcome?.admission == .spectator)
        host.perform(score(3, hole: 1))
        host.perform(score(4, hole: 1))
        #expect(host.refusals == [3: .readOnly, 4: .readOnly])
        #expect(host.acknowledged == 4)
        host.resume(as: .player)
        host.flush()
        #expect(game.stored.seq == 4)
    }

    @Test("What arrives after the lock goes into quarantine, for the host to apply")
    func quarantineAfterLock() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.hangUp()
        player.note(score(4, hole: 2))
        game.lock()
        player.resume()
        player.flush()
        let late = try #require(game.stored.quarantine.first)
        #expect(late.reason == .locked && late.value == .number(4))
        #expect(player.acknowledged == 1)
        game.host.perform(.settle(late.seq, applies: true))
        #expect(
            game.stored.cell(.score(round: 1, player: PlayerID(7), hole: 2)).value == .number(4))
        #expect(game.stored.quarantine.isEmpty)
    }

    @Test(
        "A kicked person's last entries go into quarantine from outside, are acked, and that's it")
    func outsiderFlush() {
        let game = Game(shell, players: 2, isPlaying: true)
        let player = game.players[0]
        player.wire?.hangUp()
        player.note(score(4, hole: 2))
        player.note(score(5, hole: 3))
        game.host.perform(.kick(player.person))
        player.lobby = nil
        player.position = .none
        #expect(player.resume()?.admission == .outsider)
        game.host.score(3)
        shell.waitForPresence()
        #expect(player.lobby == nil && player.presence == nil, "an outsider hears nothing")
        #expect(game.host.presence?.members.contains(MemberNumber(2)) == false)
        player.flush()
        #expect(game.stored.quarantine.map(\.reason) == [.kicked, .kicked])
        #expect(player.acknowledged == 2)
        #expect(player.error?.number == Refusal.kicked.rawValue)
        #expect(player.closeCode == 4503)
        player.resume()
        #expect(player.welcome?.admission == .outsider && player.closeCode == 4503)
    }

    @Test("Someone who is out, and whose last ack was lost, learns that nothing is left to send")
    func lostLastAck() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.note(.leave)
        shell.holdsStore = true
        player.flush()
        player.wire?.hangUp()
        shell.holdsStore = false
        shell.answerStore()
        #expect(player.acknowledged == 0)
        player.resume()
        #expect(player.welcome?.admission == .outsider)
        #expect(player.acknowledged == 1)
        #expect(player.closeCode == 4504)
    }

    @Test("An outsider that has read slowly gets no snapshot")
    func outsiderDrained() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.hangUp()
        game.host.perform(.kick(player.person))
        player.note(score(4, hole: 2))
        player.resume()
        player.wire?.take()
        player.wire?.drain()
        #expect(player.wire?.take() == [])
    }

    @Test("Who leaves has the leave acked, later entries quarantined, and is let go with a code")
    func leave() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.note(.leave)
        player.note(score(4, hole: 2))
        player.wire?.take()
        player.flush()
        #expect(player.wire?.take().contains(.ack(number: 2, seq: game.stored.seq)) == true)
        #expect(player.closeCode == 4504)
        #expect(game.stored.quarantine.map(\.reason) == [.left])
        player.note(score(5, hole: 3))
        #expect(player.resume()?.admission == .outsider)
        player.flush()
        #expect(player.acknowledged == 3)
        #expect(player.error?.number == Refusal.notMember.rawValue)
        #expect(player.closeCode == 4504)
    }

    @Test("Everyone on a kicked person's devices is told, after their acks")
    func kick() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        let tablet = FakeDevice(shell)
        tablet.credentials = player.credentials
        tablet.enter(.member(game.id, ticket: nil))
        shell.inOneTurn {
            game.host.perform(.kick(player.person))
            player.score(4, hole: 1)
        }
        #expect(player.acknowledged == 1)
        for device in [player, tablet] {
            #expect(device.error?.number == Refusal.kicked.rawValue)
            #expect(device.closeCode == 4503)
        }
        #expect(game.stored.quarantine.count == 1)
        shell.waitForPresence()
        #expect(game.host.presence?.members == [MemberNumber(1)])
    }

    @Test("More than 256 events of a turn come in several messages, in order")
    func manyEvents() {
        let game = Game(shell, players: 5, isPlaying: true)
        shell.inOneTurn {
            for device in game.everyone {
                for place in 0..<60 {
                    device.note(score(Int64(place % 9 + 1), hole: UInt8(place % 3 + 1)))
                }
                device.flush()
            }
        }
        #expect(game.stored.seq == 7 + 360)
        #expect(game.players.allSatisfy { $0.lobby == game.host.lobby })
        #expect(game.host.position.seq == game.stored.seq)
    }
}

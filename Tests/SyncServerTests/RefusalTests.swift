import Documents
import Lobby
import SyncServer
import Testing
import Wire

/// Refusals whose answer gets lost.
@Suite("Refusals")
struct RefusalTests {
    let shell = FakeShell()

    private static let move = Command.move(from: .setup, to: Stage(.playing, round: 1))

    /// A player whose second op was refused, and who hasn't heard of it.
    private func refusedUnheard(_ lose: (Game, FakeDevice) -> Void) -> (Game, FakeDevice) {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        let column = player.lobby!.member(player.member)!.player!
        let name = CellKey(round: 0, player: column, hole: 0, field: .name)
        player.perform(.set(name, .text("Benno"), confirms: false))
        shell.holdsStore = true
        player.perform(Self.move)
        lose(game, player)
        return (game, player)
    }

    @Test("A refusal whose answer was lost with the connection comes with the next welcome")
    func lostConnection() {
        let (game, player) = refusedUnheard { _, player in
            player.wire?.hangUp()
            shell.holdsStore = false
            shell.answerStore()
        }
        #expect(player.refusals.isEmpty)
        #expect(player.resume()?.refused == [RefusedOp(2, .notHost)])
        #expect(player.acknowledged == 2)
        #expect(game.stored.stage == .setup)
        player.wire?.hangUp()
        #expect(player.resume()?.refused == [], "what was heard isn't said again")
    }

    @Test("A refusal that is on the disk survives the server that was killed before it told of it")
    func killedServer() {
        let (_, player) = refusedUnheard { _, player in
            player.wire?.isLagging = true
            player.wire?.hangUp()
            shell.holdsStore = false
            shell.answerStore()
            shell.start()
        }
        #expect(player.refusals.isEmpty)
        #expect(player.resume()?.refused == [RefusedOp(2, .notHost)])
        player.wire?.hangUp()
        shell.start()
        player.refusals = [:]
        #expect(player.resume()?.refused == [RefusedOp(2, .notHost)], "until it is heard")
    }

    @Test("A refusal whose commit was lost with the server is given when the op comes again")
    func lostCommit() {
        let (_, player) = refusedUnheard { _, player in
            player.wire?.hangUp()
            shell.requests = []
            shell.holdsStore = false
            shell.start()
        }
        #expect(player.resume()?.refused == [])
        player.flush()
        #expect(player.refusals == [2: .notHost])
    }

    @Test("The last 64 refusals are kept: as many as a message can bring")
    func bounded() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        for _ in 1...DocumentLimits.refusalsKeptMax + 6 { player.perform(Self.move) }
        player.wire?.hangUp()
        player.refusals = [:]
        let numbers = player.resume()?.refused.map(\.number)
        #expect(numbers == Array(7...OpNumber(DocumentLimits.refusalsKeptMax) + 6))
        #expect(game.stored.stage == .setup)
    }

    @Test("Who is out of the game hears what was refused before")
    func outsider() {
        let (game, player) = refusedUnheard { _, player in
            player.wire?.hangUp()
            shell.holdsStore = false
            shell.answerStore()
        }
        game.host.perform(.kick(player.person))
        #expect(player.resume()?.refused == [RefusedOp(2, .notHost)])
    }

    @Test("What was refused before the game existed is told with the op that made it")
    func creator() {
        let host = FakeDevice(shell)
        let id = host.ownLobby
        host.enter(.create(id))
        host.note(Self.move)
        host.note(.create(Game.setup(), nonce: host.nonce))
        shell.holdsStore = true
        host.flush()
        host.wire?.hangUp()
        shell.holdsStore = false
        shell.answerStore()
        (host.lobbyID, host.position) = (id, .none)
        #expect(host.enter(.create(id), number: 2)?.refused == [RefusedOp(1, .noLobby)])
        #expect(host.acknowledged == 2)
    }
}

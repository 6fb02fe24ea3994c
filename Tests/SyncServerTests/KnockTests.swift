import Documents
import Lobby
import SyncServer
import Testing
import Wire

@Suite("Knocking at a game that has begun")
struct KnockTests {
    let shell = FakeShell()

    private func knock(_ game: Game, _ name: String) -> FakeDevice {
        let device = FakeDevice(shell)
        device.enter(.code(game.code), as: .player, name: name, knocks: true)
        return device
    }

    @Test("Who knocks watches, everyone hears of it, and the host's word makes a player of them")
    func admitted() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        shell.waitForPresence()
        let ben = knock(game, "Ben")
        #expect(ben.welcome?.admission == .spectator)
        #expect(ben.lobby?.invitation == nil)
        let asked = [Knock(person: ben.person, name: "Ben")]
        #expect(game.host.presence?.knocks == asked)
        #expect(ben.presence?.knocks == asked)
        #expect(game.players[0].presence?.knocks == asked)
        game.players[0].perform(.admit(ben.person, name: "Ben"))
        #expect(game.players[0].refusals == [1: .notHost])
        game.host.perform(.admit(ben.person, name: "Ben"))
        #expect(ben.lobby?.member(of: ben.person)?.standing == .active)
        shell.waitForPresence()
        #expect(game.host.presence?.knocks == [])
        ben.wire?.hangUp()
        ben.position = .none
        #expect(ben.enter(.member(game.id, ticket: nil))?.admission == .member(MemberNumber(3)))
        #expect(ben.lobby == game.stored)
        ben.score(4)
        #expect(ben.refusals.isEmpty)
    }

    @Test("A knock ends with its connection, and is none where one may just come in")
    func ended() {
        let game = Game(shell, isPlaying: true)
        shell.waitForPresence()
        let ben = knock(game, "Ben")
        shell.waitForPresence()
        ben.wire?.hangUp()
        shell.waitForPresence()
        #expect(game.host.presence?.knocks == [])
        game.host.perform(.allowLateJoin(true))
        #expect(knock(game, "Cleo").welcome?.admission == .member(MemberNumber(2)))
        #expect(game.host.presence?.knocks == [])
    }

    @Test("Eight may knock at a time, each once, and the ninth hears that the game has started")
    func tooMany() {
        let game = Game(shell, isPlaying: true)
        let devices = (0..<DocumentLimits.knocksMax).map { knock(game, "P\($0)") }
        #expect(devices.allSatisfy { $0.welcome?.admission == .spectator })
        let again = FakeDevice(shell)
        again.credentials = devices[0].credentials
        again.enter(.code(game.code), as: .player, name: "P0", knocks: true)
        #expect(again.welcome?.admission == .spectator)
        let ninth = knock(game, "P9")
        #expect(ninth.error?.number == Refusal.gameStarted.rawValue)
        shell.waitForPresence()
        #expect(game.host.presence?.knocks.count == DocumentLimits.knocksMax)
    }
}

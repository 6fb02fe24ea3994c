import Club
import Documents
import Lobby
import MemoryShell
import SyncServer
import Testing
import Wire

@Suite("As whom a device of an account comes into a game")
struct ActingPersonTests {
    let shell = FakeShell()

    @Test("It is the person whose journal it brings")
    func journal() {
        let game = Game(shell, players: 2, isPlaying: true)
        let player = game.players[1]
        player.score(3)
        let account = Account(FakeDevice(shell))
        for claimed in game.players { account.claim(claimed) }
        let own = player.person
        account.say(account.main, on: player)
        let welcome = player.enter(.code(game.code), as: .player, name: "A")
        #expect(welcome?.person == own && welcome?.lastNumber == 1)
        #expect(welcome?.admission == .member(MemberNumber(3)))
        #expect(game.stored.members.count == 3)
    }

    @Test("It is the account's person who takes part, of several the one who joined first")
    func member() {
        let game = Game(shell, players: 2)
        let account = Account(FakeDevice(shell))
        for player in game.players.reversed() { account.claim(player) }
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.invitation(game.id, Game.invitation), as: .player, name: "A")
        #expect(tablet.welcome?.person == game.players[0].person)
        #expect(game.stored.members.count == 3)
        account.say(game.players[1].person, on: tablet)
        tablet.replica = ReplicaID(shell.identifier())
        #expect(
            tablet.enter(.member(game.id, ticket: nil))?.person == game.players[1].person)
    }

    @Test("It is whoever it says where none of the account's persons takes part")
    func newcomer() {
        let game = Game(shell, players: 1)
        let account = Account(FakeDevice(shell))
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.code(game.code), as: .player, name: "A")
        #expect(tablet.welcome?.person == account.main)
        #expect(game.stored.members.last?.person == account.main)
    }

    @Test("A ticket brings back the membership that it is for")
    func ticket() {
        let game = Game(shell, players: 1)
        let copy = shell.store
        let late = game.newPlayer("Late")
        let account = Account(late)
        account.claim(game.players[0])
        shell.store = copy
        shell.start()
        #expect(late.resume()?.person == late.person)
        #expect(game.stored.members.count == 3)
    }

    @Test("A device that is linked, and comes as the person that it is without, stays that")
    func ownPerson() {
        let game = Game(shell, players: 2)
        let account = Account(game.players[0])
        let device = game.players[1]
        let own = device.person
        shell.speakers.change { $0.link(key: Account.key(of: device), to: account.id) }
        game.host.perform(.kick(own))
        #expect(device.resume() == nil)
        #expect(device.error?.number == Refusal.kicked.rawValue)
    }

    @Test("Who was kicked is kicked on each of the account's devices")
    func kicked() {
        let game = Game(shell, players: 1)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.member(game.id, ticket: nil))
        game.host.perform(.kick(account.main))
        #expect(tablet.closeCode == 4503)
        let other = FakeDevice.signedIn(to: account)
        other.enter(.invitation(game.id, game.host.lobby!.invitation!), as: .player, name: "B")
        #expect(other.error?.number == Refusal.kicked.rawValue)
    }

    @Test("Who has left delivers what is left from any device")
    func outsider() {
        let game = Game(shell, players: 1, isPlaying: true)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.member(game.id, ticket: nil))
        tablet.score(3)
        tablet.wire?.hangUp()
        game.players[0].perform(.leave)
        tablet.score(4, hole: 2)
        tablet.resume()
        #expect(tablet.welcome?.admission == .outsider)
        tablet.flush()
        #expect(tablet.closeCode == 4504)
        #expect(game.stored.quarantine.map(\.member) == [MemberNumber(2)])
    }

    @Test("Who watches is told who they are, and knocks as that person")
    func knock() {
        let game = Game(shell, isPlaying: true)
        let account = Account(FakeDevice(shell))
        let watcher = FakeDevice.signedIn(to: account)
        watcher.enter(.code(game.code), as: .spectator)
        #expect(watcher.welcome?.person == account.main)
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.code(game.code), as: .player, name: "A", knocks: true)
        shell.waitForPresence()
        #expect(game.host.presence?.knocks == [Knock(person: account.main, name: "A")])
        game.host.perform(.admit(account.main, name: "A"))
        #expect(tablet.resume(as: .player, withTicket: false)?.person == account.main)
    }
}

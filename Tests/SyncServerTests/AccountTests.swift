import Club
import Documents
import Lobby
import MemoryShell
import SyncServer
import Testing
import Wire

@Suite("Devices of an account")
struct AccountTests {
    let shell = FakeShell()

    private func signedOut(_ device: FakeDevice) -> Bool {
        device.error?.number == SessionError.signedOut.rawValue && device.closeCode == 4508
    }

    @Test("Two devices of an account score in one game as one person, each with its own journal")
    func twoDevices() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        let phone = game.players[0]
        let tablet = FakeDevice.signedIn(to: Account(phone))
        tablet.enter(.member(game.id, ticket: nil))
        #expect(tablet.welcome?.admission == .member(MemberNumber(2)))
        #expect(tablet.welcome?.person == phone.person)
        let column = try #require(game.stored.member(of: phone.person)?.player)
        phone.score(3, hole: 1, of: column)
        tablet.score(4, hole: 2, of: column)
        for device in [phone, tablet] { #expect(device.acknowledged == 1) }
        #expect(game.stored.members.count == 2)
        #expect(phone.lobby == game.stored && tablet.lobby == game.stored)
        #expect(game.stored.cells.values.allSatisfy { !$0.isDisputed })
        #expect(phone.presence?.members == [MemberNumber(1), MemberNumber(2)])
    }

    @Test("Whoever signs up goes on in the game, and nobody notices anything")
    func signUp() {
        let game = Game(shell, players: 1, isPlaying: true)
        let before = game.stored
        let player = game.players[0]
        _ = Account(player)
        player.score(3)
        #expect(player.acknowledged == 1)
        #expect(player.resume()?.admission == .member(MemberNumber(2)))
        #expect(game.stored.members == before.members)
    }

    @Test("A device that is signed in makes games as the account's main person")
    func makes() {
        let account = Account(FakeDevice(shell))
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.create(tablet.ownLobby))
        #expect(tablet.welcome?.person == account.main)
        tablet.create()
        #expect(tablet.lobby?.members.map(\.person) == [account.main])
    }

    @Test("Each of an account's persons is shown by a pass, which stands for what a copy lacks")
    func pass() {
        let game = Game(shell, players: 1)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        shell.speakers.change { $0 = Speakers() }
        #expect(tablet.enter(.member(game.id, ticket: nil))?.person == account.main)
        tablet.credentials.pass = nil
        #expect(tablet.enter(.member(game.id, ticket: nil)) == nil)
        #expect(tablet.error?.number == SessionError.badToken.rawValue)
        #expect(tablet.closeCode == 4501)
    }

    @Test("A pass for another token, person or account opens nothing")
    func foreignPass() {
        let game = Game(shell, players: 1)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        let other = FakeDevice(shell)
        other.credentials.person = account.main
        other.credentials.pass = tablet.credentials.pass
        #expect(other.enter(.member(game.id, ticket: nil)) == nil)
        #expect(signedOut(other))
        tablet.credentials.person = game.host.person
        #expect(tablet.enter(.member(game.id, ticket: nil)) == nil)
        #expect(signedOut(tablet))
        shell.speakers.change { $0 = Speakers() }
        tablet.credentials.person = account.main
        tablet.credentials.pass?.account = shell.identifier()
        #expect(tablet.enter(.member(game.id, ticket: nil)) == nil)
        #expect(signedOut(tablet))
    }

    @Test("Nobody is the person of somebody else's account, nor one who was erased")
    func notAnyMore() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        let account = Account(player)
        let other = FakeDevice.signedIn(to: Account(FakeDevice(shell)))
        other.credentials.person = account.main
        #expect(other.enter(.member(game.id, ticket: nil)) == nil)
        #expect(signedOut(other))
        shell.speakers.change { $0.erase(account: account.id) }
        #expect(player.resume() == nil)
        #expect(signedOut(player))
    }

    @Test("A device that is signed out in the middle is sent away and let in no more, others are")
    func signOut() {
        let game = Game(shell, players: 1, isPlaying: true)
        let phone = game.players[0]
        let account = Account(phone)
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.member(game.id, ticket: nil))
        let watching = FakeDevice.signedIn(to: account)
        watching.enter(.watch(game.id, Game.watch), as: .spectator)
        account.signOut(tablet)
        for device in [phone, tablet, watching] { #expect(device.closeCode == 4000) }
        #expect(game.host.isSeated)
        #expect(tablet.resume() == nil)
        #expect(signedOut(tablet))
        #expect(phone.resume()?.admission == .member(MemberNumber(2)))
    }

    @Test("What a device that was signed out has left arrives once it has signed in again")
    func signInAgain() {
        let game = Game(shell, players: 1, isPlaying: true)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        tablet.enter(.member(game.id, ticket: nil))
        tablet.score(3, hole: 1)
        account.signOut(tablet)
        tablet.note(
            .set(
                .score(round: 1, player: game.stored.players[0].id, hole: 2), .number(4),
                confirms: false), epoch: tablet.position.epoch)
        #expect(tablet.resume() == nil && signedOut(tablet))
        tablet.drawToken()
        account.signIn(tablet)
        #expect(tablet.resume()?.lastNumber == 1)
        tablet.flush()
        #expect(tablet.acknowledged == 2)
        #expect(game.stored.cells.count == 2)
    }

    @Test("Who is signed out while a lobby is being read isn't let in when it is there")
    func whileEntering() {
        let game = Game(shell, players: 1)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        shell.start()
        shell.holdsStore = true
        tablet.enter(.member(game.id, ticket: nil))
        account.signOut(tablet)
        #expect(tablet.closeCode == 4000)
        shell.holdsStore = false
        shell.answerStore()
        #expect(tablet.welcome == nil)
    }

    @Test("Who is signed out on the way from one shard to another isn't let in there")
    func onTheWay() {
        let shell = FakeShell(shards: 2)
        let game = Game(shell, players: 1, shard: 1)
        let account = Account(game.players[0])
        let tablet = FakeDevice.signedIn(to: account)
        let key = Account.key(of: tablet)
        shell.afterAsking.change { $0 = { $0.retire(key: key) } }
        tablet.enter(.member(game.id, ticket: nil))
        #expect(signedOut(tablet))
    }
}

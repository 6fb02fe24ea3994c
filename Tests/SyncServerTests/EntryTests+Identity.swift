import Documents
import Lobby
import Testing
import Wire

/// Who somebody is, and whose a lobby is.
extension EntryTests {
    @Test("A newcomer whose first welcome is lost comes again as the same person")
    func lostWelcome() throws {
        let game = Game(shell)
        let player = FakeDevice(shell)
        for _ in 0..<4 {
            player.open()
            let hello = player.hello(.code(game.code), as: .player, name: "Ben")
            player.wire?.onMessage = { _ in }
            player.wire?.say(ClientMessage<Lobby>.hello(encoding: hello))
            player.wire?.hangUp()
        }
        player.enter(.code(game.code), as: .player, name: "Ben")
        #expect(player.welcome?.admission == .member(MemberNumber(2)))
        #expect(game.stored.members.map(\.person) == [game.host.person, player.person])
    }

    @Test("On an emptied server nobody but its maker can create a game again")
    func squatting() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        let former = game.players[0]
        let other = FakeShell()
        let stranger = FakeDevice(other)
        stranger.credentials = former.credentials
        #expect(stranger.enter(.create(game.id))?.admission == .creator)
        for nonce in [game.host.nonce, stranger.nonce] {
            stranger.perform(.create(Game.setup(), nonce: nonce))
        }
        #expect(stranger.refusals == [1: .malformed, 2: .malformed])
        #expect(other.store.lobby(game.id) == nil)
        let maker = FakeDevice(other)
        maker.credentials = game.host.credentials
        maker.enter(.create(game.id))
        maker.perform(.create(Game.setup(), nonce: game.host.nonce))
        #expect(maker.lobby?.member(MemberNumber(1))?.person == game.host.person)
        #expect(stranger.closeCode == 4000)
    }
}

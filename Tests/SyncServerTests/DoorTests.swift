import Documents
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("What opens a game, and who is told")
struct DoorTests {
    let shell = FakeShell()

    private func watcher(of game: Game, by entry: Entry? = nil) -> FakeDevice {
        let device = FakeDevice(shell)
        device.enter(entry ?? .watch(game.id, Game.watch), as: .spectator)
        return device
    }

    /// Whatever a wire has brought, as text.
    private func heard(_ device: FakeDevice) -> String {
        (device.wire?.take() ?? []).map { String(decoding: $0.encode(), as: UTF8.self) }.joined()
    }

    @Test("The watch secret lets one watch, at any stage and after the lock, and nothing else")
    func watchSecret() {
        let game = Game(shell, players: 1, isPlaying: true)
        #expect(watcher(of: game).welcome?.admission == .spectator)
        game.lock()
        let late = watcher(of: game)
        #expect(late.welcome?.admission == .spectator)
        #expect(late.lobby?.watch == Game.watch && late.lobby?.stage.phase == .locked)
        for part in [Hello.Part.player, nil] {
            let stranger = FakeDevice(shell)
            stranger.enter(.watch(game.id, Game.watch), as: part, name: "A")
            #expect(stranger.error?.number == Refusal.notInvited.rawValue)
            #expect(stranger.closeCode == 4502)
        }
        let guesser = watcher(of: game, by: .watch(game.id, Game.invitation))
        #expect(guesser.error?.number == Refusal.notInvited.rawValue)
    }

    @Test("Spectators are told neither code nor invitation: not at entry, by events or as history")
    func redaction() {
        let game = Game(shell, players: 1)
        let (code, invitation) = ("\(game.code)", "\(Game.invitation)")
        let watchers = [watcher(of: game), watcher(of: game, by: .code(game.code))]
        let oldCode = game.code
        game.start()
        game.host.perform(.kick(game.players[0].person))
        for device in watchers {
            device.position = .none
            device.lobby = nil
            device.wire?.hangUp()
            device.enter(.watch(game.id, Game.watch), as: .spectator)
            device.wire?.say(ClientMessage<Lobby>.history(encodingAfter: 0))
            device.wire?.drain()
            let text = heard(device)
            #expect(text.contains("new") || text.contains("snapshot"))
            #expect(!text.contains(code) && !text.contains(invitation))
            #expect(!text.contains("\(game.code)"))
            #expect(device.lobby?.code == nil && device.lobby?.invitation == nil)
            #expect(device.lobby == game.stored.forSpectators)
        }
        #expect(game.code != oldCode)
    }

    @Test("A kick gives the game a new code and invitation, which members hear and nobody else")
    func renewal() {
        let game = Game(shell, players: 2, isPlaying: true, lateJoin: true)
        let watching = watcher(of: game)
        let kicked = game.players[0]
        let tablet = FakeDevice(shell)
        tablet.credentials = kicked.credentials
        tablet.enter(.member(game.id, ticket: nil), as: .spectator)
        let oldCode = game.code
        game.takeAll()
        game.host.perform(.kick(kicked.person))
        let invitation = game.stored.invitation
        #expect(game.code != oldCode && invitation != Game.invitation)
        #expect(game.stored.watch == Game.watch)
        for device in [game.host, game.players[1]] {
            #expect(device.lobby?.code == game.stored.code)
            #expect(device.lobby?.invitation == invitation)
        }
        for device in [kicked, tablet, watching] {
            let text = heard(device)
            #expect(!text.contains("\(game.code)") && !text.contains("\(invitation!)"))
        }
        #expect(kicked.closeCode == 4503 && tablet.closeCode == 4503)
        #expect(watching.isSeated)
        #expect(watching.lobby == game.stored.forSpectators)
    }

    @Test("Whoever was kicked doesn't come back under another name by the old code or invitation")
    func kickedUnderAnotherName() {
        let game = Game(shell, players: 1, isPlaying: true, lateJoin: true)
        let oldCode = game.code
        game.host.perform(.kick(game.players[0].person))
        let byCode = FakeDevice(shell)
        byCode.enter(.code(oldCode), as: .player, name: "Somebody else")
        #expect(byCode.error?.number == Refusal.wrongCode.rawValue)
        let byLink = FakeDevice(shell)
        byLink.enter(.invitation(game.id, Game.invitation), as: .player, name: "Somebody else")
        #expect(byLink.error?.number == Refusal.notInvited.rawValue)
        #expect(game.newPlayer("Friend").welcome?.admission == .member(MemberNumber(3)))
    }

    @Test("A kick for which there is no free code waits until there is one")
    func noFreeCode() {
        let shell = FakeShell { $0.codesReservedMax = 1 }
        shell.givesCodes = false
        let game = Game(shell, players: 1, isPlaying: true)
        let oldCode = game.code
        game.host.perform(.kick(game.players[0].person))
        #expect(game.host.error?.number == SessionError.storage.rawValue)
        #expect(game.stored.members[1].standing == .active)
        shell.givesCodes = true
        shell.wait(3_000)
        game.host.flush()
        #expect(game.stored.members[1].standing == .kicked)
        #expect(game.code != oldCode)
    }

    @Test("A game from before there was a watch secret can still be played, and watched by code")
    func withoutWatchSecret() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        try forgetWatchSecret(of: game.id)
        shell.start()
        game.host.resume()
        #expect(game.host.lobby?.watch == nil)
        game.host.score(3)
        #expect(watcher(of: game, by: .code(game.code)).welcome?.admission == .spectator)
        let refused = watcher(of: game)
        #expect(refused.error?.number == Refusal.notInvited.rawValue)
    }
}

extension DoorTests {
    /// Makes the log what it was before games had one.
    private func forgetWatchSecret(of lobby: LobbyID) throws {
        var stored = try #require(shell.store.lobbies[lobby])
        var hash = RollingHash.empty
        for place in stored.records.indices {
            let text = String(decoding: stored.records[place].body, as: UTF8.self)
            let body = Array(text.replacing(",\"\(Game.watch)\"", with: "").utf8)
            #expect((body.count < text.utf8.count) == (place == 0))
            hash = RollingHash.extend(hash, with: body)
            stored.records[place].body = body
            stored.records[place].hash = hash
        }
        shell.store.lobbies[lobby] = stored
    }
}

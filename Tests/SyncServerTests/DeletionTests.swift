import Documents
import Host
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("A game that was deleted")
struct DeletionTests {
    let shell = FakeShell()

    private func refusal(_ device: FakeDevice) -> Refusal? {
        device.error.flatMap { Refusal(rawValue: $0.number) }
    }

    /// Somebody who has never been there, by every way that there is.
    private func strangers(_ game: Game) -> [FakeDevice] {
        let ways: [(Entry, Hello.Part)] = [
            (.code(game.code), .player), (.code(game.code), .spectator),
            (.invitation(game.id, Game.invitation), .player),
            (.watch(game.id, Game.watch), .spectator), (.member(game.id, ticket: nil), .player),
        ]
        return ways.map { entry, part in
            let device = FakeDevice(shell)
            device.enter(entry, as: part)
            return device
        }
    }

    @Test("All who are there hear of it, members come back to it, and nobody else comes in")
    func deleted() throws {
        let game = Game(shell, players: 2, isPlaying: true)
        let spectator = FakeDevice(shell)
        spectator.enter(.watch(game.id, Game.watch), as: .spectator)
        game.host.perform(.delete(true))
        for device in game.everyone + [spectator] {
            #expect(device.isSeated && device.lobby?.deletedAt == game.stored.deletedAt)
        }
        #expect(game.stored.deletedAt != nil)
        #expect(shell.store.lobbies[game.id]?.deletedAt == game.stored.deletedAt)
        for stranger in strangers(game) {
            #expect(refusal(stranger) == .gone && stranger.closeCode == 4502)
        }
        #expect(game.players[0].resume() != nil)
        #expect(game.players[0].lobby?.deletedAt != nil)
        let newcomer = game.players[1]
        newcomer.lobby = nil
        newcomer.position = .none
        #expect(newcomer.resume() != nil)
        #expect(newcomer.lobby == game.stored)
    }

    @Test("Its owner brings it back, with the code and invitation that it had")
    func restored() {
        let game = Game(shell, players: 1, isPlaying: true, lateJoin: true)
        let code = game.code
        game.host.perform(.delete(true))
        game.players[0].score(3)
        game.host.perform(.delete(false))
        #expect(game.stored.deletedAt == nil && game.code == code)
        #expect(shell.store.lobbies[game.id]?.deletedAt == nil)
        #expect(game.stored.quarantine.map(\.reason) == [.deleted])
        #expect(game.newPlayer("Friend").welcome?.admission == .member(MemberNumber(3)))
        let byLink = FakeDevice(shell)
        byLink.enter(.invitation(game.id, Game.invitation), as: .player, name: "Cleo")
        #expect(byLink.isSeated)
    }

    @Test("Once it is erased nobody comes in, and nobody makes it again, its owner neither")
    func erased() {
        let game = Game(shell, players: 1, isPlaying: true)
        game.host.perform(.delete(true))
        shell.start()
        shell.store.erase(game.id)
        for device in [game.host, game.players[0]] {
            #expect(device.resume() == nil)
            #expect(refusal(device) == .gone && device.closeCode == 4502)
        }
        game.host.enter(.create(game.id))
        #expect(refusal(game.host) == .gone)
        #expect(shell.store.lobbies[game.id] == nil)
    }

    @Test("An operator deletes a game and takes that back, as its owner can")
    func operated() throws {
        let game = Game(shell, players: 1, isPlaying: true)
        func operate(_ action: OperatorAction) -> OperatorFailure? {
            let outcome = shell.shards[0].host.server.games.operate(
                action, on: game.id, now: shell.now)
            shell.turn(0)
            return outcome
        }
        #expect(operate(.undelete) == .refused)
        #expect(operate(.delete) == nil)
        #expect(game.players[0].lobby?.deletedAt != nil)
        let found = shell.shards[0].host.server.games.report(on: game.id)
        let report = try #require(found)
        #expect(report.overview.isDeleted && report.overview.stage == "playing 1 (deleted)")
        #expect(operate(.delete) == .refused)
        #expect(operate(.lock) == .refused)
        #expect(operate(.undelete) == nil)
        #expect(game.host.lobby?.deletedAt == nil)
    }
}

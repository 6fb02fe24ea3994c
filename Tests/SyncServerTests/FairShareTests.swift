import Documents
import Lobby
import Structures
import Testing
import Wire

@testable import SyncServer

@Suite("Nobody can use up what others need")
struct FairShareTests {
    let shell = FakeShell()

    private func furtherReplica(of device: FakeDevice, in game: Game) -> FakeDevice {
        let other = FakeDevice(shell)
        other.credentials = device.credentials
        other.enter(.member(game.id, ticket: nil))
        other.score(5, of: PlayerID(7))
        return other
    }

    @Test(
        "Eight strangers with eight replicas each lock out nobody, and a kick frees what they held")
    func replicas() {
        let game = Game(shell, players: 10, isPlaying: true)
        let (member, latecomer) = (game.players[0], game.players[1])
        let strangers = game.players[2...]
        for stranger in strangers {
            stranger.score(4, of: PlayerID(7))
            for _ in 1..<DocumentLimits.replicasPerPersonMax {
                #expect(furtherReplica(of: stranger, in: game).acknowledged == 1)
            }
        }
        member.score(3, of: PlayerID(7))
        #expect(member.acknowledged == 1 && member.refusals.isEmpty)
        let taken = (1..<8).map { _ in furtherReplica(of: member, in: game) }
        #expect(taken.count { $0.acknowledged == 1 } == 4, "nobody gets more than is left")
        latecomer.score(3, of: PlayerID(7))
        #expect(latecomer.acknowledged == 1)
        for stranger in strangers { game.host.perform(.kick(stranger.person)) }
        for _ in 1..<DocumentLimits.replicasPerPersonMax {
            #expect(furtherReplica(of: latecomer, in: game).acknowledged == 1)
        }
        #expect(furtherReplica(of: latecomer, in: game).error?.name == "too_many_replicas")
    }

    @Test("Who was kicked can hand in what is left though they never wrote before")
    func kickedReplica() {
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        player.wire?.hangUp()
        game.host.perform(.kick(player.person))
        player.note(
            .set(.score(round: 1, player: PlayerID(7), hole: 1), .number(3), confirms: false))
        player.resume()
        player.flush()
        #expect(game.stored.quarantine.count == 1)
    }

    /// A member's event without effect on anything else.
    private func event(_ number: UInt16) -> Event {
        Event(
            seq: 1, by: MemberNumber(number), received: WallTime(milliseconds: 0), origin: nil,
            change: .lateJoin(true))
    }

    @Test("However many events others cause, each member has room for some, and the owner always")
    func events() throws {
        let game = Game(shell, players: 3, isPlaying: true)
        var live = Room<Lobby>(
            id: game.id, seal: PositionSeal(secret: shell.configuration.secret))
        try live.restore(try #require(shell.store.lobbies[game.id]))
        // Each has joined; number 0 is nobody's.
        var caused = [0] + live.eventCounts
        for number: UInt16 in 2...3 {
            while live.hasRoom(forEventOf: MemberNumber(number)) {
                live.count(event(number), .nothing)
                caused[Int(number)] += 1
            }
        }
        let (share, pool) = (DocumentLimits.eventsShare, DocumentLimits.eventsPoolMax)
        #expect(caused[2] == share + pool / 2 && caused[3] == share + pool / 4)
        for _ in 0..<share {
            let hasRoom = live.hasRoom(forEventOf: MemberNumber(4))
            #expect(hasRoom)
            live.count(event(4), .nothing)
        }
        for _ in 0..<pool { live.count(event(1), .nothing) }
        let ownerHasRoom = live.hasRoom(forEventOf: MemberNumber(1))
        #expect(ownerHasRoom)
        let reserve = Int(DocumentLimits.eventsMax) - pool - share * DocumentLimits.membersMax
        #expect(reserve >= 10_000, "what is left for the owner, whatever the others do")
    }

    @Test("What members have caused is known again from the log, joins among it")
    func eventsFromLog() throws {
        let game = Game(shell, players: 2, isPlaying: true)
        for device in game.everyone { device.score(3) }
        game.players[0].perform(.leave)
        game.players[0].resume(as: .player)
        func counts() throws -> [Int] {
            let slot = try #require(shell.shards[0].server.slots[game.id])
            return shell.shards[0].server.lobbies[slot].eventCounts
        }
        #expect(try counts() == [3, 4, 2])
        shell.start()
        game.host.resume()
        #expect(try counts() == [3, 4, 2])
    }
}

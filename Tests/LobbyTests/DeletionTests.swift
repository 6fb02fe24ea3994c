import Documents
import Lobby
import Testing

/// A game that is deleted, and brought back.
struct DeletionTests {
    @Test("The owner deletes a game in any stage and brings it back; who asks for what is, is late")
    func deletes() throws {
        for phase in Stage.Phase.allCases {
            var game = try Game.playing(people: 2)
            game.apply(.stage(Stage(phase, round: 1)))
            let before = game.lobby
            #expect(throws: Refusal.stale) { try game.perform(.delete(false), by: 1) }
            try game.perform(.delete(true), by: 1)
            #expect(game.lobby.deletedAt != nil && game.lobby.stage == before.stage)
            #expect(game.lobby.code == before.code && game.lobby.cells == before.cells)
            #expect(throws: Refusal.stale) { try game.perform(.delete(true), by: 1) }
            try game.perform(.delete(false), by: 1)
            var restored = game.lobby
            #expect(restored.deletedAt == nil)
            restored = Lobby(restored, seq: before.seq)
            #expect(restored == before)
        }
    }

    @Test("The time of the deletion is the server's, whatever the phone's clock says")
    func time() throws {
        var game = try Game.playing(people: 2)
        let event = try game.perform(.delete(true), by: 1, at: 999_999_999)
        #expect(game.lobby.deletedAt == event.received)
    }

    @Test("Neither a member nor a host who only minds the role deletes a game")
    func others() throws {
        var game = try Game.playing(people: 3)
        #expect(throws: Refusal.notHost) { try game.perform(.delete(true), by: 2) }
        game.apply(.host(MemberNumber(2), owner: MemberNumber(1)))
        #expect(throws: Refusal.notHost) { try game.perform(.delete(true), by: 2) }
        try game.perform(.delete(true), by: 1)
        #expect(throws: Refusal.notHost) { try game.perform(.delete(false), by: 2) }
        try game.perform(.leave, by: 1)
        #expect(throws: Refusal.notMember) { try game.perform(.delete(false), by: 1) }
    }

    @Test("In a deleted game edits wait for the host, all else is refused, and anyone may leave")
    func shut() throws {
        var game = try Game.playing(people: 3)
        let guest = PlayerID(77)
        try game.perform(.addPlayer(guest, name: "Guest"), by: 1)
        try game.perform(.delete(true), by: 1)
        try game.score(4, by: 2)
        #expect(game.cell().value == .empty)
        let late = try #require(game.lobby.quarantine.first)
        #expect(late.reason == .deleted && late.value == .number(4))
        let commands: [Command] = [
            .addPlayer(PlayerID(78), name: "Other"), .removePlayer(guest),
            .placePlayer(guest, before: nil),
            .move(from: game.lobby.stage, to: Stage(.ended, round: 1)), .kick(Game.person(2)),
            .passHost(from: Game.person(1), to: Game.person(2)),
            .appoint(Game.person(2), .scorekeeper), .allowLateJoin(true), .claim(guest),
            .settle(late.seq, applies: true), .admit(Game.person(9), name: "Nine"),
        ]
        for command in commands {
            #expect(throws: Refusal.deleted, "\(command)") { try game.perform(command, by: 1) }
        }
        try game.perform(.leave, by: 3)
        try game.perform(.delete(false), by: 1)
        try game.perform(.settle(late.seq, applies: true), by: 1)
        #expect(game.cell().value == .number(4))
    }
}

extension Lobby {
    /// The same lobby as if its log ended elsewhere.
    fileprivate init(_ l: Lobby, seq: Seq) {
        self.init(
            id: l.id, epoch: l.epoch, seq: seq, start: l.start, code: l.code,
            invitation: l.invitation, watch: l.watch, course: l.course, holes: l.holes,
            stage: l.stage, allowsLateJoin: l.allowsLateJoin, host: l.host, owner: l.owner,
            members: l.members, players: l.players, cells: l.cells, quarantine: l.quarantine,
            deletedAt: l.deletedAt)
    }
}

import Documents
import Lobby
import Testing

/// Room that people have in common.
struct LobbyShareTests {
    private static let lost = Epoch(99)

    /// A score of another history, for a round and a player that aren't there.
    private func stray(_ place: Int) -> Command {
        let key = CellKey.score(
            round: UInt8(place % 16 + 1), player: PlayerID(UInt32(1_000 + place / 16)), hole: 1)
        return .set(key, .number(3), confirms: false)
    }

    @Test("10,000 cells of rounds and players that don't exist leave the card its room")
    func strayCells() throws {
        var game = try Game.playing(people: 3)
        var accepted = 0
        for place in 0..<10_000 {
            guard (try? game.perform(stray(place), by: 2, epoch: Self.lost)) != nil else {
                continue
            }
            accepted += 1
        }
        let (share, poolMax) = (LobbyLimits.cellsOffCardShare, LobbyLimits.cellsOffCardMax)
        #expect(accepted == share + poolMax / 2)
        for place in 10_000..<10_000 + share {
            try game.perform(stray(place), by: 3, epoch: Self.lost)
        }
        try game.score(4, by: 1)
        try game.score(4, player: 2, hole: 2, by: 3)
        try game.perform(.kick(Game.person(2)), by: 1)
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
    }

    @Test("Cells on no card take up nothing of the card's room")
    func roomOnCard() throws {
        var game = try Game.playing(people: 10, holes: LobbyLimits.holesMax)
        for place in 0..<100 { try game.perform(stray(place), by: 2, epoch: Self.lost) }
        game.apply(.stage(Stage(.playing, round: 16)))
        var scored = 0
        func scoreAll() throws {
            for player: UInt32 in 1...10 {
                for round: UInt8 in 1...16 {
                    for hole in 1...UInt8(LobbyLimits.holesMax) {
                        try game.score(3, player: player, hole: hole, round: round, by: 1)
                        scored += 1
                    }
                }
            }
        }
        #expect(throws: Refusal.logFull) { try scoreAll() }
        #expect(scored == LobbyLimits.cellsMax)
    }

    @Test("A cell that gets its place on the card is nobody's stray any more")
    func strayBecomesReal() throws {
        var game = try Game.playing(people: 2)
        let share = LobbyLimits.cellsOffCardShare
        let key = CellKey.score(round: 2, player: PlayerID(1), hole: 1)
        for place in 0..<share + LobbyLimits.cellsOffCardMax / 2 - 1 {
            try game.perform(stray(place), by: 2, epoch: Self.lost)
        }
        try game.perform(.set(key, .number(3), confirms: false), by: 2, epoch: Self.lost)
        #expect(throws: Refusal.logFull) {
            try game.perform(stray(9_999), by: 2, epoch: Self.lost)
        }
        let copy = game.lobby
        #expect(rebuilt(copy) == copy)
        try game.move(.roundEnded, round: 1)
        try game.perform(
            .move(from: Stage(.roundEnded, round: 1), to: Stage(.playing, round: 2)), by: 1)
        try game.perform(stray(9_999), by: 2, epoch: Self.lost)
        #expect(rebuilt(game.lobby) == game.lobby)
    }

    /// The lobby as a snapshot would give it.
    private func rebuilt(_ l: Lobby) -> Lobby {
        Lobby(
            id: l.id, epoch: l.epoch, seq: l.seq, start: l.start, code: l.code,
            invitation: l.invitation, watch: l.watch, course: l.course, holes: l.holes,
            stage: l.stage, allowsLateJoin: l.allowsLateJoin, host: l.host, owner: l.owner,
            members: l.members, players: l.players, cells: l.cells, quarantine: l.quarantine)
    }

    @Test("One kicked person can't fill the quarantine, and a member has room in it all the same")
    func quarantine() throws {
        var game = try Game.playing(people: 4)
        try game.perform(.kick(Game.person(2)), by: 1)
        func offer(_ count: Int, by person: UInt64) -> Int {
            (0..<count).count { place in
                (try? game.score(Int64(place % 9 + 1), by: person)) != nil
            }
        }
        let (share, poolMax) = (LobbyLimits.quarantineShare, LobbyLimits.quarantineMax)
        #expect(offer(2_000, by: 2) == share)
        try game.perform(.leave, by: 3)
        #expect(offer(2_000, by: 3) == share)
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        #expect(offer(2_000, by: 4) == share + poolMax / 2)
        #expect(offer(share, by: 1) == share)
        #expect(throws: Refusal.quarantineFull) { try game.score(3, by: 2) }
    }
}

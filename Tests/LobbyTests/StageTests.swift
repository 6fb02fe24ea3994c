import Documents
import Lobby
import Testing

/// Rounds, late edits and quarantine.
struct StageTests {
    @Test("A game leads from setup through its rounds to the archive, and never back")
    func leads() {
        let allowed: [(Stage, Stage)] = [
            (.setup, Stage(.playing, round: 1)),
            (Stage(.playing, round: 1), Stage(.roundEnded, round: 1)),
            (Stage(.playing, round: 1), Stage(.ended, round: 1)),
            (Stage(.roundEnded, round: 1), Stage(.playing, round: 2)),
            (Stage(.roundEnded, round: 1), Stage(.ended, round: 1)),
            (Stage(.ended, round: 1), Stage(.locked, round: 1)),
        ]
        let stages = Stage.Phase.allCases.flatMap { phase in
            (0...2).map { Stage(phase, round: $0) }
        }
        for (from, to) in allowed { #expect(from.leads(to: to)) }
        let froms = Set(allowed.map(\.0))
        for from in froms {
            for to in stages where !allowed.contains(where: { $0 == (from, to) }) {
                #expect(!from.leads(to: to), "\(from) \(to)")
            }
        }
    }

    @Test("There are no more rounds than the limit")
    func roundLimit() {
        let last = LobbyLimits.roundsMax
        let ended = Stage(.roundEnded, round: UInt8(last))
        #expect(!ended.leads(to: Stage(.playing, round: UInt8(last + 1))))
        #expect(!Stage(.roundEnded, round: 255).leads(to: Stage(.playing, round: 0)))
    }

    @Test("A move that expects another stage is stale; only the host moves the game")
    func staleMove() throws {
        var game = try Game.playing(people: 2)
        #expect(throws: Refusal.stale) {
            try game.perform(.move(from: .setup, to: Stage(.playing, round: 1)), by: 1)
        }
        #expect(throws: Refusal.notHost) {
            try game.perform(.move(from: game.lobby.stage, to: Stage(.ended, round: 1)), by: 2)
        }
    }

    @Test("Names of phases read back")
    func names() {
        for phase in Stage.Phase.allCases { #expect(Stage.Phase(name: phase.name) == phase) }
        #expect(Stage.Phase(name: "Setup") == nil)
    }

    @Test("After its round a score fills an empty cell")
    func lateFill() throws {
        var game = try Game.playing(people: 2)
        try game.move(.roundEnded, round: 1)
        try game.score(3, by: 2)
        #expect(game.cell().value == .number(3))
        #expect(game.cell().shown?.rank == .late)
    }

    @Test("After its round a score that hadn't seen the other raises a dispute and isn't shown")
    func lateDispute() throws {
        var game = try Game.playing(people: 2)
        try game.score(3, player: 1, by: 2, at: 100)
        try game.move(.ended, round: 1)
        try game.score(4, player: 1, by: 1, at: 900_000)
        #expect(game.cell().value == .number(3))
        #expect(game.cell().isDisputed)
    }

    @Test("A score of an earlier round is late while the next is played")
    func earlierRound() throws {
        var game = try Game.playing(people: 2)
        try game.move(.roundEnded, round: 1)
        try game.move(.playing, round: 2)
        try game.score(3, round: 1, by: 1)
        try game.score(4, round: 2, by: 1)
        #expect(game.cell(round: 1).shown?.rank == .late)
        #expect(game.cell(round: 2).shown?.rank == .own)
    }

    @Test("The host's confirmation counts after the end too")
    func lateConfirmation() throws {
        var game = try Game.playing(people: 2)
        try game.score(3, player: 2, by: 2)
        try game.move(.ended, round: 1)
        try game.score(4, player: 2, by: 1, confirms: true)
        #expect(game.cell(player: 2).value == .number(4))
    }

    @Test("Locking takes the code away and sends every later edit to quarantine")
    func locked() throws {
        var game = try Game.playing(people: 2)
        try game.move(.ended, round: 1)
        #expect(game.lobby.code != nil)
        try game.move(.locked, round: 1)
        #expect(game.lobby.code == nil)
        try game.score(3, by: 1, confirms: true)
        #expect(game.lobby.quarantine.map(\.reason) == [.locked])
        #expect(game.cell().shown == nil)
        #expect(throws: Refusal.locked) { try game.perform(.allowLateJoin(true), by: 1) }
    }

    @Test("The edits of who left, was kicked or whose column is gone wait in quarantine")
    func quarantineReasons() throws {
        var game = try Game.playing(people: 4)
        try game.perform(.leave, by: 2)
        try game.score(3, player: 1, by: 2)
        try game.perform(.kick(Game.person(3)), by: 1)
        try game.score(3, player: 1, by: 3)
        try game.perform(.removePlayer(PlayerID(4)), by: 1)
        try game.score(3, player: 4, by: 4)
        #expect(game.lobby.quarantine.map(\.reason) == [.left, .kicked, .removed])
        #expect(game.lobby.cells.isEmpty)
    }

    @Test("Whatever is edited of a column that is gone waits in quarantine, name and tee too")
    func removedColumn() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.removePlayer(PlayerID(2)), by: 1)
        let cells = game.lobby.cells
        let keys = [
            CellKey(player: PlayerID(2), field: .name), CellKey(player: PlayerID(2), field: .tee),
            CellKey.score(round: 1, player: PlayerID(2), hole: 1),
        ]
        let values: [CellValue] = [.text("Ben"), .text("blue"), .number(3)]
        for (key, value) in zip(keys, values) {
            try game.perform(.set(key, value, confirms: false), by: 2)
        }
        #expect(game.lobby.quarantine.map(\.key) == keys)
        #expect(game.lobby.quarantine.map(\.reason) == [.removed, .removed, .removed])
        #expect(game.lobby.cells == cells)
    }

    @Test("The host applies a quarantined edit, or discards it, once")
    func settling() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        let first = try game.score(3, player: 1, by: 2).seq
        let second = try game.score(4, player: 2, by: 2).seq
        #expect(throws: Refusal.notMember) {
            try game.perform(.settle(first, applies: true), by: 2)
        }
        try game.perform(.settle(first, applies: true), by: 1)
        #expect(game.cell(player: 1).value == .number(3))
        #expect(game.cell(player: 1).shown?.rank == .confirmed)
        #expect(game.cell(player: 1).shown?.member == MemberNumber(2))
        try game.perform(.settle(second, applies: false), by: 1)
        #expect(game.cell(player: 2).shown == nil)
        #expect(game.lobby.quarantine.isEmpty)
        #expect(throws: Refusal.notPending) {
            try game.perform(.settle(first, applies: true), by: 1)
        }
    }

    @Test("The host settles late edits of a locked game")
    func settlingLocked() throws {
        var game = try Game.playing(people: 2)
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        let late = try game.score(3, player: 2, by: 2).seq
        try game.perform(.settle(late, applies: true), by: 1)
        #expect(game.cell(player: 2).value == .number(3))
    }

    @Test("Quarantine is bounded")
    func quarantineFull() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        for _ in 0..<LobbyLimits.quarantineShare { try game.score(3, by: 2) }
        #expect(throws: Refusal.quarantineFull) { try game.score(3, by: 2) }
    }
}

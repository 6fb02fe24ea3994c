import Documents
import Lobby
import Testing

/// What the rules make of single ops.
struct DecideTests {
    private func ranks(_ game: Game, player: UInt32 = 1, round: UInt8 = 1) -> [Rank] {
        game.cell(player: player, round: round).siblings.map(\.rank)
    }

    @Test("One's own score counts more than another's, and less than the host's confirmation")
    func ranks() throws {
        var game = try Game.playing(people: 3)
        try game.score(3, player: 2, by: 3, at: 900)
        try game.score(4, player: 2, by: 2, at: 500)
        #expect(ranks(game, player: 2) == [.own, .other])
        #expect(game.cell(player: 2).value == .number(4))
        try game.score(5, player: 2, by: 1, at: 100, confirms: true)
        #expect(game.cell(player: 2).value == .number(5))
        #expect(ranks(game, player: 2) == [.confirmed, .own, .other])
    }

    @Test("Confirming what one has seen replaces all siblings and ends the dispute")
    func confirmation() throws {
        var game = try Game.playing(people: 3)
        try game.score(3, player: 2, by: 3)
        try game.score(4, player: 2, by: 2)
        #expect(game.cell(player: 2).isDisputed)
        try game.score(4, player: 2, by: 1, seen: game.cell(player: 2).version, confirms: true)
        #expect(game.cell(player: 2).siblings.count == 1)
        #expect(!game.cell(player: 2).isDisputed)
    }

    @Test("A player can't confirm: the wish is ignored, the score counts")
    func confirmationByPlayer() throws {
        var game = try Game.playing(people: 2)
        try game.score(3, player: 1, by: 2, confirms: true)
        #expect(ranks(game) == [.other])
    }

    @Test("The scorekeeper's entries count as the players' own, and the scorekeeper can confirm")
    func scorekeeper() throws {
        var game = try Game.playing(people: 3)
        try game.perform(.appoint(Game.person(3), .scorekeeper), by: 1)
        try game.score(3, player: 2, by: 3)
        #expect(ranks(game, player: 2) == [.own])
        try game.score(4, player: 2, by: 3, confirms: true)
        #expect(ranks(game, player: 2) == [.confirmed])
    }

    @Test("An edit's time is clamped between the game's start and its receipt")
    func clampedTime() throws {
        var game = try Game.playing(people: 2)
        for extreme in [Int64.min, -400_000] {
            let at = WallTime(milliseconds: extreme == .min ? .min : Game.start + extreme)
            #expect(try offset(at, in: game) == -300_000)
        }
        for extreme in [Int64.max, Game.start + 50_000] {
            #expect(try offset(WallTime(milliseconds: extreme), in: game) == game.now + 2_000)
        }
        try game.score(3, by: 1, at: 77)
        #expect(game.cell().shown?.at == 77)
    }

    private func offset(_ at: WallTime, in game: Game) throws -> Int64? {
        let key = CellKey.score(round: 1, player: PlayerID(1), hole: 1)
        let op = Op(number: 1, at: at, command: .set(key, .number(3), confirms: false))
        let event = try game.lobby.decide(op, by: Game.author(1), received: game.received)
        guard case .cell(_, let cell) = event.change else { return nil }
        return cell.shown?.at
    }

    @Test("A version seen in another epoch counts as nothing seen")
    func otherEpoch() throws {
        var game = try Game.playing(people: 2)
        try game.score(3, player: 1, by: 1)
        let key = CellKey.score(round: 1, player: PlayerID(1), hole: 1)
        let event = try game.perform(
            .set(key, .number(4), confirms: false), by: 2, seen: game.lobby.seq,
            epoch: Epoch(99))
        #expect(game.cell().siblings.count == 2)
        #expect(event.origin?.seen == 0)
    }

    @Test("A version above the top counts as the top")
    func seenAboveTop() throws {
        var game = try Game.playing(people: 2)
        let event = try game.score(3, by: 1, seen: .max)
        #expect(event.origin?.seen == event.seq - 1)
    }

    @Test("Scores are 1 to 99 throws or erased", arguments: [Int64.min, -1, 0, 100, .max])
    func badThrows(count: Int64) throws {
        var game = try Game.playing(people: 2)
        #expect(throws: Refusal.badThrows) { try game.score(count, by: 1) }
        for good in [1, 99, nil] as [Int64?] { try game.score(good, by: 1) }
        #expect(game.cell().value == .empty)
    }

    @Test("Scores need a hole, a player and a round of this card")
    func places() throws {
        var game = try Game.playing(people: 2, holes: 3)
        for hole in [0, 4, 255] as [UInt8] {
            #expect(throws: Refusal.noSuchHole) { try game.score(3, hole: hole, by: 1) }
        }
        for player in [0, 9, .max] as [UInt32] {
            #expect(throws: Refusal.noSuchPlayer) { try game.score(3, player: player, by: 1) }
        }
        for round in [0, 2, 17, 255] as [UInt8] {
            #expect(throws: Refusal.noSuchRound) { try game.score(3, round: round, by: 1) }
        }
    }

    @Test("Nothing is scored in setup")
    func setup() throws {
        var game = try Game()
        #expect(throws: Refusal.notStarted) { try game.score(3, by: 1) }
    }

    @Test("A score from a lost history is taken even if its round and player are lost too")
    func lostHistory() throws {
        var game = try Game()
        let key = CellKey.score(round: 2, player: PlayerID(77), hole: 1)
        try game.perform(.set(key, .number(3), confirms: false), by: 1, epoch: Epoch(99))
        #expect(game.lobby.cell(key).value == .number(3))
        #expect(throws: Refusal.notStarted) {
            try game.perform(.set(key, .number(3), confirms: false), by: 1, epoch: .none)
        }
    }

    @Test("Parts of a key that a field doesn't use must be 0")
    func unusedParts() throws {
        var game = try Game.playing(people: 1)
        let one = PlayerID(1)
        let edits: [(CellKey, CellValue)] = [
            (CellKey(round: 1, player: one, field: .name), .text("a")),
            (CellKey(player: one, hole: 1, field: .tee), .text("a")),
            (CellKey(player: one, hole: 1, field: .par), .number(3)),
            (CellKey(player: one, field: .course), .text("a")),
        ]
        for (key, value) in edits {
            #expect(throws: Refusal.malformed) {
                try game.perform(.set(key, value, confirms: false), by: 1)
            }
        }
    }

    @Test("Names belong to their people, guests' names to all, pars and the course to the host")
    func ownership() throws {
        var game = try Game.playing(people: 3)
        try game.perform(.addPlayer(PlayerID(9), name: "Guest"), by: 1)
        func rename(_ player: UInt32, by person: UInt64) throws {
            let key = CellKey(player: PlayerID(player), field: .name)
            try game.perform(.set(key, .text("New \(player)"), confirms: false), by: person)
        }
        try rename(2, by: 2)
        try rename(2, by: 1)
        try rename(9, by: 3)
        #expect(throws: Refusal.notYours) { try rename(2, by: 3) }
        let par = Command.set(CellKey(hole: 1, field: .par), .number(4), confirms: false)
        let course = Command.set(CellKey(field: .course), .text("Järva"), confirms: false)
        for command in [par, course] {
            #expect(throws: Refusal.notYours) { try game.perform(command, by: 2) }
            try game.perform(command, by: 1)
        }
        #expect(game.lobby.pars == [4, 3, 3])
        #expect(game.lobby.courseName == "Järva")
    }

    @Test("A stranger's op is refused")
    func stranger() throws {
        var game = try Game.playing(people: 2)
        #expect(throws: Refusal.notMember) { try game.score(3, by: 9) }
    }

    @Test("A full log takes no more ops")
    func fullLog() throws {
        let game = try Game.playing(people: 1)
        let l = game.lobby
        let full = Lobby(
            id: l.id, epoch: l.epoch, seq: DocumentLimits.eventsMax, start: l.start, code: l.code,
            invitation: l.invitation, watch: l.watch, course: l.course, holes: l.holes,
            stage: l.stage,
            allowsLateJoin: l.allowsLateJoin, host: l.host, owner: l.owner, members: l.members,
            players: l.players, cells: l.cells, quarantine: l.quarantine)
        let op = Op(number: 1, at: game.received, command: .leave)
        #expect(throws: Refusal.logFull) {
            try full.decision(on: op, by: Game.author(1), received: game.received)
        }
    }

    @Test("A game can't be created twice, and must be created first")
    func creation() throws {
        let game = try Game()
        let setup = GameSetup(
            course: nil, holes: [Hole(label: "1", par: 3)], invitation: Game.invitation,
            watch: Game.watch,
            hostName: "A", hostPlayer: nil)
        let create = Op(
            number: 1, at: game.received, command: .create(setup, nonce: Game.nonce))
        #expect(throws: Refusal.lobbyExists) {
            try game.lobby.decide(create, by: Game.author(1), received: game.received)
        }
        #expect(throws: Refusal.noLobby) {
            try Lobby.create(
                Game.id, Op(number: 1, at: game.received, command: .leave), by: Game.author(1),
                received: game.received, code: nil)
        }
    }

    @Test("A game is created by the person and with the nonce that its id is made of")
    func makers() throws {
        let game = try Game()
        func create(by person: UInt64, _ nonce: Identifier128) throws(Refusal) -> Event {
            let setup = GameSetup(
                course: nil, holes: [Hole(label: "1", par: 3)], invitation: Game.invitation,
                watch: Game.invitation, hostName: "A", hostPlayer: nil)
            let op = Op(number: 1, at: game.received, command: .create(setup, nonce: nonce))
            return try Lobby.create(
                Game.id, op, by: Game.author(person), received: game.received, code: nil)
        }
        #expect(throws: Never.self) { try create(by: 1, Game.nonce) }
        #expect(throws: Refusal.malformed) { try create(by: 2, Game.nonce) }
        #expect(throws: Refusal.malformed) { try create(by: 1, Game.invitation) }
    }
}

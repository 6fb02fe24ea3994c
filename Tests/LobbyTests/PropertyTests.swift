import Documents
import Lobby
import TestSupport
import Testing

/// What holds for every game, tried on many drawn ones.
struct PropertyTests {
    @Test("A lobby folded from its log equals the live one", arguments: 0..<60 as Range<UInt64>)
    func foldEqualsLive(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: 300, isAbsurd: false)
        let game = drawn.game
        #expect(game.lobby == folded(game, from: game.log), "seed \(seed)")
        #expect(game.log.map(\.seq) == Array(1...game.lobby.seq), "seed \(seed)")
        #expect(game.log.count > 20, "seed \(seed): hardly anything was accepted")
    }

    @Test("Absurd ops are refused or applied, and never trap", arguments: 0..<60 as Range<UInt64>)
    func absurdOps(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        for _ in 0..<10 {
            drawn.play(steps: 40, isAbsurd: true)
            drawn.play(steps: 10, isAbsurd: false)
        }
        #expect(drawn.refusals > 50)
        #expect(drawn.game.lobby == folded(drawn.game, from: drawn.game.log), "seed \(seed)")
    }

    @Test("Absurd setups are refused or create a lobby within its limits")
    func absurdSetups() throws {
        var drawn = try RandomGame(seed: 11)
        for _ in 0..<2_000 {
            let op = Op(
                number: 1, at: WallTime(milliseconds: drawn.random.pick(RandomGame.integers)),
                command: .create(drawn.absurdSetup(), nonce: Game.nonce))
            let event = try? Lobby.create(
                Game.id, op, by: Game.author(1), received: Game.time(0), code: nil)
            guard case .created(let creation)? = event?.change else { continue }
            #expect((1...LobbyLimits.holesMax).contains(creation.setup.holes.count))
            #expect(creation.start <= Game.time(0))
            #expect(creation.start >= Game.time(-LobbyLimits.offlineMillisecondsMax))
        }
    }

    @Test(
        "A write is only ever replaced by one that saw it or is of the same replica",
        arguments: 100..<140 as Range<UInt64>)
    func noUnseenOverwrite(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: 300, isAbsurd: false)
        var before: [CellKey: Cell] = [:]
        for event in drawn.game.log {
            guard let origin = event.origin, let (key, cell) = event.change.cell else { continue }
            for lost in before[key, default: Cell()].siblings where !cell.siblings.contains(lost) {
                #expect(
                    lost.seq <= origin.seen || lost.replica == origin.replica,
                    "seed \(seed), event \(event.seq)")
            }
            before[key] = cell
        }
        #expect(before == drawn.game.lobby.cells)
    }

    @Test(
        "Siblings are of different replicas, in order, and never newer than the version",
        arguments: 200..<240 as Range<UInt64>)
    func siblingBound(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: 300, isAbsurd: false)
        for cell in drawn.game.lobby.cells.values {
            let replicas = cell.siblings.map(\.replica)
            #expect(Set(replicas).count == replicas.count, "seed \(seed)")
            #expect(cell == Cell(version: cell.version, siblings: cell.siblings), "seed \(seed)")
            #expect(cell.siblings.contains { $0.seq == cell.version }, "seed \(seed)")
            #expect(cell.siblings.allSatisfy { $0.seq <= cell.version }, "seed \(seed)")
        }
    }

    @Test("Limits hold in every game", arguments: 300..<320 as Range<UInt64>)
    func limits(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: 400, isAbsurd: true)
        let lobby = drawn.game.lobby
        #expect(lobby.quarantine.count <= LobbyLimits.quarantineEverMax)
        #expect(lobby.members.count <= DocumentLimits.membersMax)
        #expect(lobby.players.count <= LobbyLimits.columnsMax)
        #expect(lobby.stage.round <= LobbyLimits.roundsMax)
        for (key, cell) in lobby.cells {
            #expect(Int(key.hole) <= LobbyLimits.holesMax)
            for sibling in cell.siblings {
                if key.field == .throws, case .number(let count) = sibling.value {
                    #expect(LobbyLimits.throwsRange.contains(count))
                }
                #expect(sibling.at >= -LobbyLimits.beforeStartMillisecondsMax)
                #expect(sibling.at <= drawn.game.now + LobbyLimits.afterReceiptMillisecondsMax)
            }
        }
    }

    private func folded(_ game: Game, from log: [Event]) -> Lobby? {
        guard case .created(let creation)? = log.first?.change else { return nil }
        var lobby = Lobby(id: game.lobby.id, epoch: game.lobby.epoch, creation: creation)
        for event in log.dropFirst() { lobby.apply(event) }
        return lobby
    }
}

extension Change {
    /// The cell it leaves behind; nil if it is about something else.
    fileprivate var cell: (CellKey, Cell)? {
        switch self {
        case .cell(let key, let cell), .settled(_, let key, let cell?): (key, cell)
        default: nil
        }
    }
}

import Documents
import Formats
import Lobby
import TestSupport

/// Draws people, ops and whole games, sensible and absurd ones.
struct RandomGame {
    var random: SeededGenerator
    var game: Game
    /// How many ops were refused.
    private(set) var refusals = 0

    init(seed: UInt64) throws(Refusal) {
        random = SeededGenerator(seed: seed)
        game = try Game(holes: 3, course: seed.isMultiple(of: 2) ? "Järva" : nil)
    }

    /// Takes `count` steps: mostly ops by various devices, at times a join or a change of host.
    mutating func play(steps count: Int, isAbsurd: Bool) {
        for _ in 0..<count {
            if random.once(in: 8) { serverActs() } else { someoneActs(isAbsurd: isAbsurd) }
        }
    }

    private mutating func serverActs() {
        let number = UInt64.random(in: 1...6, using: &random)
        let present = Set(
            (1...6).filter { _ in Bool.random(using: &random) }.map(MemberNumber.init))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: if let change = game.lobby.substituteHost(present: present) { game.apply(change) }
        case 1: if let change = game.lobby.returnHost(present: present) { game.apply(change) }
        default: try? game.join(number)
        }
    }

    private mutating func someoneActs(isAbsurd: Bool) {
        let person = person()
        let op = op(isAbsurd: isAbsurd)
        let author = Author(
            person: person, replica: ReplicaTag(UInt32.random(in: 1...4, using: &random)))
        game.now += Int64.random(in: 0...60_000, using: &random)
        let before = game.lobby
        do throws(Refusal) {
            let event = try game.lobby.decide(op, by: author, received: game.received)
            precondition(game.lobby == before, "to decide changes nothing")
            game.lobby.apply(event)
            game.log.append(event)
        } catch {
            refusals += 1
        }
    }

    private mutating func person() -> PersonID {
        let host = game.lobby.member(game.lobby.host)?.person
        if let host, random.once(in: 3) { return host }
        return Game.person(UInt64.random(in: 1...7, using: &random))
    }

    mutating func op(isAbsurd: Bool) -> Op {
        let command = isAbsurd ? absurdCommand() : command()
        if isAbsurd {
            return Op(
                number: random.pick(Self.naturals),
                at: WallTime(milliseconds: random.pick(Self.integers)),
                seenVersion: random.pick(Self.naturals),
                seenEpoch: random.pick([.none, Game.epoch, Epoch(.max)]), command: command)
        }
        let at = game.now + Int64.random(in: -600_000...10_000, using: &random)
        return Op(
            number: UInt64.random(in: 1...1_000, using: &random), at: Game.time(at),
            seenVersion: UInt64.random(in: 0...game.lobby.seq, using: &random),
            seenEpoch: random.once(in: 12) ? Epoch(99) : Game.epoch, command: command)
    }

    private mutating func command() -> Command {
        let stage = game.lobby.stage
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return .addPlayer(player(), name: text())
        case 1: return .removePlayer(player())
        case 2, 3: return .move(from: stage, to: nextStage())
        case 4: return .kick(person())
        case 5: return .passHost(from: person(), to: person())
        case 6: return .appoint(person(), random.pick([.player, .scorekeeper]))
        case 7: return .allowLateJoin(Bool.random(using: &random))
        case 8, 9: return .settle(pending(), applies: Bool.random(using: &random))
        case 10: return .leave
        case 11: return .placePlayer(player(), before: random.once(in: 3) ? nil : player())
        case 12: return .delete(random.once(in: 4))
        case 14: return .trust(trust())
        case 15: return .game(otherGame())
        case 13:
            return .exchange(
                SampleCourse.course(holes: Int.random(in: 1...4, using: &random)),
                expect: game.lobby.courseNumber)
        default: return edit()
        }
    }

    private mutating func otherGame() -> GameWish {
        let known = game.lobby.games.first { _ in random.once(in: 2) }
        let settings: [FormatGame?] = [
            FormatGame(id: "", .match(MatchPlay()), sides: [Side("1"), Side("2")]),
            FormatGame(id: "", .stableford(Stableford(table: .birdies))),
            FormatGame(
                id: "", .skins(Skins(worths: [2])),
                handicap: HandicapSettings(kind: .low, allowancePercent: 50)),
            nil,
        ]
        return GameWish(
            id: known?.id ?? game.lobby.nextGame ?? 255, from: known?.number,
            settings: random.pick(settings))
    }

    private mutating func trust() -> TrustWish {
        let need = UInt8.random(in: 0...3, using: &random)
        return TrustWish(
            from: game.lobby.trust.number, need: need, scorers: need == 0 ? [person()] : [],
            isBlind: need == 0 && Bool.random(using: &random))
    }

    private mutating func edit() -> Command {
        let confirms = random.once(in: 4)
        let player = player()
        let hole = UInt8.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            return .set(CellKey(player: player, field: .name), .text(text()), confirms: confirms)
        case 1: return .set(CellKey(player: player, field: .tee), .text(text()), confirms: confirms)
        case 2: return .set(game.lobby.courseKey, .text(text()), confirms: confirms)
        case 3:
            let par = Int64.random(in: 3...5, using: &random)
            return .set(game.lobby.parKey(hole: hole), .number(par), confirms: confirms)
        default:
            let round = UInt8.random(in: 1...max(1, game.lobby.stage.round), using: &random)
            let count = Int64.random(in: 2...5, using: &random)
            return .set(
                .score(round: round, player: player, hole: hole),
                random.once(in: 6) ? .empty : .number(count), confirms: confirms)
        }
    }

    private mutating func player() -> PlayerID {
        PlayerID(UInt32.random(in: 1...8, using: &random))
    }

    private mutating func text() -> String {
        random.pick(["Åsa", "Bo", "😀 \"C\" \\", "\u{2028}x", "a/b", "red"])
    }

    private mutating func pending() -> Seq {
        random.pick(game.lobby.quarantine.map(\.seq) + [0])
    }

    /// Locks seldom, since little happens afterwards.
    private mutating func nextStage() -> Stage {
        let stage = game.lobby.stage
        switch stage.phase {
        case .setup: return Stage(.playing, round: 1)
        case .playing: return Stage(random.once(in: 4) ? .ended : .roundEnded, round: stage.round)
        case .roundEnded: return Stage(.playing, round: stage.round &+ 1)
        case .ended, .locked: return Stage(.locked, round: stage.round)
        }
    }
}

/// What only a broken or hostile client asks for.
extension RandomGame {
    static let integers: [Int64] = [
        .min, .min + 1, -1, 0, 1, 3, 99, 100, 1 << 31, 1 << 53, Game.start, .max - 1, .max,
    ]
    static let naturals: [UInt64] = [0, 1, 2, 5, 1 << 32, 1 << 53, .max - 1, .max]
    static let bytes: [UInt8] = [0, 1, 2, 3, 16, 17, 72, 73, 128, 254, 255]
    static let texts = [
        "", " ", "\u{0}", "a\u{7F}", "\u{85}", String(repeating: "x", count: 65),
        String(repeating: "😀", count: 16), "\u{301}", "\u{202E}abc", "ok",
    ]

    private mutating func absurdPlayer() -> PlayerID { PlayerID(random.pick([0, 1, 2, 3, .max])) }

    private mutating func absurdStage() -> Stage {
        Stage(random.pick(Stage.Phase.allCases), round: random.pick(Self.bytes))
    }

    private mutating func absurdValue() -> CellValue {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .empty
        case 1: .number(random.pick(Self.integers))
        default: .text(random.pick(Self.texts))
        }
    }

    private mutating func absurdCommand() -> Command {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return .addPlayer(absurdPlayer(), name: random.pick(Self.texts))
        case 1: return .removePlayer(absurdPlayer())
        case 2: return .move(from: absurdStage(), to: absurdStage())
        case 3: return .move(from: game.lobby.stage, to: absurdStage())
        case 4: return .kick(person())
        case 5: return .passHost(from: person(), to: person())
        case 6: return .appoint(person(), .scorekeeper)
        case 7: return .settle(random.pick(Self.naturals), applies: Bool.random(using: &random))
        case 8: return .create(absurdSetup(), nonce: Game.nonce)
        case 9: return .allowLateJoin(Bool.random(using: &random))
        case 10: return command()
        case 11: return .placePlayer(absurdPlayer(), before: absurdPlayer())
        case 13:
            let side = Side(random.pick(Self.texts))
            return .game(
                GameWish(
                    id: random.pick(Self.bytes),
                    from: random.once(in: 2) ? nil : UInt16(random.pick(Self.bytes)),
                    settings: random.once(in: 4)
                        ? nil : FormatGame(id: "", .match(MatchPlay()), sides: [side])))
        case 12:
            return .trust(
                TrustWish(
                    from: UInt16(random.pick(Self.bytes)), need: random.pick(Self.bytes),
                    scorers: (0..<random.pick([0, 1, 2, 41])).map { _ in person() },
                    isBlind: Bool.random(using: &random)))
        default:
            let key = CellKey(
                round: random.pick(Self.bytes), player: absurdPlayer(),
                hole: random.pick(Self.bytes), field: random.pick(Field.allCases))
            return .set(key, absurdValue(), confirms: Bool.random(using: &random))
        }
    }

    mutating func absurdSetup() -> GameSetup {
        let holes = (0..<random.pick([0, 1, 72, 73, 300])).map { _ in
            Hole(
                label: random.once(in: 50) ? random.pick(Self.texts) : "1",
                par: random.once(in: 50) ? random.pick(Self.integers) : 3)
        }
        return GameSetup(
            course: Bool.random(using: &random) ? nil : random.pick(Self.texts), holes: holes,
            allowsLateJoin: Bool.random(using: &random), invitation: Game.invitation,
            watch: Game.watch,
            hostName: random.pick(Self.texts),
            hostPlayer: Bool.random(using: &random) ? nil : absurdPlayer())
    }
}

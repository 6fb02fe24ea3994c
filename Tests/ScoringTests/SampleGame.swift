import Documents
import Lobby

/// A game as its cells have it, however it came to that.
struct SampleGame {
    var stage: Stage
    var holes: [Hole]
    /// Column `n` has the id `n`; nobody but the first has a phone.
    var players: [Player]
    var cells: [CellKey: Cell] = [:]
    var layout: GameLayout?
    var courseNumber: UInt8 = 0
    var firstCourse: FirstCourse?
    var trust = Trust()
    var games: [LobbyGame] = []

    /// A hole a character, a player a line: "." is not scored.
    ///
    /// - Parameter rounds: the scores of each round, a player a text.
    init(
        _ names: [String], pars: String = "343", rounds: [[String]],
        phase: Stage.Phase = .playing
    ) {
        stage = Stage(phase, round: UInt8(rounds.count))
        holes = Self.numbers(pars).enumerated().map { place, par in
            Hole(label: "\(place + 1)", par: par ?? 0)
        }
        players = names.enumerated().map { place, name in
            Player(
                id: PlayerID(UInt32(place + 1)), member: place == 0 ? MemberNumber(1) : nil,
                name: name)
        }
        for (round, texts) in rounds.enumerated() {
            for (player, text) in texts.enumerated() {
                for (hole, count) in Self.numbers(text).enumerated() {
                    guard let count else { continue }
                    score(count, round: UInt8(round + 1), player: player + 1, hole: hole + 1)
                }
            }
        }
    }

    private static func numbers(_ text: String) -> [Int64?] {
        text.map { $0.wholeNumberValue.map(Int64.init) }
    }

    /// Writes what several members enter for one hole at once: the last entry is shown.
    mutating func score(_ counts: Int64?..., round: UInt8 = 1, player: Int, hole: Int) {
        let key = CellKey.score(
            round: round, player: PlayerID(UInt32(player)), hole: UInt8(hole))
        write(counts.map { $0.map(CellValue.number) ?? .empty }, key)
    }

    mutating func write(
        _ values: [CellValue], _ key: CellKey, rank: Rank = .other
    ) {
        let siblings = values.enumerated().map { place, value in
            Sibling(
                seq: Seq(place + 2), value: value, member: MemberNumber(UInt16(place + 1)),
                replica: ReplicaTag(UInt32(place + 1)), at: Int64(place), rank: rank)
        }
        cells[key] = Cell(version: Seq(values.count + 1), siblings: siblings)
    }

    var lobby: Lobby {
        let person = Game.person(1)
        return Lobby(
            id: Game.id, epoch: Game.epoch, seq: 99, start: Game.time(0), code: nil,
            invitation: nil, watch: nil, course: "Järva", holes: holes, layout: layout,
            courseNumber: courseNumber, firstCourse: firstCourse, stage: stage,
            allowsLateJoin: false, trust: trust, games: games,
            lastGame: games.map(\.id).max() ?? 0, host: MemberNumber(1), owner: MemberNumber(1),
            members: [
                Member(
                    number: MemberNumber(1), person: person, player: players.first?.id,
                    name: players.first?.name ?? "Anna")
            ],
            players: players, cells: cells, quarantine: [])
    }
}

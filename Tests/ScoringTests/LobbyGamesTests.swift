import Documents
import Formats
import Lobby
import Scoring
import Testing

@Suite("What the games come to that are played with the scores besides")
struct LobbyGamesTests {
    private static func sibling(_ value: Int64, by member: UInt16) -> Sibling {
        Sibling(
            seq: Seq(member), value: .number(value), member: MemberNumber(member),
            replica: ReplicaTag(UInt32(member)), at: 0, rank: .other)
    }

    private static func lobby(
        _ scores: [UInt32: [[Int64]]], layout: GameLayout? = nil, tees: [UInt32: String] = [:]
    ) -> Lobby {
        var cells: [CellKey: Cell] = [:]
        for (player, holes) in scores {
            for (place, values) in holes.enumerated() where !values.isEmpty {
                let key = CellKey.score(
                    round: 1, player: PlayerID(player), hole: UInt8(place + 1))
                let siblings = values.enumerated().map {
                    sibling($0.element, by: UInt16($0.offset + 1))
                }
                cells[key] = Cell(version: 3, siblings: siblings)
            }
        }
        for (player, tee) in tees {
            cells[CellKey(player: PlayerID(player), field: .tee)] = Cell(
                version: 2,
                siblings: [
                    Sibling(
                        seq: 2, value: .text(tee), member: MemberNumber(1),
                        replica: ReplicaTag(1), at: 0, rank: .other)
                ])
        }
        return Lobby(
            id: LobbyID(Identifier128(high: 1, low: 1)), epoch: Epoch(1), seq: 9,
            start: WallTime(milliseconds: 0), code: nil, invitation: nil, watch: nil, course: nil,
            holes: [3, 4, 3].map { Hole(label: "\($0)", par: $0) }, layout: layout,
            stage: Stage(.playing, round: 1), allowsLateJoin: false, host: MemberNumber(1),
            owner: MemberNumber(1), members: [],
            players: [1, 2].map { Player(id: PlayerID($0), member: nil, name: "P\($0)") },
            cells: cells, quarantine: [])
    }

    @Test("A match reads the card, and what people disagree about decides nothing")
    func match() {
        let game = FormatGame(id: "", .match(MatchPlay()))
        func result(_ first: [Int64]) -> MatchResult? {
            let lobby = Self.lobby([1: [first, [4]], 2: [[4], [5]]])
            guard case .match(let match) = lobby.result(of: game, round: 1).kind else { return nil }
            return match
        }
        #expect(result([3])?.text == "1 wins 2&1")
        #expect(result([3, 5])?.open == [1])
        #expect(result([3, 2])?.winner == "1")
    }

    @Test("Points count from the par of one's own tee, other games from the throws")
    func tees() {
        let layout = GameLayout(
            course: Identifier128(high: 1, low: 1), layout: Identifier128(high: 1, low: 2),
            version: Identifier128(high: 1, low: 3), series: 1, position: nil, utcMinutes: 0,
            name: "Short", defaultTee: "red",
            tees: [GameLayout.Tee(name: "red"), GameLayout.Tee(name: "white")],
            holes: (1...3).map { hole in
                GameLayout.Hole(
                    basket: nil,
                    starts: [GameLayout.Start(), GameLayout.Start(par: hole == 1 ? 4 : 0)])
            })
        let lobby = Self.lobby(
            [1: [[3], [4], [3]], 2: [[4], [4], [3]]], layout: layout, tees: [2: "white"])
        let points = lobby.result(of: FormatGame(id: "", .stableford(Stableford())), round: 1)
        guard case .stableford(let result) = points.kind else {
            Issue.record("it is points")
            return
        }
        #expect(result.lines.map(\.points) == [6, 6])
        let skins = lobby.result(of: FormatGame(id: "", .skins(Skins())), round: 1)
        guard case .skins(let owned) = skins.kind else {
            Issue.record("it is skins")
            return
        }
        #expect(owned.owners[0] == .side("1"))
    }

    @Test("Sides name the columns by their ids; one that is gone leaves the game void")
    func sides() {
        let game = FormatGame(id: "", .match(MatchPlay()), sides: [Side("1"), Side("9")])
        guard case .match(let match) = Self.lobby([1: [[3]]]).result(of: game, round: 1).kind else {
            Issue.record("it is a match")
            return
        }
        #expect(match.state == .void)
    }
}

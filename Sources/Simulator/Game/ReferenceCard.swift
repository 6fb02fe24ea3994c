import Documents
import Formats
import Lobby
import Scoring

/// What a game's card shows, counted anew from all of its log, and as section 9 of Protocol.md
/// says it: to judge the course, the pars and the results of a lobby.
struct ReferenceCard {
    private var course: GameCourse
    private var number: UInt8 = 0
    private var cells: [CellKey: Cell] = [:]

    /// Nil for a log that doesn't begin with a game's creation.
    init?(_ changes: [Change]) {
        guard case .created(let creation)? = changes.first else { return nil }
        let setup = creation.setup
        course = GameCourse(name: setup.course, holes: setup.holes, layout: setup.layout)
        for change in changes {
            switch change {
            case .course(let next, _):
                course = next
                number += 1
            case .cell(let key, let cell): cells[key] = cell
            case .settled(_, let key, let cell?): cells[key] = cell
            default: break
            }
        }
    }

    private func number(_ key: CellKey) -> Int64? {
        guard case .number(let number)? = cells[key]?.siblings.first?.value else { return nil }
        return number
    }

    private func par(_ hole: Int, _ tee: String?) -> Int64 {
        let key = CellKey(round: number, hole: UInt8(hole + 1), field: .par)
        let common = number(key) ?? course.holes[hole].par
        guard let layout = course.layout, !layout.tees.isEmpty else { return common }
        let chosen = layout.tees.firstIndex { $0.name == tee }
        let place = chosen ?? layout.tees.firstIndex { $0.name == layout.defaultTee }
        guard let place, layout.holes[hole].starts[place].par > 0 else { return common }
        return Int64(layout.holes[hole].starts[place].par)
    }

    private func overPar(_ player: PlayerID, rounds: UInt8) -> Int64 {
        var tee: String?
        if case .text(let name)? = cells[CellKey(player: player, field: .tee)]?.siblings.first?
            .value
        {
            tee = name
        }
        var sum: Int64 = 0
        for round in 0..<rounds {
            for hole in course.holes.indices {
                let key = CellKey.score(round: round + 1, player: player, hole: UInt8(hole + 1))
                if let count = number(key) { sum += count - par(hole, tee) }
            }
        }
        for (key, cell) in cells where key.player == player && key.field.rawValue >= 64 {
            guard key.hole == 0, key.round <= rounds, case .number(let count)? = cell.shown?.value
            else { continue }
            let penalty = Penalty.all[Int(key.field.rawValue) - 64]
            if penalty.place == .par { continue }
            sum += penalty.throwCount * (penalty.place == .warning ? max(0, count - 1) : count)
        }
        return sum
    }

    func fault(in lobby: Lobby) -> Fault? {
        guard lobby.played == course, lobby.courseNumber == number else {
            return Fault("another course is played than the log says")
        }
        let key = CellKey(round: number, field: .course)
        var name = course.name
        if let shown = cells[key]?.siblings.first {
            name = if case .text(let text) = shown.value { text } else { nil }
        }
        guard lobby.courseName == name else { return Fault("the course has another name") }
        let card = Scorecard(lobby)
        let results = Standings(lobby).results
        for line in card.lines {
            let expected = overPar(line.player, rounds: lobby.stage.round)
            let result = results.first { $0.player == line.player }
            guard line.overPar == expected, result?.tally.overPar == expected else {
                return Fault("\(line.name) is \(line.overPar) over par, not \(expected)")
            }
        }
        return lobby.stage.round > 0 ? faultOfSignatures(in: lobby) : nil
    }

    /// A signature stands only over what its signer has seen, which is what it says.
    private func faultOfSignatures(in lobby: Lobby) -> Fault? {
        for column in lobby.trustReport(round: lobby.stage.round).columns {
            let player = PlayerID(UInt32(column.id) ?? 0)
            let round = lobby.stage.round
            let key = CellKey(round: round, player: player, field: .signed)
            guard case .text(let signed)? = cells[key]?.siblings.first?.value else {
                guard column.signature == .none else { return Fault("nobody has signed") }
                continue
            }
            let holes = course.holes.indices.map { hole in
                let place = CellKey.score(round: round, player: player, hole: UInt8(hole + 1))
                var pickup = place
                pickup.field = .pickedUp
                return number(place).map { "\($0)" } ?? (number(pickup) == 1 ? "X" : "-")
            }
            let typed = signed.split(separator: ";").first.map(String.init) ?? ""
            switch column.signature {
            case .none: return Fault("a signature is lost")
            case .valid where typed != holes.joined(separator: ","):
                return Fault("\(signed) stands under \(holes)")
            case .amended:
                let old = typed.split(separator: ",").map(String.init)
                let isConfirmed = holes.indices.allSatisfy { hole in
                    let place = CellKey.score(round: round, player: player, hole: UInt8(hole + 1))
                    return old[hole] == holes[hole]
                        || cells[place]?.siblings.first?.rank == .confirmed
                }
                guard isConfirmed else { return Fault("\(signed) was amended to \(holes)") }
            case .void where column.blocks.isEmpty && typed == holes.joined(separator: ","):
                return Fault("\(signed) is void, and nothing is in its way")
            case .valid, .void: continue
            }
        }
        return nil
    }
}

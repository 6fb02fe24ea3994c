import Documents
import Formats
import Lobby

/// Penalty throws that belong to no hole, of all players and rounds (PDGA 808.D). The first warning
/// costs nothing, and par and something is said of holes only.
struct CardPenalties: Hashable {
    private struct Place: Hashable {
        let round: UInt8
        let player: PlayerID
    }

    private var throwCounts: [Place: Int64] = [:]

    init(_ lobby: Lobby) {
        for (key, cell) in lobby.cells where key.hole == 0 {
            guard let penalty = key.field.penalty, case .number(let count) = cell.value else {
                continue
            }
            throwCounts[Place(round: key.round, player: key.player), default: 0] +=
                penalty.throwCount(besideHoles: count)
        }
    }

    func of(_ player: PlayerID, round: UInt8) -> Int64 {
        throwCounts[Place(round: round, player: player)] ?? 0
    }
}

extension Penalty {
    /// The throws that it costs beside the holes, noted so often.
    func throwCount(besideHoles count: Int64) -> Int64 {
        switch place {
        case .hole, .card: throwCount * count
        case .warning: throwCount * max(0, count - 1)
        case .par: 0
        }
    }
}

public import Formats
public import Lobby

/// The games that are played with the scores of a card besides.
extension Lobby {
    /// What such a game comes to in a round. Players are named by the ids of their columns, in
    /// decimal.
    public func result(of game: FormatGame, round: UInt8) -> FormatResult {
        game.result(on: formatCard(round: round, isAgainstPar: game.isAgainstPar))
    }

    /// - Parameter isAgainstPar: from a tee with a par of its own, throws count from that.
    private func formatCard(round: UInt8, isAgainstPar: Bool) -> FormatCard {
        let pars = pars
        let columns = columns
        var card = FormatCard(
            pars: pars, players: columns.map { FormatCard.Player(id: "\($0.id.value)") })
        for column in columns {
            let own = self.pars(of: column.id, others: pars)
            card.entries["\(column.id.value)"] = holes.indices.map { place in
                let key = CellKey.score(
                    round: round, player: column.id, hole: UInt8(clamping: place + 1))
                let shift = isAgainstPar ? own[place] - pars[place] : 0
                return HoleEntry(cells[key] ?? Cell(), less: shift)
            }
        }
        return card
    }
}

extension FormatGame {
    fileprivate var isAgainstPar: Bool {
        if case .stableford = kind { true } else { false }
    }
}

extension HoleEntry {
    fileprivate init(_ cell: Cell, less shift: Int64) {
        func count(_ sibling: Sibling) -> Int64? {
            if case .number(let count) = sibling.value { count - shift } else { nil }
        }
        if cell.isDisputed {
            self = .disputed(
                shown: cell.shown.flatMap(count), others: cell.siblings.dropFirst().map(count))
        } else {
            self = cell.shown.flatMap(count).map(HoleEntry.throwCount) ?? .empty
        }
    }
}

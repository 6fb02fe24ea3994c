/// Points for each hole, so that one bad hole doesn't decide.
public struct Stableford: Hashable, Sendable {
    /// Points by how many throws over par a hole took, clamped at both ends.
    public struct Table: Hashable, Sendable {
        /// Throws over par of the first value.
        public var first: Int64
        public var values: [Int64]

        public init(first: Int64, values: [Int64]) {
            self.first = first
            self.values = values
        }

        /// Rules of Golf, rule 21.1b.
        public static let stableford = Table(first: -4, values: [6, 5, 4, 3, 2, 1, 0])
        public static let modified = Table(first: -3, values: [8, 5, 2, 0, -1, -3])
        public static let birdies = Table(first: -2, values: [3, 1, 0])

        func points(over: Int64) -> Int64 {
            guard let last = values.indices.last else { return 0 }
            let place = over < first ? 0 : over - first
            return values[place > Int64(last) ? last : Int(place)]
        }
    }

    public var table: Table

    public init(table: Table = .stableford) { self.table = table }
}

public struct StablefordResult: Hashable, Sendable {
    public enum State: String, Hashable, Sendable { case complete, playing, out }

    public struct Line: Hashable, Sendable {
        public let side: String
        public var points: Int64 = 0
        public var thru = 0
        public var state = State.playing
        public var disputedCount = 0
        public var place: Int?
        public var isTied = false
        /// By the holes' numbers.
        public var holes: [Int64?]
    }

    /// The best first.
    public let lines: [Line]
    /// The sides as they stand on the card.
    public let order: [String]
    public let isFinal: Bool
}

extension Stableford {
    func result(_ sides: [PlayingSide], on card: FormatCard) -> StablefordResult {
        let sides = sides.filter { !$0.isVoid }
        let holes = card.openHoles
        var isFinal = true
        var lines = sides.map { side -> StablefordResult.Line in
            var line = StablefordResult.Line(
                side: side.id, holes: [Int64?](repeating: nil, count: card.holeCount))
            for hole in holes {
                if side.isDisputed(on: hole) { line.disputedCount += 1 }
                if let points = points(of: side, on: hole) {
                    line.holes[hole - 1] = points
                    line.points += points
                    line.thru += 1
                } else if side.isIn(hole) {
                    isFinal = false
                }
            }
            line.state =
                line.thru == holes.count ? .complete : side.stopsEver ? .out : .playing
            if line.disputedCount > 0 { isFinal = false }
            return line
        }
        let totals = lines.filter { $0.thru > 0 }.map(\.points)
        for place in lines.indices where lines[place].thru > 0 {
            lines[place].place = 1 + totals.count { $0 > lines[place].points }
            lines[place].isTied = totals.count { $0 == lines[place].points } > 1
        }
        let sorted = lines.enumerated().sorted { left, right in
            let places = [left, right].map { $0.element.place ?? .max }
            return places[0] != places[1] ? places[0] < places[1] : left.offset < right.offset
        }
        return StablefordResult(
            lines: sorted.map(\.element), order: sides.map(\.id), isFinal: isFinal)
    }

    /// Nil as long as a member has nothing who could still bring more.
    private func points(of side: PlayingSide, on hole: Int) -> Int64? {
        var found: [Int64] = []
        var isWaiting = false
        for player in side.playing(hole) {
            switch card(side, player, hole) {
            case nil: isWaiting = true
            case let points?: found.append(points)
            }
        }
        switch side.side.score {
        case .sum:
            return isWaiting || found.count < side.members.count ? nil : found.reduce(0, +)
        case .best:
            let most = table.values.max() ?? 0
            guard let best = found.max(), !isWaiting || best == most else { return nil }
            return best
        }
    }

    private func card(
        _ side: PlayingSide, _ player: FormatCard.Player, _ hole: Int
    ) -> Int64? {
        switch side.card.entry(player.id, hole) {
        case .empty, .disputed(nil, _): nil
        case .pickedUp: table.values.last ?? 0
        case .throwCount(let count), .disputed(let count?, _):
            table.points(
                over: count - side.throwsReceived(player.id, hole) - side.card.par(hole))
        }
    }
}

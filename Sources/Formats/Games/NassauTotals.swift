/// A Nassau by totals, among any number of sides: the lowest of each part wins it from each other
/// side.
///
/// Who picks up or stops can't win the part any more, and pays like the others, as they would lose
/// a match. Who came after it had begun has no part in it.
public struct NassauTotalsResult: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        case live, won
        /// The lowest total is that of several: nobody pays.
        case halved
        /// Fewer than two sides have a part in it.
        case void
    }

    public struct Line: Hashable, Sendable {
        public let side: String
        /// Of the holes that have a value, less throws received.
        public let total: Int64
        public let thru: Int
    }

    public struct Segment: Hashable, Sendable {
        public let id: String
        /// In the order of play.
        public let holes: [Int]
        /// Of the sides that have a part in it.
        public let lines: [Line]
        /// Those of them that can't win it any more, whatever they throw.
        public let out: [String]
        public let state: State
        public let winner: String?
        /// In the words of players, in English.
        public let text: String
    }

    public let segments: [Segment]
    public let balance: [NassauResult.Share]
}

extension Nassau {
    func totals(_ sides: [PlayingSide], on card: FormatCard) -> NassauTotalsResult {
        let segments = segments(of: card).map { id, holes in
            NassauTotalsResult.Segment(id, holes, sides)
        }
        var amounts: [String: Int64] = [:]
        for segment in segments {
            guard let winner = segment.winner else { continue }
            for line in segment.lines where line.side != winner {
                amounts[line.side, default: 0] -= value
                amounts[winner, default: 0] += value
            }
        }
        return NassauTotalsResult(
            segments: segments,
            balance: sides.map { NassauResult.Share(side: $0.id, amount: amounts[$0.id] ?? 0) })
    }
}

extension NassauTotalsResult.Segment {
    fileprivate init(_ id: String, _ holes: [Int], _ sides: [PlayingSide]) {
        let sides = sides.filter { side in
            !side.isVoid && holes.allSatisfy { side.hasJoined(by: $0) }
        }
        let bounds = sides.map { side in
            Bounds.sum(holes.map { side.bounds(on: $0) ?? Bounds(.pickedUp) })
        }
        (self.id, self.holes) = (id, holes)
        let lines = sides.map { NassauTotalsResult.Line($0, holes) }
        let out = zip(sides, bounds).filter { $1.low == Bounds.infinite }.map(\.0.id)
        (self.lines, self.out) = (lines, out)
        guard sides.count > 1 else {
            (state, winner, text) = (.void, nil, "void")
            return
        }
        let least = bounds.map(\.low).min() ?? 0
        let winning = bounds.indices.first { place in
            bounds.indices.allSatisfy { $0 == place || bounds[place].high < bounds[$0].low }
        }
        let isDecided = bounds.allSatisfy { $0.low == $0.high || $0.low > least }
        if let winning {
            winner = sides[winning].id
            (state, text) = (.won, "\(sides[winning].id) wins")
        } else if isDecided {
            let text = least == Bounds.infinite ? "nobody has a score" : "level at \(least)"
            (state, winner, self.text) = (.halved, nil, text)
        } else {
            let playing = lines.filter { !out.contains($0.side) }
            let left = holes.count - (playing.map(\.thru).min() ?? 0)
            (state, winner, text) = (.live, nil, left > 0 ? "\(left) to play" : "disputed")
        }
    }
}

extension NassauTotalsResult.Line {
    fileprivate init(_ side: PlayingSide, _ holes: [Int]) {
        let values = holes.compactMap { hole -> Int64? in
            let value = side.value(on: hole, pickupOverPar: nil)
            return if case .throwCount(_, let net) = value { net } else { nil }
        }
        self.init(side: side.id, total: values.reduce(0, +), thru: values.count)
    }
}

/// The fewest throws win.
public struct StrokePlay: Hashable, Sendable {
    public enum Ties: String, Hashable, Sendable {
        /// Equals share a place.
        case shared
        /// The better last 9, 6, 3, 1 holes decide, once nothing can change any more.
        case countback
        /// Those who share the first place play on; the host says who won.
        case playoff
    }

    public var ties: Ties
    public var playoffWinner: String?
    /// What a hole counts that somebody picked up on, over par; nil: there is no result then.
    public var pickupOverPar: Int64?

    public init(
        ties: Ties = .shared, playoffWinner: String? = nil, pickupOverPar: Int64? = nil
    ) {
        self.ties = ties
        self.playoffWinner = playoffWinner
        self.pickupOverPar = pickupOverPar
    }
}

public struct StrokeResult: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        case complete, playing
        /// Somebody who came late, and lacks what was before.
        case partial
        /// A hole counts that has no score.
        case noResult = "no_result"
        /// Somebody who stopped.
        case dnf
    }

    public struct Line: Hashable, Sendable {
        public let side: String
        /// With card penalties.
        public var gross: Int64 = 0
        /// Holes that have a value.
        public var thru = 0
        public var toPar: Int64 = 0
        /// Less the throws received; the same as the gross ones without handicaps.
        public var net: Int64 = 0
        public var netToPar: Int64 = 0
        public var place: Int?
        public var isTied = false
        public var state = State.playing
        /// Holes on which people disagree.
        public var disputedCount = 0
    }

    /// First those who have a place.
    public let lines: [Line]
    /// Whether nobody waits for a hole, and nothing is disputed.
    public let isFinal: Bool
    /// Who shares the first place, if a playoff is to decide it.
    public let playoff: [String]
}

/// What a hole has come to for a side, as it is shown.
enum HoleValue: Hashable {
    /// Nothing yet, or not all that it takes.
    case open
    case noScore
    /// `net`: less the throws received.
    case throwCount(gross: Int64, net: Int64)
}

extension PlayingSide {
    /// The shown value; `open` if a member who has none yet could still change it.
    func value(on hole: Int, pickupOverPar: Int64?) -> HoleValue {
        var numbers: [(gross: Int64, net: Int64)] = []
        var (waiting, pickedUp) = (0, 0)
        for player in playing(hole) {
            let received = throwsReceived(player.id, hole)
            switch card.entry(player.id, hole) {
            case .empty, .disputed(nil, _): waiting += 1
            case .throwCount(let count), .disputed(let count?, _):
                numbers.append((count, count - received))
            case .pickedUp:
                if let over = pickupOverPar {
                    let count = card.par(hole) + over
                    numbers.append((count, count - received))
                } else {
                    pickedUp += 1
                }
            }
        }
        switch side.score {
        case .sum:
            if pickedUp > 0 { return .noScore }
            guard waiting == 0, numbers.count == members.count, !numbers.isEmpty else {
                return .open
            }
            return .throwCount(
                gross: numbers.reduce(0) { $0 + $1.gross },
                net: numbers.reduce(0) { $0 + $1.net })
        case .best:
            guard let gross = numbers.map(\.gross).min(), let net = numbers.map(\.net).min()
            else { return waiting > 0 || pickedUp == 0 ? .open : .noScore }
            // Nobody is better than an ace.
            guard waiting == 0 || gross == 1 else { return .open }
            return .throwCount(gross: gross, net: net)
        }
    }

    /// The par of a hole for the side: once for each member of an aggregate.
    func par(of hole: Int) -> Int64 {
        card.par(hole) * (side.score == .sum ? Int64(members.count) : 1)
    }
}

extension StrokePlay {
    func result(_ sides: [PlayingSide], on card: FormatCard) -> StrokeResult {
        let sides = sides.filter { !$0.isVoid }
        let holes = card.openHoles
        var lines: [StrokeResult.Line] = []
        var nets: [String: [Int: Int64]] = [:]
        var isFinal = true
        for side in sides {
            var line = StrokeResult.Line(side: side.id)
            var hasNoScore = false
            (line.gross, line.net) = (side.cardPenalties, side.cardPenalties)
            for hole in holes {
                if side.isDisputed(on: hole) { line.disputedCount += 1 }
                switch side.value(on: hole, pickupOverPar: pickupOverPar) {
                case .open: if side.isIn(hole) { isFinal = false }
                case .noScore: hasNoScore = true
                case .throwCount(let gross, let net):
                    line.gross += gross
                    line.net += net
                    line.thru += 1
                    line.toPar -= side.par(of: hole)
                    nets[side.id, default: [:]][hole] = net
                }
            }
            line.netToPar = line.toPar + line.net
            line.toPar += line.gross
            line.state =
                hasNoScore
                ? .noResult
                : line.thru == holes.count
                    ? .complete
                    : side.stopsEver ? .dnf : side.comesLate ? .partial : .playing
            if line.disputedCount > 0 { isFinal = false }
            lines.append(line)
        }
        let playoff = place(&lines, isFinal: isFinal) { left, right in
            Self.countback(nets[left] ?? [:], nets[right] ?? [:], holes)
        }
        return StrokeResult(lines: lines, isFinal: isFinal, playoff: playoff)
    }

    /// Gives places, and puts the lines into their order.
    ///
    /// - Returns: who plays off the first place.
    private func place(
        _ lines: inout [StrokeResult.Line], isFinal: Bool,
        countback: (String, String) -> Int
    ) -> [String] {
        func isPlaced(_ line: StrokeResult.Line) -> Bool {
            line.state == .complete || (line.state == .playing && line.thru > 0)
        }
        func group(_ line: StrokeResult.Line) -> Int {
            switch line.state {
            case .complete: 0
            case .playing: line.thru > 0 ? 0 : 1
            case .partial: 2
            case .noResult: 3
            case .dnf: 4
            }
        }
        let first = lines.filter(isPlaced).map(\.netToPar).min()
        let tied = lines.filter { isPlaced($0) && $0.netToPar == first }.map(\.side)
        let playoff = ties == .playoff && isFinal && tied.count > 1 ? tied : []
        /// Below zero: the left one is better.
        func compare(_ left: StrokeResult.Line, _ right: StrokeResult.Line) -> Int {
            if left.netToPar != right.netToPar { return left.netToPar < right.netToPar ? -1 : 1 }
            switch ties {
            case .shared: return 0
            case .countback: return isFinal ? countback(left.side, right.side) : 0
            case .playoff:
                guard let winner = playoffWinner, playoff.contains(winner) else { return 0 }
                return left.side == winner ? -1 : right.side == winner ? 1 : 0
            }
        }
        for place in lines.indices where isPlaced(lines[place]) {
            let line = lines[place]
            let others = lines.indices.filter { $0 != place && isPlaced(lines[$0]) }
            lines[place].place = 1 + others.count { compare(lines[$0], line) < 0 }
            lines[place].isTied = others.contains { compare(lines[$0], line) == 0 }
        }
        let sorted = lines.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            let keys = [(group(one), group(other)), (one.place ?? 0, other.place ?? 0)]
            for (first, second) in keys where first != second { return first < second }
            return left.offset < right.offset
        }
        lines = sorted.map(\.element)
        return playoff
    }

    /// The last nine, six, three and one of the holes by their numbers, of those that are fewer
    /// than all.
    private static func countback(
        _ left: [Int: Int64], _ right: [Int: Int64], _ holes: [Int]
    ) -> Int {
        for count in [9, 6, 3, 1] where count < holes.count {
            let last = holes.suffix(count)
            let sums = [left, right].map { nets in last.reduce(0) { $0 + (nets[$1] ?? 0) } }
            if sums[0] != sums[1] { return sums[0] < sums[1] ? -1 : 1 }
        }
        return 0
    }
}

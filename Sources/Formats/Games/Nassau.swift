/// Three matches on one card: over its parts, and over all of it; and more of them if somebody
/// presses. Or the lowest totals of the same parts, among any number of sides.
public struct Nassau: Hashable, Sendable {
    public enum Scoring: String, Hashable, Sendable { case match, stroke }

    public enum Split: String, Hashable, Sendable {
        /// The order of play is cut into parts.
        case play
        /// The card is, and each part is played in the order of play.
        case holes
    }

    public enum Pressing: String, Hashable, Sendable { case none, auto, manual }

    /// Somebody's wish for another match over the rest of a part.
    public struct Press: Hashable, Sendable {
        public var segment: String
        public var by: String
        /// The hole after which it was said.
        public var after: Int

        public init(segment: String, by: String, after: Int) {
            (self.segment, self.by, self.after) = (segment, by, after)
        }
    }

    public var scoring: Scoring
    /// The holes of each part; nil: as many as is usual for so many holes.
    public var sizes: [Int]?
    public var split: Split
    public var value: Int64
    public var pressing: Pressing
    /// Holes that a side is down before there is a press.
    public var pressAt: Int
    /// Presses in one part.
    public var pressMax: Int
    /// The parts in which there may be any; nil: all but the whole.
    public var pressSegments: [String]?
    public var presses: [Press]
    public var match: MatchPlay

    public init(
        scoring: Scoring = .match, sizes: [Int]? = nil, split: Split = .play, value: Int64 = 1,
        pressing: Pressing = .none, pressAt: Int = 2, pressMax: Int = 4,
        pressSegments: [String]? = nil, presses: [Press] = [], match: MatchPlay = MatchPlay()
    ) {
        self.scoring = scoring
        self.sizes = sizes
        self.split = split
        self.value = value
        self.pressing = pressing
        self.pressAt = pressAt
        self.pressMax = pressMax
        self.pressSegments = pressSegments
        self.presses = presses
        self.match = match
    }
}

public struct NassauResult: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        public let id: String
        /// The side that was down when it was pressed; nil for a part of the card.
        public let pressedBy: String?
        /// In the order of play.
        public let holes: [Int]
        public let match: MatchResult
    }

    /// Why a press doesn't count.
    public enum Why: String, Hashable, Sendable {
        case notAllowed = "not_allowed"
        /// A hole before it isn't decided.
        case open
        case notDown = "not_down"
        case noHoleLeft = "no_hole_left"
        case limit, twice
    }

    public let segments: [Segment]
    public let presses: [Segment]
    public let ignored: [Ignored]
    /// By the holes' numbers.
    public let results: [MatchResult.Hole]
    public let balance: [Share]

    public struct Ignored: Hashable, Sendable {
        public let press: Nassau.Press
        public let why: Why
    }

    /// What a side has won less what it has lost.
    public struct Share: Hashable, Sendable {
        public let side: String
        public let amount: Int64
    }
}

extension Nassau {
    func result(_ one: PlayingSide, _ other: PlayingSide, on card: FormatCard) -> NassauResult {
        let duels = HoleDuels(one, other, on: card, match)
        func segment(_ id: String, _ holes: [Int], by: String? = nil) -> NassauResult.Segment {
            NassauResult.Segment(
                id: id, pressedBy: by, holes: holes, match: duels.match(over: holes, match))
        }
        let segments = segments(of: card).map { segment($0.id, $0.holes) }
        var (made, ignored): ([NassauResult.Segment], [NassauResult.Ignored]) = ([], [])
        for part in segments {
            let chain = PressChain(part.holes, duels, self)
            switch pressing {
            case .none: break
            case .auto:
                guard mayPress(part.id) else { continue }
                for press in chain.automatic(one.id, other.id) {
                    made.append(
                        segment("\(part.id)p\(press.number)", press.holes, by: press.by))
                }
            case .manual:
                let (counted, refused) = chain.manual(
                    presses.filter { $0.segment == part.id }, isAllowed: mayPress(part.id))
                for press in counted {
                    made.append(
                        segment("\(part.id)p\(press.number)", press.holes, by: press.by))
                }
                ignored += refused
            }
        }
        let known = Set(segments.map(\.id))
        if pressing == .manual {
            ignored += presses.filter { !known.contains($0.segment) }.map {
                NassauResult.Ignored(press: $0, why: .notAllowed)
            }
        }
        var amounts = [one.id: Int64(0), other.id: 0]
        for decided in segments + made {
            guard let winner = decided.match.winner else { continue }
            for side in [one.id, other.id] {
                amounts[side, default: 0] += side == winner ? value : -value
            }
        }
        return NassauResult(
            segments: segments, presses: made, ignored: ignored,
            results: card.pars.indices.map { duels.results[$0 + 1] ?? MatchResult.Hole.none },
            balance: [one.id, other.id].map {
                NassauResult.Share(side: $0, amount: amounts[$0] ?? 0)
            })
    }

    private func mayPress(_ segment: String) -> Bool {
        pressSegments?.contains(segment) ?? (segment != "total")
    }

    /// The parts and the whole, with their holes in the order of play.
    func segments(of card: FormatCard) -> [(id: String, holes: [Int])] {
        let parts = parts(of: card)
        let numbered = parts.enumerated().map { ("s\($0.offset + 1)", $0.element) }
        return (parts.count == 1 ? [] : numbered) + [("total", card.order)]
    }

    /// The holes of each part in the order of play.
    private func parts(of card: FormatCard) -> [[Int]] {
        let order = card.order
        let cut = split == .play ? order : card.openHoles
        var parts: [[Int]] = []
        var place = 0
        for size in sizes ?? Self.usualSizes(order.count) where size > 0 && place < cut.count {
            parts.append(Array(cut[place..<min(place + size, cut.count)]))
            place += size
        }
        guard split == .holes else { return parts }
        return parts.map { part in order.filter(part.contains) }
    }

    /// Nines, if there are three of them or more; else two halves, the first the larger.
    private static func usualSizes(_ count: Int) -> [Int] {
        if count > 18, count % 9 == 0 { return [Int](repeating: 9, count: count / 9) }
        return count > 1 ? [(count + 1) / 2, count / 2] : [count]
    }
}

/// The matches of one part, each of which may be pressed by the next.
private struct PressChain {
    struct Counted {
        let number: Int
        let by: String
        let holes: [Int]
    }

    private let holes: [Int]
    private let duels: HoleDuels
    private let settings: Nassau
    /// So many holes are decided before the first one that isn't.
    private let decidedCount: Int

    init(_ holes: [Int], _ duels: HoleDuels, _ settings: Nassau) {
        self.holes = holes.filter { duels.results[$0] != MatchResult.Hole.none }
        (self.duels, self.settings) = (duels, settings)
        decidedCount =
            self.holes.firstIndex { hole in
                switch duels.results[hole] {
                case .won, .halved: false
                default: true
                }
            } ?? self.holes.count
    }

    /// Holes that the first side is ahead on those from one place up to another.
    private func lead(from begin: Int, upTo end: Int) -> Int {
        holes[begin..<end].reduce(0) { sum, hole in
            guard case .won(let id)? = duels.results[hole] else { return sum }
            return sum + (id == duels.sides.0.id ? 1 : -1)
        }
    }

    func automatic(_ one: String, _ other: String) -> [Counted] {
        var found: [Counted] = []
        var begin = 0
        for end in holes.indices where end > 0 && end <= decidedCount {
            guard found.count < settings.pressMax, end > begin else { continue }
            let lead = lead(from: begin, upTo: end)
            guard abs(lead) >= settings.pressAt else { continue }
            found.append(
                Counted(
                    number: found.count + 1, by: lead > 0 ? other : one,
                    holes: Array(holes[end...])))
            begin = end
        }
        return found
    }

    func manual(
        _ wishes: [Nassau.Press], isAllowed: Bool
    ) -> (counted: [Counted], refused: [NassauResult.Ignored]) {
        var counted: [Counted] = []
        var refused: [NassauResult.Ignored] = []
        var begins = [0]
        let sorted = wishes.enumerated().sorted { left, right in
            let places = [left, right].map { holes.firstIndex(of: $0.element.after) ?? -1 }
            return places[0] != places[1] ? places[0] < places[1] : left.offset < right.offset
        }
        for (_, wish) in sorted {
            let end = holes.firstIndex(of: wish.after).map { $0 + 1 }
            func isDown() -> Bool {
                guard let end else { return false }
                return begins.contains { begin in
                    guard begin < end else { return false }
                    let lead = lead(from: begin, upTo: end)
                    let down = wish.by == duels.sides.0.id ? -lead : lead
                    return down >= settings.pressAt && isRunning(from: begin, after: end)
                }
            }
            let isSide = [duels.sides.0.id, duels.sides.1.id].contains(wish.by)
            let why: NassauResult.Why? =
                if !isAllowed || end == nil || !isSide {
                    .notAllowed
                } else if let end, end > decidedCount { .open } else if !isDown() {
                    .notDown
                } else if end == holes.count {
                    .noHoleLeft
                } else if counted.count >= settings.pressMax {
                    .limit
                } else if let end, begins.contains(end) { .twice } else { nil }
            guard why == nil, let end else {
                refused.append(NassauResult.Ignored(press: wish, why: why ?? .notAllowed))
                continue
            }
            begins.append(end)
            counted.append(
                Counted(number: counted.count + 1, by: wish.by, holes: Array(holes[end...])))
        }
        return (counted, refused)
    }

    /// Whether a match of the chain isn't over before its last hole.
    private func isRunning(from begin: Int, after end: Int) -> Bool {
        (begin + 1..<end).allSatisfy { place in
            abs(lead(from: begin, upTo: place)) <= holes.count - place
        }
    }
}

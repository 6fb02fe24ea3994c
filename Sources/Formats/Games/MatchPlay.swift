/// Whoever wins more holes wins (PDGA Official Rules, edition of 2025, appendix A).
public struct MatchPlay: Hashable, Sendable {
    /// What somebody gives away; that can't be refused, nor taken back (A.05).
    public enum Concession: Hashable, Sendable {
        case hole(Int, by: String)
        /// The match, once this hole was played; 0: before the first.
        case match(after: Int, by: String)
    }

    public var concessions: [Concession]
    /// Holes that were halved by agreement.
    public var agreed: Set<Int>

    public init(concessions: [Concession] = [], agreed: Set<Int> = []) {
        self.concessions = concessions
        self.agreed = agreed
    }
}

public struct MatchResult: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        case live, dormie, won, halved
        /// Both sides stopped.
        case unfinished
        /// A side has nobody left.
        case void
    }

    public enum Hole: Hashable, Sendable {
        case won(String)
        case halved
        /// Something was typed on it, or behind it, and it isn't decided.
        case open
        case toCome
        /// The match was over by then.
        case after
        /// No part of it: closed, or somebody hadn't come yet.
        case none
    }

    /// By the holes' numbers.
    public var holes: [Hole]
    /// Who leads; nil if nobody does.
    public var up: String?
    public var by = 0
    /// Holes that could still change it.
    public var left = 0
    public var state = State.live
    public var winner: String?
    /// The numbers of the holes that are open.
    public var open: [Int] = []
    /// In the words of players, in English.
    public var text = ""
}

/// The holes of two sides against each other, before it is asked when their match is over.
struct HoleDuels {
    let sides: (PlayingSide, PlayingSide)
    let card: FormatCard
    /// By the holes' numbers, of those that are played.
    private(set) var results: [Int: MatchResult.Hole] = [:]

    init(
        _ one: PlayingSide, _ other: PlayingSide, on card: FormatCard, _ settings: MatchPlay
    ) {
        sides = (one, other)
        self.card = card
        var isPassed = false
        for hole in card.order.reversed() {
            let given = Self.given(hole, one.id, other.id, settings)
            let hasEntry = one.hasEntry(on: hole) || other.hasEntry(on: hole)
            isPassed = isPassed || hasEntry || given != nil
            results[hole] =
                given ?? Self.decided(one, other, hole) ?? (isPassed ? .open : .toCome)
        }
    }

    /// What was conceded or agreed; open if that contradicts itself.
    private static func given(
        _ hole: Int, _ one: String, _ other: String, _ settings: MatchPlay
    ) -> MatchResult.Hole? {
        let givers = Set(
            settings.concessions.compactMap { concession -> String? in
                if case .hole(hole, let giver) = concession { giver } else { nil }
            }
        ).intersection([one, other])
        switch (settings.agreed.contains(hole), givers.count) {
        case (true, 0): return .halved
        case (false, 0): return nil
        case (false, 1): return .won(givers.contains(one) ? other : one)
        default: return .open
        }
    }

    private static func decided(
        _ one: PlayingSide, _ other: PlayingSide, _ hole: Int
    ) -> MatchResult.Hole? {
        guard one.hasJoined(by: hole), other.hasJoined(by: hole) else {
            return MatchResult.Hole.none
        }
        guard let a = one.bounds(on: hole), let b = other.bounds(on: hole) else { return nil }
        if a.high < b.low { return .won(one.id) }
        if b.high < a.low { return .won(other.id) }
        return a.low == a.high && b.low == b.high && a == b ? .halved : nil
    }

    /// How a match over some of the holes stands, in the order in which they are played.
    func match(over holes: [Int], _ settings: MatchPlay) -> MatchResult {
        let (one, other) = (sides.0.id, sides.1.id)
        var match = MatchResult(
            holes: [MatchResult.Hole](repeating: .none, count: card.holeCount))
        guard !sides.0.isVoid, !sides.1.isVoid else {
            (match.state, match.text) = (.void, "void")
            return match
        }
        let part = holes.filter { results[$0] != MatchResult.Hole.none }
        var (lead, undecided) = (0, part.count)
        func settle(_ state: MatchResult.State, _ winner: String?, _ text: String) {
            (match.state, match.winner, match.text) = (state, winner, text)
            match.up = lead == 0 ? nil : lead > 0 ? one : other
            (match.by, match.left) = (abs(lead), undecided)
        }
        func cut(from place: Int) {
            for hole in part[place...] { match.holes[hole - 1] = .after }
        }
        for (place, hole) in part.enumerated() {
            if let end = end(before: hole, settings) {
                cut(from: place)
                settle(end.winner == nil ? .unfinished : .won, end.winner, end.text)
                return match
            }
            let result = results[hole] ?? .toCome
            match.holes[hole - 1] = result
            switch result {
            case .won(let id):
                lead += id == one ? 1 : -1
                undecided -= 1
            case .halved: undecided -= 1
            case .open: match.open.append(hole)
            case .toCome, .after, .none: break
            }
            if abs(lead) > undecided {
                cut(from: place + 1)
                let winner = lead > 0 ? one : other
                settle(
                    .won, winner,
                    undecided > 0
                        ? "\(winner) wins \(abs(lead))&\(undecided)"
                        : "\(winner) wins \(abs(lead)) up")
                return match
            }
        }
        if let end = endAfterAll(part, settings) {
            settle(end.winner == nil ? .unfinished : .won, end.winner, end.text)
        } else if undecided == 0 {
            settle(.halved, nil, "halved")
        } else if lead == 0 {
            settle(.live, nil, "all square, \(undecided) to play")
        } else {
            let text = "\(lead > 0 ? one : other) \(abs(lead)) up, \(undecided) to play"
            let isDormie = abs(lead) == undecided
            settle(isDormie ? .dormie : .live, nil, isDormie ? text + ", dormie" : text)
        }
        return match
    }

    private typealias End = (winner: String?, text: String)

    /// Whether the match ended before a hole because somebody stopped, or gave it away.
    private func end(before hole: Int, _ settings: MatchPlay) -> End? {
        let (one, other) = sides
        let given = [one, other].map { side in
            settings.concessions.contains { concession in
                guard case .match(let after, side.id) = concession else { return false }
                return after < 1 || card.position(of: after) < card.position(of: hole)
            }
        }
        let stopped = [one, other].map { $0.hasStopped(before: hole) }
        return Self.end(one.id, other.id, given: given, stopped: stopped)
    }

    /// The same behind the last hole, where only what was left open could still change.
    private func endAfterAll(_ part: [Int], _ settings: MatchPlay) -> End? {
        guard part.contains(where: { results[$0] == .open || results[$0] == .toCome }) else {
            return nil
        }
        let given = [sides.0, sides.1].map { side in
            settings.concessions.contains { concession in
                if case .match(_, side.id) = concession { true } else { false }
            }
        }
        return Self.end(sides.0.id, sides.1.id, given: given, stopped: [false, false])
    }

    private static func end(
        _ one: String, _ other: String, given: [Bool], stopped: [Bool]
    ) -> End? {
        for (lost, word) in [(given, "conceded"), (stopped, "retired")] {
            switch (lost[0], lost[1]) {
            case (false, false): continue
            case (true, true): return (nil, "unfinished")
            case (true, false): return (other, "\(other) wins, \(one) \(word)")
            case (false, true): return (one, "\(one) wins, \(other) \(word)")
            }
        }
        return nil
    }
}

public import Documents
public import Lobby
import Scoring

public enum ResultLimits {
    /// The version of the rules by which results are made: it grows with every change of them.
    public static let rules: Int64 = 1
    /// Of fewer rounds, or by fewer people, nobody is told a mean: it would tell of the one.
    public static let roundsMin = 5
    public static let peopleMin = 3
    /// A round that nobody has ended is taken for ended after so long without an event.
    public static let restMillisecondsMin: Int64 = 12 * 3_600_000
    /// A round that took longer was forgotten, and gone on with later.
    static let paceMinutesMax: Int64 = 8 * 60
    /// In less than that a hole isn't played, but copied from paper.
    static let holeMillisecondsMin: Int64 = 60_000
}

/// Results as they follow from a game (`RoundResult`). Nothing else is needed for them, so they may
/// be deleted and made again at any time, and whoever holds the game comes to the same.
extension Lobby {
    /// The results of all rounds that are over, in the order of the rounds and of the card.
    ///
    /// Who was taken off the card has none, nor has who never scored; members who left or were
    /// removed have theirs. A game that was deleted has none.
    ///
    /// - Parameters:
    ///   - last: when the game's last event happened
    ///   - now: decides about a round that nobody has ended
    public func roundResults(last: WallTime, now: WallTime) -> [RoundResult] {
        guard deletedAt == nil, stage.round > 0 else { return [] }
        let isResting = Self.restEnd(last: last).map { now.milliseconds >= $0 } ?? false
        return (1...stage.round).flatMap { round in
            let isUnended = round == stage.round && stage.phase == .playing
            return isUnended && !isResting ? [] : results(of: round, isUnended: isUnended)
        }
    }

    /// When the round that is being played will count though nobody has ended it; nil if it does
    /// already, or if none is being played.
    ///
    /// - Parameters: as of `roundResults`
    public func resultsDue(last: WallTime, now: WallTime) -> WallTime? {
        guard deletedAt == nil, stage.phase == .playing else { return nil }
        guard let end = Self.restEnd(last: last), now.milliseconds < end else { return nil }
        return WallTime(milliseconds: end)
    }

    /// When a round has rested for long enough, in milliseconds since 1970; nil if never.
    private static func restEnd(last: WallTime) -> Int64? {
        let end = last.milliseconds.addingReportingOverflow(ResultLimits.restMillisecondsMin)
        return end.overflow ? nil : end.partialValue
    }

    private func results(of round: UInt8, isUnended: Bool) -> [RoundResult] {
        let cards = columns.map { (column: $0, scores: scores(of: $0.id, round: round)) }
        guard let times = RoundTimes(cards.map(\.scores), of: self) else { return [] }
        let (common, labels) = (pars, holes.map(\.label))
        return cards.compactMap { column, scores in
            guard scores.contains(where: { $0 != nil }) else { return nil }
            let pars = self.pars(of: column.id, others: common)
            return RoundResult(
                round: round, player: column.id,
                person: column.member.flatMap(member)?.person, isUnended: isUnended,
                start: times.start, day: times.day, minutes: times.minutes,
                labels: labels, pars: pars,
                throws: scores.map { $0?.settled },
                disputedHoles: holes.indices.filter { scores[$0]?.isDisputed == true }
                    .map { UInt8($0 + 1) },
                key: resultKey(of: column.id, labels: labels, pars: pars))
        }
    }

    /// What stands on each hole; nil where nothing does. An entry that was taken back is nothing,
    /// unless somebody else still says otherwise.
    private func scores(of player: PlayerID, round: UInt8) -> [HoleScore?] {
        holes.indices.map { place in
            let cell = cell(.score(round: round, player: player, hole: UInt8(place + 1)))
            guard let shown = cell.shown else { return nil }
            if cell.isDisputed { return HoleScore(settled: nil, at: shown.at) }
            guard case .number(let count) = shown.value else { return nil }
            return HoleScore(settled: count, at: shown.at)
        }
    }

    private func resultKey(
        of player: PlayerID, labels: [String], pars: [Int64]
    ) -> ResultKey? {
        if let layout {
            let tee = thrownTee(of: player).map { layout.tees[$0.place].name }
            return ResultKey(layout, tee: tee, labels: labels)
        }
        return courseName.flatMap { ResultKey(courseName: $0, labels: labels, pars: pars) }
    }
}

/// A score that counts, or one on which people disagree.
private struct HoleScore {
    /// Nil: people disagree.
    let settled: Int64?
    /// When the shown value was typed: milliseconds since the lobby's start.
    let at: Int64

    var isDisputed: Bool { settled == nil }
}

/// When a round was played, by the phones that it was written down on. Their clocks may say
/// anything.
private struct RoundTimes {
    let start: WallTime
    let day: Int64
    let minutes: Int64?

    /// - Parameter scores: by player and hole
    /// - Returns: nil if nothing was scored
    init?(_ scores: [[HoleScore?]], of lobby: Lobby) {
        let firsts = lobby.holes.indices.compactMap { hole in
            scores.compactMap { $0[hole]?.at }.min()
        }
        guard let first = firsts.min(), let last = firsts.max() else { return nil }
        let began = Self.sum(lobby.start.milliseconds, first)
        start = WallTime(milliseconds: began)
        day = Self.day(of: Self.sum(began, Int64(lobby.layout?.utcMinutes ?? 0) * 60_000))
        let duration = last.subtractingReportingOverflow(first)
        let isPlayed =
            !duration.overflow
            && duration.partialValue >= Int64(firsts.count) * ResultLimits.holeMillisecondsMin
            && duration.partialValue <= ResultLimits.paceMinutesMax * 60_000
        minutes = isPlayed ? duration.partialValue / 60_000 : nil
    }

    /// The sum, or the number nearest to it.
    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let sum = left.addingReportingOverflow(right)
        guard sum.overflow else { return sum.partialValue }
        return right < 0 ? .min : .max
    }

    private static func day(of milliseconds: Int64) -> Int64 {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        return rest < 0 ? days - 1 : days
    }
}

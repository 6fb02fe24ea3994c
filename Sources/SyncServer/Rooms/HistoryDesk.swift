import Structures

/// A bound on questions for events of the past: the store is asked so many at a time for all, and a
/// connection has a budget.
struct HistoryDesk {
    private let rate: TokenRate
    private let readsMax: Int
    /// The budgets of connections that have asked.
    private var budgets: [SessionID: TokenBucket] = [:]
    /// The number of questions that the store hasn't answered.
    private var readCount = 0

    init(_ configuration: ServerConfiguration) {
        let perMinute = configuration.historiesPerMinuteMax
        rate = TokenRate(capacity: perMinute, refill: perMinute, intervalMilliseconds: 60_000)
        readsMax = configuration.historyReadsMax
    }

    /// Whether so many are asked at the moment that nobody may ask more.
    var isFull: Bool { readCount >= readsMax }

    /// Counts a question; returns the time that the connection has to wait before it may ask, nil
    /// if it needn't.
    mutating func milliseconds(before id: SessionID, now: UInt64) -> UInt64? {
        var budget = budgets[id] ?? TokenBucket(rate, now: now)
        let isGranted = budget.take(at: rate, now: now)
        budgets[id] = budget
        return isGranted ? nil : budget.millisecondsUntilNext(at: rate, now: now)
    }

    mutating func beginReading() { readCount += 1 }
    mutating func endReading() { readCount -= 1 }

    mutating func forget(_ id: SessionID) {
        if !budgets.isEmpty { budgets[id] = nil }
    }
}

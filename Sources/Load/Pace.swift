/// Edits that come up evenly over time and over their authors, whatever the server does and
/// however late this program is.
struct Pace {
    private let authors: [Int]
    private let nanosecondsBetween: Double
    private let startedAt: UInt64
    private let total: Int
    private var number = 0

    /// Begins a pace; the first edit comes up at once.
    ///
    /// - Parameters:
    ///   - authors: the phones that edit, in turn.
    ///   - rate: edits a second.
    ///   - total: how many there are in all.
    init(authors: [Int], rate: Int, total: Int, now: UInt64) {
        self.authors = authors
        nanosecondsBetween = 1e9 / Double(rate)
        startedAt = now
        self.total = authors.isEmpty ? 0 : total
    }

    var isOver: Bool { number >= total }

    /// The time at which the next edit comes up, in monotonic nanoseconds; nil: never.
    var nextAt: UInt64? {
        isOver ? nil : startedAt + UInt64(Double(number) * nanosecondsBetween)
    }

    /// Takes the next edit, if its time has come.
    mutating func next(now: UInt64) -> (author: Int, cameUpAt: UInt64)? {
        guard let nextAt, nextAt <= now else { return nil }
        defer { number += 1 }
        return (authors[number % authors.count], nextAt)
    }
}

extension Crowd {
    /// Makes the edits whose time has come, and returns the time until the next, at most
    /// `nanoseconds`.
    mutating func keepPace(nanoseconds: Int64) -> Int64 {
        guard pace != nil else { return nanoseconds }
        now = monotonicNanoseconds()
        while let (author, cameUpAt) = pace?.next(now: now) { edit(author, cameUpAt: cameUpAt) }
        guard let nextAt = pace?.nextAt else {
            pace = nil
            return nanoseconds
        }
        return min(nanoseconds, Int64(nextAt) - Int64(monotonicNanoseconds()))
    }
}

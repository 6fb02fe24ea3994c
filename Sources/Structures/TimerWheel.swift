/// Many coarse timers, nearly free to set and never cancelled.
///
/// A server sets a timer for almost everything and almost none of them fires: the peer answers, the
/// output drains. So setting must be cheap and cancelling should cost nothing. Here it doesn't
/// exist: an entry is a *reminder to look*. The owner keeps the real deadline beside its own state;
/// when the key comes out of `expired`, it looks, acts if the deadline has passed, and otherwise
/// schedules the key again. Moving a deadline further away then touches only the owner's own field.
///
/// Time is cut into ticks; a deadline belongs to the first tick that begins at or after it, and a
/// tick to bucket `tick % buckets`. Invariant: a key comes out once per `schedule`, never before
/// its deadline, and in the first call with `now` at or after the end of the tick its deadline lies
/// in (less than one tick late). Deadlines further away than one turn of the wheel lie in their
/// bucket until their turn comes.
public struct TimerWheel<Key: Hashable & Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let tick: UInt64

        @inlinable
        init(key: Key, tick: UInt64) {
            self.key = key
            self.tick = tick
        }
    }

    @usableFromInline let tickMilliseconds: UInt64
    @usableFromInline var buckets: [[Entry]]
    /// The last tick that was expired; all entries are later.
    @usableFromInline var currentTick: UInt64 = 0
    /// No entry is earlier. Exact within one turn of the wheel.
    @usableFromInline var earliestTick = UInt64.max
    /// The number of entries that wait.
    @usableFromInline var entryCount = 0

    /// Makes a wheel in which nothing waits.
    ///
    /// - Parameters:
    ///   - tickMilliseconds: how late a key may come out.
    ///   - slots: buckets; `slots * tickMilliseconds` should exceed the usual time to a deadline.
    @inlinable
    public init(tickMilliseconds: Int = 100, slots: Int = 512) {
        precondition(tickMilliseconds > 0 && slots > 0)
        self.tickMilliseconds = UInt64(tickMilliseconds)
        buckets = Array(repeating: [], count: slots)
    }

    /// The number of entries that wait; a key scheduled twice counts twice.
    @inlinable
    public var count: Int { entryCount }

    /// Lets `key` come out of `expired` once, at or after the deadline. O(1).
    ///
    /// - Parameter deadline: monotonic milliseconds; one in the past means the next tick.
    @inlinable
    public mutating func schedule(_ key: Key, at deadline: UInt64) {
        let remainder: UInt64 = deadline % tickMilliseconds == 0 ? 0 : 1
        let tick = max(deadline / tickMilliseconds + remainder, currentTick + 1)
        buckets[bucket(of: tick)].append(Entry(key: key, tick: tick))
        earliestTick = min(earliestTick, tick)
        entryCount += 1
    }

    /// Appends the keys whose deadlines have come, in no promised order.
    ///
    /// O(ticks since the last call + entries in their buckets), and one comparison when none is
    /// due.
    @inlinable
    public mutating func expired(upTo now: UInt64, into expired: inout [Key]) {
        let tick = now / tickMilliseconds
        guard tick >= earliestTick else {
            currentTick = max(currentTick, tick)
            return
        }
        let first = max(currentTick + 1, earliestTick)
        let steps = min(tick - first + 1, UInt64(buckets.count))
        for step in 0..<steps {
            takeEntries(upTo: tick, from: bucket(of: first + step), into: &expired)
        }
        currentTick = tick
        earliestTick = nextTick()
    }

    /// The time to sleep before `expired` may have something; nil if nothing waits.
    ///
    /// May be too short (a look for nothing, after which it is asked again), never too long.
    @inlinable
    public func millisecondsUntilNext(_ now: UInt64) -> Int? {
        guard entryCount > 0 else { return nil }
        let (due, isNever) = earliestTick.multipliedReportingOverflow(by: tickMilliseconds)
        if isNever { return .max }
        return due > now ? Int(clamping: due - now) : 0
    }

    @inlinable
    func bucket(of tick: UInt64) -> Int {
        Int(truncatingIfNeeded: tick % UInt64(buckets.count))
    }

    @inlinable
    mutating func takeEntries(upTo tick: UInt64, from bucket: Int, into expired: inout [Key]) {
        var index = 0
        while index < buckets[bucket].count {
            guard buckets[bucket][index].tick <= tick else {
                index += 1
                continue
            }
            expired.append(buckets[bucket][index].key)
            buckets[bucket].swapAt(index, buckets[bucket].count - 1)
            buckets[bucket].removeLast()
            entryCount -= 1
        }
        // A storm of newcomers shouldn't leave every bucket as large as it once was.
        if buckets[bucket].isEmpty { buckets[bucket] = [] }
    }

    /// The earliest tick with an entry within one turn of the wheel, or else the turn's end.
    @inlinable
    func nextTick() -> UInt64 {
        guard entryCount > 0 else { return .max }
        let turn = currentTick + 1...currentTick + UInt64(buckets.count)
        return turn.first { tick in
            buckets[bucket(of: tick)].contains { $0.tick == tick }
        } ?? turn.upperBound
    }
}

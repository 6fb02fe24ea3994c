/// A budget for each of many, such as addresses; those whose budget is full again are forgotten.
public struct Budgets<Key: Hashable & Sendable>: Sendable {
    /// The number of those short of budget past which new ones are refused.
    public static var keysMax: Int { 100_000 }
    private static var keysUsual: Int { 1_000 }
    private static var lookMilliseconds: UInt64 { 1_000 }

    private let rate: TokenRate
    private var buckets: [Key: TokenBucket] = [:]
    /// The number of them past which it is time to look for some to forget: once in a while, for
    /// looking costs the more the more there are.
    private var keysExpected = keysUsual
    private var looksAgainAt: UInt64 = 0

    public init(_ rate: TokenRate) { self.rate = rate }

    public var count: Int { buckets.count }

    /// Takes a token of `key`'s; whether there was one.
    ///
    /// - Parameter now: monotonic milliseconds.
    public mutating func take(_ key: Key, now: UInt64) -> Bool {
        guard isKnown(key, now: now) else { return false }
        return buckets[key, default: TokenBucket(rate, now: now)].take(at: rate, now: now)
    }

    /// Takes `count` tokens of `key`'s, whether or not they are there: see `TokenBucket.charge`.
    public mutating func charge(_ key: Key, _ count: UInt64, now: UInt64) {
        guard isKnown(key, now: now) else { return }
        buckets[key, default: TokenBucket(rate, now: now)].charge(count, at: rate, now: now)
    }

    public mutating func giveBack(_ key: Key) { buckets[key]?.giveBack(at: rate) }

    /// The time until `key` has a token; 0 if it has one.
    public func millisecondsUntilNext(_ key: Key, now: UInt64) -> UInt64 {
        buckets[key]?.millisecondsUntilNext(at: rate, now: now) ?? 0
    }

    /// Whether `key` is as good as one that has never come.
    public func isFull(_ key: Key, now: UInt64) -> Bool {
        buckets[key]?.isFull(at: rate, now: now) ?? true
    }

    /// Whether there is a bucket for `key`, or room for one.
    private mutating func isKnown(_ key: Key, now: UInt64) -> Bool {
        if buckets.count >= keysExpected, now >= looksAgainAt { forget(now: now) }
        return buckets.count < Self.keysMax || buckets[key] != nil
    }

    private mutating func forget(now: UInt64) {
        buckets = buckets.filter { !$0.value.isFull(at: rate, now: now) }
        keysExpected = max(Self.keysUsual, min(2 * buckets.count, Self.keysMax))
        looksAgainAt = now + Self.lookMilliseconds
    }
}

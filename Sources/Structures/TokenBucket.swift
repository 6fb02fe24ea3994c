/// The rate at which a budget refills: `capacity` at once, `refill` per `intervalMilliseconds` in
/// the long run.
public struct TokenRate: Sendable {
    fileprivate let millisecondsPerToken: UInt64
    fileprivate let stockMax: UInt32

    /// - Parameters:
    ///   - capacity: tokens at once.
    ///   - refill: tokens per interval; no more than one a millisecond is given.
    public init(capacity: UInt64, refill: UInt64, intervalMilliseconds: UInt64) {
        precondition(capacity > 0 && refill > 0)
        millisecondsPerToken = max(1, intervalMilliseconds / refill)
        stockMax = UInt32(clamping: capacity * millisecondsPerToken)
    }
}

/// A budget that refills with time. Its owner keeps the rate, as it may have many of them.
public struct TokenBucket: Sendable {
    /// The budget counted in milliseconds, so that nothing is lost to rounding.
    /// In the future if something is owed.
    private var updatedAt: UInt64
    private var stock: UInt32

    /// Makes a full one.
    public init(_ rate: TokenRate, now: UInt64) {
        stock = rate.stockMax
        updatedAt = now
    }

    /// Takes `count` tokens if they are there.
    public mutating func take(_ count: UInt64 = 1, at rate: TokenRate, now: UInt64) -> Bool {
        refill(at: rate, now: now)
        let price = count * rate.millisecondsPerToken
        guard price <= stock else { return false }
        stock -= UInt32(truncatingIfNeeded: price)
        return true
    }

    /// Takes `count` tokens, whether or not they are there: what is missing is owed, and comes out
    /// of what will be refilled.
    public mutating func charge(_ count: UInt64, at rate: TokenRate, now: UInt64) {
        refill(at: rate, now: now)
        let price = count * rate.millisecondsPerToken
        updatedAt += price - min(price, UInt64(stock))
        stock -= UInt32(clamping: min(price, UInt64(stock)))
    }

    /// Puts a token back that was taken.
    public mutating func giveBack(at rate: TokenRate) {
        stock = Self.sum(stock, rate.millisecondsPerToken, at: rate)
    }

    /// The time until a token is there besides `kept` others; 0 if one is.
    public func millisecondsUntilNext(
        above kept: UInt64 = 0, at rate: TokenRate, now: UInt64
    ) -> UInt64 {
        var bucket = self
        bucket.refill(at: rate, now: now)
        let wanted = (kept + 1) * rate.millisecondsPerToken
        guard bucket.stock < wanted else { return 0 }
        // Of a bucket that isn't empty nothing is owed: another thread's clock is ahead of ours.
        let owed = bucket.stock == 0 ? bucket.updatedAt - min(bucket.updatedAt, now) : 0
        return owed + wanted - UInt64(bucket.stock)
    }

    /// Whether the bucket is as good as a new one.
    public func isFull(at rate: TokenRate, now: UInt64) -> Bool {
        var bucket = self
        bucket.refill(at: rate, now: now)
        return bucket.stock == rate.stockMax
    }

    private static func sum(_ stock: UInt32, _ more: UInt64, at rate: TokenRate) -> UInt32 {
        more >= UInt64(rate.stockMax) - UInt64(min(stock, rate.stockMax))
            ? rate.stockMax : stock + UInt32(truncatingIfNeeded: more)
    }

    private mutating func refill(at rate: TokenRate, now: UInt64) {
        stock = Self.sum(stock, max(now, updatedAt) - updatedAt, at: rate)
        updatedAt = max(now, updatedAt)
    }
}

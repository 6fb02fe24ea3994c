/// The rate at which a budget refills: `capacity` at once, `refill` per `intervalMilliseconds` in
/// the long run.
struct TokenRate: Sendable {
    fileprivate let millisecondsPerToken: UInt64
    fileprivate let stockMax: UInt64

    init(capacity: UInt64, refill: UInt64, intervalMilliseconds: UInt64) {
        precondition(capacity > 0 && refill > 0)
        millisecondsPerToken = max(1, intervalMilliseconds / refill)
        stockMax = capacity * millisecondsPerToken
    }
}

/// A budget that refills with time. Its owner keeps the rate, as it may have many of them.
struct TokenBucket: Sendable {
    /// The budget counted in milliseconds, so that nothing is lost to rounding.
    private var stock: UInt64
    private var updatedAt: UInt64

    /// Makes a full one.
    init(_ rate: TokenRate, now: UInt64) {
        stock = rate.stockMax
        updatedAt = now
    }

    /// Takes `count` tokens if they are there.
    mutating func take(_ count: UInt64 = 1, at rate: TokenRate, now: UInt64) -> Bool {
        refill(at: rate, now: now)
        let price = count * rate.millisecondsPerToken
        guard price <= stock else { return false }
        stock -= price
        return true
    }

    /// Puts a token back that was taken.
    mutating func giveBack(at rate: TokenRate) {
        stock = min(stock + rate.millisecondsPerToken, rate.stockMax)
    }

    /// The time until a token is there besides `kept` others; 0 if one is.
    func millisecondsUntilNext(
        above kept: UInt64 = 0, at rate: TokenRate, now: UInt64
    ) -> UInt64 {
        var bucket = self
        bucket.refill(at: rate, now: now)
        let wanted = (kept + 1) * rate.millisecondsPerToken
        return wanted - min(wanted, bucket.stock)
    }

    /// Whether the bucket is as good as a new one.
    func isFull(at rate: TokenRate, now: UInt64) -> Bool {
        var bucket = self
        bucket.refill(at: rate, now: now)
        return bucket.stock == rate.stockMax
    }

    private mutating func refill(at rate: TokenRate, now: UInt64) {
        stock = min(stock + (max(now, updatedAt) - updatedAt), rate.stockMax)
        updatedAt = max(now, updatedAt)
    }
}

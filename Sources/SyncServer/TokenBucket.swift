/// A budget that refills with time: `capacity` at once, `refill` per `intervalMilliseconds` in the
/// long run.
struct TokenBucket: Sendable {
    private let capacity: UInt64
    private let millisecondsPerToken: UInt64
    /// The budget counted in milliseconds, so that nothing is lost to rounding.
    private var stock: UInt64
    private var updatedAt: UInt64

    init(capacity: UInt64, refill: UInt64, intervalMilliseconds: UInt64, now: UInt64) {
        precondition(capacity > 0 && refill > 0)
        self.capacity = capacity
        millisecondsPerToken = max(1, intervalMilliseconds / refill)
        stock = capacity * millisecondsPerToken
        updatedAt = now
    }

    /// Takes `count` tokens if they are there.
    mutating func take(_ count: UInt64 = 1, now: UInt64) -> Bool {
        refill(now: now)
        let price = count * millisecondsPerToken
        guard price <= stock else { return false }
        stock -= price
        return true
    }

    /// Puts a token back that was taken.
    mutating func giveBack() {
        stock = min(stock + millisecondsPerToken, capacity * millisecondsPerToken)
    }

    /// How long until a token is there; 0 if one is.
    func millisecondsUntilNext(now: UInt64) -> UInt64 {
        var bucket = self
        bucket.refill(now: now)
        return millisecondsPerToken - min(millisecondsPerToken, bucket.stock)
    }

    /// Whether the bucket is as good as a new one.
    func isFull(now: UInt64) -> Bool {
        var bucket = self
        bucket.refill(now: now)
        return bucket.stock == capacity * millisecondsPerToken
    }

    private mutating func refill(now: UInt64) {
        stock = min(stock + (max(now, updatedAt) - updatedAt), capacity * millisecondsPerToken)
        updatedAt = max(now, updatedAt)
    }
}

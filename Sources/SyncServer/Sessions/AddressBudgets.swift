/// A budget for each address; addresses whose budget is full again are forgotten.
struct AddressBudgets: Sendable {
    /// The number of addresses short of budget past which new ones are refused.
    static let addressesMax = 100_000
    private static let addressesUsual = 1_000
    private static let lookMilliseconds: UInt64 = 1_000

    private let rate: TokenRate
    private var buckets: [ClientNetwork: TokenBucket] = [:]
    /// The number of addresses past which it is time to look for some to forget: once in a while,
    /// for looking costs the more the more there are.
    private var addressesExpected = addressesUsual
    private var looksAgainAt: UInt64 = 0

    init(_ rate: TokenRate) { self.rate = rate }

    var count: Int { buckets.count }

    mutating func take(_ network: ClientNetwork, now: UInt64) -> Bool {
        if buckets.count >= addressesExpected, now >= looksAgainAt { forget(now: now) }
        guard buckets.count < Self.addressesMax || buckets[network] != nil else { return false }
        return buckets[network, default: TokenBucket(rate, now: now)].take(at: rate, now: now)
    }

    mutating func giveBack(_ network: ClientNetwork) { buckets[network]?.giveBack(at: rate) }

    func millisecondsUntilNext(_ network: ClientNetwork, now: UInt64) -> UInt64 {
        buckets[network]?.millisecondsUntilNext(at: rate, now: now) ?? 0
    }

    /// Whether the address is as good as one that has never come.
    func isFull(_ network: ClientNetwork, now: UInt64) -> Bool {
        buckets[network]?.isFull(at: rate, now: now) ?? true
    }

    private mutating func forget(now: UInt64) {
        buckets = buckets.filter { !$0.value.isFull(at: rate, now: now) }
        addressesExpected = max(
            Self.addressesUsual, min(2 * buckets.count, Self.addressesMax))
        looksAgainAt = now + Self.lookMilliseconds
    }
}

/// A budget per address; forgets addresses whose budget is full again.
struct AddressBudgets: Sendable {
    /// Past this many addresses that are short of budget, new ones are refused.
    static let addressesMax = 100_000

    private let rate: TokenRate
    private var buckets: [ClientNetwork: TokenBucket] = [:]

    init(_ rate: TokenRate) { self.rate = rate }

    mutating func take(_ network: ClientNetwork, now: UInt64) -> Bool {
        if buckets.count >= Self.addressesMax {
            buckets = buckets.filter { !$0.value.isFull(at: rate, now: now) }
            guard buckets.count < Self.addressesMax else { return false }
        }
        return buckets[network, default: TokenBucket(rate, now: now)].take(at: rate, now: now)
    }

    mutating func giveBack(_ network: ClientNetwork) { buckets[network]?.giveBack(at: rate) }

    func millisecondsUntilNext(_ network: ClientNetwork, now: UInt64) -> UInt64 {
        buckets[network]?.millisecondsUntilNext(at: rate, now: now) ?? 0
    }
}

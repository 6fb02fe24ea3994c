/// A budget per address; forgets addresses whose budget is full again.
struct AddressBudgets: Sendable {
    /// Past this many addresses that are short of budget, new ones are refused.
    static let addressesMax = 100_000

    private let fresh: @Sendable (UInt64) -> TokenBucket
    private var buckets: [ClientNetwork: TokenBucket] = [:]

    init(_ fresh: @escaping @Sendable (_ now: UInt64) -> TokenBucket) { self.fresh = fresh }

    mutating func take(_ network: ClientNetwork, now: UInt64) -> Bool {
        if buckets.count >= Self.addressesMax {
            buckets = buckets.filter { !$0.value.isFull(now: now) }
            guard buckets.count < Self.addressesMax else { return false }
        }
        return buckets[network, default: fresh(now)].take(now: now)
    }

    mutating func giveBack(_ network: ClientNetwork) { buckets[network]?.giveBack() }

    func millisecondsUntilNext(_ network: ClientNetwork, now: UInt64) -> UInt64 {
        buckets[network]?.millisecondsUntilNext(now: now) ?? 0
    }
}

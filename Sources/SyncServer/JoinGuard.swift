/// Keeps people from guessing codes. One for the whole process, whatever the number of shards.
///
/// A code is 6 of 31 signs; at 10 wrong tries a minute one address needs two months to hit one of
/// 1,000 open lobbies, and all addresses together share a budget.
package struct JoinGuard: Sendable {
    package static let wrongPerAddressPerMinuteMax: UInt64 = 10
    package static let wrongPerMinuteMax: UInt64 = 600

    private var wrongByAddress: AddressBudgets
    private var wrong: TokenBucket

    package init(now: UInt64) {
        wrongByAddress = AddressBudgets { now in
            TokenBucket(
                capacity: Self.wrongPerAddressPerMinuteMax,
                refill: Self.wrongPerAddressPerMinuteMax, intervalMilliseconds: 60_000, now: now)
        }
        wrong = TokenBucket(
            capacity: Self.wrongPerMinuteMax, refill: Self.wrongPerMinuteMax,
            intervalMilliseconds: 60_000, now: now)
    }

    /// How long `network` has to wait before its next try; nil if it may try now.
    package func millisecondsToWait(_ network: ClientNetwork, now: UInt64) -> Int64? {
        let wait = max(
            wrongByAddress.millisecondsUntilNext(network, now: now),
            wrong.millisecondsUntilNext(now: now))
        return wait > 0 ? Int64(clamping: wait) : nil
    }

    /// Counts a wrong code.
    package mutating func fail(_ network: ClientNetwork, now: UInt64) {
        _ = wrongByAddress.take(network, now: now)
        _ = wrong.take(now: now)
    }
}

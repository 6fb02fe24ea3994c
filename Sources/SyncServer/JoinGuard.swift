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

    /// Begins a try, which counts as a wrong one until it is acquitted: whoever tries many codes
    /// at the same time has no more tries than one after the other.
    ///
    /// - Returns: how long `network` has to wait before its next try; nil if it may try now.
    package mutating func begin(_ network: ClientNetwork, now: UInt64) -> Int64? {
        let wait = max(
            wrongByAddress.millisecondsUntilNext(network, now: now),
            wrong.millisecondsUntilNext(now: now))
        guard wait == 0 else { return Int64(clamping: wait) }
        _ = wrongByAddress.take(network, now: now)
        _ = wrong.take(now: now)
        return nil
    }

    /// The code that `network` tried wasn't wrong.
    package mutating func acquit(_ network: ClientNetwork) {
        wrongByAddress.giveBack(network)
        wrong.giveBack()
    }
}

/// Keeps people from guessing codes. One for the whole process, whatever the number of shards.
///
/// A code is 6 of 31 signs; at 10 wrong tries a minute one address needs two months to hit one of
/// 1,000 open lobbies, and all addresses together share a budget.
package struct JoinGuard: Sendable {
    package static let wrongPerAddressPerMinuteMax: UInt64 = 10
    package static let wrongPerMinuteMax: UInt64 = 600

    private static let rateOfAll = rate(wrongPerMinuteMax)

    private static func rate(_ perMinute: UInt64) -> TokenRate {
        TokenRate(capacity: perMinute, refill: perMinute, intervalMilliseconds: 60_000)
    }

    private var wrongByAddress: AddressBudgets
    private var wrong: TokenBucket

    package init(now: UInt64) {
        wrongByAddress = AddressBudgets(Self.rate(Self.wrongPerAddressPerMinuteMax))
        wrong = TokenBucket(Self.rateOfAll, now: now)
    }

    /// Begins a try, which counts as a wrong one until it is acquitted: whoever tries many codes
    /// at the same time has no more tries than one after the other.
    ///
    /// - Returns: how long `network` has to wait before its next try; nil if it may try now.
    package mutating func begin(_ network: ClientNetwork, now: UInt64) -> Int64? {
        let wait = max(
            wrongByAddress.millisecondsUntilNext(network, now: now),
            wrong.millisecondsUntilNext(at: Self.rateOfAll, now: now))
        guard wait == 0 else { return Int64(clamping: wait) }
        _ = wrongByAddress.take(network, now: now)
        _ = wrong.take(at: Self.rateOfAll, now: now)
        return nil
    }

    /// The code that `network` tried wasn't wrong.
    package mutating func acquit(_ network: ClientNetwork) {
        wrongByAddress.giveBack(network)
        wrong.giveBack(at: Self.rateOfAll)
    }
}

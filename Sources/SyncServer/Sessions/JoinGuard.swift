import Structures

/// A guard that keeps people from guessing codes.
///
/// A code is 6 of 31 signs: one address, with 10 wrong tries a minute, needs two months to hit one
/// of 1,000 open lobbies, and all addresses together, with 600, a day.
///
/// All tries come out of one stock, and a flood of wrong ones takes whatever is added to it. So
/// part of it is kept for those who haven't failed lately: the worse an address and its network
/// have done, the higher the level below which the stock isn't for them. Right codes cost nothing.
package struct JoinGuard: Sendable {
    package static let wrongPerAddressPerMinuteMax: UInt64 = 10
    package static let wrongPerMinuteMax: UInt64 = 600
    /// Tries that are kept of the stock for those who do better, at each of two levels.
    package static let triesKeptPerLevel: UInt64 = 200
    /// Wrong codes of an address or a network that are forgotten in `recordMilliseconds`. With more
    /// of them it has a bad name; an address loses its good one with the first.
    package static let wrongPerAddressExcusedMax: UInt64 = 2
    package static let wrongPerNetworkExcusedMax: UInt64 = 30
    package static let recordMilliseconds: UInt64 = 1_800_000

    /// The answer to whether a code may be tried.
    package enum Answer: Sendable {
        case mayTry(Attempt)
        case wait(milliseconds: Int64)
    }

    /// A try that has begun.
    package struct Attempt: Sendable {
        fileprivate let address: ClientNetwork
        /// Whether there was a good name left to lose.
        fileprivate let costAddress: Bool
        fileprivate let costNetwork: Bool
    }

    private static let rateOfAll = TokenRate(
        capacity: wrongPerMinuteMax, refill: wrongPerMinuteMax, intervalMilliseconds: 60_000)

    private var wrong: TokenBucket
    private var wrongByAddress = Budgets<ClientNetwork>(
        TokenRate(
            capacity: wrongPerAddressPerMinuteMax, refill: wrongPerAddressPerMinuteMax,
            intervalMilliseconds: 60_000))
    private var addressRecords = Self.records(excusedMax: wrongPerAddressExcusedMax)
    private var networkRecords = Self.records(excusedMax: wrongPerNetworkExcusedMax)

    private static func records(excusedMax: UInt64) -> Budgets<ClientNetwork> {
        Budgets<ClientNetwork>(
            TokenRate(
                capacity: excusedMax, refill: excusedMax,
                intervalMilliseconds: recordMilliseconds))
    }

    package init(now: UInt64) {
        wrong = TokenBucket(Self.rateOfAll, now: now)
    }

    /// The number of addresses and networks that something is remembered of: in the long run no
    /// more than have tried in `recordMilliseconds`, twice over.
    package var rememberedCount: Int {
        wrongByAddress.count + addressRecords.count + networkRecords.count
    }

    /// Begins a try, which counts as a wrong one until it is acquitted: someone who tries many
    /// codes at the same time has no more tries than one after the other.
    package mutating func begin(_ address: ClientNetwork, now: UInt64) -> Answer {
        let kept = level(of: address, now: now) * Self.triesKeptPerLevel
        let wait = max(
            wrongByAddress.millisecondsUntilNext(address, now: now),
            wrong.millisecondsUntilNext(above: kept, at: Self.rateOfAll, now: now))
        guard wait == 0 else { return .wait(milliseconds: Int64(clamping: wait)) }
        _ = wrong.take(at: Self.rateOfAll, now: now)
        _ = wrongByAddress.take(address, now: now)
        return .mayTry(
            Attempt(
                address: address,
                costAddress: addressRecords.take(address, now: now),
                costNetwork: networkRecords.take(address.surroundings, now: now)))
    }

    /// Acquits a try whose code wasn't wrong. It gives back what the try has cost, and no more:
    /// nobody gets a better name by it.
    package mutating func acquit(_ attempt: Attempt) {
        let address = attempt.address
        wrong.giveBack(at: Self.rateOfAll)
        wrongByAddress.giveBack(address)
        if attempt.costAddress { addressRecords.giveBack(address) }
        if attempt.costNetwork { networkRecords.giveBack(address.surroundings) }
    }

    /// The level of an address and its network, by how badly they have done lately: 0, 1 or 2.
    /// Someone who has mistyped a code is as good as a newcomer from among those who guess.
    private func level(of address: ClientNetwork, now: UInt64) -> UInt64 {
        guard addressRecords.millisecondsUntilNext(address, now: now) == 0 else { return 2 }
        let isNew = addressRecords.isFull(address, now: now)
        let isAmongGood =
            networkRecords.millisecondsUntilNext(address.surroundings, now: now) == 0
        return (isNew ? 0 : 1) + (isAmongGood ? 0 : 1)
    }
}

extension ClientNetwork {
    /// The surroundings that one owner may well have all of: 256 addresses of IPv4, or a /48 of
    /// IPv6.
    fileprivate var surroundings: ClientNetwork {
        let isIPv4 = high == 0 && low >> 32 == 0xFFFF
        return isIPv4
            ? ClientNetwork(high: high, low: low & ~0xFF)
            : ClientNetwork(high: high & ~0xFFFF, low: 0)
    }
}

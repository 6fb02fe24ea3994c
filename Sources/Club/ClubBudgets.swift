package import Documents
import Structures

/// How often strangers may have something done that costs the server, or somebody else, more than
/// an answer. Each function returns how long one has to wait; nil if one may, and it is counted.
package struct ClubBudgets: Sendable {
    package static let signUpsPerNetworkPerHourMax: UInt64 = 10
    package static let signUpsPerHourMax: UInt64 = 200
    package static let lookUpsPerNetworkPerMinuteMax: UInt64 = 30
    package static let mailsPerAddressPerHourMax: UInt64 = 3
    package static let mailsPerNetworkPerHourMax: UInt64 = 10
    package static let mailsPerHourMax: UInt64 = 60
    package static let suggestionsPerNetworkPerHourMax: UInt64 = 5
    package static let suggestionsPerHourMax: UInt64 = 60
    package static let releasesPerAccountPerWeekMax: UInt64 = 64

    private static let minute: UInt64 = 60_000
    private static let hour: UInt64 = 60 * minute

    /// Budgets of each of many, and one of all together.
    private struct Shares<Key: Hashable & Sendable>: Sendable {
        private let rateOfAll: TokenRate
        private var all: TokenBucket
        private var each: Budgets<Key>

        init(each: UInt64, all: UInt64, now: UInt64) {
            rateOfAll = ClubBudgets.hourly(all)
            self.all = TokenBucket(rateOfAll, now: now)
            self.each = Budgets(ClubBudgets.hourly(each))
        }

        mutating func take(_ key: Key, now: UInt64) -> UInt64? {
            let wait = max(
                each.millisecondsUntilNext(key, now: now),
                all.millisecondsUntilNext(at: rateOfAll, now: now))
            guard wait == 0 else { return wait }
            _ = each.take(key, now: now)
            _ = all.take(at: rateOfAll, now: now)
            return nil
        }
    }

    private static func hourly(_ count: UInt64) -> TokenRate {
        TokenRate(capacity: count, refill: count, intervalMilliseconds: hour)
    }

    private var signUps: Shares<Identifier128>
    private var lookUps = Budgets<Identifier128>(
        TokenRate(
            capacity: lookUpsPerNetworkPerMinuteMax, refill: lookUpsPerNetworkPerMinuteMax,
            intervalMilliseconds: minute))
    private var confirmations: Shares<String>
    private var waysIn = Budgets<String>(hourly(mailsPerAddressPerHourMax))
    private var waysInSent: TokenBucket
    private var mailsByNetwork = Budgets<Identifier128>(hourly(mailsPerNetworkPerHourMax))
    private var suggestions: Shares<Identifier128>
    private var releases = Budgets<AccountID>(
        TokenRate(
            capacity: releasesPerAccountPerWeekMax, refill: releasesPerAccountPerWeekMax,
            intervalMilliseconds: 7 * 24 * hour))

    /// - Parameter now: monotonic milliseconds.
    package init(now: UInt64) {
        signUps = Shares(
            each: Self.signUpsPerNetworkPerHourMax, all: Self.signUpsPerHourMax, now: now)
        confirmations = Shares(
            each: Self.mailsPerAddressPerHourMax, all: Self.mailsPerHourMax, now: now)
        waysInSent = TokenBucket(Self.hourly(Self.mailsPerHourMax), now: now)
        suggestions = Shares(
            each: Self.suggestionsPerNetworkPerHourMax, all: Self.suggestionsPerHourMax, now: now)
    }

    package mutating func takeSignUp(from network: Identifier128, now: UInt64) -> UInt64? {
        signUps.take(network, now: now)
    }

    /// Whether a handle is free.
    package mutating func takeLookUp(from network: Identifier128, now: UInt64) -> UInt64? {
        if lookUps.take(network, now: now) { return nil }
        return max(1, lookUps.millisecondsUntilNext(network, now: now))
    }

    /// A mail that confirms an address. It is counted apart from the ways in: else whoever gives
    /// somebody's address as their own would use up those.
    ///
    /// - Parameters:
    ///   - address: in the form in which addresses are compared.
    ///   - network: of whoever wants it sent.
    package mutating func takeConfirmation(
        to address: String, from network: Identifier128, now: UInt64
    ) -> UInt64? {
        takeMail(from: network, now: now) { $0.confirmations.take(address, now: now) }
    }

    /// A way in by mail that somebody wishes for, whether or not the address is anybody's. If it is
    /// strangers who wish for all that there may be, the owner has those.
    package mutating func takeWayIn(
        to address: String, from network: Identifier128, now: UInt64
    ) -> UInt64? {
        takeMail(from: network, now: now) { budgets in
            guard !budgets.waysIn.take(address, now: now) else { return nil }
            return max(1, budgets.waysIn.millisecondsUntilNext(address, now: now))
        }
    }

    /// Whether one that really goes may go. Wishes for addresses that are nobody's cost the others
    /// nothing, and nobody who wishes is told: else it would show whose there are.
    package mutating func takeWayInSent(now: UInt64) -> Bool {
        waysInSent.take(at: Self.hourly(Self.mailsPerHourMax), now: now)
    }

    private mutating func takeMail(
        from network: Identifier128, now: UInt64, _ take: (inout Self) -> UInt64?
    ) -> UInt64? {
        guard mailsByNetwork.take(network, now: now) else {
            return max(1, mailsByNetwork.millisecondsUntilNext(network, now: now))
        }
        let wait = take(&self)
        if wait != nil { mailsByNetwork.giveBack(network) }
        return wait
    }

    /// A person that an account gives back: that is remembered for ever.
    package mutating func takeRelease(by account: AccountID, now: UInt64) -> UInt64? {
        if releases.take(account, now: now) { return nil }
        return max(1, releases.millisecondsUntilNext(account, now: now))
    }

    /// A text to the operator.
    package mutating func takeSuggestion(from network: Identifier128, now: UInt64) -> UInt64? {
        suggestions.take(network, now: now)
    }
}

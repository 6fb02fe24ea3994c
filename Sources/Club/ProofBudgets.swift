package import Documents
import Structures

/// What keeps people from guessing their way into an account.
///
/// No account is ever locked. A password that comes from a device that was signed in there once is
/// counted for that device alone; those from all other devices together have so few wrong tries
/// that guessing is hopeless, and using them up keeps only unknown devices from trying passwords:
/// whoever sits at one has a passkey, a recovery code, mail or another device besides. What nobody
/// can guess, such as those, is counted for its network alone.
package struct ProofBudgets: Sendable {
    package static let wrongPerAccountAtOnceMax: UInt64 = 10
    package static let wrongPerAccountPerHourMax: UInt64 = 10
    package static let wrongPerDeviceAtOnceMax: UInt64 = 10
    package static let wrongPerDevicePerHourMax: UInt64 = 10
    package static let wrongPerNetworkPerMinuteMax: UInt64 = 10
    package static let wrongPerMinuteMax: UInt64 = 300

    /// How somebody wants to show who they are.
    package enum Proof: Sendable {
        /// A password, from a device that the account knows by its key, or by the nonce of what it
        /// shows.
        case password(of: AccountID, device: Identifier128)
        /// A password from any other device.
        case strangersPassword(of: Claim)
        /// A passkey, a code for recovery, a link of another device's or of a mail.
        case unguessable
    }

    /// Whom somebody says they are: nobody is to learn by these budgets whether there is an account
    /// of that name.
    package enum Claim: Hashable, Sendable {
        case account(AccountID)
        /// A name that no account has.
        case name(String)
    }

    /// The answer to whether a proof may be tried.
    package enum Answer: Sendable {
        case mayTry(Attempt)
        case wait(milliseconds: UInt64)
    }

    /// A try that has begun.
    package struct Attempt: Sendable {
        fileprivate let proof: Proof
        fileprivate let network: Identifier128
    }

    private struct Device: Hashable {
        let account: AccountID
        let device: Identifier128
    }

    private static let minute: UInt64 = 60_000
    private static let rateOfAll = TokenRate(
        capacity: wrongPerMinuteMax, refill: wrongPerMinuteMax, intervalMilliseconds: minute)

    private var wrong: TokenBucket
    private var wrongByNetwork = Budgets<Identifier128>(
        TokenRate(
            capacity: wrongPerNetworkPerMinuteMax, refill: wrongPerNetworkPerMinuteMax,
            intervalMilliseconds: minute))
    private var wrongByClaim = Budgets<Claim>(
        TokenRate(
            capacity: wrongPerAccountAtOnceMax, refill: wrongPerAccountPerHourMax,
            intervalMilliseconds: 60 * minute))
    private var wrongByDevice = Budgets<Device>(
        TokenRate(
            capacity: wrongPerDeviceAtOnceMax, refill: wrongPerDevicePerHourMax,
            intervalMilliseconds: 60 * minute))

    /// - Parameter now: monotonic milliseconds.
    package init(now: UInt64) { wrong = TokenBucket(Self.rateOfAll, now: now) }

    /// The number of those that something is remembered of: no more than there are wrong tries in
    /// an hour, and those of known devices.
    package var rememberedCount: Int {
        wrongByNetwork.count + wrongByClaim.count + wrongByDevice.count
    }

    /// Begins a try, which counts as a wrong one until it is acquitted: whoever tries many at the
    /// same time has no more tries than one after the other.
    package mutating func begin(
        _ proof: Proof, from network: Identifier128, now: UInt64
    ) -> Answer {
        let wait = wait(for: proof, from: network, now: now)
        guard wait == 0 else { return .wait(milliseconds: wait) }
        switch proof {
        case .password(let account, let device):
            _ = wrongByDevice.take(Device(account: account, device: device), now: now)
        case .strangersPassword(let claim):
            _ = wrongByClaim.take(claim, now: now)
            _ = wrongByNetwork.take(network, now: now)
            _ = wrong.take(at: Self.rateOfAll, now: now)
        case .unguessable: _ = wrongByNetwork.take(network, now: now)
        }
        return .mayTry(Attempt(proof: proof, network: network))
    }

    /// Acquits a try whose proof was right, or that nobody has come to look at. It gives back what
    /// the try has cost.
    package mutating func acquit(_ attempt: Attempt) {
        switch attempt.proof {
        case .password(let account, let device):
            wrongByDevice.giveBack(Device(account: account, device: device))
        case .strangersPassword(let claim):
            wrongByClaim.giveBack(claim)
            wrongByNetwork.giveBack(attempt.network)
            wrong.giveBack(at: Self.rateOfAll)
        case .unguessable: wrongByNetwork.giveBack(attempt.network)
        }
    }

    private func wait(for proof: Proof, from network: Identifier128, now: UInt64) -> UInt64 {
        switch proof {
        case .password(let account, let device):
            wrongByDevice.millisecondsUntilNext(
                Device(account: account, device: device), now: now)
        case .strangersPassword(let claim):
            max(
                wrongByClaim.millisecondsUntilNext(claim, now: now),
                wrongByNetwork.millisecondsUntilNext(network, now: now),
                wrong.millisecondsUntilNext(at: Self.rateOfAll, now: now))
        case .unguessable: wrongByNetwork.millisecondsUntilNext(network, now: now)
        }
    }
}

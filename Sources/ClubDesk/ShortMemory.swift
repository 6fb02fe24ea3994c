import Club
import Documents
import Passkeys
import Structures

/// What is only good for minutes, and is gone when the server ends: nobody loses more by that than
/// a tap.
struct ShortMemory: Sendable {
    private static let proofMilliseconds: UInt64 = 5 * 60_000
    private static let linkMilliseconds: UInt64 = 2 * 60_000
    private static let letterMilliseconds: UInt64 = 60 * 60_000
    private static let entriesMax = 10_000

    /// Wrong proofs.
    var proofBudgets: ProofBudgets
    /// Whatever else costs others something.
    var budgets: ClubBudgets
    var challenges = Challenges()
    /// The keys whose holders have proved lately who they are.
    var proofs = ExpiringTable<DeviceKey, AccountID>(
        lifeMilliseconds: proofMilliseconds, countMax: entriesMax)
    /// The ways in by a device that is signed in, by their ids.
    var links = ExpiringTable<Identifier128, DeviceLink>(
        lifeMilliseconds: linkMilliseconds, countMax: entriesMax)
    /// The ids of these by the hashes of their secrets.
    var linksBySecret = ExpiringTable<Identifier128, Identifier128>(
        lifeMilliseconds: linkMilliseconds, countMax: entriesMax)
    /// The links that an account shows, so that nobody's fill the tables.
    var linksByAccount = ExpiringTable<AccountID, [Identifier128]>(
        lifeMilliseconds: linkMilliseconds, countMax: entriesMax)
    /// What was sent by mail, by the hash of the code in it.
    var letters = ExpiringTable<Identifier128, MailedCode>(
        lifeMilliseconds: letterMilliseconds, countMax: entriesMax)

    /// - Parameter now: monotonic milliseconds.
    init(now: UInt64) {
        proofBudgets = ProofBudgets(now: now)
        budgets = ClubBudgets(now: now)
    }
}

/// A way in that a signed-in device shows to another one.
struct DeviceLink: Sendable {
    enum State: Hashable, Sendable {
        case open
        /// A device with this key wants in.
        case wanted(DeviceKey)
        case approved(DeviceKey)
        case declined
    }

    let account: AccountID
    /// The device that shows it, which alone may let another in.
    let shownBy: DeviceKey
    var state = State.open
    /// How the device calls itself that wants in.
    var label = ""
}

/// What a code in a letter is for.
struct MailedCode: Sendable {
    let account: AccountID
    /// The address that it confirms; nil for one that the operator hands over.
    let email: String?
    /// Where the page goes on, if whoever signed up has said so.
    let way: String?
    /// The device that has opened it first, and whether it came in: no other does.
    var opener: DeviceKey?
    var isUsed = false
}

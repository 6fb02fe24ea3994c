package import Documents

/// Who may act as whom.
///
///     accept(d, P) = d is not retired, and P not erased, and
///        ( d = P  and  (owner(P) = none  or  account(d) ∈ {none, owner(P)})
///          or  account(d) ≠ none  and  account(d) = owner(P)
///          or  d shows a pass of A for P, and account(d), owner(P) ∈ {none, A},
///              and A is not erased, and has released neither d nor P )
///
/// Whoever has no account is the person of the own key, and nothing here knows of them. An account
/// owns persons, and the devices that are linked to it act as any of these. If the server is put
/// back to a copy that is older than a link or a claim, the pass stands for it: it is checked by
/// arithmetic. So what ends a pass has to outlive copies of the database: keys that are retired,
/// persons and accounts that are erased, and what an account has released. All of it only ever
/// grows, and is applied again to each copy; then it doesn't matter when which one is put back.
///
/// ClubTests looks at every state that three keys and two accounts can get into.
///
/// A key's id is also that of its own person, so one look is enough for somebody without account.
package struct Speakers: Hashable, Sendable {
    /// What is known of an id, as a key and as a person.
    private struct Standing: Hashable, Sendable {
        /// The account that the key is linked to.
        var account: AccountID?
        /// The account that owns the person.
        var owner: AccountID?
        var isRetired = false
        var isErased = false

        static let unknown = Standing()
    }

    private var standings: [Identifier128: Standing] = [:]
    private var personsByAccount: [AccountID: Set<PersonID>] = [:]
    /// The ids of erased accounts and of releases: what they are about has no passes.
    private var voids: Set<Identifier128> = []

    /// Nobody has an account.
    package init() {}

    /// - Parameters:
    ///   - links: the keys of each account's devices.
    ///   - owners: the persons of each account.
    ///   - retired: keys, whether or not they are among `links`.
    ///   - erased: persons; neither they nor those accounts are among `owners` any more.
    ///   - releases: their ids; what they are about isn't among `links` and `owners` any more.
    package init(
        links: [(DeviceKey, AccountID)], owners: [(PersonID, AccountID)],
        retired: [DeviceKey], erased: [PersonID], erasedAccounts: [AccountID],
        releases: [Identifier128]
    ) {
        standings.reserveCapacity(links.count)
        for (key, account) in links { link(key: key, to: account) }
        for (person, account) in owners { claim(person: person, by: account) }
        for key in retired { retire(key: key) }
        erase(persons: erased)
        voids = Set(erasedAccounts.map(\.value) + releases)
    }

    private subscript(id: Identifier128) -> Standing {
        get { standings[id] ?? .unknown }
        set { standings[id] = newValue == .unknown ? nil : newValue }
    }
}

/// What is asked.
extension Speakers {
    /// An answer to a device that wants to act as a person.
    package enum Answer: Hashable, Sendable {
        /// It may; if its key is linked to an account, also as that account's other persons.
        case accepted(AccountID?)
        /// It may not any more, or another account's device is who may.
        case signedOut
        /// Nothing connects it with that person.
        case stranger
    }

    /// - Parameter passOf: the account whose pass for just this key and person the device has
    ///   shown; nil without a true one.
    package func answer(
        to key: DeviceKey, as person: PersonID, passOf account: AccountID? = nil
    ) -> Answer {
        let device = self[key.value]
        let wanted = key.person == person ? device : self[person.value]
        let isOwn = key.person == person
        let mayAct =
            isOwn && (wanted.owner == nil || isFree(device.account, for: wanted.owner))
            || device.account != nil && device.account == wanted.owner
            || account.map { isValid(passOf: $0, key, device, person, wanted) } ?? false
        if mayAct, !device.isRetired, !wanted.isErased { return .accepted(device.account) }
        let isConnected = isOwn || account != nil || device != .unknown
        return isConnected ? .signedOut : .stranger
    }

    private func isValid(
        passOf account: AccountID, _ key: DeviceKey, _ device: Standing, _ person: PersonID,
        _ wanted: Standing
    ) -> Bool {
        isFree(device.account, for: account) && isFree(wanted.owner, for: account)
            && !isVoid(account, for: key.person) && !isVoid(account, for: person)
    }

    /// Whether what has that account, or none, may be this one's.
    private func isFree(_ current: AccountID?, for account: AccountID?) -> Bool {
        current == nil || current == account
    }

    /// Whether the account is erased, or has released the person.
    private func isVoid(_ account: AccountID, for person: PersonID) -> Bool {
        !voids.isEmpty
            && (voids.contains(account.value)
                || voids.contains(Release(of: person, by: account).id))
    }

    /// Whether a key may be linked to an account: to sign up or in. It never may again if it is
    /// retired, or was released with its person.
    package func mayLink(_ key: DeviceKey, to account: AccountID) -> Bool {
        let device = self[key.value]
        return !device.isRetired && isFree(device.account, for: account)
            && !isVoid(account, for: key.person)
    }

    /// Whether an account may claim a key's own person, and the key with it.
    package func mayClaim(_ key: DeviceKey, by account: AccountID) -> Bool {
        let own = self[key.value]
        return mayLink(key, to: account) && !own.isErased && isFree(own.owner, for: account)
    }

    package func account(of key: DeviceKey) -> AccountID? { self[key.value].account }
    package func owner(of person: PersonID) -> AccountID? { self[person.value].owner }
    package func isRetired(_ key: DeviceKey) -> Bool { self[key.value].isRetired }
    package func isErased(_ person: PersonID) -> Bool { self[person.value].isErased }

    /// The persons that an account owns.
    package func persons(of account: AccountID) -> Set<PersonID> {
        personsByAccount[account] ?? []
    }
}

/// What happens. The caller has asked before whether it may.
extension Speakers {
    /// Signs a device in, or up.
    package mutating func link(key: DeviceKey, to account: AccountID) {
        self[key.value].account = account
    }

    /// Signs a device out for good; whoever comes with that key is nobody from now on.
    package mutating func retire(key: DeviceKey) {
        self[key.value].account = nil
        self[key.value].isRetired = true
    }

    package mutating func claim(person: PersonID, by account: AccountID) {
        guard owner(of: person) != account else { return }
        disown(person)
        self[person.value].owner = account
        personsByAccount[account, default: []].insert(person)
    }

    /// Takes a claim back: the person and its key have nothing to do with the account any more, and
    /// never will. Nothing happens if nobody owns it.
    package mutating func release(person: PersonID) {
        guard let account = owner(of: person) else { return }
        disown(person)
        if self[person.value].account == account { self[person.value].account = nil }
        voids.insert(Release(of: person, by: account).id)
    }

    /// Ends an account and its persons for good. Its keys have to be retired besides.
    package mutating func erase(account: AccountID) {
        erase(persons: persons(of: account))
        voids.insert(account.value)
    }

    /// Ends persons for good.
    package mutating func erase(persons: some Sequence<PersonID>) {
        for person in persons {
            disown(person)
            self[person.value].isErased = true
        }
    }

    private mutating func disown(_ person: PersonID) {
        guard let account = self[person.value].owner else { return }
        self[person.value].owner = nil
        personsByAccount[account]?.remove(person)
        if persons(of: account).isEmpty { personsByAccount[account] = nil }
    }
}

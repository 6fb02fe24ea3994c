package import Club
package import Documents

/// The tables of accounts, within one transaction. It is only good inside the closure that it is
/// given to.
///
/// What a function changes is checked in the same transaction: who is the owner of what, and the
/// limits. Rows that aren't as they were written are passed over in lists, and `damaged` for
/// whoever asks for one of them.
package final class ClubTables {
    init() {}

    func pending<Value>() throws(ClubFault) -> Value { throw .unavailable(full: false) }
}

// MARK: accounts

extension ClubTables {
    /// Adds an account with its main person, whose key and device are added apart.
    package func insert(_ account: Account) throws(ClubFault) { throw .unavailable(full: false) }

    package func account(_ id: AccountID) throws(ClubFault) -> Account? { try pending() }

    package func account(handle: Handle) throws(ClubFault) -> Account? { try pending() }

    /// The account that has verified the address.
    package func account(email: String) throws(ClubFault) -> Account? { try pending() }

    /// Writes the account as it is given, if its `version` is the one that is stored; else `stale`.
    /// The id and the main person stay as they are.
    ///
    /// - Returns: the account with its new version.
    package func update(
        _ account: Account, now: WallTime
    ) throws(ClubFault) -> Account { try pending() }

    package func accountCount() throws(ClubFault) -> Int { try pending() }

    /// Accounts that whoever is signed in may see, or everyone may, whose handle or name begins so.
    package func people(
        beginning: String, atLeast visibility: Visibility, countMax: Int
    ) throws(ClubFault) -> [Account] { try pending() }

    /// Deletes an account with all that belongs to it. Its keys and persons must have been retired
    /// with `EventStore.retire`, of which this is the second half; else `stale`.
    package func erase(_ account: AccountID) throws(ClubFault) { throw .unavailable(full: false) }
}

// MARK: persons, devices and their keys

extension ClubTables {
    /// Links a person; nothing happens if it is the account's already. `exists` if it is somebody
    /// else's, `retired` if it was erased.
    package func link(_ person: LinkedPerson) throws(ClubFault) { throw .unavailable(full: false) }

    package func owner(of person: PersonID) throws(ClubFault) -> LinkedPerson? { try pending() }

    package func persons(of account: AccountID) throws(ClubFault) -> [LinkedPerson] {
        try pending()
    }

    /// Gives a claimed person back, with its own key; `absent` unless the account claimed it behind
    /// `claimedSince`.
    package func release(
        _ person: PersonID, of account: AccountID, claimedSince: WallTime
    ) throws(ClubFault) { throw .unavailable(full: false) }

    /// Links a key that isn't retired; nothing happens if it is the account's already. `exists` if
    /// it is somebody else's.
    package func link(
        _ key: DeviceKey, to device: DeviceID, of account: AccountID
    ) throws(ClubFault) { throw .unavailable(full: false) }

    package func key(_ key: DeviceKey) throws(ClubFault) -> DeviceKeyRow? { try pending() }

    /// The keys of an account, the retired ones too.
    package func keys(of account: AccountID) throws(ClubFault) -> [DeviceKeyRow] { try pending() }

    /// Adds a device; nothing happens if the account has it already.
    package func insert(_ device: Device) throws(ClubFault) { throw .unavailable(full: false) }

    package func device(_ id: DeviceID) throws(ClubFault) -> Device? { try pending() }

    package func devices(of account: AccountID) throws(ClubFault) -> [Device] { try pending() }

    package func rename(_ device: DeviceID, to label: String) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Notes the day on which a device was used, if it is a later one.
    package func saw(_ device: DeviceID, on day: DayNumber) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Deletes a device whose keys are all retired; else `stale`. Nothing happens if there is none.
    package func remove(_ device: DeviceID, of account: AccountID) throws(ClubFault) {
        throw .unavailable(full: false)
    }
}

// MARK: ways in

extension ClubTables {
    /// Adds a passkey; nothing happens if the account has it already, with the same public key.
    package func insert(_ passkey: PasskeyRow) throws(ClubFault) { throw .unavailable(full: false) }

    package func passkey(_ credential: [UInt8]) throws(ClubFault) -> PasskeyRow? { try pending() }

    package func passkeys(of account: AccountID) throws(ClubFault) -> [PasskeyRow] {
        try pending()
    }

    /// Notes that a passkey was used. `stale` if its counter isn't `counterBefore` any more.
    package func use(
        _ credential: [UInt8], counterBefore: UInt32, counter: UInt32, on day: DayNumber
    ) throws(ClubFault) { throw .unavailable(full: false) }

    /// Nothing happens if there is none.
    package func remove(passkey credential: [UInt8], of account: AccountID) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Puts recovery codes in the place of those that the account has.
    package func replaceRecovery(
        of account: AccountID, by hashes: [RecoveryHash]
    ) throws(ClubFault) { throw .unavailable(full: false) }

    /// Takes a recovery code, which can be done once; false if the account hasn't got it.
    package func takeRecovery(
        _ hash: RecoveryHash, of account: AccountID
    ) throws(ClubFault) -> Bool { try pending() }

    package func recoveryCount(of account: AccountID) throws(ClubFault) -> Int { try pending() }
}

// MARK: friends

extension ClubTables {
    /// The friends of an account, at most `ClubLimit.friends`.
    package func friends(of account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try pending()
    }

    package func areFriends(_ one: AccountID, _ other: AccountID) throws(ClubFault) -> Bool {
        try pending()
    }

    /// Makes friends of two, and takes away what they had asked each other. `absent` if one of them
    /// has blocked the other.
    package func befriend(_ friendship: Friendship) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    package func unfriend(_ one: AccountID, _ other: AccountID) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Asks; whoever was asked by the other one before becomes a friend at once. `absent` if one of
    /// them has blocked the other, or isn't there.
    package func ask(_ request: FriendRequest) throws(ClubFault) -> FriendAnswer { try pending() }

    /// Takes a request back, or declines it. Nothing happens if there is none.
    package func removeRequest(from: AccountID, to: AccountID) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Those who wait for an answer of the account.
    package func requests(to account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try pending()
    }

    /// Those whose answer the account waits for.
    package func requests(from account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try pending()
    }

    /// Adds a link; nothing happens if the account has it already. Links that have expired by `now`
    /// go.
    package func insert(_ link: FriendLink, now: WallTime) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// The link with that secret, unless it has expired.
    package func friendLink(
        secretHash: Identifier128, now: WallTime
    ) throws(ClubFault) -> FriendLink? { try pending() }

    package func removeFriendLink(
        _ id: Identifier128, of account: AccountID
    ) throws(ClubFault) { throw .unavailable(full: false) }

    /// Blocks an account: friendship, requests and invitations between the two go.
    package func block(_ block: Block) throws(ClubFault) { throw .unavailable(full: false) }

    package func unblock(_ blocked: AccountID, for account: AccountID) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    package func blocks(of account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try pending()
    }

    /// Whether either of the two has blocked the other.
    package func areApart(_ one: AccountID, _ other: AccountID) throws(ClubFault) -> Bool {
        try pending()
    }
}

// MARK: invitations, suggestions, seats

extension ClubTables {
    /// Puts an invitation into an inbox; nothing happens if it lies there already. Only a friend's
    /// is taken, else `absent`.
    package func insert(_ invitation: Invitation) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// The invitations that lie in an inbox, oldest first.
    package func invitations(
        to account: AccountID
    ) throws(ClubFault) -> [ReceivedInvitation] { try pending() }

    package func removeInvitation(
        _ id: Identifier128, to account: AccountID
    ) throws(ClubFault) { throw .unavailable(full: false) }

    /// Deletes the invitations to a lobby, once nobody can accept them.
    package func removeInvitations(to lobby: LobbyID) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// Keeps a text; the oldest goes where there are too many. Nothing happens if it is there.
    package func insert(_ suggestion: Suggestion) throws(ClubFault) {
        throw .unavailable(full: false)
    }

    /// The newest texts, newest first.
    package func suggestions(countMax: Int) throws(ClubFault) -> [Suggestion] { try pending() }

    /// The seats of some persons, newest first, behind `after` in that order.
    package func seats(
        of persons: [PersonID], after: LobbySeat?, countMax: Int
    ) throws(ClubFault) -> [LobbySeat] { try pending() }
}

// MARK: who may act as whom

extension ClubTables {
    /// All keys, the owners of all persons, and who was erased.
    package func speakers() throws(ClubFault) -> SpeakerRows { try pending() }
}

package import Club
package import Documents

extension ClubTables {
    /// Adds an account with its main person, whose key and device are added apart.
    package func insert(_ account: Account) throws(ClubFault) {
        guard try self.account(account.id) == nil else { throw .exists }
        try requireFree(account.handle)
        try requireFree(account)
        try add(account)
        try link(
            LinkedPerson(
                person: account.mainPerson, account: account.id, added: account.created))
    }

    package func account(_ id: AccountID) throws(ClubFault) -> Account? {
        try row(key: .identifier(id.value))
    }

    package func account(handle: Handle) throws(ClubFault) -> Account? {
        try row(where: "handle = ?1", [.text(handle.text)])
    }

    /// The account that has verified the address.
    package func account(email: String) throws(ClubFault) -> Account? {
        try row(where: "email = ?1 AND email_verified = 1", [.text(email)])
    }

    /// Writes the account as it is given, if its `version` is the one that is stored; else `stale`.
    /// The main person and the time of creation stay as they are.
    ///
    /// - Returns: the account with its new version.
    package func update(_ account: Account, now: WallTime) throws(ClubFault) -> Account {
        guard let before = try self.account(account.id) else { throw .absent }
        guard account.version == before.version else { throw .stale }
        if account.handle != before.handle { try requireFree(account.handle) }
        if !before.isEmailVerified || account.email != before.email { try requireFree(account) }
        var changed = account
        (changed.mainPerson, changed.created) = (before.mainPerson, before.created)
        changed.version += 1
        changed.changed = now
        try replace(by: changed)
        return changed
    }

    /// The first accounts in the order of their handles.
    package func accounts(countMax: Int) throws(ClubFault) -> [Account] {
        try rows(where: "true ORDER BY handle LIMIT ?1", [.integer(Int64(countMax))])
    }

    package func accountCount() throws(ClubFault) -> Int {
        try count(Account.table, where: "true", [])
    }

    private func requireFree(_ handle: Handle) throws(ClubFault) {
        let count = try count(Account.table, where: "handle = ?1", [.text(handle.text)])
        guard count == 0 else { throw .handleTaken }
    }

    /// Throws if the account's address is verified, and is so for another account too.
    private func requireFree(_ account: Account) throws(ClubFault) {
        guard account.isEmailVerified, let email = account.email else { return }
        let count = try count(
            Account.table, where: "email = ?1 AND email_verified = 1", [.text(email)])
        guard count == 0 else { throw .emailTaken }
    }

    /// Accounts that whoever is signed in may see, or everyone may, whose handle or name begins so.
    package func people(
        beginning: String, atLeast visibility: Visibility, countMax: Int
    ) throws(ClubFault) -> [Account] {
        let beginning = FoldedName(beginning).text
        guard visibility != .friends, !beginning.isEmpty else { return [] }
        var found: [Account] = []
        for column in ["handle", "name_folded"] {
            let more: [Account] = try rows(
                where: "visibility > 0 AND visibility >= ?1 AND \(column) >= ?2 "
                    + "AND \(column) < ?3 ORDER BY \(column) LIMIT ?4",
                [
                    .integer(visibility.rawValue), .text(beginning),
                    .text(beginning + Self.highestSign), .integer(Int64(countMax)),
                ])
            found += more.filter { account in !found.contains { $0.id == account.id } }
        }
        return Array(found.prefix(countMax))
    }

    /// Stands behind all that begins with what is before it.
    private static let highestSign = "\u{10FFFF}"

    /// An account as others see it; nil if there is none, or it is damaged.
    package func acquaintance(_ id: AccountID, since: WallTime) throws(ClubFault) -> Acquaintance? {
        let sound: [Account] = try rows(where: Account.table.isKey, [.identifier(id.value)])
        return sound.first.map { account in
            Acquaintance(
                account: id, handle: account.handle, name: account.name, since: since,
                colour: account.colour)
        }
    }
}

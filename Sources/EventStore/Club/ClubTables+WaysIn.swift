package import Club
import Documents

extension ClubTables {
    /// Adds a passkey; nothing happens if the account has it already, with the same public key.
    package func insert(_ passkey: PasskeyRow) throws(ClubFault) {
        if let before = try self.passkey(passkey.credential) {
            let isSame =
                before.account == passkey.account && before.publicKey == passkey.publicKey
            guard isSame else { throw .exists }
            return
        }
        try require(
            .passkeys, PasskeyRow.table, where: "account = ?1",
            .identifier(passkey.account.value))
        try add(passkey)
    }

    package func passkey(_ credential: [UInt8]) throws(ClubFault) -> PasskeyRow? {
        try row(key: .blob(credential))
    }

    /// The passkeys of an account, the oldest first.
    package func passkeys(of account: AccountID) throws(ClubFault) -> [PasskeyRow] {
        try rows(PasskeyRow.self, where: "account = ?1", [.identifier(account.value)])
            .sorted { $0.created < $1.created }
    }

    /// Notes that a passkey was used. `stale` if its counter isn't `counterBefore` any more.
    package func use(
        _ credential: [UInt8], counterBefore: UInt32, counter: UInt32, on day: DayNumber
    ) throws(ClubFault) {
        guard var passkey = try passkey(credential) else { throw .absent }
        guard passkey.counter == counterBefore else { throw .stale }
        passkey.counter = counter
        passkey.usedDay = day
        try replace(by: passkey)
    }

    /// Nothing happens if there is none.
    package func remove(passkey credential: [UInt8], of account: AccountID) throws(ClubFault) {
        try delete(
            PasskeyRow.table, where: "credential = ?1 AND account = ?2", .blob(credential),
            .identifier(account.value))
    }

    /// Puts recovery codes in the place of those that the account has.
    package func replaceRecovery(
        of account: AccountID, by hashes: [RecoveryHash]
    ) throws(ClubFault) {
        guard hashes.count <= ClubLimit.recoveryCodes.max else { throw .tooMany(.recoveryCodes) }
        try delete(RecoveryRow.table, where: "account = ?1", .identifier(account.value))
        for hash in hashes { try add(RecoveryRow(account, hash)) }
    }

    /// Takes a recovery code, which can be done once; false if the account hasn't got it.
    package func takeRecovery(
        _ hash: RecoveryHash, of account: AccountID
    ) throws(ClubFault) -> Bool {
        let key: [SQLiteValue] = [.identifier(account.value), .identifier(hash.value)]
        let found: RecoveryRow? = try row(key: key[0], key[1])
        guard found != nil else { return false }
        try delete(RecoveryRow.table, where: RecoveryRow.table.isKey, key[0], key[1])
        return true
    }
}

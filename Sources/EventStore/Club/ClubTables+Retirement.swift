package import Club
import Documents

extension ClubTables {
    /// Notes what is retired; what is noted already stays.
    func note(_ entries: [RetiredEntry]) throws(ClubFault) {
        for entry in entries {
            switch entry.subject {
            case .key(let key): try note(key, at: entry.at)
            case .person(let person):
                try note(person, at: entry.at)
                try removeClaims(of: person)
                try forgetResults(of: person)
            case .account, .release: break
            }
        }
    }

    private func note(_ key: DeviceKey, at time: WallTime) throws(ClubFault) {
        let sound: [DeviceKeyRow] = try rows(
            where: DeviceKeyRow.table.isKey, [.identifier(key.value)])
        guard var row = sound.first else {
            // One that is damaged must go as well.
            try delete(DeviceKeyRow.table, where: "key = ?1", .identifier(key.value))
            return try add(DeviceKeyRow(key: key, account: nil, device: nil, retired: time))
        }
        guard row.retired == nil else { return }
        row.retired = time
        try replace(by: row)
    }

    private func removeClaims(of person: PersonID) throws(ClubFault) {
        try delete(ColumnClaim.table, where: "person = ?1", .identifier(person.value))
    }

    private func note(_ person: PersonID, at time: WallTime) throws(ClubFault) {
        let sound: [ErasedPerson] = try rows(
            where: ErasedPerson.table.isKey, [.identifier(person.value)])
        guard sound.isEmpty else { return }
        try delete(ErasedPerson.table, where: "person = ?1", .identifier(person.value))
        try add(ErasedPerson(person, at: time))
    }

    /// Deletes an account with all that belongs to it. Its keys and persons must have been retired
    /// with `EventStore.retire`, of which this is the second half; else `stale`. Nothing happens if
    /// there is none.
    package func erase(_ account: AccountID) throws(ClubFault) {
        let condition = "account = ?1 AND retired_ms IS NULL"
        let id = SQLiteValue.identifier(account.value)
        guard try count(DeviceKeyRow.table, where: condition, [id]) == 0 else { throw .stale }
        for linked in try persons(of: account) {
            let erased: ErasedPerson? = try row(key: .identifier(linked.person.value))
            guard erased != nil else { throw .stale }
        }
        try deleteRows(of: account)
    }

    /// Deletes what a copy that was made before still has of accounts and persons that were erased,
    /// of devices that were signed out, and of claims that were taken back.
    func eraseAgain(_ entries: [RetiredEntry]) throws(ClubFault) {
        for entry in entries {
            switch entry.subject {
            case .key(let key): try removeDevice(of: key)
            case .account(let account): try deleteRows(of: account)
            case .release(let id): try releaseAgain(id)
            case .person(let person): try eraseAgain(person)
            }
        }
    }

    /// Deletes the device of a key that is retired, unless another of its keys isn't.
    private func removeDevice(of key: DeviceKey) throws(ClubFault) {
        let sound: [DeviceKeyRow] = try rows(
            where: DeviceKeyRow.table.isKey, [.identifier(key.value)])
        guard let account = sound.first?.account, let device = sound.first?.device,
            try !hasLiveKey(device, of: account)
        else { return }
        try remove(device, of: account)
    }

    private func releaseAgain(_ id: Identifier128) throws(ClubFault) {
        let links: [LinkedPerson] = try all()
        for link in links where Release(of: link.person, by: link.account).id == id {
            try unlink(link.person)
        }
    }

    /// With the accounts whose main person it is.
    private func eraseAgain(_ person: PersonID) throws(ClubFault) {
        let key = SQLiteValue.identifier(person.value)
        let links: [LinkedPerson] = try rows(where: LinkedPerson.table.isKey, [key])
        for link in links {
            let accounts: [Account] = try rows(
                where: Account.table.isKey, [.identifier(link.account.value)])
            if accounts.first?.mainPerson == person { try deleteRows(of: link.account) }
        }
        try delete(LinkedPerson.table, where: LinkedPerson.table.isKey, key)
    }

    /// Of the keys those stay that are retired, without saying whose they were.
    private func deleteRows(of account: AccountID) throws(ClubFault) {
        let id = SQLiteValue.identifier(account.value)
        for var key in try keys(of: account) where key.retired != nil {
            (key.account, key.device) = (nil, nil)
            try replace(by: key)
        }
        let owned = [
            Account.table, LinkedPerson.table, Device.table, DeviceKeyRow.table,
            PasskeyRow.table, RecoveryRow.table, FriendLink.table, Block.table,
        ]
        for table in owned { try delete(table, where: "account = ?1", id) }
        try delete(Friendship.table, where: "low = ?1", id)
        try delete(Friendship.table, where: "high = ?1", id)
        try delete(FriendRequest.table, where: "asked = ?1", id)
        try delete(FriendRequest.table, where: "asker = ?1", id)
        try delete(Block.table, where: "blocked = ?1", id)
        try delete(Invitation.table, where: "invited = ?1", id)
        try delete(Invitation.table, where: "inviter = ?1", id)
        try leaveCourses(account)
    }
}

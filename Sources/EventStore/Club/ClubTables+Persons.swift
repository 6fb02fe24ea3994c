package import Club
package import Documents

extension ClubTables {
    /// Links a person; nothing happens if it is the account's already. `exists` if it is somebody
    /// else's, `retired` if it was erased.
    package func link(_ person: LinkedPerson) throws(ClubFault) {
        let erased: ErasedPerson? = try row(key: .identifier(person.person.value))
        guard erased == nil else { throw .retired }
        if let before = try owner(of: person.person) {
            guard before.account == person.account else { throw .exists }
            return
        }
        try require(
            .persons, LinkedPerson.table, where: "account = ?1",
            .identifier(person.account.value))
        try add(person)
    }

    package func owner(of person: PersonID) throws(ClubFault) -> LinkedPerson? {
        try row(key: .identifier(person.value))
    }

    /// The persons of an account, in the order in which they came to it.
    package func persons(of account: AccountID) throws(ClubFault) -> [LinkedPerson] {
        try rows(LinkedPerson.self, where: "account = ?1", [.identifier(account.value)])
            .sorted { ($0.added, $0.person.value) < ($1.added, $1.person.value) }
    }

    /// Gives a claimed person back, and unlinks the key that it is the anonymous person of.
    /// `absent` unless the account has claimed it, and not before `claimedSince`.
    package func release(
        _ person: PersonID, of account: AccountID, claimedSince: WallTime
    ) throws(ClubFault) {
        guard let linked = try owner(of: person), linked.account == account,
            linked.claimedFrom != nil, linked.added >= claimedSince
        else { throw .absent }
        try unlink(person)
    }

    /// Deletes a person's link, and that of the key that it is the anonymous person of.
    func unlink(_ person: PersonID) throws(ClubFault) {
        try delete(LinkedPerson.table, where: "person = ?1", .identifier(person.value))
        try delete(
            DeviceKeyRow.table, where: "key = ?1 AND retired_ms IS NULL",
            .identifier(person.value))
    }

    /// All keys, the owners of all persons, and who was erased, as far as they can be read: who is
    /// missing among them is nobody's, or shows a pass. The keys of programs aren't there: they
    /// speak for nobody.
    func speakers() throws(ClubFault) -> SpeakerRows {
        let devices: [Device] = try all()
        let programs = Set(devices.filter { $0.scope == .readOnly }.map(\.id))
        let keys: [DeviceKeyRow] = try all()
        let speaking = keys.filter { row in
            row.retired != nil || !(row.device.map(programs.contains) ?? false)
        }
        return SpeakerRows(keys: speaking, persons: try all(), erased: try all())
    }
}

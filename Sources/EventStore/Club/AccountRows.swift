import Club
import Documents

extension Account: ClubRow {
    static let table = ClubTable(
        "accounts", .accounts,
        [
            "account", "handle", "name", "full_name", "main_person", "password", "email",
            "email_verified", "visibility", "age", "language", "settings", "version",
            "created_ms", "changed_ms",
        ],
        derived: ["name_folded"])

    var values: [SQLiteValue] {
        [
            .identifier(id.value), .text(handle.text), .text(name), .text(fullName),
            .identifier(mainPerson.value), SQLiteValue(password), SQLiteValue(email),
            SQLiteValue(isEmailVerified), .integer(visibility.rawValue), .integer(age.rawValue),
            SQLiteValue(language), .text(settings), .integer(version), SQLiteValue(created),
            SQLiteValue(changed),
        ]
    }

    var derived: [SQLiteValue] { [.text(FoldedName(name).text)] }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let handle = row.text(1).flatMap(Handle.init(stored:)),
            let name = row.text(2), let fullName = row.text(3),
            let mainPerson = row.identifier(4), let isVerified = row.flag(7),
            let visibility = Visibility(rawValue: row.integer(8)),
            let age = AgeAnswer(rawValue: row.integer(9)), let settings = row.text(11)
        else { return nil }
        self.init(
            id: AccountID(id), handle: handle, name: name, mainPerson: PersonID(mainPerson),
            age: age, created: row.moment(13))
        self.fullName = fullName
        password = row.text(5)
        email = row.text(6)
        isEmailVerified = isVerified
        self.visibility = visibility
        language = row.text(10)
        self.settings = settings
        version = row.integer(12)
        changed = row.moment(14)
    }
}

extension LinkedPerson: ClubRow {
    static let table = ClubTable(
        "persons", .persons, ["person", "account", "added_ms", "device"])

    var values: [SQLiteValue] {
        [
            .identifier(person.value), .identifier(account.value), SQLiteValue(added),
            SQLiteValue(claimedFrom?.value),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let person = row.identifier(0), let account = row.identifier(1),
            let device = row.optionalIdentifier(3)
        else { return nil }
        self.init(
            person: PersonID(person), account: AccountID(account), added: row.moment(2),
            claimedFrom: device.map { DeviceID($0) })
    }
}

extension ErasedPerson: ClubRow {
    static let table = ClubTable(
        "erased_persons", .erasedPersons, ["person", "erased_ms"])

    var values: [SQLiteValue] { [.identifier(person.value), SQLiteValue(at)] }

    init?(_ row: SQLiteRow) {
        guard let person = row.identifier(0) else { return nil }
        self.init(PersonID(person), at: row.moment(1))
    }
}

package import Documents

/// Something that must never be accepted again, whatever copy of the database is restored.
package struct RetiredEntry: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// A key that was signed out.
        case key(DeviceKey)
        /// A person who was erased.
        case person(PersonID)
        /// An account that was erased: its passes are void, and nobody makes it again.
        case account(AccountID)
        /// A claim that was taken back, by the id of its `Release`.
        case release(Identifier128)
    }

    package var subject: Subject
    package var at: WallTime

    package init(_ subject: Subject, at: WallTime) {
        self.subject = subject
        self.at = at
    }
}

/// A person who was erased.
package struct ErasedPerson: Equatable, Sendable {
    package var person: PersonID
    package var at: WallTime

    package init(_ person: PersonID, at: WallTime) {
        self.person = person
        self.at = at
    }
}

/// All that has to be known to say who may act as whom.
package struct SpeakerRows: Equatable, Sendable {
    package var keys: [DeviceKeyRow]
    package var persons: [LinkedPerson]
    package var erased: [ErasedPerson]
    /// Accounts that were erased, and claims that were taken back. No table has them: they only
    /// matter to what is older than they are, and beside that lies the log that has them.
    package private(set) var erasedAccounts: [AccountID] = []
    package private(set) var releases: [Identifier128] = []

    package init(keys: [DeviceKeyRow], persons: [LinkedPerson], erased: [ErasedPerson]) {
        self.keys = keys
        self.persons = persons
        self.erased = erased
    }

    /// Notes what is retired and isn't noted yet.
    package mutating func retire(_ entries: [RetiredEntry]) {
        let places = Dictionary(zip(keys.map(\.key), keys.indices)) { first, _ in first }
        let known = Set(erased.map(\.person))
        for entry in entries {
            switch entry.subject {
            case .person(let person):
                if !known.contains(person) { erased.append(ErasedPerson(person, at: entry.at)) }
            case .account(let account): erasedAccounts.append(account)
            case .release(let id): releases.append(id)
            case .key(let key):
                guard let place = places[key] else {
                    keys.append(
                        DeviceKeyRow(key: key, account: nil, device: nil, retired: entry.at))
                    continue
                }
                if keys[place].retired == nil { keys[place].retired = entry.at }
            }
        }
    }
}

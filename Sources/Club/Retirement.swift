package import Documents

/// Something that must never be accepted again, whatever copy of the database is restored.
package struct RetiredEntry: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// A key that was signed out.
        case key(DeviceKey)
        /// A person who was erased.
        case person(PersonID)
    }

    package var subject: Subject
    package var at: WallTime

    package init(_ subject: Subject, at: WallTime) {
        self.subject = subject
        self.at = at
    }
}

/// All that has to be known to say who may act as whom.
package struct SpeakerRows: Equatable, Sendable {
    package var keys: [DeviceKeyRow]
    package var persons: [LinkedPerson]
    package var erased: [PersonID]

    package init(keys: [DeviceKeyRow], persons: [LinkedPerson], erased: [PersonID]) {
        self.keys = keys
        self.persons = persons
        self.erased = erased
    }
}

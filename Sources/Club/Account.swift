package import Documents

/// Who may see an account's public side, besides its friends and those it plays with.
package enum Visibility: Int64, CaseIterable, Sendable {
    case friends, signedIn, everyone
}

/// What the owner of an account has said about age.
package enum AgeAnswer: Int64, CaseIterable, Sendable {
    /// 13 years old, or older.
    case ofAge
    /// Younger, and a guardian has agreed: never public, and friends only in person.
    case guardianAgreed
}

/// Whom one or several persons belong to. Nobody needs one to play.
package struct Account: Equatable, Sendable {
    package var id: AccountID
    package var handle: Handle
    /// The name on cards, as its owner spells it.
    package var name: String
    package var fullName: String
    /// The person as whom further devices play.
    package var mainPerson: PersonID
    /// The hash of the password, with its parameters (`$argon2id$…`); nil without one.
    package var password: String?
    /// The address, already in the form in which it is compared.
    package var email: String?
    /// Whether somebody has shown that mail to the address arrives. One address can be verified
    /// for one account only.
    package var isEmailVerified: Bool
    package var visibility: Visibility
    package var age: AgeAnswer
    /// The language of letters, as a tag such as "is"; nil for the server's.
    package var language: String?
    /// What else the page keeps for its owner, as JSON; empty if nothing.
    package var settings: String
    /// Goes up by one with each change.
    package var version: Int64
    package var created: WallTime
    package var changed: WallTime

    /// A new account, with the fields that it must have.
    package init(
        id: AccountID, handle: Handle, name: String, mainPerson: PersonID, age: AgeAnswer,
        created: WallTime
    ) {
        self.id = id
        self.handle = handle
        self.name = name
        fullName = ""
        self.mainPerson = mainPerson
        isEmailVerified = false
        visibility = .friends
        self.age = age
        settings = ""
        version = 1
        self.created = created
        changed = created
    }

    /// The colour behind the initials, 0…7, from the settings; nil if none is chosen.
    package var colour: Int64? {
        guard let settings = try? JSONValue(Array(settings.utf8)) else { return nil }
        return settings["colour"]?.integer.flatMap { (0...7).contains($0) ? $0 : nil }
    }
}

/// A person that belongs to an account.
package struct LinkedPerson: Equatable, Sendable {
    package var person: PersonID
    package var account: AccountID
    package var added: WallTime
    /// The device whose claim it came by, which can be undone for a while; nil for the main person.
    package var claimedFrom: DeviceID?

    package init(
        person: PersonID, account: AccountID, added: WallTime, claimedFrom: DeviceID? = nil
    ) {
        self.person = person
        self.account = account
        self.added = added
        self.claimedFrom = claimedFrom
    }
}

/// An account as others see it in a list.
package struct Acquaintance: Equatable, Sendable {
    package var account: AccountID
    package var handle: Handle
    package var name: String
    /// When the tie to them began, of whatever kind it is.
    package var since: WallTime

    /// The colour behind their initials, 0…7; nil if they have chosen none.
    package var colour: Int64?

    package init(
        account: AccountID, handle: Handle, name: String, since: WallTime, colour: Int64? = nil
    ) {
        self.colour = colour
        self.account = account
        self.handle = handle
        self.name = name
        self.since = since
    }
}

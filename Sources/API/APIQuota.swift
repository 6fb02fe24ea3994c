/// What there may only be so many of. It is about no part of a call, and so in no shape; the
/// document has it with each operation that adds to it.
package enum APIQuota: String, CaseIterable, Hashable, Sendable {
    case persons, keys, retiredKeys, programs, passkeys, links, columns
    case friends, blocks, requestsMade, friendLinks, invitationsMade
    case sharedCourses, courseChanges, courseComments
    case signUps, lookUps, wrongProofs, wrongPasswords, mails, mailsWanted, suggestions, releases
    /// What all networks have together.
    case signUpsOfAll, wrongProofsOfAll, mailsOfAll, suggestionsOfAll

    /// What a device is counted among that becomes an account's.
    static let linking: [APIQuota] = [.persons, .keys, .retiredKeys]
    /// What a mail is counted among.
    static let mailing: [APIQuota] = [.mails, .mailsWanted, .mailsOfAll]

    package var max: Int {
        switch self {
        case .persons: 64
        case .keys: 32
        case .retiredKeys: 4_096
        case .programs: 8
        case .passkeys: 16
        case .links: 4
        case .columns: 1_000
        case .friends, .blocks: 500
        case .requestsMade: 50
        case .friendLinks: 20
        case .invitationsMade, .sharedCourses: 200
        case .courseChanges, .courseComments: 20
        case .signUps, .mailsWanted: 10
        case .signUpsOfAll: 200
        case .lookUps: 30
        case .wrongProofs, .wrongPasswords: 10
        case .wrongProofsOfAll: 300
        case .mails: 3
        case .suggestions: 5
        case .mailsOfAll, .suggestionsOfAll: 60
        case .releases: 64
        }
    }

    /// The problem of whoever wants more.
    package var problem: APIProblem.Kind {
        switch self {
        case .persons, .keys, .retiredKeys, .programs, .passkeys, .links, .columns, .friends,
            .blocks, .requestsMade, .friendLinks, .invitationsMade, .sharedCourses,
            .courseChanges, .courseComments:
            .tooMany
        case .signUps, .signUpsOfAll, .lookUps, .wrongProofs, .wrongProofsOfAll, .wrongPasswords,
            .mails, .mailsWanted, .mailsOfAll, .suggestions, .suggestionsOfAll, .releases:
            .tooManyTries
        }
    }

    /// What is counted, for people.
    var words: String {
        switch self {
        case .persons: "persons of an account"
        case .keys: "devices and programs of an account"
        case .retiredKeys: "devices and programs that an account has ever signed out"
        case .programs: "programs of an account"
        case .passkeys: "passkeys of an account"
        case .links: "ways in for another device, open at the same time"
        case .columns: "columns that an account has claimed"
        case .friends: "friends of an account"
        case .blocks: "accounts that one has blocked"
        case .requestsMade: "requests of an account that nobody has answered"
        case .friendLinks: "secrets of an account that make friends"
        case .invitationsMade: "invitations of an account that lie in inboxes"
        case .sharedCourses: "courses that an account shows by their addresses"
        case .courseChanges: "changes of courses that an account wants in a day"
        case .courseComments: "comments on courses that an account begins in a day"
        case .signUps: "accounts made from one network in an hour"
        case .signUpsOfAll: "accounts made from all networks in an hour"
        case .lookUps: "looks from one network in a minute"
        case .wrongProofs: "wrong proofs from one network in a minute"
        case .wrongProofsOfAll: "wrong proofs from all networks in a minute"
        case .wrongPasswords: "wrong passwords for one name in an hour, from devices unknown to it"
        case .mails: "mails to one address in an hour"
        case .mailsWanted: "mails wanted from one network in an hour"
        case .mailsOfAll: "mails of one kind to all addresses in an hour"
        case .suggestions: "texts from one network in an hour"
        case .suggestionsOfAll: "texts from all networks in an hour"
        case .releases: "persons that an account gives back in a week"
        }
    }
}

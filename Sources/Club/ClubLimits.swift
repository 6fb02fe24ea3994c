/// What there may only be so many of; most of it for each account.
package enum ClubLimit: CaseIterable, Sendable {
    case persons
    /// Keys that aren't retired.
    case keys
    /// Keys that are: each is remembered for ever.
    case retiredKeys
    /// Programs that have a token.
    case programs
    case passkeys
    /// Ways in for another device that one account shows at the same time.
    case links
    case recoveryCodes
    case friends
    /// Requests that one account has made and nobody has answered.
    case requestsMade
    /// Requests that one account hasn't answered.
    case requestsReceived
    case friendLinks
    case blocks
    /// Invitations that lie in one inbox.
    case invitationsReceived
    /// Invitations of one friend that lie in one inbox; the oldest make room.
    case invitationsFromOne
    /// Invitations of one account that lie in inboxes.
    case invitationsMade
    /// Columns of locked games that one person has claimed.
    case columns
    /// Courses of a country.
    case courses
    /// Versions of a layout, with those that were played before.
    case layoutVersions
    /// Courses that one account shows by link.
    case sharedCourses
    /// Changes that one account has wanted of courses within a day.
    case courseChanges
    /// Comments on courses that one account has begun within a day.
    case courseComments
    /// Accounts that look after a course.
    case stewards
    /// Rows that one reading may see.
    case rowsRead

    package var max: Int {
        switch self {
        case .persons: 64
        case .keys: 32
        case .retiredKeys: 4_096
        case .programs: 8
        case .passkeys: 16
        case .links: 4
        case .recoveryCodes: 5
        case .friends: 500
        case .requestsMade: 50
        case .requestsReceived: 200
        case .friendLinks: 20
        case .blocks: 500
        case .invitationsReceived: 100
        case .invitationsFromOne: 10
        case .invitationsMade: 200
        case .columns: 1_000
        case .courses: 10_000
        case .layoutVersions: 100
        case .sharedCourses: 200
        case .courseChanges, .courseComments: 20
        case .stewards: 16
        case .rowsRead: 20_000
        }
    }
}

/// The bounds of single values, and of what belongs to no account.
package enum ClubLimits {
    /// Rows that the reading of a country's courses may see.
    package static let catalogueRowsMax = 500_000
    package static let catalogueMillisecondsMax: Int64 = 5_000
    /// How long a change of a course can be undone.
    package static let courseChangeMilliseconds: Int64 = 30 * 86_400_000
    /// How long those who look after a course may leave a change undecided; then it is the
    /// operator's.
    package static let courseSilenceMilliseconds: Int64 = 14 * 86_400_000
    /// What a course that is shown by link, and what a change of one, may take as JSON.
    package static let sharedCourseBytesMax = 16 * 1024
    package static let courseChangeBytesMax = 32 * 1024
    /// Changes that wait, and comments that were reported, of which an operator is told.
    package static let courseChangesToldMax = 1_000
    package static let courseCommentsToldMax = 1_000
    package static let commentBytesMax = 1_000
    package static let tipBytesMax = 500
    /// For how long it counts that a course wasn't as it is said to be.
    package static let courseMatchMilliseconds: Int64 = 30 * 86_400_000
    /// People who have found so; those who look after the course are told then.
    package static let mismatchesMin = 3
    /// Games that are compared with their results at once.
    package static let comparedGamesMax = 2_048
    /// Results that make the figures of a course: of each layout and tee the newest.
    package static let figureRowsMax = 100_000
    package static let nameBytesMax = 64
    package static let fullNameBytesMax = 128
    package static let labelBytesMax = 64
    package static let emailBytesMax = 254
    package static let passwordHashBytesMax = 256
    package static let settingsBytesMax = 4_096
    package static let languageBytesMax = 16
    package static let courseBytesMax = 128
    package static let credentialBytesMax = 1_023
    package static let publicKeyBytesMax = 1_024
    package static let suggestionBytesMax = 2_000
    /// Suggestions that are kept; the oldest go.
    package static let suggestionsMax = 1_000
    /// Accounts that one invitation may be for.
    package static let recipientsMax = 20
    /// Rows on a page of any list.
    package static let pageRowsMax = 100
    /// The time in which a claim can be undone.
    package static let releaseMilliseconds: Int64 = 7 * 86_400_000
    /// The time after which an invitation goes by itself.
    package static let invitationMilliseconds: Int64 = 14 * 86_400_000
    /// The time in which an offer can be taken up, and in which it can be taken back.
    package static let columnMilliseconds: Int64 = 30 * 86_400_000
    /// The time for which people are told that the server was put back to an older copy.
    package static let restoredMilliseconds: Int64 = 30 * 86_400_000
    /// What a reading may take, in milliseconds.
    package static let readingMillisecondsMax: Int64 = 250
}

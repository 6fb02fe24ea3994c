package import Club
package import Courses
package import Documents
package import EventStore

/// What an operator is told of accounts: enough to help, and nothing that is nobody's business. No
/// address, no name but the handle, no game.
extension Clerk {
    private static let accountsMax = 1_000

    func accountCount() throws(ClubFault) -> Int {
        try store.readClub { (tables) throws(ClubFault) in try tables.accountCount() }
    }

    func accountList() throws(ClubFault) -> AccountList {
        try store.readClub { (tables) throws(ClubFault) in
            let accounts = try tables.accounts(countMax: Self.accountsMax)
            let overviews = try accounts.map { (account) throws(ClubFault) in
                let devices = try tables.devices(of: account.id)
                return AccountOverview(
                    handle: account.handle.text, created: account.created,
                    lastSeen: devices.map(\.seenDay).max(), deviceCount: devices.count,
                    hasPassword: account.password != nil,
                    hasPasskey: try !tables.passkeys(of: account.id).isEmpty,
                    hasVerifiedEmail: account.isEmailVerified)
            }
            return AccountList(accounts: overviews, count: try tables.accountCount())
        }
    }

    func suggestions() throws(ClubFault) -> [Suggestion] {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.suggestions(countMax: ClubLimits.suggestionsMax)
        }
    }

    func wayIn(for handle: Handle) throws(ClubFault) -> String? {
        let found = try store.readClub { (tables) throws(ClubFault) in
            try tables.account(handle: handle)
        }
        let address = settings.letterAddress ?? settings.serverName.map { "https://\($0)" } ?? ""
        return found.map { address + wayIn(for: $0.id, confirming: nil) }
    }
}

/// Accounts as an operator sees them, the first ones by name.
package struct AccountList: Sendable {
    package let accounts: [AccountOverview]
    /// Of all of them.
    package let count: Int
}

package struct AccountOverview: Sendable {
    package let handle: String
    package let created: WallTime
    /// The last day on which a device asked for something; nil without devices.
    package let lastSeen: DayNumber?
    package let deviceCount: Int
    package let hasPassword: Bool
    package let hasPasskey: Bool
    package let hasVerifiedEmail: Bool
}

/// What metrics tell of accounts.
package struct ClubFigures: Sendable {
    /// Nil if the store can't say.
    package let accountCount: Int?
    package let signIns: [SignInTally.Kind: Int]
    package let passwordsWaiting: Int
}

/// Courses as an operator sees them: what waits for a decision, and who looks after which.
extension Clerk {
    func waitingCourseChanges() throws(ClubFault) -> [WaitingCourseChange] {
        let now = host.wall()
        return try store.readClub { (tables) throws(ClubFault) in
            let proposals = try tables.waitingProposals(
                countMax: ClubLimits.courseChangesToldMax)
            return try proposals.map { (proposal) throws(ClubFault) in
                let course = try tables.course(proposal.course)?.name
                let shared = try tables.sharedCourse(proposal.course)?.body
                let name = shared.flatMap { try? JSONValue(Array($0.utf8)) }?["name"]?.string
                let keepers = try tables.roles(in: proposal.course)
                let age = now.milliseconds - proposal.at.milliseconds
                let account = try proposal.account.map { (id) throws(ClubFault) in
                    try tables.account(id)
                }
                return WaitingCourseChange(
                    id: proposal.id, course: proposal.course, name: course ?? name ?? "",
                    by: (account ?? nil)?.handle.text, at: proposal.at,
                    hasKeeper: !keepers.isEmpty,
                    isOverdue: age > ClubLimits.courseSilenceMilliseconds,
                    change: proposal.change)
            }
        }
    }

    func decide(_ decision: CourseDecision, on id: Identifier128) throws(ClubFault) {
        let now = host.wall()
        try store.changeClub { (tables) throws(ClubFault) in
            switch decision {
            case .accept: try tables.accept(id, by: nil, now: now)
            case .refuse(let reason):
                try tables.refuse(id, reason: reason, now: now)
            case .undo(let reason): try tables.undo(id, reason: reason, now: now)
            }
        }
    }

    func markedComments() throws(ClubFault) -> [MarkedComment] {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.markedComments(countMax: ClubLimits.courseCommentsToldMax)
                .map { (comment) throws(ClubFault) in
                    MarkedComment(
                        comment: comment, course: try tables.course(comment.course)?.name ?? "",
                        by: try tables.account(comment.account)?.handle.text)
                }
        }
    }

    /// - Parameter keep: whether all see the comment from now on; else it goes.
    func judge(_ comment: Identifier128, keep: Bool) throws(ClubFault) {
        try store.changeClub { (tables) throws(ClubFault) in
            guard try tables.comment(comment) != nil else { throw .absent }
            if keep {
                try tables.setState(.kept, ofComment: comment)
            } else {
                try tables.remove(comment: comment, of: nil)
            }
        }
    }

    /// - Parameter isSteward: whether the account looks after the course from now on.
    func setSteward(
        _ handle: Handle, of course: Identifier128, isSteward: Bool
    ) throws(ClubFault) {
        let now = host.wall()
        try store.changeClub { (tables) throws(ClubFault) in
            guard let account = try tables.account(handle: handle) else { throw .absent }
            try tables.setRole(
                isSteward ? .steward : nil, of: account.id, in: course, now: now)
        }
    }
}

package struct WaitingCourseChange: Sendable {
    package let id: Identifier128
    package let course: Identifier128
    package let name: String
    /// The user name of who wants it; nil once the account is gone.
    package let by: String?
    package let at: WallTime
    /// Whether somebody else than the operator looks after the course.
    package let hasKeeper: Bool
    /// Whether those have said nothing for so long that it is the operator's.
    package let isOverdue: Bool
    /// Nil: it is to come into the catalogue.
    package let change: CourseChange?
}

/// A comment on a course that was reported, or that is hidden.
package struct MarkedComment: Sendable {
    package let comment: CourseComment
    /// The course's name.
    package let course: String
    /// The user name of who has written it.
    package let by: String?
}

package enum CourseDecision: Hashable, Sendable {
    case accept
    case refuse(reason: String?)
    case undo(reason: String?)
}

package import Club
package import Documents

/// A course that whoever made it shows to those who have its link. It isn't in the catalogue.
package struct SharedCourse: Equatable, Sendable {
    package var course: Identifier128
    package var owner: AccountID
    /// The whole course as JSON.
    package var body: String
    package var revision: Int64
    package var created: WallTime
    package var changed: WallTime

    package init(
        course: Identifier128, owner: AccountID, body: String, revision: Int64, created: WallTime,
        changed: WallTime
    ) {
        self.course = course
        self.owner = owner
        self.body = body
        self.revision = revision
        self.created = created
        self.changed = changed
    }
}

extension SharedCourse: ClubRow {
    static let table = ClubTable(
        "shared_courses", .sharedCourses,
        ["course", "owner", "body", "revision", "created_ms", "changed_ms"])

    var values: [SQLiteValue] {
        [
            .identifier(course), .identifier(owner.value), .text(body), .integer(revision),
            SQLiteValue(created), SQLiteValue(changed),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let course = row.identifier(0), let owner = row.identifier(1),
            let body = row.text(2)
        else { return nil }
        self.init(
            course: course, owner: AccountID(owner), body: body, revision: row.integer(3),
            created: row.moment(4), changed: row.moment(5))
    }
}

/// Who looks after a course of the catalogue.
package enum CourseRole: Int64, Sendable {
    case steward = 1
    /// Whoever has given it.
    case owner = 2
}

struct CourseRoleRow: ClubRow {
    var course: Identifier128
    var account: AccountID
    var role: CourseRole
    var since: WallTime

    static let table = ClubTable(
        "course_roles", .courseRoles, ["course", "account", "role", "since_ms"], keyCount: 2)

    var values: [SQLiteValue] {
        [
            .identifier(course), .identifier(account.value), .integer(role.rawValue),
            SQLiteValue(since),
        ]
    }

    init(course: Identifier128, account: AccountID, role: CourseRole, since: WallTime) {
        self.course = course
        self.account = account
        self.role = role
        self.since = since
    }

    init?(_ row: SQLiteRow) {
        guard let course = row.identifier(0), let account = row.identifier(1),
            let role = CourseRole(rawValue: row.integer(2))
        else { return nil }
        self.init(
            course: course, account: AccountID(account), role: role, since: row.moment(3))
    }
}

/// What somebody wants a course to be, or has made it.
package struct CourseProposal: Equatable, Sendable {
    package enum State: Int64, Sendable {
        case proposed = 0
        case inForce = 1
        case refused = 2
        /// It was in force.
        case undone = 3
    }

    /// Named by who proposes.
    package var id: Identifier128
    package var course: Identifier128
    /// Nil once the account is erased.
    package var account: AccountID?
    package var at: WallTime
    package var state: State
    /// What is to be otherwise, as JSON (`CourseChange`); nil: a course that is shared by link is
    /// to be in the catalogue.
    package var body: String?
    package var decided: WallTime?
    package var reason: String?

    package init(
        id: Identifier128, course: Identifier128, account: AccountID, at: WallTime, body: String?
    ) {
        self.id = id
        self.course = course
        self.account = account
        self.at = at
        state = .proposed
        self.body = body
    }
}

extension CourseProposal: ClubRow {
    static let table = ClubTable(
        "course_changes", .courseChanges,
        [
            "change", "course", "account", "at_ms", "state", "body", "decided_ms", "reason",
        ])

    var values: [SQLiteValue] {
        [
            .identifier(id), .identifier(course), SQLiteValue(account?.value), SQLiteValue(at),
            .integer(state.rawValue), SQLiteValue(body), SQLiteValue(decided?.milliseconds),
            SQLiteValue(reason),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let course = row.identifier(1),
            let account = row.optionalIdentifier(2), let state = State(rawValue: row.integer(4))
        else { return nil }
        (self.id, self.course, self.state) = (id, course, state)
        self.account = account.map(AccountID.init)
        (at, body, reason) = (row.moment(3), row.text(5), row.text(7))
        decided = row.isNull(6) ? nil : row.moment(6)
    }
}

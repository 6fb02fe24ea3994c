package import Club
package import Documents

/// Where a comment stands among those of its course.
package struct CommentPlace: Hashable, Sendable {
    package let at: WallTime
    package let id: Identifier128

    package init(at: WallTime, id: Identifier128) {
        self.at = at
        self.id = id
    }
}

/// What somebody says of a course, or of one hole of a layout, for all to read.
package struct CourseComment: Equatable, Sendable {
    package enum State: Int64, Sendable {
        /// Somebody has looked at it and found nothing wrong: these words aren't looked at again.
        case kept = -1
        case shown = 0
        /// Somebody has asked for it to be looked at; all see it yet.
        case reported = 1
        /// Nobody sees it but who wrote it and those who look after the course.
        case hidden = 2
    }

    /// A hole of a layout; its label is that of the version that was in force then.
    package struct Hole: Hashable, Sendable {
        package var layout: Identifier128
        package var label: String

        package init(layout: Identifier128, label: String) {
            self.layout = layout
            self.label = label
        }
    }

    package var id: Identifier128
    package var course: Identifier128
    package var account: AccountID
    /// Nil: it is about the course.
    package var hole: Hole?
    package var at: WallTime
    package var text: String
    package var state: State

    package var place: CommentPlace { CommentPlace(at: at, id: id) }

    package init(
        id: Identifier128, course: Identifier128, account: AccountID, hole: Hole?, at: WallTime,
        text: String, state: State = .shown
    ) {
        self.id = id
        self.course = course
        self.account = account
        self.hole = hole
        self.at = at
        self.text = text
        self.state = state
    }
}

extension CourseComment: ClubRow {
    static let table = ClubTable(
        "course_comments", .courseComments,
        ["comment", "course", "account", "layout", "hole", "at_ms", "text", "state"])

    var values: [SQLiteValue] {
        [
            .identifier(id), .identifier(course), .identifier(account.value),
            hole.map { .identifier($0.layout) } ?? .null, SQLiteValue(hole?.label),
            SQLiteValue(at), .text(text), .integer(state.rawValue),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let course = row.identifier(1),
            let account = row.identifier(2), let layout = row.optionalIdentifier(3),
            let text = row.text(6), let state = State(rawValue: row.integer(7))
        else { return nil }
        var hole: Hole?
        if let layout {
            guard let label = row.text(4) else { return nil }
            hole = Hole(layout: layout, label: label)
        }
        self.init(
            id: id, course: course, account: AccountID(account), hole: hole, at: row.moment(5),
            text: text, state: state)
    }
}

/// Whether somebody has found a course as it is said to be, when they played it last.
struct CourseMatch: ClubRow {
    var course: Identifier128
    var account: AccountID
    var at: WallTime
    var matches: Bool

    static let table = ClubTable(
        "course_matches", .courseMatches, ["course", "account", "at_ms", "matches"], keyCount: 2)

    var values: [SQLiteValue] {
        [
            .identifier(course), .identifier(account.value), SQLiteValue(at),
            .integer(matches ? 1 : 0),
        ]
    }

    init(course: Identifier128, account: AccountID, at: WallTime, matches: Bool) {
        self.course = course
        self.account = account
        self.at = at
        self.matches = matches
    }

    init?(_ row: SQLiteRow) {
        guard let course = row.identifier(0), let account = row.identifier(1) else { return nil }
        self.init(
            course: course, account: AccountID(account), at: row.moment(2),
            matches: row.integer(3) == 1)
    }
}

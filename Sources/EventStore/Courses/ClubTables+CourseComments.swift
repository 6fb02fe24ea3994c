package import Club
package import Courses
package import Documents

/// What people say of courses.
extension ClubTables {
    private static let day: Int64 = 86_400_000

    package func comment(_ id: Identifier128) throws(ClubFault) -> CourseComment? {
        try row(key: .identifier(id))
    }

    /// Those of a course that its readers may see, the newest first, behind a place among
    /// them.
    ///
    /// - Parameter all: with hidden ones, which others don't see.
    package func comments(
        in course: Identifier128, behind last: CommentPlace?, all: Bool, of account: AccountID?,
        countMax: Int
    ) throws(ClubFault) -> [CourseComment] {
        var condition = "course = ?1"
        var values: [SQLiteValue] = [.identifier(course), .integer(Int64(countMax))]
        if let last {
            condition += " AND (at_ms, comment) < (?3, ?4)"
            values += [SQLiteValue(last.at), .identifier(last.id)]
        }
        if !all {
            condition += " AND (state < 2 OR account = ?\(values.count + 1))"
            values.append(account.map { .identifier($0.value) } ?? .null)
        }
        return try rows(
            where: condition + " ORDER BY at_ms DESC, comment DESC LIMIT ?2", values)
    }

    /// All of an account's.
    package func comments(of account: AccountID) throws(ClubFault) -> [CourseComment] {
        try rows(where: "account = ?1 ORDER BY at_ms", [.identifier(account.value)])
    }

    /// Those that were reported or hidden, the oldest first.
    package func markedComments(countMax: Int) throws(ClubFault) -> [CourseComment] {
        try rows(where: "state > 0 ORDER BY at_ms LIMIT ?1", [.integer(Int64(countMax))])
    }

    /// Writes a comment, or what its writer wants it to be now. It stays where it stands, and
    /// hidden if it is. One of somebody else's, or of another course, is `exists`.
    ///
    /// - Returns: whether it is new.
    package func put(_ comment: CourseComment) throws(ClubFault) -> Bool {
        guard var known = try self.comment(comment.id) else {
            let since = WallTime(milliseconds: comment.at.milliseconds - Self.day)
            try require(
                .courseComments, CourseComment.table, where: "account = ?1 AND at_ms > ?2",
                .identifier(comment.account.value), SQLiteValue(since))
            try add(comment)
            return true
        }
        guard known.account == comment.account, known.course == comment.course else {
            throw .exists
        }
        if known.text != comment.text, known.state == .kept { known.state = .shown }
        (known.text, known.hole) = (comment.text, comment.hole)
        try replace(by: known)
        return false
    }

    /// Nothing happens if it isn't there, or isn't that account's.
    ///
    /// - Parameter account: nil: whoever's it is.
    package func remove(
        comment id: Identifier128, of account: AccountID?
    ) throws(ClubFault) {
        guard let known = try comment(id), account == nil || known.account == account else {
            return
        }
        try delete(CourseComment.table, where: CourseComment.table.isKey, .identifier(id))
    }

    package func setState(
        _ state: CourseComment.State, ofComment id: Identifier128
    ) throws(ClubFault) {
        guard var comment = try comment(id) else { throw .absent }
        comment.state = state
        try replace(by: comment)
    }
}

/// What waits for those who look after courses.
extension ClubTables {
    /// The courses that an account looks after and of which something waits, of the first
    /// `countMax` that it looks after.
    package func coursesToLookAfter(
        by account: AccountID, countMax: Int, now: WallTime
    ) throws(ClubFault) -> [CourseToLookAfter] {
        let roles: [CourseRoleRow] = try rows(
            where: "account = ?1 ORDER BY course LIMIT ?2",
            [.identifier(account.value), .integer(Int64(countMax))])
        var found: [CourseToLookAfter] = []
        for id in roles.map(\.course) {
            guard let course = try course(id) else { continue }
            let waiting = CourseToLookAfter(
                course: course,
                changes: try count(
                    CourseProposal.table, where: "course = ?1 AND state = 0", [.identifier(id)]),
                comments: try count(
                    CourseComment.table, where: "course = ?1 AND state = 1", [.identifier(id)]),
                mismatches: try toldMismatches(of: id, now: now) ?? 0)
            if waiting.hasAny { found.append(waiting) }
        }
        return found
    }
}

/// Whether courses are what they are said to be.
extension ClubTables {
    /// Notes how somebody has found a course; what they found before counts no more.
    package func note(
        _ matches: Bool, course: Identifier128, by account: AccountID, now: WallTime
    ) throws(ClubFault) {
        guard try self.course(course) != nil else { throw .absent }
        try delete(
            CourseMatch.table, where: CourseMatch.table.isKey, .identifier(course),
            .identifier(account.value))
        try add(CourseMatch(course: course, account: account, at: now, matches: matches))
    }

    /// How many people have found lately that the course isn't what it is said to be; nil if those
    /// are so few that nobody is told.
    package func toldMismatches(
        of course: Identifier128, now: WallTime
    ) throws(ClubFault) -> Int? {
        let since = WallTime(
            milliseconds: now.milliseconds - ClubLimits.courseMatchMilliseconds)
        let found = try count(
            CourseMatch.table, where: "course = ?1 AND at_ms > ?2 AND matches = 0",
            [.identifier(course), SQLiteValue(since)])
        return found < ClubLimits.mismatchesMin ? nil : found
    }
}

/// A course, and how much waits for those who look after it.
package struct CourseToLookAfter: Sendable {
    package let course: Course
    /// That are proposed.
    package let changes: Int
    /// That were reported.
    package let comments: Int
    /// People who have found that it isn't what it is said to be, once they are told of.
    package let mismatches: Int

    var hasAny: Bool { changes + comments + mismatches > 0 }
}

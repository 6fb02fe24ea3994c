package import Club
package import Courses
package import Documents

/// Courses that are shown by link.
extension ClubTables {
    package func sharedCourse(_ id: Identifier128) throws(ClubFault) -> SharedCourse? {
        try row(key: .identifier(id))
    }

    package func sharedCourses(of owner: AccountID) throws(ClubFault) -> [SharedCourse] {
        try rows(where: "owner = ?1", [.identifier(owner.value)])
    }

    /// Shows a course to those who have its link, or what it is now. A course of the catalogue, or
    /// of somebody else, stays as it is: `exists`.
    ///
    /// - Returns: the course as it is shown, and whether it wasn't before.
    package func share(
        _ shared: SharedCourse
    ) throws(ClubFault) -> (course: SharedCourse, isNew: Bool) {
        guard try course(shared.course) == nil else { throw .exists }
        guard let before = try sharedCourse(shared.course) else {
            try require(
                .sharedCourses, SharedCourse.table, where: "owner = ?1",
                .identifier(shared.owner.value))
            try add(shared)
            return (shared, true)
        }
        guard before.owner == shared.owner else { throw .exists }
        guard before.body != shared.body else { return (before, false) }
        var changed = shared
        (changed.revision, changed.created) = (before.revision + 1, before.created)
        try replace(by: changed)
        return (changed, false)
    }

    /// Shows a course to nobody any more. Nothing happens if it isn't that account's.
    package func unshare(_ course: Identifier128, of owner: AccountID) throws(ClubFault) {
        try delete(
            SharedCourse.table, where: "course = ?1 AND owner = ?2", .identifier(course),
            .identifier(owner.value))
    }
}

/// Who looks after a course.
extension ClubTables {
    package func role(
        of account: AccountID, in course: Identifier128
    ) throws(ClubFault) -> CourseRole? {
        let row: CourseRoleRow? = try row(key: .identifier(course), .identifier(account.value))
        return row?.role
    }

    package func roles(
        in course: Identifier128
    ) throws(ClubFault) -> [(account: AccountID, role: CourseRole)] {
        let found: [CourseRoleRow] = try rows(where: "course = ?1", [.identifier(course)])
        return found.map { ($0.account, $0.role) }
    }

    /// - Parameter role: nil: none any more.
    package func setRole(
        _ role: CourseRole?, of account: AccountID, in course: Identifier128, now: WallTime
    ) throws(ClubFault) {
        guard try self.course(course) != nil else { throw .absent }
        try delete(
            CourseRoleRow.table, where: CourseRoleRow.table.isKey, .identifier(course),
            .identifier(account.value))
        guard let role else { return }
        try require(.stewards, CourseRoleRow.table, where: "course = ?1", .identifier(course))
        try add(CourseRoleRow(course: course, account: account, role: role, since: now))
    }

    /// An account is erased: what it shows by link goes, and what it has said; of what it has
    /// changed stays what.
    func leaveCourses(_ account: AccountID) throws(ClubFault) {
        let id = SQLiteValue.identifier(account.value)
        try delete(SharedCourse.table, where: "owner = ?1", id)
        try delete(CourseRoleRow.table, where: "account = ?1", id)
        try delete(CourseComment.table, where: "account = ?1", id)
        try delete(CourseMatch.table, where: "account = ?1", id)
        for var proposal in try proposals(of: account) {
            if proposal.state == .proposed { proposal.state = .refused }
            proposal.account = nil
            try replace(by: proposal)
        }
    }
}

/// What people want courses to be.
extension ClubTables {
    private static let day: Int64 = 86_400_000

    /// Notes what somebody wants. It is in force at once if they look after the course, or if it
    /// only says what nobody had said. One that is known already stays as it is.
    ///
    /// - Returns: the proposal as it stands.
    package func propose(_ proposal: CourseProposal) throws(ClubFault) -> CourseProposal {
        if let known = try self.proposal(proposal.id) {
            guard known.course == proposal.course, known.account == proposal.account else {
                throw .exists
            }
            return known
        }
        guard let account = proposal.account else { throw .absent }
        let since = WallTime(milliseconds: proposal.at.milliseconds - Self.day)
        try require(
            .courseChanges, CourseProposal.table, where: "account = ?1 AND at_ms > ?2",
            .identifier(account.value), SQLiteValue(since))
        var proposal = proposal
        if let change = proposal.change {
            let isTrusted = try role(of: account, in: proposal.course) != nil
            if isTrusted || change.fillsOnly {
                try carryOut(change, in: proposal.course, now: proposal.at)
                (proposal.state, proposal.decided) = (.inForce, proposal.at)
            }
        } else {
            guard try sharedCourse(proposal.course)?.owner == account else { throw .absent }
        }
        try add(proposal)
        return proposal
    }

    package func proposal(_ id: Identifier128) throws(ClubFault) -> CourseProposal? {
        try row(key: .identifier(id))
    }

    /// Those of a course, the newest first, behind one of them.
    package func proposals(
        in course: Identifier128, behind last: CourseProposal?, countMax: Int
    ) throws(ClubFault) -> [CourseProposal] {
        var condition = "course = ?1"
        var values: [SQLiteValue] = [.identifier(course), .integer(Int64(countMax))]
        if let last {
            condition += " AND (at_ms, change) < (?3, ?4)"
            values += [SQLiteValue(last.at), .identifier(last.id)]
        }
        return try rows(
            where: condition + " ORDER BY at_ms DESC, change DESC LIMIT ?2", values)
    }

    /// All of an account's.
    package func proposals(of account: AccountID) throws(ClubFault) -> [CourseProposal] {
        try rows(where: "account = ?1 ORDER BY at_ms", [.identifier(account.value)])
    }

    /// Those that wait, the oldest first.
    package func waitingProposals(countMax: Int) throws(ClubFault) -> [CourseProposal] {
        try rows(where: "state = 0 ORDER BY at_ms LIMIT ?1", [.integer(Int64(countMax))])
    }

    /// Carries out what was proposed. `stale` if that is decided already, or if something of it
    /// isn't any more what it was.
    ///
    /// - Parameter account: who decides; nil: the operator, who alone lets a course into the
    ///   catalogue.
    package func accept(
        _ id: Identifier128, by account: AccountID?, now: WallTime
    ) throws(ClubFault) {
        var proposal = try waiting(id)
        if let change = proposal.change {
            try carryOut(change, in: proposal.course, now: now)
        } else {
            guard account == nil else { throw .absent }
            try publish(proposal.course, now: now)
        }
        (proposal.state, proposal.decided) = (.inForce, now)
        try replace(by: proposal)
    }

    package func refuse(
        _ id: Identifier128, reason: String?, now: WallTime
    ) throws(ClubFault) {
        var proposal = try waiting(id)
        (proposal.state, proposal.decided) = (.refused, now)
        proposal.reason = reason
        try replace(by: proposal)
    }

    /// Takes back what was in force. `stale` if it isn't, or has been for too long, or if something
    /// of it has been changed since.
    package func undo(
        _ id: Identifier128, reason: String?, now: WallTime
    ) throws(ClubFault) {
        guard var proposal = try proposal(id) else { throw .absent }
        let age = now.milliseconds - (proposal.decided ?? proposal.at).milliseconds
        guard proposal.state == .inForce, age <= ClubLimits.courseChangeMilliseconds,
            let change = proposal.change, let entry = try entry(proposal.course)
        else { throw .stale }
        var known: [Identifier128: LayoutFacts] = [:]
        for (layout, version) in change.versionsBefore {
            known[layout] = try facts(of: layout, version: version)
        }
        let before = try Self.unlessStale { () throws(CourseFault) in
            try change.undone(in: entry, facts: known)
        }
        try put(before, changed: now)
        (proposal.state, proposal.decided) = (.undone, now)
        proposal.reason = reason
        try replace(by: proposal)
    }

    private func waiting(_ id: Identifier128) throws(ClubFault) -> CourseProposal {
        guard let proposal = try proposal(id) else { throw .absent }
        guard proposal.state == .proposed else { throw .stale }
        return proposal
    }

    private func carryOut(
        _ change: CourseChange, in course: Identifier128, now: WallTime
    ) throws(ClubFault) {
        guard let entry = try entry(course) else { throw .absent }
        let changed = try Self.unlessStale { () throws(CourseFault) in
            try change.applied(to: entry)
        }
        try put(changed, changed: now)
    }

    private static func unlessStale(
        _ body: () throws(CourseFault) -> CatalogueEntry
    ) throws(ClubFault) -> CatalogueEntry {
        do throws(CourseFault) {
            return try body()
        } catch {
            throw .stale
        }
    }

    private func put(_ entry: CatalogueEntry, changed now: WallTime) throws(ClubFault) {
        var entry = entry
        entry.course.revision += 1
        entry.course.changed = now
        try put(entry, now: now)
    }

    /// Lets a course that is shared by link into the catalogue, with its maker as its owner.
    private func publish(_ id: Identifier128, now: WallTime) throws(ClubFault) {
        guard let shared = try sharedCourse(id),
            let json = try? JSONValue(Array(shared.body.utf8)),
            var entry = try? CatalogueEntry(
                json, id: id, revision: 1, created: now, now: now)
        else { throw .absent }
        entry.course.licence = CatalogueEntry.playersLicence
        try put(entry, now: now)
        try setRole(.owner, of: shared.owner, in: id, now: now)
        try unshare(id, of: shared.owner)
    }
}

extension CourseProposal {
    /// Nil: that a course comes into the catalogue, or nothing that was written by a server.
    package var change: CourseChange? {
        body.flatMap { try? JSONValue(Array($0.utf8)) }.flatMap(CourseChange.init)
    }
}

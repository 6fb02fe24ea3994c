package import Club
package import Documents

/// A result with the text of its key, as it is given to be written.
package typealias KeyedResult = (row: ResultRow, key: String?)

/// The results of games.
extension ClubTables {
    /// Puts results in the place of all that a game had, unless those have followed its log at
    /// least as far. Columns that somebody has claimed are that person's; who was erased has none.
    /// Nothing happens if the game is gone.
    package func replaceResults(
        by results: [KeyedResult], _ projection: Projection
    ) throws(ClubFault) {
        let lobby = projection.lobby.blob
        let before: [Projection] = try rows(where: Projection.table.isKey, [lobby])
        guard before.first?.covers(projection) != true, try hasLog(projection.lobby) else {
            return
        }
        var stamp = try lastStamp()
        try delete(ResultKeyRow.table, where: ResultSchema.isKeyOfOnly, lobby)
        for table in [ResultRow.table, Projection.table] {
            try delete(table, where: "lobby = ?1", lobby)
        }
        for (row, key) in results {
            stamp += 1
            var row = row
            row.stamp = stamp
            row.key = try key.map { (text) throws(ClubFault) in try number(of: text) }
            row.person = try owner(of: row)
            try add(row)
        }
        try note(last: stamp)
        try add(projection)
    }

    /// Has the results of a game made again, since somebody has claimed a column or let it go.
    func remakeResults(of lobby: LobbyID) throws(ClubFault) {
        let made: [Projection] = try rows(where: Projection.table.isKey, [lobby.blob])
        guard var projection = made.first else { return }
        (projection.rules, projection.due) = (Projection.noRules, WallTime(milliseconds: 0))
        try replace(by: projection)
    }

    /// Deletes the results of somebody. Those of their games are found missing, and made again:
    /// then they are nobody's.
    func forgetResults(of person: PersonID) throws(ClubFault) {
        let id = SQLiteValue.identifier(person.value)
        try delete(
            Projection.table, where: "lobby IN (SELECT lobby FROM results WHERE person = ?1)", id)
        try delete(ResultRow.table, where: "person = ?1", id)
    }

    private func hasLog(_ lobby: LobbyID) throws(ClubFault) -> Bool {
        try integers(1, "SELECT 1 FROM lobbies WHERE lobby = ?1", [lobby.blob]) == [1]
    }

    /// Whose a result is: a member's, or of who has claimed the column of a guest.
    private func owner(of row: ResultRow) throws(ClubFault) -> PersonID? {
        let claims: [ColumnClaim] = try rows(
            where: ColumnClaim.table.isKey, [row.lobby.blob, .integer(Int64(row.player))])
        let claimed = claims.first { $0.state == .valid }?.person
        guard let person = row.person ?? claimed else { return nil }
        let erased: [ErasedPerson] = try rows(
            where: ErasedPerson.table.isKey, [.identifier(person.value)])
        return erased.isEmpty ? person : nil
    }

    private func number(of text: String) throws(ClubFault) -> Int64 {
        if let known = try number(ofKnown: text) { return known }
        // One that is damaged may be in the way.
        try delete(ResultKeyRow.table, where: "text = ?1", .text(text))
        let last = try integers(1, "SELECT max(key) FROM result_keys", []).first ?? 0
        try add(ResultKeyRow(key: last + 1, text: text))
        return last + 1
    }

    private func number(ofKnown text: String) throws(ClubFault) -> Int64? {
        let known: [ResultKeyRow] = try rows(where: "text = ?1", [.text(text)])
        return known.first?.key
    }

    private func lastStamp() throws(ClubFault) -> Int64 {
        let noted: [ResultStampRow] = try rows(where: ResultStampRow.table.isKey, [.integer(1)])
        let last = try integers(1, "SELECT max(stamp) FROM results", []).first ?? 0
        return max(noted.first?.last ?? 0, last)
    }

    private func note(last stamp: Int64) throws(ClubFault) {
        try delete(ResultStampRow.table, where: "one = ?1", .integer(1))
        try add(ResultStampRow(last: stamp))
    }
}

/// Which results are to be made.
extension ClubTables {
    /// Games whose results are missing, or were made by other rules, or have fallen behind the
    /// log, among those behind `last` by their ids. Batches that wait to be sorted aren't seen.
    ///
    /// - Parameters:
    ///   - countMax: how many are given.
    ///   - comparedMax: how many are looked at: nearly all of them have their results.
    /// - Returns: `end`: up to where this has looked; nil: there are no others.
    package func unprojected(
        behind last: LobbyID?, rules: Int64, countMax: Int,
        comparedMax: Int = ClubLimits.comparedGamesMax
    ) throws(ClubFault) -> (games: [LobbyID], end: LobbyID?) {
        let start = last?.value ?? Identifier128(high: 0, low: 0)
        let end = try identifiers(
            """
            SELECT lobby FROM lobbies WHERE lobby > ?1 AND \(LobbyID.isNoNotebook)
            ORDER BY lobby LIMIT 1 OFFSET ?2
            """, [.identifier(start), .integer(Int64(comparedMax) - 1)]
        ).first
        let games = try identifiers(
            """
            SELECT lobby FROM lobbies WHERE lobby > ?1 AND lobby <= ?2
            AND \(LobbyID.isNoNotebook) AND NOT EXISTS (
                SELECT 1 FROM projected WHERE projected.lobby = lobbies.lobby
                AND projected.epoch = lobbies.epoch AND projected.seq >= lobbies.seq
                AND rules = ?3)
            ORDER BY lobby LIMIT ?4
            """,
            [
                .identifier(start), .identifier(end ?? .highest), .integer(rules),
                .integer(Int64(countMax)),
            ]
        ).map(LobbyID.init)
        return (games, games.count < countMax ? end.map(LobbyID.init) : games.last)
    }

    /// Doesn't look again at a game when it is due: it can't be read.
    package func giveUpResults(of lobby: LobbyID) throws(ClubFault) {
        let made: [Projection] = try rows(where: Projection.table.isKey, [lobby.blob])
        guard var projection = made.first, projection.due != nil else { return }
        projection.due = nil
        try replace(by: projection)
    }

    /// Games whose results have to be made again because time has passed.
    package func projectionsDue(
        by now: WallTime, countMax: Int
    ) throws(ClubFault) -> [LobbyID] {
        let due: [Projection] = try rows(
            where: "due_ms <= ?1 ORDER BY due_ms LIMIT ?2",
            [SQLiteValue(now), .integer(Int64(countMax))])
        return due.map(\.lobby)
    }
}

/// Looking results up.
extension ClubTables {
    /// Somebody's results behind a stamp, by their stamps.
    package func results(
        of person: PersonID, behind stamp: Int64, countMax: Int
    ) throws(ClubFault) -> [ResultRow] {
        try rows(
            where: "person = ?1 AND stamp > ?2 ORDER BY stamp LIMIT ?3",
            [.identifier(person.value), .integer(stamp), .integer(Int64(countMax))])
    }

    package func resultCount(of person: PersonID) throws(ClubFault) -> Int {
        try count(ResultRow.table, where: "person = ?1", [.identifier(person.value)])
    }

    /// Whether somebody has a round on a course.
    package func hasPlayed(
        _ person: PersonID, on course: Identifier128
    ) throws(ClubFault) -> Bool {
        let found = try identifiers(
            "SELECT lobby FROM results WHERE person = ?1 AND course = ?2 LIMIT 1",
            [.identifier(person.value), .identifier(course)])
        return !found.isEmpty
    }

    /// The text of a key; nil if there is none of that number.
    package func text(ofKey key: Int64) throws(ClubFault) -> String? {
        let row: ResultKeyRow? = try row(key: .integer(key))
        return row?.text
    }

    /// Passes over the newest results that may be compared by that key.
    package func forEachResult(
        of key: String, countMax: Int, _ body: (ResultRow) -> Void
    ) throws(ClubFault) {
        guard let number = try number(ofKnown: key) else { return }
        try forEachSound(
            where: "key = ?1 ORDER BY stamp DESC LIMIT ?2",
            [.integer(number), .integer(Int64(countMax))], body)
    }
}

package import Club
package import Documents

/// Columns of locked games that somebody has claimed.
extension ClubTables {
    /// Notes a claim. Whoever was first has the column, else `exists`, and so it is for whoever it
    /// was taken back from; nobody has two columns of one game, else `stale`. Nothing happens if
    /// one of the persons has it already.
    ///
    /// - Parameters:
    ///   - persons: all persons of the account that claims; the claim's own is one of them.
    ///   - offered: when the column was offered.
    package func insert(
        _ claim: ColumnClaim, for persons: Set<PersonID>, offered: WallTime
    ) throws(ClubFault) {
        let claims = try claims(in: claim.lobby)
        if let before = claims.first(where: { $0.player == claim.player }) {
            guard !before.bars(persons, offered: offered) else { throw .exists }
            if before.state == .valid {
                guard persons.contains(before.person) else { throw .exists }
                return
            }
        }
        let hasAnother = claims.contains { $0.state == .valid && persons.contains($0.person) }
        guard !hasAnother else { throw .stale }
        try require(
            .columns, ColumnClaim.table, where: "person = ?1", .identifier(claim.person.value))
        try delete(
            ColumnClaim.table, where: ColumnClaim.table.isKey, claim.lobby.blob,
            .integer(Int64(claim.player)))
        try add(claim)
        try remakeResults(of: claim.lobby)
    }

    package func claims(in lobby: LobbyID) throws(ClubFault) -> [ColumnClaim] {
        try rows(where: "lobby = ?1", [lobby.blob])
    }

    package func claim(_ id: Identifier128) throws(ClubFault) -> ColumnClaim? {
        try row(where: "claim = ?1", [.identifier(id)])
    }

    /// The columns that some persons have, the newest first.
    package func columns(of persons: Set<PersonID>) throws(ClubFault) -> [ColumnClaim] {
        var found: [ColumnClaim] = []
        for person in persons {
            found += try rows(where: "person = ?1 AND state = 0", [.identifier(person.value)])
        }
        return found.sorted { ($0.claimed, $0.id) > ($1.claimed, $1.id) }
    }

    /// What some persons haven't been told yet of columns, or haven't put away, the newest first.
    package func untoldClaims(
        to persons: Set<PersonID>, since: WallTime, countMax: Int
    ) throws(ClubFault) -> [ColumnClaim] {
        var found: [Identifier128: ColumnClaim] = [:]
        let roles: [(String, ColumnClaim.Readers)] = [
            ("person", .claimant), ("issuer", .issuer), ("host", .host),
        ]
        for person in persons {
            for (column, reader) in roles {
                let claims: [ColumnClaim] = try rows(
                    where: "\(column) = ?1 AND (untold & ?2) <> 0 AND changed_ms >= ?3 "
                        + "ORDER BY changed_ms DESC LIMIT ?4",
                    [
                        .identifier(person.value), .integer(reader.rawValue),
                        SQLiteValue(since), .integer(Int64(countMax)),
                    ])
                for claim in claims { found[claim.id] = claim }
            }
        }
        let newest = found.values.sorted { ($0.changed, $0.id) > ($1.changed, $1.id) }
        return Array(newest.prefix(countMax))
    }

    /// Some persons have been told what has become of a column. Nothing happens if there is no such
    /// claim.
    package func putAway(
        claim id: Identifier128, for persons: Set<PersonID>
    ) throws(ClubFault) {
        guard var claim = try claim(id) else { return }
        claim.untold.subtract(claim.role(of: persons))
        try update(claim)
    }

    /// Writes a claim in its own place.
    package func update(_ claim: ColumnClaim) throws(ClubFault) {
        guard let before = try self.claim(claim.id) else { throw .absent }
        guard before.person == claim.person else { throw .stale }
        try replace(by: claim)
        if claim.state != before.state { try remakeResults(of: claim.lobby) }
    }
}

package import Club
package import Documents

extension ClubTables {
    /// Puts an invitation into an inbox; nothing happens if it lies there already. Only a friend's
    /// is taken, else `absent`.
    package func insert(_ invitation: Invitation) throws(ClubFault) {
        guard try areFriends(invitation.from, invitation.to) else { throw .absent }
        let before: Invitation? = try row(
            key: .identifier(invitation.to.value), .identifier(invitation.id))
        if let before {
            guard before.from == invitation.from else { throw .exists }
            return
        }
        // What nobody has put away for so long is in nobody's way any more.
        let old = WallTime(
            milliseconds: invitation.at.milliseconds - ClubLimits.invitationMilliseconds)
        for (column, account) in [("invited", invitation.to), ("inviter", invitation.from)] {
            try delete(
                Invitation.table, where: "\(column) = ?1 AND sent_ms < ?2",
                .identifier(account.value), SQLiteValue(old))
        }
        try makeRoom(for: invitation)
        try require(
            .invitationsReceived, Invitation.table, where: "invited = ?1",
            .identifier(invitation.to.value))
        try require(
            .invitationsMade, Invitation.table, where: "inviter = ?1",
            .identifier(invitation.from.value))
        try add(invitation)
    }

    /// Deletes the oldest invitations of a friend who sends many: they push out none but their own.
    private func makeRoom(for invitation: Invitation) throws(ClubFault) {
        let own: [Invitation] = try rows(
            where: "invited = ?1 AND inviter = ?2",
            [.identifier(invitation.to.value), .identifier(invitation.from.value)])
        let newestFirst = own.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
        for old in newestFirst.dropFirst(ClubLimit.invitationsFromOne.max - 1) {
            try removeInvitation(old.id, to: old.to)
        }
    }

    /// The invitations that lie in an inbox, oldest first.
    package func invitations(
        to account: AccountID
    ) throws(ClubFault) -> [ReceivedInvitation] {
        var received: [ReceivedInvitation] = []
        let invitations: [Invitation] = try rows(
            where: "invited = ?1", [.identifier(account.value)])
        for invitation in invitations {
            if let from = try acquaintance(invitation.from, since: invitation.at) {
                received.append(ReceivedInvitation(invitation: invitation, from: from))
            }
        }
        return received.sorted { $0.invitation.at < $1.invitation.at }
    }

    /// Nothing happens if there is none.
    package func removeInvitation(
        _ id: Identifier128, to account: AccountID
    ) throws(ClubFault) {
        try delete(
            Invitation.table, where: Invitation.table.isKey, .identifier(account.value),
            .identifier(id))
    }
}

extension ClubTables {
    /// Keeps a text; the oldest goes where there are too many. Nothing happens if it is there.
    package func insert(_ suggestion: Suggestion) throws(ClubFault) {
        let before: Suggestion? = try row(key: .identifier(suggestion.id))
        guard before == nil else { return }
        try add(suggestion)
        try delete(
            Suggestion.table,
            where: """
                suggestion IN (
                    SELECT suggestion FROM suggestions ORDER BY sent_ms DESC, suggestion DESC
                    LIMIT 100 OFFSET ?1)
                """, .integer(Int64(ClubLimits.suggestionsMax)))
    }

    /// The newest texts, newest first.
    package func suggestions(countMax: Int) throws(ClubFault) -> [Suggestion] {
        try rows(
            where: "true ORDER BY sent_ms DESC, suggestion DESC LIMIT ?1",
            [.integer(Int64(countMax))])
    }
}

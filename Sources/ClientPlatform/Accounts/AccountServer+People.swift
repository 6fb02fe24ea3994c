import API
package import Documents

/// What an account has, and whom it knows.
extension AccountServer {
    package func devices() throws(AccountError) -> [AccountDevice] {
        try answer(to: .devices).list("items", AccountDevice.init)
    }

    /// Signs a device out, for ever.
    package func remove(device: Identifier128) throws(AccountError) {
        try perform(.removeDevice, ["\(device)"])
    }

    /// The games of the account, the last one first; a page of them.
    package func games() throws(AccountError) -> [AccountGame] {
        try answer(to: .games).list("items", AccountGame.init)
    }

    /// All that is kept about the account, as JSON.
    package func export() throws(AccountError) -> [UInt8] {
        try content(of: .export, type: "application/json")
    }

    /// The account's own scores, a line for each.
    package func exportTable() throws(AccountError) -> [UInt8] {
        try content(of: .exportTable, type: "text/csv")
    }

    package func friends() throws(AccountError) -> [Acquaintance] {
        try answer(to: .friends).list("items", Acquaintance.init)
    }

    package func blocked() throws(AccountError) -> [Acquaintance] {
        try answer(to: .blocks).list("items", Acquaintance.init)
    }

    package func inbox() throws(AccountError) -> AccountInbox {
        let answer = try answer(to: .inbox)
        return AccountInbox(
            requests: try answer.list("requests", Acquaintance.init),
            invitations: try answer.list("invitations", GameInvitation.init))
    }

    /// Whoever shows themselves by that name.
    package func person(called handle: String) throws(AccountError) -> Acquaintance {
        let answer = try answer(to: .person, [handle])
        guard let person = Acquaintance(answer.value) else { throw .otherServer(address) }
        return person
    }

    /// Asks somebody to be a friend, or accepts the request of somebody who has asked.
    ///
    /// - Returns: whether they are friends now. It is false, too, where nobody has that name.
    package func ask(_ handle: String) throws(AccountError) -> Bool {
        try answer(to: .ask, [handle]).value("state", \.string) == "friends"
    }

    /// Takes a request back, or declines one.
    package func unask(_ handle: String) throws(AccountError) { try perform(.unask, [handle]) }

    package func unfriend(_ account: Identifier128) throws(AccountError) {
        try perform(.unfriend, ["\(account)"])
    }

    package func block(_ account: Identifier128) throws(AccountError) {
        try perform(.block, ["\(account)"])
    }

    package func unblock(_ account: Identifier128) throws(AccountError) {
        try perform(.unblock, ["\(account)"])
    }

    /// Invites friends to a game.
    ///
    /// - Parameters:
    ///   - id: the invitation's, drawn at random.
    ///   - secret: the game's invitation.
    /// - Returns: the accounts that weren't invited, since they take no more, or are no friends.
    package func invite(
        _ accounts: [Identifier128], to lobby: LobbyID, secret: Identifier128,
        course: String?, as id: Identifier128
    ) throws(AccountError) -> [Identifier128] {
        var body: JSONObject = [
            "lobby": .text("\(lobby.value)"), "invitation": .text("\(secret)"),
            "to": .array(accounts.map { .text("\($0)") }),
        ]
        body["course"] = course.map { .text($0) }
        return try answer(to: .invite, ["\(id)"], body: body).list("items") { item in
            item["account"]?.identifier.map { ($0, item["state"]?.string == "open") }
        }.filter { !$0.1 }.map(\.0)
    }

    /// Declines an invitation, or puts one away that is over.
    package func decline(_ invitation: Identifier128) throws(AccountError) {
        try perform(.answer, ["\(invitation)"])
    }
}

import ClientPlatform
import Documents
import HTTP

/// Friends, and those who want to be.
extension Desk {
    func perform(_ action: FriendsAction) throws(Failure) -> ExitCode {
        let (_, server) = try signedIn()
        switch action {
        case .list: try listFriends(server)
        case .ask(let name): say("confirmed", try ask(name, server))
        case .accept(let name):
            let person = try asker(name, server)
            _ = try attemptAccount { () throws(AccountError) in try server.ask(person.handle) }
            say("confirmed", "You and \(AccountText.name(person)) are friends.")
        case .decline(let name):
            let person = try asker(name, server)
            try attemptAccount { () throws(AccountError) in try server.unask(person.handle) }
            say("confirmed", "You have declined \(AccountText.name(person)).")
        case .remove(let name):
            let person = try friend(name, server)
            try attemptAccount { () throws(AccountError) in try server.unfriend(person.account) }
            say("confirmed", "You and \(AccountText.name(person)) aren't friends any more.")
        case .block(let name):
            let person = try somebody(name, server)
            try attemptAccount { () throws(AccountError) in try server.block(person.account) }
            say("confirmed", "\(AccountText.name(person)) is blocked, and isn't told.")
        case .unblock(let name):
            let blocked = try attemptAccount { () throws(AccountError) in try server.blocked() }
            let person = try blocked.person(called: name, "You haven't blocked")
            try attemptAccount { () throws(AccountError) in try server.unblock(person.account) }
            say("confirmed", "\(AccountText.name(person)) isn't blocked any more.")
        }
        return .done
    }

    private func listFriends(_ server: AccountServer) throws(Failure) {
        let (friends, inbox, blocked) = try attemptAccount { () throws(AccountError) in
            (try server.friends(), try server.inbox(), try server.blocked())
        }
        let lines = AccountText.friends(friends, requests: inbox.requests, blocked: blocked)
        say(
            "confirmed", lines.joined(separator: "\n"),
            [
                "friends": JSONValue(friends), "requests": JSONValue(inbox.requests),
                "blocked": JSONValue(blocked),
            ])
    }

    /// Asks, and says what came of it. Whether there is somebody of that name isn't told.
    private func ask(_ name: String, _ server: AccountServer) throws(Failure) -> String {
        let areFriends = try attemptAccount { () throws(AccountError) in try server.ask(name) }
        return areFriends
            ? "You and \(name) are friends."
            : "\(name) is asked, if there is somebody of that name."
    }

    func friend(_ name: String, _ server: AccountServer) throws(Failure) -> Acquaintance {
        try attemptAccount { () throws(AccountError) in try server.friends() }
            .person(called: name, "You have no friend called")
    }

    private func asker(_ name: String, _ server: AccountServer) throws(Failure) -> Acquaintance {
        try attemptAccount { () throws(AccountError) in try server.inbox() }.requests
            .person(called: name, "You aren't asked by anybody called")
    }

    /// A friend, somebody who asks, or whoever shows themselves by that user name.
    private func somebody(_ name: String, _ server: AccountServer) throws(Failure) -> Acquaintance {
        let known = try attemptAccount { () throws(AccountError) in
            try server.friends() + server.inbox().requests
        }
        if let place = try known.place(of: name) { return known[place] }
        do throws(AccountError) {
            return try server.person(called: name)
        } catch {
            guard error.isProblem(HTTPProblem.notFound) else { throw Failure(error) }
            throw Failure("There is nobody called “\(name)” whom you can see.")
        }
    }
}

extension [Acquaintance] {
    /// The place of whoever has that user name, or else that name, or a beginning of it.
    func place(of text: String) throws(Failure) -> Int? {
        let handle = text.lowercased()
        if let place = firstIndex(where: { $0.handle == handle }) { return place }
        return try NameSearch.place(of: text, in: map(\.name), hint: "Say the user name.")
    }

    /// - Parameter complaint: what is said, with the name behind it, if nobody is called so.
    func person(called text: String, _ complaint: String) throws(Failure) -> Acquaintance {
        guard let place = try place(of: text) else { throw Failure("\(complaint) “\(text)”.") }
        return self[place]
    }
}

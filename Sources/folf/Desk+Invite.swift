import ClientPlatform
import Documents
import HTTP
import Lobby
import Scoring
import SyncClient
import Wire

/// Invitations to games, out and in.
extension Desk {
    func invite(_ names: [String], to text: String) throws(Failure) -> ExitCode {
        let (account, server) = try signedIn()
        let game = try find(text)
        guard let lobby = game.view.lobby, let secret = lobby.invitation else {
            throw Failure("The game isn't on the server yet: folf sync \(text) first.")
        }
        guard account.owns(game.identity.credentials.person) else {
            throw Failure(
                "You play in that game without your account; folf account take-along changes that.")
        }
        let all = try attemptAccount { () throws(AccountError) in try server.friends() }
        var friends: [Acquaintance] = []
        for name in names {
            friends.append(try all.person(called: name, "You have no friend called"))
        }
        var generator = SystemRandomNumberGenerator()
        let id = Identifier128(high: generator.next(), low: generator.next())
        let refused: [Identifier128]
        do throws(AccountError) {
            refused = try server.invite(
                friends.map(\.account), to: lobby.id, secret: secret,
                course: game.view.card?.course, as: id)
        } catch {
            guard error.isProblem(HTTPProblem.notFound) else { throw Failure(error) }
            throw Failure("The server doesn't know the game yet: folf sync \(text) first.")
        }
        return say(invited: friends, except: Set(refused))
    }

    private func say(
        invited friends: [Acquaintance], except refused: Set<Identifier128>
    ) -> ExitCode {
        let invited = friends.filter { !refused.contains($0.account) }
        let others = friends.filter { refused.contains($0.account) }
        func sentence(_ people: [Acquaintance], _ one: String, _ several: String) -> String? {
            guard !people.isEmpty else { return nil }
            return AccountText.list(people.map(AccountText.name))
                + (people.count == 1 ? " \(one)." : " \(several).")
        }
        let sentences = [
            sentence(invited, "is invited", "are invited"),
            sentence(others, "can't be invited now", "can't be invited now"),
        ]
        say(
            others.isEmpty ? "confirmed" : "refused",
            sentences.compactMap(\.self).joined(separator: " "),
            ["invited": JSONValue(invited), "refused": JSONValue(others)])
        return others.isEmpty ? .done : .failed
    }

    func perform(_ action: InboxAction) throws(Failure) -> ExitCode {
        let (_, server) = try signedIn()
        let inbox = try attemptAccount { () throws(AccountError) in try server.inbox() }
        switch action {
        case .list:
            say(
                "confirmed", AccountText.inbox(inbox).joined(separator: "\n"),
                [
                    "requests": JSONValue(inbox.requests),
                    "invitations": JSONValue(inbox.invitations),
                ])
        case .decline(let text):
            let invitation = try AccountText.only(
                inbox.invitations, \.id, text, "invitation", "folf inbox")
            try attemptAccount { () throws(AccountError) in try server.decline(invitation.id) }
            say("confirmed", "\(AccountText.name(invitation.from)) isn't kept waiting.")
        }
        return .done
    }

    /// The way into a game that a friend has invited to, or that the account has a seat in; nil if
    /// the text isn't the beginning of such an id, or nobody is signed in.
    func offer(_ text: String) throws(Failure) -> (entry: Entry, server: ServerAddress)? {
        guard let account, self.account(at: server()) != nil, !options.isOffline,
            text.count >= AccountText.idSignsShown, text.allSatisfy(\.isHexDigit)
        else { return nil }
        let server = AccountServer(account.server, token: account.credentials.token)
        let start = text.lowercased()
        let inbox = try attemptAccount { () throws(AccountError) in try server.inbox() }
        if let invitation = inbox.invitations.first(where: { "\($0.id)".hasPrefix(start) }) {
            guard let secret = invitation.secret else {
                throw Failure("That game has begun without you.")
            }
            return (.invitation(invitation.lobby, secret), account.server)
        }
        let games = try attemptAccount { () throws(AccountError) in try server.games() }
        return games.first { "\($0.lobby.value)".hasPrefix(start) }
            .map { (.member($0.lobby, ticket: nil), account.server) }
    }
}

extension JSONValue {
    init(_ invitations: [GameInvitation]) {
        self = .array(
            invitations.map { invitation in
                [
                    "id": .text("\(invitation.id)"), "from": .text(invitation.from.handle),
                    "lobby": .text("\(invitation.lobby.value)"),
                    "course": .text(invitation.course),
                    "state": invitation.secret == nil ? "expired" : "open",
                ]
            })
    }
}

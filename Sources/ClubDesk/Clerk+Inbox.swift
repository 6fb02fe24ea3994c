import API
import Club
import Courses
import Documents
import EventStore
import HTTP
import Lobby

/// What waits for an answer: requests of people who want to be friends, and invitations to games.
extension Clerk {
    /// Invites friends to a game in which the inviter sits.
    func invite(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("id") { $0.identifier }
        let lobby = LobbyID(try call.body.value("lobby") { $0.identifier })
        let door = try call.body.value("invitation") { $0.identifier }
        guard let game = try game(lobby), isMember(caller.account, of: game.lobby),
            game.lobby.invitation == door
        else { throw APIProblem(.notFound) }
        let course = call.body["course"]?.string ?? game.lobby.courseName ?? ""
        let to = try call.body.value("to") { $0.elements }
        var items: [JSONValue] = []
        for account in to.compactMap({ $0.identifier.map(AccountID.init) }) {
            let invitation = Invitation(
                id: id, from: caller.account, to: account, lobby: lobby, door: door,
                course: course, at: host.wall())
            let state = try insert(invitation) ? "open" : "refused"
            items.append(["account": .text("\(account.value)"), "state": .text(state)])
        }
        return .json(["items": .array(items)], status: .created)
    }

    /// - Returns: false if that account is no friend, or has too much in its inbox.
    private func insert(_ invitation: Invitation) throws(APIProblem) -> Bool {
        do throws(ClubFault) {
            try store.changeClub { (tables) throws(ClubFault) in try tables.insert(invitation) }
            return true
        } catch .absent {
            return false
        } catch .tooMany(.invitationsReceived) {
            return false
        } catch {
            throw APIProblem(error)
        }
    }

    func inbox(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let now = host.wall()
        let (requests, received, courses) = try read { (tables) throws(ClubFault) in
            (
                try tables.requests(to: caller.account),
                try tables.invitations(to: caller.account),
                try tables.coursesToLookAfter(
                    by: caller.account, countMax: APILimits.inboxCoursesMax, now: now)
            )
        }
        var invitations: [JSONValue] = []
        for each in received {
            if let item = try json(each, for: caller) { invitations.append(item) }
        }
        let body: JSONValue = [
            "requests": .array(
                requests.map { request in
                    var item = Self.object(request)
                    item["since"] = nil
                    item["at"] = .integer(request.since.milliseconds)
                    return .object(item)
                }),
            "invitations": .array(invitations), "columns": try columnNews(caller.account),
            "courses": .array(courses.map(Self.json)),
        ]
        let tag = HTTPEntityTag("\(SHA256.half(of: body.bytes))")
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(body, tag: tag)
    }

    private static func json(_ waiting: CourseToLookAfter) -> JSONValue {
        [
            "course": .text("\(waiting.course.id)"), "name": .text(waiting.course.name),
            "changes": .integer(Int64(waiting.changes)),
            "comments": .integer(Int64(waiting.comments)),
            "mismatches": .integer(Int64(waiting.mismatches)),
        ]
    }

    /// An invitation as it stands now; nil if it was accepted.
    private func json(
        _ received: ReceivedInvitation, for caller: Caller
    ) throws(APIProblem) -> JSONValue? {
        let invitation = received.invitation
        let lobby = try game(invitation.lobby)?.lobby
        if let lobby, isMember(caller.account, of: lobby) { return nil }
        let isOpen = lobby.map { $0.stage.phase == .setup && $0.deletedAt == nil } ?? false
        var item: JSONObject = [
            "id": .text("\(invitation.id)"), "from": .object(Self.object(received.from)),
            "lobby": .text("\(invitation.lobby.value)"), "course": .text(invitation.course),
            "at": .integer(invitation.at.milliseconds),
            "state": isOpen ? "open" : "expired",
        ]
        if isOpen, caller.scope == .full {
            item["invitation"] = invitation.door.map { .text("\($0)") }
        }
        return .object(item)
    }

    /// Declines an invitation, or puts one away that is over, or what was told of a column.
    func answerInvitation(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("id") { $0.identifier }
        let persons = speakers.ask { $0.persons(of: caller.account) }
        try change { (tables) throws(ClubFault) in
            try tables.removeInvitation(id, to: caller.account)
            try tables.putAway(claim: id, for: persons)
        }
        return .nothing
    }
}

import API
import Club
import Documents
import EventStore
import HTTP
import Lobby

/// "This is me": whom a guest's column of a locked game is about. A member offers columns with a
/// ticket; who comes with it first has them, in all rounds of the game.
extension Clerk {
    private enum ColumnState: String {
        case free, yours, taken, other, open, gone
    }

    func offerColumns(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let persons = try actors(try call.bearer())
        var columns: [ColumnTicket.Column] = []
        for column in try call.body.value("columns", { $0.elements }) {
            guard let id = column["lobby"]?.identifier,
                let number = column["player"]?.integer.flatMap(UInt32.init(exactly:)),
                let lobby = try game(LobbyID(id))?.lobby, lobby.deletedAt == nil,
                let member = member(persons, of: lobby),
                let player = lobby.player(PlayerID(number)),
                !player.isRemoved
            else { throw APIProblem(.notFound) }
            guard player.member == nil else { throw APIProblem(.columnTaken) }
            columns.append(
                ColumnTicket.Column(
                    lobby: lobby.id, player: player.id, issuer: member.number))
        }
        let ticket = ColumnTicket(offered: host.wall(), columns: columns)
        return .json([
            "ticket": .text(ticket.text(secret: secret)),
            "expires": .integer(ticket.expires.milliseconds),
        ])
    }

    func offeredColumns(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let ticket = try ticket(call)
        let account = try call.key.flatMap { (key) throws(APIProblem) in
            try readableAccount(key)
        }
        let persons = account.map { id in speakers.ask { $0.persons(of: id) } } ?? []
        return try answer(ticket, for: persons)
    }

    func claimColumns(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let ticket = try ticket(call)
        let main = try account(caller.account).mainPerson
        let persons = speakers.ask { $0.persons(of: caller.account) }
        for column in ticket.columns {
            guard let lobby = try game(column.lobby)?.lobby,
                try state(column, ticket, of: lobby, for: persons).state == .free,
                let issuer = lobby.member(column.issuer)?.person,
                let host = lobby.member(lobby.host)?.person
            else { continue }
            let claim = ColumnClaim(
                lobby: lobby.id, player: column.player.value, id: randomIdentifier(),
                person: main, issuer: issuer, host: host, claimed: self.host.wall())
            do throws(ClubFault) {
                try store.changeClub { (tables) throws(ClubFault) in
                    guard try tables.account(caller.account) != nil else { throw .absent }
                    try tables.insert(claim, for: persons, offered: ticket.offered)
                }
            } catch .exists, .stale {
                // Somebody was faster, or this account with another column: the answer says so.
                continue
            } catch {
                throw APIProblem(error)
            }
        }
        return try answer(ticket, for: persons)
    }

    func columns(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let persons = speakers.ask { $0.persons(of: caller.account) }
        let columns = try read { (tables) throws(ClubFault) in try tables.columns(of: persons) }
        return .json([
            "items": .array(
                columns.map { claim in
                    [
                        "lobby": .text("\(claim.lobby.value)"),
                        "player": .integer(Int64(claim.player)), "claim": .text("\(claim.id)"),
                        "claimed": .integer(claim.claimed.milliseconds),
                    ]
                })
        ])
    }

    func releaseColumn(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("claim") { $0.identifier }
        let persons = try actors(try call.bearer())
        let now = host.wall()
        guard let claim = try read({ (tables) throws(ClubFault) in try tables.claim(id) }) else {
            throw APIProblem(.notFound)
        }
        let role = claim.role(of: persons)
        guard !role.isEmpty else { throw APIProblem(.notFound) }
        guard claim.state == .valid else { return .nothing }
        let isOwn = role.contains(.claimant)
        let age = now.milliseconds - claim.claimed.milliseconds
        guard isOwn || age <= ClubLimits.columnMilliseconds else { throw APIProblem(.tooLate) }
        var changed = claim
        changed.state = isOwn ? .letGo : .undone
        changed.changed = now
        changed.untold = ColumnClaim.Readers([.claimant, .issuer, .host]).subtracting(role)
        let written = changed
        try change { (tables) throws(ClubFault) in
            // Meanwhile somebody else may have done it.
            guard try tables.claim(id)?.state == .valid else { return }
            try tables.update(written)
        }
        return .nothing
    }

    private func ticket(_ call: APICall) throws(APIProblem) -> ColumnTicket {
        let text = try call.path.value("ticket") { $0.string }
        guard let ticket = ColumnTicket(text, secret: secret), ticket.expires > host.wall() else {
            throw APIProblem(.linkGone)
        }
        return ticket
    }

    /// What each column of a ticket is to somebody who acts as these persons.
    private func answer(
        _ ticket: ColumnTicket, for persons: Set<PersonID>
    ) throws(APIProblem) -> APIAnswer {
        var items: [JSONValue] = []
        for column in ticket.columns {
            var item: JSONObject = [
                "lobby": .text("\(column.lobby.value)"),
                "player": .integer(Int64(column.player.value)),
            ]
            let lobby = try game(column.lobby)?.lobby
            let (state, claim) =
                try lobby.map { (lobby) throws(APIProblem) in
                    try self.state(column, ticket, of: lobby, for: persons)
                } ?? (.gone, nil)
            item["state"] = .text(state.rawValue)
            if let lobby, state != .gone {
                item["name"] = lobby.player(column.player).map { .text($0.name) }
                item["course"] = lobby.courseName.map(JSONValue.text)
                item["started"] = .integer(lobby.start.milliseconds)
                item["claim"] = claim.map { .text("\($0)") }
            }
            items.append(.object(item))
        }
        return .json([
            "expires": .integer(ticket.expires.milliseconds), "columns": .array(items),
        ])
    }

    /// - Returns: what a column is to somebody, with their claim if they have it by one.
    private func state(
        _ column: ColumnTicket.Column, _ ticket: ColumnTicket, of lobby: Lobby,
        for persons: Set<PersonID>
    ) throws(APIProblem) -> (state: ColumnState, claim: Identifier128?) {
        guard lobby.deletedAt == nil, let player = lobby.player(column.player),
            !player.isRemoved, let issuer = lobby.member(column.issuer), issuer.standing != .kicked
        else { return (.gone, nil) }
        if let number = player.member {
            let isOwn = lobby.member(number).map { persons.contains($0.person) } ?? false
            return (isOwn ? .yours : .taken, nil)
        }
        guard lobby.stage.phase == .locked else { return (.open, nil) }
        let all = try read { (tables) throws(ClubFault) in try tables.claims(in: lobby.id) }
        let before = all.first { $0.player == player.id.value }
        if before?.bars(persons, offered: ticket.offered) == true { return (.gone, nil) }
        let claims = all.filter { $0.state == .valid }
        if let claim = claims.first(where: { $0.player == player.id.value }) {
            let isOwn = persons.contains(claim.person)
            return isOwn ? (.yours, claim.id) : (.taken, nil)
        }
        let hasColumn = lobby.columns.contains { column in
            column.member.flatMap(lobby.member).map { persons.contains($0.person) } ?? false
        }
        let hasClaim = claims.contains { persons.contains($0.person) }
        return (hasColumn || hasClaim ? .other : .free, nil)
    }
}

/// What has become of columns, for the inboxes of those whom it concerns.
extension Clerk {
    private static let newsMax = 50

    func columnNews(_ account: AccountID) throws(APIProblem) -> JSONValue {
        let persons = speakers.ask { $0.persons(of: account) }
        let since = WallTime(
            milliseconds: host.wall().milliseconds - ClubLimits.columnMilliseconds)
        let claims = try read { (tables) throws(ClubFault) in
            try tables.untoldClaims(to: persons, since: since, countMax: Self.newsMax)
        }
        var items: [JSONValue] = []
        for claim in claims { items.append(try json(claim, for: persons)) }
        return .array(items)
    }

    private func json(
        _ claim: ColumnClaim, for persons: Set<PersonID>
    ) throws(APIProblem) -> JSONValue {
        let isOwn = persons.contains(claim.person)
        var item: JSONObject = [
            "id": .text("\(claim.id)"), "lobby": .text("\(claim.lobby.value)"),
            "player": .integer(Int64(claim.player)), "at": .integer(claim.changed.milliseconds),
            "state": .text(claim.state.name), "is_own": .truth(isOwn),
        ]
        if let lobby = try game(claim.lobby)?.lobby {
            item["name"] = lobby.player(PlayerID(claim.player)).map { .text($0.name) }
            item["course"] = lobby.courseName.map(JSONValue.text)
        }
        let claimant = speakers.ask { $0.owner(of: claim.person) }
        if !isOwn, let claimant {
            let by = try read { (tables) throws(ClubFault) in
                try tables.acquaintance(claimant, since: claim.claimed)
            }
            item["by"] = by.map { .object(Self.object($0)) }
        }
        return .object(item)
    }
}

extension ColumnClaim.State {
    fileprivate var name: String {
        switch self {
        case .valid: "claimed"
        case .letGo: "let_go"
        case .undone: "undone"
        }
    }
}

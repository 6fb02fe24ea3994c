import API
import Club
import Documents
import EventStore
import HTTP
import Lobby

/// Friends: both have agreed, and both see it.
extension Clerk {
    private static let linkMilliseconds: Int64 = 7 * 86_400_000

    /// The friends of an account; with a game in which both sit also as which of its members.
    func friends(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let friends = try read { (tables) throws(ClubFault) in
            try tables.friends(of: caller.account)
        }
        var members: [AccountID: [JSONValue]] = [:]
        if let id = call.query["lobby"]?.identifier {
            guard let game = try game(LobbyID(id)), isMember(caller.account, of: game.lobby) else {
                throw APIProblem(.notFound)
            }
            for member in game.lobby.members where member.standing == .active {
                guard let owner = speakers.ask({ $0.owner(of: member.person) }) else { continue }
                members[owner, default: []].append(.integer(Int64(member.number.value)))
            }
        }
        let items = friends.map { friend -> JSONValue in
            var item = Self.object(friend)
            item["members"] = members[friend.account].map(JSONValue.array)
            return .object(item)
        }
        return .json(["items": .array(items)])
    }

    static func object(_ acquaintance: Acquaintance) -> JSONObject {
        var object: JSONObject = [
            "account": .text("\(acquaintance.account.value)"),
            "handle": .text(acquaintance.handle.text), "name": .text(acquaintance.name),
            "since": .integer(acquaintance.since.milliseconds),
        ]
        object["colour"] = acquaintance.colour.map(JSONValue.integer)
        return object
    }

    /// Somebody as those see them who may.
    static func object(_ account: Account) -> JSONObject {
        var object: JSONObject = [
            "account": .text("\(account.id.value)"), "handle": .text(account.handle.text),
            "name": .text(account.name),
        ]
        object["colour"] = account.colour.map(JSONValue.integer)
        return object
    }

    func unfriend(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let friend = AccountID(try call.path.value("friend") { $0.identifier })
        try change { (tables) throws(ClubFault) in try tables.unfriend(caller.account, friend) }
        return .nothing
    }

    func blocks(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let blocks = try read { (tables) throws(ClubFault) in
            try tables.blocks(of: caller.account)
        }
        return .json(["items": .array(blocks.map { .object(Self.object($0)) })])
    }

    func block(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let other = AccountID(try call.path.value("account") { $0.identifier })
        guard other != caller.account else { throw APIProblem(.notFound) }
        let block = Block(account: caller.account, blocked: other, since: host.wall())
        try change(of: caller.account) { (tables) throws(ClubFault) in try tables.block(block) }
        return .nothing
    }

    func unblock(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let other = AccountID(try call.path.value("account") { $0.identifier })
        try change { (tables) throws(ClubFault) in
            try tables.unblock(other, for: caller.account)
        }
        return .nothing
    }
}

/// Asking to be friends.
extension Clerk {
    func ask(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let handle = try Self.wantedHandle(call.path)
        let found = try read { (tables) throws(ClubFault) in try tables.account(handle: handle) }
        return try ask(found, caller)
    }

    /// Asks somebody who sits in the same game, whose handle needn't be known.
    func askPlayer(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let lobby = LobbyID(try call.body.value("lobby") { $0.identifier })
        let number = try call.body.value("member") { value in
            value.integer.flatMap(UInt16.init(exactly:)).map(MemberNumber.init)
        }
        guard let game = try game(lobby), isMember(caller.account, of: game.lobby),
            let member = game.lobby.member(number)
        else { throw APIProblem(.notFound) }
        guard let owner = speakers.ask({ $0.owner(of: member.person) }) else {
            return try ask(nil, caller)
        }
        return try ask(
            try read { (tables) throws(ClubFault) in try tables.account(owner) }, caller)
    }

    /// Asks, and says the same whether or not there is somebody, or they want to hear it. Accounts
    /// of children have friends only in person: by a link that is shown.
    private func ask(_ found: Account?, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let asker = try account(caller.account)
        guard asker.age == .ofAge else { throw APIProblem(.guardianNeeded) }
        guard let found, found.id != caller.account, found.age == .ofAge else {
            return try unheard(caller)
        }
        let request = FriendRequest(from: caller.account, to: found.id, asked: host.wall())
        do throws(ClubFault) {
            let answer = try store.changeClub { (tables) throws(ClubFault) in
                try tables.ask(request)
            }
            return answer == .friends ? .json(["state": "friends"]) : Self.asked
        } catch .absent {
            return try unheard(caller)
        } catch .tooMany(.requestsReceived) {
            // How many others have asked is nobody's business.
            return try unheard(caller)
        } catch {
            throw APIProblem(error)
        }
    }

    private static let asked: APIAnswer = .json(["state": "asked"])

    /// What whoever asks is told where nobody hears it: the same, also if they ask too many.
    private func unheard(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let made = try read { (tables) throws(ClubFault) in
            try tables.requests(from: caller.account).count
        }
        guard made < ClubLimit.requestsMade.max else { throw APIProblem(.tooMany) }
        return Self.asked
    }

    /// Takes a request back, or declines one.
    func unask(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let handle = try Self.wantedHandle(call.path)
        try change { (tables) throws(ClubFault) in
            guard let other = try tables.account(handle: handle)?.id else { return }
            try tables.removeRequest(from: caller.account, to: other)
            try tables.removeRequest(from: other, to: caller.account)
        }
        return .nothing
    }

    /// Makes a link that makes friends of its maker and whoever opens it.
    func friendLink(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("id") { $0.identifier }
        let secret = try call.body.value("secret") { $0.identifier }
        let now = host.wall()
        let expires = WallTime(milliseconds: now.milliseconds + Self.linkMilliseconds)
        let link = FriendLink(
            id: id, account: caller.account, secretHash: SHA256.half(of: secret.bytes),
            expires: expires)
        // Whoever asks again for the same is told until when the first one goes.
        let kept = try change(of: caller.account) { (tables) throws(ClubFault) in
            try tables.insert(link, now: now)
        }
        return .json(["expires": .integer(kept.expires.milliseconds)], status: .created)
    }

    func endFriendLink(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("id") { $0.identifier }
        try change { (tables) throws(ClubFault) in
            try tables.removeFriendLink(id, of: caller.account)
        }
        return .nothing
    }

    func acceptFriend(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let secret = try call.path.value("friend") { $0.identifier }
        let (hash, now) = (SHA256.half(of: secret.bytes), host.wall())
        let friend = try change { (tables) throws(ClubFault) -> Account? in
            guard let link = try tables.friendLink(secretHash: hash, now: now),
                let friendship = Friendship(link.account, caller.account, since: now),
                try !tables.areApart(link.account, caller.account)
            else { return nil }
            if try !tables.areFriends(link.account, caller.account) {
                try tables.befriend(friendship)
            }
            return try tables.account(link.account)
        }
        guard let friend else { throw APIProblem(.badCode) }
        return .json(
            [
                "account": .text("\(friend.id.value)"), "handle": .text(friend.handle.text),
                "name": .text(friend.name),
            ])
    }
}

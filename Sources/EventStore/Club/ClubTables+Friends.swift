package import Club
package import Documents

extension ClubTables {
    /// The friends of an account, at most `ClubLimit.friends`, by their handles.
    package func friends(of account: AccountID) throws(ClubFault) -> [Acquaintance] {
        var friends: [Acquaintance] = []
        for friendship in try friendships(of: account) {
            let friend = friendship.friend(of: account)
            if let friend = try acquaintance(friend, since: friendship.since) {
                friends.append(friend)
            }
        }
        return friends.sorted { $0.handle < $1.handle }
    }

    private func friendships(of account: AccountID) throws(ClubFault) -> [Friendship] {
        try rows(where: "low = ?1", [.identifier(account.value)])
            + rows(where: "high = ?1", [.identifier(account.value)])
    }

    package func areFriends(_ one: AccountID, _ other: AccountID) throws(ClubFault) -> Bool {
        guard let pair = Friendship(one, other, since: WallTime(milliseconds: 0)) else {
            return false
        }
        let found: Friendship? = try row(
            key: .identifier(pair.low.value), .identifier(pair.high.value))
        return found != nil
    }

    /// Makes friends of two, and takes away what they had asked each other. `absent` if one of them
    /// isn't there, or has blocked the other.
    package func befriend(_ friendship: Friendship) throws(ClubFault) {
        let (low, high) = (friendship.low, friendship.high)
        try requireReachable(low, high)
        try removeRequest(from: low, to: high)
        try removeRequest(from: high, to: low)
        guard try !areFriends(low, high) else { return }
        for account in [low, high] {
            let count =
                try count(Friendship.table, where: "low = ?1", [.identifier(account.value)])
                + count(Friendship.table, where: "high = ?1", [.identifier(account.value)])
            guard count < ClubLimit.friends.max else { throw .tooMany(.friends) }
        }
        try add(friendship)
    }

    private func requireReachable(_ one: AccountID, _ other: AccountID) throws(ClubFault) {
        guard try account(one) != nil, try account(other) != nil, try !areApart(one, other)
        else { throw .absent }
    }

    package func unfriend(_ one: AccountID, _ other: AccountID) throws(ClubFault) {
        guard let pair = Friendship(one, other, since: WallTime(milliseconds: 0)) else { return }
        try delete(
            Friendship.table, where: Friendship.table.isKey, .identifier(pair.low.value),
            .identifier(pair.high.value))
    }

    /// Asks; whoever was asked by the other one before becomes a friend at once. `absent` if one of
    /// them isn't there, or has blocked the other.
    package func ask(_ request: FriendRequest) throws(ClubFault) -> FriendAnswer {
        let (from, to) = (request.from, request.to)
        guard let pair = Friendship(from, to, since: request.asked) else { throw .absent }
        try requireReachable(from, to)
        if try areFriends(from, to) { return .friends }
        let reverse: FriendRequest? = try row(key: .identifier(from.value), .identifier(to.value))
        if reverse != nil {
            try befriend(pair)
            return .friends
        }
        let before: FriendRequest? = try row(key: .identifier(to.value), .identifier(from.value))
        guard before == nil else { return .asked }
        let table = FriendRequest.table
        try require(.requestsMade, table, where: "asker = ?1", .identifier(from.value))
        try require(.requestsReceived, table, where: "asked = ?1", .identifier(to.value))
        try add(request)
        return .asked
    }

    /// Takes a request back, or declines it. Nothing happens if there is none.
    package func removeRequest(from: AccountID, to: AccountID) throws(ClubFault) {
        try delete(
            FriendRequest.table, where: FriendRequest.table.isKey, .identifier(to.value),
            .identifier(from.value))
    }

    /// Those who wait for an answer of the account, the first to have asked first.
    package func requests(to account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try requests(where: "asked = ?1", account) { $0.from }
    }

    /// Those whose answer the account waits for, the first to be asked first.
    package func requests(from account: AccountID) throws(ClubFault) -> [Acquaintance] {
        try requests(where: "asker = ?1", account) { $0.to }
    }

    private func requests(
        where condition: String, _ account: AccountID, _ other: (FriendRequest) -> AccountID
    ) throws(ClubFault) -> [Acquaintance] {
        var others: [Acquaintance] = []
        let requests: [FriendRequest] = try rows(
            where: condition, [.identifier(account.value)])
        for request in requests {
            if let other = try acquaintance(other(request), since: request.asked) {
                others.append(other)
            }
        }
        return others.sorted { $0.since < $1.since }
    }
}

extension ClubTables {
    /// Adds a link, and returns it; nothing happens if the account has it already, which is
    /// returned as it is. Its links that have expired by `now` go.
    @discardableResult
    package func insert(_ link: FriendLink, now: WallTime) throws(ClubFault) -> FriendLink {
        try delete(
            FriendLink.table, where: "account = ?1 AND expires_ms <= ?2",
            .identifier(link.account.value), SQLiteValue(now))
        let before: FriendLink? = try row(key: .identifier(link.id))
        if let before {
            let isSame = before.account == link.account && before.secretHash == link.secretHash
            guard isSame else { throw .exists }
            return before
        }
        let taken: FriendLink? = try row(
            where: "secret_hash = ?1", [.identifier(link.secretHash)])
        guard taken == nil else { throw .exists }
        try require(
            .friendLinks, FriendLink.table, where: "account = ?1",
            .identifier(link.account.value))
        try add(link)
        return link
    }

    /// The link with that secret, unless it has expired.
    package func friendLink(
        secretHash: Identifier128, now: WallTime
    ) throws(ClubFault) -> FriendLink? {
        let link: FriendLink? = try row(where: "secret_hash = ?1", [.identifier(secretHash)])
        return link.flatMap { $0.expires > now ? $0 : nil }
    }

    package func removeFriendLink(
        _ id: Identifier128, of account: AccountID
    ) throws(ClubFault) {
        try delete(
            FriendLink.table, where: "link = ?1 AND account = ?2", .identifier(id),
            .identifier(account.value))
    }
}

extension ClubTables {
    /// Blocks an account: friendship, requests and invitations between the two go. `absent` if
    /// there is no such account.
    package func block(_ block: Block) throws(ClubFault) {
        let (account, blocked) = (block.account, block.blocked)
        guard account != blocked, try self.account(blocked) != nil else { throw .absent }
        try unfriend(account, blocked)
        for (one, other) in [(account, blocked), (blocked, account)] {
            try removeRequest(from: one, to: other)
            try delete(
                Invitation.table, where: "invited = ?1 AND inviter = ?2",
                .identifier(one.value), .identifier(other.value))
        }
        guard try !hasBlocked(account, blocked) else { return }
        try require(.blocks, Block.table, where: "account = ?1", .identifier(account.value))
        try add(block)
    }

    package func unblock(_ blocked: AccountID, for account: AccountID) throws(ClubFault) {
        try delete(
            Block.table, where: Block.table.isKey, .identifier(account.value),
            .identifier(blocked.value))
    }

    /// Those whom an account has blocked, by their handles.
    package func blocks(of account: AccountID) throws(ClubFault) -> [Acquaintance] {
        var blocked: [Acquaintance] = []
        let blocks: [Block] = try rows(where: "account = ?1", [.identifier(account.value)])
        for block in blocks {
            if let other = try acquaintance(block.blocked, since: block.since) {
                blocked.append(other)
            }
        }
        return blocked.sorted { $0.handle < $1.handle }
    }

    /// Whether either of the two has blocked the other.
    package func areApart(_ one: AccountID, _ other: AccountID) throws(ClubFault) -> Bool {
        if try hasBlocked(one, other) { return true }
        return try hasBlocked(other, one)
    }

    /// A damaged row blocks too.
    private func hasBlocked(
        _ account: AccountID, _ other: AccountID
    ) throws(ClubFault) -> Bool {
        let key: [SQLiteValue] = [.identifier(account.value), .identifier(other.value)]
        return try count(Block.table, where: Block.table.isKey, key) > 0
    }
}

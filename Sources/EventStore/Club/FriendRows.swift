import Club
import Documents

extension Friendship: ClubRow {
    static let table = ClubTable("friends", .friends, ["low", "high", "since_ms"], keyCount: 2)

    var values: [SQLiteValue] {
        [.identifier(low.value), .identifier(high.value), SQLiteValue(since)]
    }

    init?(_ row: SQLiteRow) {
        guard let low = row.identifier(0), let high = row.identifier(1) else { return nil }
        self.init(AccountID(low), AccountID(high), since: row.moment(2))
    }

    /// The other one.
    func friend(of account: AccountID) -> AccountID { account == low ? high : low }
}

extension FriendRequest: ClubRow {
    static let table = ClubTable(
        "friend_requests", .friendRequests, ["asked", "asker", "asked_ms"], keyCount: 2)

    var values: [SQLiteValue] {
        [.identifier(to.value), .identifier(from.value), SQLiteValue(asked)]
    }

    init?(_ row: SQLiteRow) {
        guard let to = row.identifier(0), let from = row.identifier(1) else { return nil }
        self.init(from: AccountID(from), to: AccountID(to), asked: row.moment(2))
    }
}

extension FriendLink: ClubRow {
    static let table = ClubTable(
        "friend_links", .friendLinks, ["link", "account", "secret_hash", "expires_ms"])

    var values: [SQLiteValue] {
        [
            .identifier(id), .identifier(account.value), .identifier(secretHash),
            SQLiteValue(expires),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let account = row.identifier(1),
            let hash = row.identifier(2)
        else { return nil }
        self.init(
            id: id, account: AccountID(account), secretHash: hash, expires: row.moment(3))
    }
}

extension Block: ClubRow {
    static let table = ClubTable(
        "blocks", .blocks, ["account", "blocked", "since_ms"], keyCount: 2)

    var values: [SQLiteValue] {
        [.identifier(account.value), .identifier(blocked.value), SQLiteValue(since)]
    }

    init?(_ row: SQLiteRow) {
        guard let account = row.identifier(0), let blocked = row.identifier(1) else {
            return nil
        }
        self.init(
            account: AccountID(account), blocked: AccountID(blocked), since: row.moment(2))
    }
}

package import Documents

/// Two accounts that have agreed to be friends.
package struct Friendship: Equatable, Sendable {
    package let low: AccountID
    package let high: AccountID
    package let since: WallTime

    /// The same whichever of the two is named first; nil for one account alone.
    package init?(_ one: AccountID, _ other: AccountID, since: WallTime) {
        guard one != other else { return nil }
        let isInOrder = one.value < other.value
        (low, high) = isInOrder ? (one, other) : (other, one)
        self.since = since
    }
}

/// A wish to be friends that isn't answered yet.
package struct FriendRequest: Equatable, Sendable {
    package var from: AccountID
    package var to: AccountID
    package var asked: WallTime

    package init(from: AccountID, to: AccountID, asked: WallTime) {
        self.from = from
        self.to = to
        self.asked = asked
    }
}

/// What has become of a wish to be friends.
package enum FriendAnswer: Equatable, Sendable {
    case asked
    /// The other one had asked before, or they have been friends for long.
    case friends
}

/// A link that makes whoever opens it a friend of its maker.
package struct FriendLink: Equatable, Sendable {
    package var id: Identifier128
    package var account: AccountID
    /// The first half of the SHA-256 of the secret in the link.
    package var secretHash: Identifier128
    package var expires: WallTime

    package init(
        id: Identifier128, account: AccountID, secretHash: Identifier128, expires: WallTime
    ) {
        self.id = id
        self.account = account
        self.secretHash = secretHash
        self.expires = expires
    }
}

/// An account that another one wants nothing to do with.
package struct Block: Equatable, Sendable {
    package var account: AccountID
    package var blocked: AccountID
    package var since: WallTime

    package init(account: AccountID, blocked: AccountID, since: WallTime) {
        self.account = account
        self.blocked = blocked
        self.since = since
    }
}

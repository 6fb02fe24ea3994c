/// What somebody wants of their account, as typed.
enum AccountAction: Equatable {
    case show
    /// A device, by the beginning of its id.
    case signOut(String)
    case takeAlong

    init(_ words: [String]) throws(Failure) {
        switch (words.first, words.count) {
        case (nil, _): self = .show
        case ("sign-out", 2): self = .signOut(words[1])
        case ("take-along", 1): self = .takeAlong
        default: throw .usage(of: .account)
        }
    }
}

/// What somebody wants of friends, as typed.
enum FriendsAction: Equatable {
    case list
    case ask(String)
    case accept(String)
    case decline(String)
    case remove(String)
    case block(String)
    case unblock(String)

    init(_ words: [String]) throws(Failure) {
        guard let verb = words.first else {
            self = .list
            return
        }
        guard words.count == 2, !words[1].isEmpty else { throw .usage(of: .friends) }
        switch verb {
        case "ask": self = .ask(words[1])
        case "accept": self = .accept(words[1])
        case "decline": self = .decline(words[1])
        case "remove": self = .remove(words[1])
        case "block": self = .block(words[1])
        case "unblock": self = .unblock(words[1])
        default: throw .usage(of: .friends)
        }
    }
}

/// What somebody wants of their inbox, as typed.
enum InboxAction: Equatable {
    case list
    /// An invitation, by the beginning of its id.
    case decline(String)

    init(_ words: [String]) throws(Failure) {
        switch (words.first, words.count) {
        case (nil, _): self = .list
        case ("decline", 2): self = .decline(words[1])
        default: throw .usage(of: .inbox)
        }
    }
}

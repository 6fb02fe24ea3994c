import HTTP

/// Friends, what they ask of each other, and who may see whom.
extension APITable {
    static let people = [
        APIRoute(
            .friends, .get, "/me/friends", .account,
            query: [.optional("lobby", .id, "a game that the account takes part in")],
            answers: [(.ok, .json(.list(.friend, max: APIQuota.friends.max)))],
            links: [.init(.unfriend, "friend", "$response.body#/items/0/account")],
            "The friends of the account; of a game also as which of its members they take part."),
        APIRoute(
            .acceptFriend, .put, "/me/friends/{friend}", .full,
            answers: [(.ok, .json(.acquaintance))],
            problems: [.badCode, .guardianNeeded, .tooMany],
            quotas: [.friends],
            links: [.init(.unfriend, "friend", "$response.body#/account")],
            "Becomes a friend of whoever has shown this secret."),
        APIRoute(
            .unfriend, .delete, "/me/friends/{friend}", .full,
            answers: [(.noContent, .nothing)],
            "Ends a friendship, for both."),
        APIRoute(
            .blocks, .get, "/me/blocks", .account,
            answers: [(.ok, .json(.list(.acquaintance, max: APIQuota.blocks.max)))],
            links: [.init(.unblock, "account", "$response.body#/items/0/account")],
            "The accounts from which nothing is to come."),
        APIRoute(
            .block, .put, "/me/blocks/{account}", .full,
            answers: [(.noContent, .nothing)],
            problems: [.tooMany],
            quotas: [.blocks],
            links: [.init(.unblock, "account", "$request.path.account")],
            "Lets nothing more come from an account; nobody is told."),
        APIRoute(
            .unblock, .delete, "/me/blocks/{account}", .full,
            answers: [(.noContent, .nothing)],
            "Ends that."),
        APIRoute(
            .ask, .put, "/me/requests/{handle}", .full,
            answers: [(.ok, .json(.asked))],
            problems: [.guardianNeeded, .tooMany],
            quotas: [.requestsMade, .friends],
            links: [.init(.unask, "handle", "$request.path.handle")],
            "Asks somebody to be a friend. Whoever has asked becomes one at once. The answer is "
                + "the same whether or not there is somebody of that name."),
        APIRoute(
            .unask, .delete, "/me/requests/{handle}", .full,
            answers: [(.noContent, .nothing)],
            "Takes a request back, or declines one."),
        APIRoute(
            .askPlayer, .post, "/me/requests", .full,
            body: [.required("lobby", .id), .required("member", .integer(1...65_535))],
            answers: [(.ok, .json(.asked))],
            problems: [.guardianNeeded, .tooMany],
            quotas: [.requestsMade, .friends],
            "Asks somebody who is in the same game."),
        APIRoute(
            .friendLink, .put, "/me/invites/{id}", .full,
            body: [.required("secret", .id)],
            answers: [(.created, .json(.object([.required("expires", .time)])))],
            problems: [.exists, .tooMany],
            quotas: [.friendLinks],
            links: [
                .init(.acceptFriend, "friend", "$request.body#/secret"),
                .init(.endFriendLink, "id", "$request.path.id"),
            ],
            "Makes a secret that makes whoever sends it a friend."),
        APIRoute(
            .endFriendLink, .delete, "/me/invites/{id}", .full,
            answers: [(.noContent, .nothing)],
            "Ends such a secret."),
        APIRoute(
            .person, .get, "/people/{handle}", .anyone,
            answers: [(.ok, .json(.profile))],
            problems: [.signedOut, .notSignedIn],
            links: [
                .init(.ask, "handle", "$response.body#/handle"),
                .init(.block, "account", "$response.body#/account"),
            ],
            "What somebody shows of themselves to the bearer, or to everyone."),
        APIRoute(
            .search, .get, "/people", .account,
            query: [.required("name", .name), .limit],
            answers: [(.ok, .json(.list(.acquaintance, max: APILimits.pageMax)))],
            links: [
                .init(.person, "handle", "$response.body#/items/0/handle"),
                .init(.block, "account", "$response.body#/items/0/account"),
            ],
            "Finds people who let themselves be found."),
    ]

    static let inbox = [
        APIRoute(
            .inbox, .get, "/me/inbox", .account,
            answers: [(.ok, .json(.inbox)), (.notModified, .nothing)],
            links: [.init(.answer, "id", "$response.body#/invitations/0/id")],
            "What waits for an answer."),
        APIRoute(
            .answer, .delete, "/me/inbox/{id}", .full,
            answers: [(.noContent, .nothing)],
            "Declines something that waits, or puts it away."),
        APIRoute(
            .invite, .put, "/me/invitations/{id}", .full,
            body: [
                .required("lobby", .id), .required("invitation", .id),
                .required("to", .array(.id, count: 1...APILimits.invitedMax)),
                .optional("course", .text(bytes: 0...APILimits.courseBytesMax)),
            ],
            answers: [(.created, .json(.invited))],
            problems: [.exists, .tooMany],
            quotas: [.invitationsMade],
            "Invites friends to a game."),
    ]
}

extension Shape {
    fileprivate static let friend = Shape.named(
        "Friend",
        .object([
            .required("account", .id), .required("handle", .handle), .required("name", .name),
            .required("since", .time), .optional("colour", .colour),
            .optional("members", .array(.integer(1...65_535), count: 0...100)),
        ]))

    fileprivate static let asked = Shape.named(
        "Asked", .object([.required("state", .choice(["asked", "friends"]))]))

    fileprivate static let profile = Shape.named(
        "Profile",
        .object([
            .required("account", .id), .required("handle", .handle), .required("name", .name),
            .optional("full_name", .text(bytes: 0...APILimits.fullNameBytesMax)),
            .optional("colour", .colour),
            .optional(
                "state", .choice(["self", "friend", "asked", "asks", "none"]),
                "what they are to the bearer, or have asked"),
        ]))

    fileprivate static let invited = Shape.named(
        "Invited",
        .list(
            .object([
                .required("account", .id), .required("state", .choice(["open", "refused"])),
            ]), max: APILimits.invitedMax))

    fileprivate static let inbox = Shape.named(
        "Inbox",
        .object([
            .required(
                "requests",
                .array(
                    .object([
                        .required("account", .id), .required("handle", .handle),
                        .required("name", .name), .required("at", .time),
                        .optional("colour", .colour),
                    ]), count: 0...200)),
            .required(
                "invitations",
                .array(
                    .object([
                        .required("id", .id), .required("from", .acquaintance),
                        .required("lobby", .id), .optional("invitation", .id),
                        .required("course", .text(bytes: 0...APILimits.courseBytesMax)),
                        .required("at", .time),
                        .required("state", .choice(["open", "expired"])),
                    ]), count: 0...100)),
            .required(
                "columns",
                .array(
                    .object([
                        .required("id", .id), .required("lobby", .id),
                        .required("player", .player), .required("at", .time),
                        .required("state", .choice(["claimed", "let_go", "undone"])),
                        .required("is_own", .truth, "the account had claimed it"),
                        .optional("name", .name),
                        .optional("course", .text(bytes: 0...APILimits.courseBytesMax)),
                        .optional("by", .acquaintance),
                    ]), count: 0...50),
                "what has become of columns that the account has offered, claimed, or been the "
                    + "host of"),
            .required(
                "courses",
                .array(
                    .object([
                        .required("course", .id), .required("name", .courseText),
                        .required("changes", .count, "that are proposed"),
                        .required("comments", .count, "that were reported"),
                        .required("mismatches", .count, "as in the list of changes"),
                    ]), count: 0...APILimits.inboxCoursesMax),
                "of those that the account looks after, where something waits"),
        ]))
}

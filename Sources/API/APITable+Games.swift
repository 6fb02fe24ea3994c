import HTTP

/// Games, and what an account has of its own.
extension APITable {
    static let records = [
        APIRoute(
            .games, .get, "/me/games", .account,
            query: [
                .optional("after", .gamesCursor, "`next` of the page before"), .limit,
            ],
            answers: [
                (
                    .ok,
                    .json(.page(.ownGame))
                )
            ],
            links: [
                .init(.game, "lobby", "$response.body#/items/0/lobby"),
                .init(.gameTable, "lobby", "$response.body#/items/0/lobby"),
                .init(.gameHistory, "lobby", "$response.body#/items/0/lobby"),
            ],
            "The games that the account has a seat in, the last one first."),
        APIRoute(
            .export, .get, "/me/export", .fresh,
            answers: [(.ok, .json(.named("Export", .object([.required("account", .object([]))]))))],
            "All that is kept about the account."),
        APIRoute(
            .exportTable, .get, "/me/export.csv", .fresh,
            answers: [(.ok, .table)],
            "The account's own scores, a line for each."),
        APIRoute(
            .erasure, .get, "/me/erasure", .account,
            answers: [(.ok, .json(.erasure))],
            "What goes with the account, and what stays."),
        APIRoute(
            .erase, .delete, "/me", .fresh,
            body: [.required("handle", .handle)],
            answers: [(.noContent, .nothing)],
            "Erases the account, for ever."),
    ]

    static let games = [
        APIRoute(
            .gameTable, .get, "/games/{lobby}.csv", .anyone,
            query: [.watch],
            answers: [(.ok, .table)],
            "A game's card as a table."),
        APIRoute(
            .gameHistory, .get, "/games/{lobby}/history", .anyone,
            query: [
                .watch, .optional("after", .eventNumber, "`next` of the page before"), .limit,
            ],
            answers: [(.ok, .json(.page(.event)))],
            "What has happened in a game, in its order; `after` may be the number of an event."),
        APIRoute(
            .game, .get, "/games/{lobby}", .anyone,
            query: [.watch],
            answers: [(.ok, .json(.card)), (.notModified, .nothing)],
            "A game's card."),
        APIRoute(
            .createGame, .put, "/games/{lobby}", .device,
            body: [
                .required("nonce", .id), .required("invitation", .id), .required("watch", .id),
                .required("name", .name),
                .optional("course", .text(bytes: 1...APILimits.courseBytesMax, .visible)),
                .required(
                    "holes",
                    .array(
                        .object([
                            .required(
                                "label",
                                .text(bytes: 1...APILimits.holeLabelBytesMax, .visible)),
                            .required("par", .integer(APILimits.pars)),
                        ]), count: 1...APILimits.holesMax)),
                .optional("late_join", .truth),
            ],
            answers: [(.created, .json(.card)), (.ok, .json(.card))],
            problems: [.exists, .stale, .tooManyTries],
            links: [
                .init(.game, "lobby", "$request.path.lobby"),
                .init(.gameTable, "lobby", "$request.path.lobby"),
                .init(.gameHistory, "lobby", "$request.path.lobby"),
            ],
            "Makes a game, whose host is the bearer."),
    ]
}

extension Shape.Field {
    fileprivate static let watch = Shape.Field.optional(
        "watch", .id, "the secret of those who watch; else the bearer has to be a member")
}

extension Shape {
    fileprivate static let gamesCursor = Shape.text(
        bytes: APILimits.gamesCursorDigits...APILimits.gamesCursorDigits, .base64url)
    /// Numbers that any program can read exactly.
    fileprivate static let eventNumber = Shape.integer(times)

    fileprivate static let erasure = Shape.named(
        "Erasure",
        .object([
            .required("goes", .array(.name, count: 0...32)),
            .required("stays", .array(.name, count: 0...32)),
            .required("counts", .object([])),
        ]))

    fileprivate static let event = Shape.named(
        "Event",
        .object([
            .required("seq", .count), .required("at", .time),
            .required("by", .integer(0...65_535), "the member; 0: the server"),
        ]))

    fileprivate static let card = Shape.named(
        "Card",
        .object([
            .required("lobby", .id), .optional("code", .code),
            .optional("course", .text(bytes: 0...APILimits.courseBytesMax)),
            .required("phase", .name), .required("round", .count), .required("start", .time),
            .required(
                "holes",
                .array(
                    .object([.required("label", .name), .required("par", .count)]),
                    count: 0...72)),
            .required(
                "players",
                .array(
                    .object([
                        .required("player", .player),
                        .required("name", .name),
                        .required("total", .integer(-1_000_000...1_000_000)),
                    ]), count: 0...200)),
        ]))

    fileprivate static let ownGame = Shape.named(
        "OwnGame",
        .object([
            .required("lobby", .id), .required("since", .time),
            .optional("started", .time),
            .optional("names", .array(.name, count: 0...200)),
            .optional("own", .integer(-1...200), "the place of the account's column among them"),
        ]))
}

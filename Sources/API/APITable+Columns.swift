import HTTP

/// "This is me": a guest's column of a locked game becomes somebody's. While a game is open its log
/// takes that (op `claim`).
extension APITable {
    static let columns = [
        APIRoute(
            .offerColumns, .post, "/tickets", .device,
            body: [.required("columns", .array(.column, count: 1...APILimits.columnsMax))],
            answers: [
                (.ok, .json(.object([.required("ticket", .ticket), .required("expires", .time)])))
            ],
            problems: [.columnTaken],
            links: [
                .init(.offeredColumns, "ticket", "$response.body#/ticket"),
                .init(.claimColumns, "ticket", "$response.body#/ticket"),
            ],
            "Makes a ticket for columns of guests, of games in which the bearer sits. Whoever it "
                + "is shown to can claim them."),
        APIRoute(
            .offeredColumns, .get, "/tickets/{ticket}", .anyone,
            answers: [(.ok, .json(.offer))],
            problems: [.linkGone],
            "What a ticket is for, and whether it can be had; with a bearer, by their account."),
        APIRoute(
            .claimColumns, .put, "/me/columns/{ticket}", .full,
            answers: [(.ok, .json(.offer))],
            problems: [.linkGone, .tooMany],
            quotas: [.columns],
            links: [.init(.releaseColumn, "claim", "$response.body#/columns/0/claim")],
            "Claims the columns of a ticket, in all their rounds, as far as they can be had."),
        APIRoute(
            .columns, .get, "/me/columns", .account,
            answers: [(.ok, .json(.list(.claimed, max: APIQuota.columns.max)))],
            links: [.init(.releaseColumn, "claim", "$response.body#/items/0/claim")],
            "The columns that the account has claimed, the last one first."),
        APIRoute(
            .releaseColumn, .delete, "/columns/{claim}", .device,
            answers: [(.noContent, .nothing)],
            problems: [.tooLate],
            "Lets go of a column, at any time; for 30 days whoever has offered it and the game's "
                + "host can take it back."),
    ]
}

extension Shape {
    private static let place: [Field] = [.required("lobby", .id), .required("player", .player)]

    fileprivate static let column = Shape.object(place)

    fileprivate static let claimed = Shape.named(
        "ClaimedColumn",
        .object(place + [.required("claim", .id), .required("claimed", .time)]))

    fileprivate static let offer = Shape.named(
        "Offer",
        .object([
            .required("expires", .time),
            .required(
                "columns",
                .array(
                    .object(
                        place + [
                            .required(
                                "state",
                                .choice(["free", "yours", "taken", "other", "open", "gone"]),
                                "other: the account has another column of that game; open: the "
                                    + "game isn't locked, so it is claimed in the game; gone: the "
                                    + "game, the column or who offers it is there no more, or it "
                                    + "was taken back from the account"),
                            .optional("name", .name),
                            .optional(
                                "course", .text(bytes: 0...APILimits.courseBytesMax)),
                            .optional("started", .time), .optional("claim", .id),
                        ]), count: 1...APILimits.columnsMax)),
        ]))
}

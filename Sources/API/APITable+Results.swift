import HTTP

/// What rounds have come to: one's own, and everybody's on a course.
extension APITable {
    static let results = [
        APIRoute(
            .myResults, .get, "/me/results", .account,
            query: [
                .optional("after", .id, "`stamp` of the page before, of today or long ago"),
                .optional("limit", .integer(1...Int64(APILimits.resultsMax))),
            ],
            answers: [(.ok, .json(.results))],
            links: [.init(.game, "lobby", "$response.body#/items/0/lobby")],
            "One's own rounds, in the order in which they were counted. A round that has changed "
                + "comes again. Rounds that are gone aren't told of: whoever has more or less than "
                + "`count` at the end begins anew. A round counts soon after it is over, or once "
                + "nobody has entered anything for twelve hours."),
        APIRoute(
            .courseFigures, .get, "/courses/{course}/figures", .anyone,
            answers: [(.ok, .json(.list(.layoutFigures, max: APILimits.figuresMax)))],
            "What everybody has thrown on the course, by layout and tee, of rounds that can be "
                + "compared: the same series and holes, all of them scored. Nothing is told of "
                + "fewer than five rounds, or of fewer than three people. Up to ten minutes old."),
        APIRoute(
            .courseCrowd, .get, "/courses/{course}/crowd", .anyone,
            answers: [
                (
                    .ok,
                    .json(
                        .object([
                            .required("crowd", .choice(["quiet", "some", "busy"])),
                            .required("at", .time, "when it was counted"),
                        ]))
                )
            ],
            "How many groups play the course at the moment, by their games here: `quiet` is two or "
                + "fewer, `busy` one for every three holes. Games count that have a layout of the "
                + "course and had an entry within 45 minutes, unless they are `uncounted`. Of one "
                + "that has just begun, or ended, it may take ten minutes to know."),
    ]
}

extension Shape {
    private static let byHole = Shape.array(
        .integer(0...255), count: 1...APILimits.holesMax)

    private static let result = Shape.named(
        "Result",
        .object([
            .required("lobby", .id), .required("round", .count),
            .required("player", .player),
            .optional(
                "key", .text(bytes: 1...APILimits.resultKeyBytesMax, .any),
                "only results with the same one may be compared"),
            .optional("course", .id),
            .required(
                "day", .integer(-Int64(Int32.max)...Int64(Int32.max)),
                "where the course is: days since 1970"),
            .required("started", .integer(Int64.min...Int64.max), "milliseconds since 1970"),
            .optional("minutes", .count, "that it took, if that is known"),
            .required("unended", .truth, "nobody has ended the round"),
            .required("disputed", .count, "holes on which people disagree"),
            .required("pars", byHole), .required("throws", byHole, "0: not scored"),
        ]))

    fileprivate static let results = Shape.object([
        .required("items", .array(result, count: 0...APILimits.resultsMax)),
        .required("stamp", .id, "`after` for what comes next"),
        .required("more", .truth, "there are others already"),
        .required("count", .count, "all there are, on whatever page"),
    ])

    private static let hundredths = Shape.integer(-Int64(Int32.max)...Int64(Int32.max))

    fileprivate static let layoutFigures = Shape.named(
        "LayoutFigures",
        .object([
            .required("layout", .id), .optional("tee", .courseText), .required("series", .count),
            .required("rounds", .count),
            .required("people", .count, "of whom it is known who they are"),
            .required("average_total_c", hundredths, "throws, in hundredths"),
            .required("average_over_c", hundredths, "against par, in hundredths"),
            .required("best_total", .count),
            .required(
                "holes", .array(hundredths, count: 1...APILimits.holesMax),
                "throws on each, in hundredths"),
        ]))
}

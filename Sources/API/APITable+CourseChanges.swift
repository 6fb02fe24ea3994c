import HTTP

/// What people do to courses: show theirs, and change everybody's.
extension APITable {
    static let courseChanges = [
        APIRoute(
            .shareCourse, .put, "/courses/{course}", .full,
            body: [.required("country", .country)] + Shape.givenFields + [
                .required(
                    "layouts", .array(.givenLayout, count: 1...APILimits.layoutsMax),
                    "16 KiB with all else")
            ],
            answers: [(.created, .json(.course)), (.ok, .json(.course))],
            problems: [.exists, .tooMany],
            quotas: [.sharedCourses],
            links: [.init(.unshareCourse, "course", "$request.path.course")],
            "Shows a course of one's own to all who have its address, or what it is now. It stands "
                + "in no list."),
        APIRoute(
            .unshareCourse, .delete, "/courses/{course}", .full,
            answers: [(.noContent, .nothing)],
            "Shows a course of one's own to nobody any more."),
        APIRoute(
            .courseChanges, .get, "/courses/{course}/changes", .account,
            query: [
                .optional("after", .id, "`next` of the page before"),
                .optional("limit", .integer(1...Int64(APILimits.changesMax))),
            ],
            answers: [(.ok, .json(.changes))],
            links: [
                .init(
                    .decideChange,
                    ["course": "$request.path.course", "change": "$response.body#/items/0/id"])
            ],
            "What people have changed in a course and want changed, the newest first. Who it was "
                + "is told to those who look after it."),
        APIRoute(
            .changeCourse, .put, "/courses/{course}/changes/{change}", .full,
            body: [
                .optional("fields", .object(Shape.changedFields)),
                .optional(
                    "layouts", .array(.givenLayout, count: 1...APILimits.layoutsMax),
                    "32 KiB with all else, and what was before"),
                .optional(
                    "publish", .truth,
                    "a course that is shown by its address is to be in the list"),
                .required(
                    "licence", .choice(["ODbL 1.0"]),
                    "under which whoever gives it lets everybody have it"),
            ],
            answers: [(.created, .json(.change)), (.ok, .json(.change))],
            problems: [.exists, .stale, .tooMany],
            quotas: [.courseChanges],
            links: [
                .init(
                    .decideChange,
                    ["course": "$request.path.course", "change": "$request.path.change"])
            ],
            "Changes a course. It is in force at once if it only says what nobody had said, or if "
                + "the bearer looks after the course; else those decide who do. A layout that was "
                + "played stays what it was: a change of it is another version."),
        APIRoute(
            .decideChange, .post, "/courses/{course}/changes/{change}", .full,
            body: [
                .required("decision", .choice(["accept", "refuse", "undo"])),
                .optional("reason", .text(bytes: 1...APILimits.reasonBytesMax, .visible)),
            ],
            answers: [(.ok, .json(.change))],
            problems: [.notYours, .stale],
            "Accepts or refuses what somebody wants, or undoes what was in force, for thirty days: "
                + "for those who look after the course. One's own may be refused, too."),
    ]
}

extension Shape {
    private static let position = Shape.array(.degreesE7, count: 2...2)

    /// Those that a course may have.
    fileprivate static let givenFields: [Field] = [
        .required("name", .name), .optional("status", .courseStatus),
        .optional("place", .givenText), .optional("at", position),
        .optional("website", .givenText), .optional("fee", .givenText),
        .optional("access", .givenText),
    ]

    private static let givenText = Shape.text(bytes: 1...APILimits.courseTextBytesMax, .visible)

    /// The same where each may be left as it is; "" takes one away.
    fileprivate static let changedFields: [Field] = [
        .optional("name", .name), .optional("status", .courseStatus),
        .optional("place", changedText), .optional("at", .array(.degreesE7, count: 0...2)),
        .optional("website", changedText), .optional("fee", changedText),
        .optional("access", changedText),
    ]

    private static let changedText = Shape.text(bytes: 0...APILimits.courseTextBytesMax, .any)

    fileprivate static let givenLayout = Shape.named(
        "GivenLayout",
        .object([
            .required("id", .id), .required("name", .name),
            .required("kind", .layoutKind), .required("status", .layoutStatus),
            .required("series", .count, "the same as before, if results may be compared"),
            .optional("default_tee", .courseText), .optional("ends_on", .courseText),
            .optional("same_as", .layoutSeries),
            .required("facts", .layoutFacts, "as in a Layout, in just this form"),
        ]))

    fileprivate static let change = Shape.named(
        "CourseChange",
        .object([
            .required("id", .id), .required("at", .time),
            .required("state", .choice(["proposed", "in_force", "refused", "undone"])),
            .required("own", .truth), .required("may_decide", .truth),
            .required("may_undo", .truth),
            .optional("by", .name), .optional("reason", .courseText),
            .required("publish", .truth),
            .required(
                "parts", .array(.object([.required("what", .name)]), count: 0...64),
                "`what`: a field, or `layout` with its id; `before`, `after`: null if it isn't "
                    + "there"),
        ]))

    fileprivate static let changes = Shape.object([
        .required("items", .array(change, count: 0...APILimits.changesMax)),
        .optional("next", .id, "`after` for the next page; absent on the last one"),
        .optional("role", .choice(["steward", "owner"]), "the bearer's"),
        .required("shared", .truth, "it is shown by its address only"),
        .optional(
            "mismatches", .count,
            "people who have found lately that the course isn't what it is said to be; told to "
                + "those who look after it, from three on"),
    ])
}

import HTTP

/// What people say of courses, and whether these are as they are said to be.
extension APITable {
    static let courseComments = [
        APIRoute(
            .courseComments, .get, "/courses/{course}/comments", .anyone,
            query: [
                .optional("after", .id, "`next` of the page before"),
                .optional("limit", .integer(1...Int64(APILimits.commentsMax))),
            ],
            answers: [(.ok, .json(.comments)), (.notModified, .nothing)],
            links: [
                .init(
                    .markComment,
                    ["course": "$request.path.course", "comment": "$response.body#/items/0/id"])
            ],
            "What people have said of the course and its holes, the newest first. Nothing of those "
                + "whom the bearer has blocked, or who have blocked the bearer."),
        APIRoute(
            .comment, .put, "/courses/{course}/comments/{comment}", .full,
            body: [
                .optional(
                    "text", .text(bytes: 1...APILimits.commentBytesMax, .lines),
                    "everybody sees it, with the name"),
                .optional(
                    "tip",
                    .object([
                        .required("layout", .id),
                        .required(
                            "hole", .text(bytes: 1...APILimits.holeLabelBytesMax, .visible),
                            "its label"),
                        .required("text", .text(bytes: 1...APILimits.tipBytesMax, .lines)),
                    ]), "the same about one hole"),
            ],
            needs: .justOne(["text", "tip"], named: [], by: []),
            answers: [(.created, .json(.comment)), (.ok, .json(.comment))],
            problems: [.exists, .guardianNeeded, .tooMany],
            quotas: [.courseComments],
            links: [
                .init(
                    .removeComment,
                    ["course": "$request.path.course", "comment": "$request.path.comment"])
            ],
            "Says something of a course of the list, or of one of its holes, or says it in other "
                + "words. What was hidden stays so."),
        APIRoute(
            .removeComment, .delete, "/courses/{course}/comments/{comment}", .full,
            answers: [(.noContent, .nothing)],
            "Takes back what the bearer has said of a course."),
        APIRoute(
            .markComment, .post, "/courses/{course}/comments/{comment}", .full,
            body: [.required("mark", .choice(["report", "keep", "hide"]))],
            answers: [(.ok, .json(.comment))],
            problems: [.notYours],
            "Asks for a comment to be looked at; who asks isn't kept. Those who look after the "
                + "course keep it, or hide it; what was hidden only the operator shows again."),
        APIRoute(
            .matchCourse, .put, "/courses/{course}/match", .full,
            body: [.required("matches", .truth)],
            answers: [(.noContent, .nothing)],
            "Says whether the course was what it is said to be. Once "
                + "three people have found within thirty days that it wasn't, those who "
                + "look after it are told so, and not who."),
    ]
}

extension Shape {
    fileprivate static let comment = Shape.named(
        "Comment",
        .object([
            .required("id", .id), .required("at", .time),
            .required("text", .text(bytes: 1...APILimits.commentBytesMax, .any)),
            .optional("by", .name, "the name of whoever says it"),
            .required("own", .truth), .required("played", .truth, "they have a round there"),
            .optional("layout", .id), .optional("hole", .courseText),
            .required(
                "state", .choice(["shown", "reported", "hidden"]),
                "`reported` is told to those who look after the course"),
            .required("may_hide", .truth),
        ]))

    fileprivate static let comments = Shape.object([
        .required("items", .array(comment, count: 0...APILimits.commentsMax)),
        .optional("next", .id, "`after` for the next page; absent on the last one"),
    ])
}

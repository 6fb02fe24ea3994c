import HTTP

/// The catalogue of courses. Nobody's place is asked for: whoever wants to know what is near takes
/// the country's courses along, and looks.
extension APITable {
    static let courses = [
        APIRoute(
            .coursePacks, .get, "/courses/packs", .anyone,
            answers: [
                (
                    .ok,
                    .json(
                        .list(
                            .object([
                                .required("country", .country), .required("courses", .count),
                            ]), max: APILimits.countriesMax))
                )
            ],
            links: [.init(.coursePack, "country", "$response.body#/items/0/country")],
            "The countries that have courses."),
        APIRoute(
            .coursePack, .get, "/courses/pack/{country}", .anyone,
            answers: [(.ok, .json(.pack)), (.notModified, .nothing)],
            links: [.init(.course, "course", "$response.body#/courses/0/id")],
            "All courses of a country with their layouts, to be kept and searched without signal. "
                + "Invented ones, as long as the server has none."),
        APIRoute(
            .courses, .get, "/courses", .anyone,
            query: [
                .required("country", .country),
                .optional("name", .name, "a part of it, or what sounds like one"),
                .optional("after", .id, "`next` of the page before"), .limit,
            ],
            answers: [(.ok, .json(.page(.listedCourse)))],
            links: [.init(.course, "course", "$response.body#/items/0/id")],
            "The courses of a country, by their names."),
        APIRoute(
            .course, .get, "/courses/{course}", .anyone,
            answers: [(.ok, .json(.course)), (.notModified, .nothing)],
            "A course with its layouts."),
        APIRoute(
            .exportCourses, .get, "/courses/export", .anyone,
            query: [.required("country", .country)],
            answers: [(.ok, .json(.courseFile)), (.notModified, .nothing)],
            "The courses of a country as a file that can be imported again, under the licence "
                + "that it names."),
    ]
}

extension Shape {
    static let country = Shape.text(bytes: 2...2, .letters)
    static let courseText = Shape.text(bytes: 1...APILimits.courseTextBytesMax, .any)
    static let degreesE7 = Shape.integer(-1_800_000_000...1_800_000_000)

    static let courseStatus = Shape.choice(["open", "closed", "seasonal", "gone"])
    static let layoutKind = Shape.choice(["lasting", "seasonal", "temporary", "event"])
    static let layoutStatus = Shape.choice(["offered", "not_now", "archived"])
    static let layoutSeries = Shape.object([.required("layout", .id), .required("series", .count)])
    static let layoutFacts = Shape.text(bytes: 2...APILimits.factsBytesMax, .any)

    private static let place = Shape.array(.degreesE7, count: 2...2)

    private static let layoutFields: [Field] = [
        .required("id", .id), .required("name", .courseText),
        .required("kind", .layoutKind), .required("status", .layoutStatus),
        .required("version", .id, "the first half of the SHA-256 of its facts"),
        .required("series", .count, "results of the same number may be compared"),
        .optional("default_tee", .courseText),
        .optional("ends_on", .courseText),
        .optional(
            "same_as", .layoutSeries, "of the layout as which its rounds count: it is archived"),
        .required("holes", .integer(1...Int64(APILimits.holesMax))),
        .required("par", .count), .optional("length_m", .count),
    ]

    private static let layout = Shape.named(
        "Layout",
        .object(
            layoutFields + [
                .required(
                    "facts", .layoutFacts,
                    "what exactly it is, as JSON: `holes` [label, par, basket, tees], where a "
                        + "basket is [latitude, longitude] or empty, and a tee [its place in "
                        + "`tees`, its "
                        + "own par or 0, metres or 0, latitude, longitude]; `name`; `tees` [name, "
                        + "colour]")
            ]))

    private static let packedLayout = Shape.named(
        "PackedLayout",
        .object(
            layoutFields + [
                .required(
                    "steps", .text(bytes: 2...APILimits.stepsBytesMax, .any),
                    "the `facts` of a Layout, but each place is the way from the last basket "
                        + "before it, the first from the course's `at`, or from 0")
            ]))

    private static let courseFields: [Field] = [
        .required("id", .id), .required("name", .courseText),
        .required("status", .courseStatus),
        .optional("place", .courseText),
        .optional("at", .place, "latitude and longitude, in 10⁻⁷ degree"),
        .required("since", .integer(1970...9999), "the year in which it was added"),
        .optional("website", .courseText), .optional("fee", .courseText),
        .optional("access", .courseText), .required("source", .courseText),
        .required("rev", .count),
    ]

    fileprivate static let listedCourse = Shape.named("ListedCourse", .object(courseFields))

    private static let layouts = Shape.array(.layout, count: 0...APILimits.layoutsMax)

    static let course = Shape.named(
        "Course",
        .object(
            courseFields + [
                .required("country", .country),
                .optional("licence", .courseText),
                .optional("credit", .courseText, "who is to be named where it is shown"),
                .optional("shared", .truth, "it is shown by its address only, and in no list"),
                .required("layouts", .layouts),
            ]))

    fileprivate static let pack = Shape.named(
        "Pack",
        .object([
            .required("country", .country), .required("made", .time),
            .optional("sample", .truth, "the courses are invented"),
            .required(
                "credits",
                .array(
                    .object([
                        .required("text", .courseText), .optional("licence", .courseText),
                    ]), count: 0...APILimits.creditsMax), "who is to be named with them"),
            .required(
                "courses",
                .array(
                    .object(
                        courseFields + [
                            .required(
                                "layouts",
                                .array(.packedLayout, count: 0...APILimits.layoutsMax))
                        ]),
                    count: 0...APILimits.packMax)),
        ]))

    fileprivate static let courseFile = Shape.named(
        "CourseFile",
        .object([
            .required("format", .choice(["folf.courses"])), .required("version", .count),
            .optional("licence", .courseText), .optional("attribution", .courseText),
            .required(
                "courses",
                .array(
                    .object([.required("id", .courseText), .required("name", .courseText)]),
                    count: 0...APILimits.packMax)),
        ]))
}

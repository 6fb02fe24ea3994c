/// The shapes that several operations have in common.
extension Shape {
    static let handle = Shape.text(bytes: APILimits.handleBytes, .handle)
    static let name = Shape.text(bytes: 1...APILimits.nameBytesMax, .visible)
    static let label = Shape.text(bytes: 1...APILimits.labelBytesMax)
    static let email = Shape.text(bytes: 3...APILimits.emailBytesMax, .email)
    static let password = Shape.text(bytes: 1...APILimits.passwordBytesMax, .any)
    static let code = Shape.text(bytes: 1...APILimits.codeBytesMax)
    static let way = Shape.text(bytes: 1...APILimits.wayBytesMax, .way)
    static let language = Shape.choice(["en", "is"])
    static let visibility = Shape.integer(0...2)
    static let colour = Shape.integer(0...7)
    static let count = Shape.integer(0...Int64(Int32.max))
    static let credential = Shape.text(
        bytes: 2...APILimits.credentialDigitsMax, .base64url)
    static let tokens = Shape.array(.token, count: 0...APILimits.tokensMax)
    static let ticket = Shape.text(bytes: 2...APILimits.ticketDigitsMax, .base64url)
    static let player = Shape.integer(1...Int64(UInt32.max))
    static let cursor = Shape.text(bytes: 1...APILimits.cursorBytesMax)

    /// A page of a list.
    static func page(_ item: Shape) -> Shape {
        .object([
            .required("items", .array(item, count: 0...APILimits.pageMax)),
            .optional("next", .cursor, "`after` for the next page; absent on the last one"),
        ])
    }

    /// A list that has no pages.
    static func list(_ item: Shape, max: Int) -> Shape {
        .object([.required("items", .array(item, count: 0...max))])
    }

    static let linkedPerson = Shape.named(
        "Person",
        .object([
            .required("person", .id),
            .required("pass", .id, "lets this device act as the person"),
        ]))

    static let signedIn = Shape.named(
        "SignedIn",
        .object([
            .required("account", .id), .required("handle", .handle),
            .required("persons", .array(.linkedPerson, count: 0...64)),
            .optional("to", .way, "where the page goes on, by the mail of a sign-up that said so"),
        ]))

    static let recoveryCodes = Shape.array(.code, count: 0...5)

    static let acquaintance = Shape.named(
        "Acquaintance",
        .object([
            .required("account", .id), .required("handle", .handle), .required("name", .name),
            .optional("since", .time), .optional("colour", .colour, "behind the initials"),
        ]))

    static let settings = Shape.named(
        "Settings",
        .object([
            .optional("language", .language),
            .optional("theme", .choice(["system", "light", "dark"])),
            .optional("colour", .colour, "behind the initials"),
            .optional(
                "shortcuts",
                .array(
                    .text(bytes: 1...APILimits.shortcutBytesMax),
                    count: 0...APILimits.shortcutsMax)),
        ]))
}

extension Shape.Field {
    /// How long a page of a list may be.
    static let limit = Shape.Field.optional("limit", .integer(1...Int64(APILimits.pageMax)))
}

import HTTP

/// The server itself, and the ways to an account.
extension APITable {
    static let server = [
        APIRoute(
            .about, .get, "/about", .anyone,
            answers: [(.ok, .json(.about))],
            "Tells what this server offers."),
        APIRoute(
            .openapi, .get, "/openapi.json", .anyone,
            answers: [
                (.ok, .json(.object([.required("openapi", .name)]))), (.notModified, .nothing),
            ],
            "Gives this document."),
        APIRoute(
            .problems, .get, "/problems", .anyone,
            answers: [
                (.ok, .json(.object([.required("items", .array(.problemKind, count: 1...100))]))),
                (.notModified, .nothing),
            ],
            "Lists all reasons why something isn't done."),
        APIRoute(
            .handle, .get, "/handles/{handle}", .anyone,
            answers: [(.ok, .json(.object([.required("handle", .handle)])))],
            problems: [.handleTaken, .tooManyTries],
            quotas: [.lookUps],
            "Tells whether a user name is free."),
        APIRoute(
            .suggestHandle, .get, "/handles", .anyone,
            query: [.required("name", .name)],
            answers: [(.ok, .json(.object([.required("handle", .handle)])))],
            links: [.init(.handle, "handle", "$response.body#/handle")],
            "Suggests a user name that is free."),
        APIRoute(
            .suggest, .put, "/suggestions/{id}", .anyone,
            body: [
                .required("text", .text(bytes: 1...APILimits.suggestionBytesMax, .lines)),
                .optional("language", .language),
            ],
            answers: [(.created, .nothing), (.ok, .nothing)],
            problems: [.tooManyTries],
            quotas: [.suggestions, .suggestionsOfAll],
            "Says something to whoever runs this server."),
    ]

    static let signingIn = [
        APIRoute(
            .signUp, .put, "/accounts/{account}", .device,
            body: [
                .required("handle", .handle), .required("name", .name),
                .required("age", .integer(0...1), "0: 13 or older; 1: a guardian agrees"),
                .optional("password", .password), .optional("passkey", .registration),
                .optional("email", .email), .optional("language", .language),
                .optional("code", .code, "from the operator, where one is asked for"),
                .optional("tokens", .tokens, "the other ones that this device has"),
                .optional("label", .label, "what the device is called in the list of devices"),
                .optional("to", .way, "where the page goes on after the link of the mail"),
            ],
            needs: .oneOrMore(["password", "passkey"]),
            answers: [
                (.created, .json(.signedUp)), (.ok, .json(.signedIn)),
            ],
            problems: [
                .handleTaken, .exists, .weakPassword, .needsHTTPS, .wrongProof, .badCode,
                .signUpClosed, .passkeysOff, .tooMany, .tooManyTries,
            ],
            quotas: [.signUps, .signUpsOfAll] + APIQuota.linking,
            mailQuotas: APIQuota.mailing,
            links: [.me],
            "Makes an account, whose first device is the bearer's."),
        APIRoute(
            .signIn, .post, "/sessions", .device,
            body: [
                .optional("handle", .handle, "whose password or recovery code it is"),
                .optional("email", .email, "the same, by a confirmed address"),
                .optional("password", .password), .optional("passkey", .assertion),
                .optional("link", .id, "the secret of a device that is signed in"),
                .optional("recovery_code", .code), .optional("mail", .code),
                .optional("tokens", .tokens, "the ones whose games are to be taken along"),
                .optional("known", .known), .optional("label", .label),
            ],
            needs: .justOne(
                ["password", "passkey", "link", "recovery_code", "mail"],
                named: ["password", "recovery_code"], by: ["handle", "email"]),
            answers: [(.ok, .json(.signedIn)), (.accepted, .json(.linkState))],
            problems: [
                .wrongProof, .tooManyTries, .needsHTTPS, .passkeysOff, .linkDeclined, .linkGone,
                .mailGone, .exists, .emailTaken, .tooMany,
            ],
            quotas: [.wrongProofs, .wrongProofsOfAll, .wrongPasswords] + APIQuota.linking,
            links: [.me],
            "Signs the bearer's device in, or shows once more who holds it."),
        APIRoute(
            .signOut, .delete, "/sessions/current", .account,
            answers: [(.ok, .json(.object([.required("known", .known)])))],
            "Signs the bearer's device out, for ever."),
        APIRoute(
            .confirmMail, .post, "/mails/confirm", .device,
            body: [
                .required("mail", .code), .optional("tokens", .tokens),
                .optional("label", .label),
            ],
            answers: [(.ok, .json(.signedIn))],
            problems: [.mailGone, .exists, .emailTaken, .tooMany],
            quotas: APIQuota.linking,
            links: [.me],
            "Confirms an address by the code of a mail, and signs the bearer's device in."),
        APIRoute(
            .sendMail, .post, "/mails", .anyone,
            body: [.required("email", .email)],
            answers: [(.accepted, .nothing)],
            problems: [.mailOff, .tooManyTries],
            quotas: [.mails, .mailsWanted],
            mailQuotas: [.mailsOfAll],
            "Sends a link that signs in, if the address is somebody's."),
    ]

    static let account = [
        APIRoute(
            .me, .get, "/me", .account,
            query: [
                .optional("account", .id, "with the next two: what the device was told before"),
                .optional("person", .id), .optional("pass", .id),
            ],
            answers: [(.ok, .json(.me)), (.notModified, .nothing)],
            problems: [.accountLost],
            links: [
                .init(.person, "handle", "$response.body#/handle"),
                .init(.releasePerson, "person", "$response.body#/persons/0/person"),
            ],
            "The bearer's account. A server that was put back to an older copy knows by a pass "
                + "that it has lost one."),
        APIRoute(
            .changeMe, .patch, "/me", .full,
            body: [
                .optional("name", .name),
                .optional("full_name", .text(bytes: 0...APILimits.fullNameBytesMax)),
                .optional("handle", .handle), .optional("visibility", .visibility),
                .optional("settings", .settings),
            ],
            needsMatch: true,
            answers: [(.ok, .json(.me))],
            problems: [.handleTaken, .guardianNeeded, .stale],
            "Changes what is given, and nothing else."),
        APIRoute(
            .setPassword, .put, "/me/password", .fresh,
            body: [.required("new", .password)],
            answers: [(.noContent, .nothing)],
            problems: [.weakPassword, .needsHTTPS],
            "Sets or changes the password."),
        APIRoute(
            .removePassword, .delete, "/me/password", .fresh,
            answers: [(.noContent, .nothing)],
            problems: [.lastWayIn],
            "Takes the password away."),
        APIRoute(
            .setEmail, .put, "/me/email", .fresh,
            body: [.required("email", .email)],
            answers: [(.accepted, .nothing)],
            problems: [.mailOff, .tooManyTries],
            quotas: APIQuota.mailing,
            "Sends a code to an address, which confirms it."),
        APIRoute(
            .removeEmail, .delete, "/me/email", .fresh,
            answers: [(.noContent, .nothing)],
            problems: [.lastWayIn],
            "Takes the address away."),
        APIRoute(
            .recoveryCodes, .post, "/me/recovery-codes", .fresh,
            answers: [
                (
                    .ok,
                    .json(.object([.required("recovery_codes", .recoveryCodes)]))
                )
            ],
            "Makes new recovery codes; the old ones end."),
    ]
}

extension APIRoute.Link {
    /// From an answer that tells whose account it is.
    fileprivate static let me = APIRoute.Link(
        .me,
        [
            "account": "$response.body#/account",
            "person": "$response.body#/persons/0/person",
            "pass": "$response.body#/persons/0/pass",
        ])
}

extension Shape {
    fileprivate static let about = Shape.named(
        "About",
        .object([
            .required("sign_up", .choice(["open", "code", "closed"])),
            .optional("passkeys", .object([.required("rp", .text(bytes: 1...255))])),
            .required("mail", .truth),
            .required("password_min", .integer(1...256)),
            .optional("news", .text(bytes: 1...2_048)),
            .optional("donations", .text(bytes: 1...2_048)),
            .optional(
                "tiles",
                .object([
                    .required("url", .text(bytes: 1...256), "with `{z}`, `{x}` and `{y}`"),
                    .required("credit", .text(bytes: 1...256), "who is to be named"),
                ]), "where the tiles of a map are, if courses are to be shown on one"),
            .required("needs_https", .truth, "whether passwords are refused on this way"),
        ]))

    fileprivate static let problemKind = Shape.named(
        "ProblemKind",
        .object([
            .required("code", .integer(400...499)), .required("name", .name),
            .required("status", .integer(400...599)),
            .required("detail", .text(bytes: 1...256), "a sentence for people"),
        ]))

    fileprivate static let known = Shape.text(
        bytes: 2...APILimits.knownBytesMax, .hexadecimal)

    fileprivate static let signedUp = Shape.named(
        "SignedUp",
        .object([
            .required("account", .id), .required("handle", .handle),
            .required("persons", .array(.linkedPerson, count: 0...64)),
            .optional("recovery_codes", .recoveryCodes),
        ]))

    fileprivate static let me = Shape.named(
        "Me",
        .object([
            .required("account", .id), .required("handle", .handle), .required("name", .name),
            .required("full_name", .text(bytes: 0...APILimits.fullNameBytesMax)),
            .optional("email", .email), .required("email_verified", .truth),
            .required("visibility", .visibility), .required("age", .integer(0...1)),
            .required("settings", .settings), .required("has_password", .truth),
            .required("main_person", .id),
            .required(
                "persons",
                .array(
                    .object([
                        .required("person", .id),
                        .optional("pass", .id, "for devices, not for programs"),
                        .required("added", .time),
                        .required("claimed_from_device", .truth, "whether it can be given back"),
                        .optional("until", .time, "by when"),
                    ]), count: 0...64)),
            .optional("restored_at", .time, "when the server was put back to an older copy"),
            .required("version", .integer(1...Int64.max)),
        ]))
}

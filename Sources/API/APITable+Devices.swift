import HTTP

/// The devices of an account and the ways to add one, programs included.
extension APITable {
    static let devices = [
        APIRoute(
            .devices, .get, "/me/devices", .account,
            answers: [(.ok, .json(.list(.device, max: 64)))],
            links: [
                .init(.renameDevice, "device", "$response.body#/items/0/device"),
                .init(.removeDevice, "device", "$response.body#/items/0/device"),
            ],
            "The devices that are signed in."),
        APIRoute(
            .renameDevice, .put, "/me/devices/{device}", .full,
            body: [.required("label", .label)],
            answers: [(.noContent, .nothing)],
            "Gives a device, or a program, another name."),
        APIRoute(
            .removeDevice, .delete, "/me/devices/{device}", .full,
            answers: [(.noContent, .nothing)],
            problems: [.stale],
            "Signs a device out, for ever."),
        APIRoute(
            .removeOtherDevices, .delete, "/me/devices", .fresh,
            query: [.required("others", .choice(["true"]))],
            answers: [(.noContent, .nothing)],
            "Signs out all devices but the bearer's."),
        APIRoute(
            .claimPersons, .post, "/me/persons", .full,
            body: [.required("tokens", .tokens)],
            answers: [
                (
                    .ok,
                    .json(
                        .object([.required("persons", .array(.linkedPerson, count: 0...64))]))
                )
            ],
            problems: [.notYours, .tooMany],
            quotas: APIQuota.linking,
            links: [.init(.releasePerson, "person", "$response.body#/persons/0/person")],
            "Takes the games of other tokens along."),
        APIRoute(
            .releasePerson, .delete, "/me/persons/{person}", .full,
            answers: [(.noContent, .nothing)],
            problems: [.tooLate, .notYours, .tooManyTries],
            quotas: [.releases],
            "Undoes that, within seven days."),
    ]

    static let passkeys = [
        APIRoute(
            .passkeyChallenge, .post, "/passkeys/challenges", .anyone,
            body: [.required("for", .choice(["create", "get"]))],
            answers: [(.ok, .json(.challenge))],
            problems: [.passkeysOff],
            "What a passkey is to sign; good once, for some minutes."),
        APIRoute(
            .passkeys, .get, "/me/passkeys", .account,
            answers: [(.ok, .json(.list(.passkey, max: APIQuota.passkeys.max)))],
            links: [.init(.removePasskey, "credential", "$response.body#/items/0/credential")],
            "The passkeys of the account."),
        APIRoute(
            .addPasskey, .put, "/me/passkeys/{credential}", .fresh,
            body: [
                .required("client_data", .clientData), .required("attestation", .attestation),
                .required("label", .label),
            ],
            answers: [(.created, .nothing), (.noContent, .nothing)],
            problems: [.wrongProof, .exists, .passkeysOff, .tooMany],
            quotas: [.passkeys],
            "Adds a passkey."),
        APIRoute(
            .removePasskey, .delete, "/me/passkeys/{credential}", .fresh,
            answers: [(.noContent, .nothing)],
            problems: [.lastWayIn],
            "Takes a passkey away."),
    ]

    static let links = [
        APIRoute(
            .openLink, .post, "/me/links", .full,
            answers: [
                (
                    .created,
                    .json(
                        .object([
                            .required("link", .id), .required("secret", .id),
                            .required("expires", .time),
                        ]))
                )
            ],
            problems: [.tooMany],
            quotas: [.links],
            links: [
                .init(.getLink, "link", "$response.body#/link"),
                .init(.approveLink, "link", "$response.body#/link"),
            ],
            "Opens a way in for another device, to be shown as a QR code."),
        APIRoute(
            .getLink, .get, "/me/links/{link}", .full,
            answers: [(.ok, .json(.linkState))],
            links: [.init(.approveLink, "link", "$request.path.link")],
            "Tells whether a device wants in."),
        APIRoute(
            .approveLink, .put, "/me/links/{link}", .full,
            body: [.required("approve", .truth)],
            answers: [(.noContent, .nothing)],
            "Lets the device in, or not."),
    ]

    static let programs = [
        APIRoute(
            .tokens, .get, "/me/tokens", .account,
            answers: [(.ok, .json(.list(.device, max: APIQuota.programs.max)))],
            links: [.init(.removeToken, "key", "$response.body#/items/0/device")],
            "The tokens of programs."),
        APIRoute(
            .addToken, .put, "/me/tokens/{key}", .fresh,
            body: [.required("label", .label), .required("scope", .choice(["read"]))],
            answers: [(.created, .nothing), (.noContent, .nothing)],
            problems: [.exists, .tooMany],
            quotas: [.programs, .keys, .retiredKeys],
            links: [.init(.removeToken, "key", "$request.path.key")],
            "Lets a program read what is the account's. The key is the first 32 digits of the "
                + "SHA-256 of a token that the program has made."),
        APIRoute(
            .removeToken, .delete, "/me/tokens/{key}", .full,
            answers: [(.noContent, .nothing)],
            "Ends that."),
    ]
}

extension Shape {
    fileprivate static let clientData = Shape.text(
        bytes: 2...APILimits.clientDataDigitsMax, .base64url)
    fileprivate static let attestation = Shape.text(
        bytes: 2...APILimits.attestationDigitsMax, .base64url)

    static let registration = Shape.named(
        "Registration",
        .object([
            .required("id", .credential), .required("client_data", .clientData),
            .required("attestation", .attestation), .required("label", .label),
        ]))

    static let assertion = Shape.named(
        "Assertion",
        .object([
            .required("id", .credential), .required("client_data", .clientData),
            .required(
                "authenticator_data",
                .text(bytes: 2...APILimits.authenticatorDataDigitsMax, .base64url)),
            .required(
                "signature", .text(bytes: 2...APILimits.signatureDigitsMax, .base64url)),
            .optional("user_handle", .text(bytes: 2...88, .base64url)),
        ]))

    static let linkState = Shape.named(
        "LinkState",
        .object([
            .required("state", .choice(["open", "wanted", "approved", "declined"])),
            .optional("label", .label, "how the device calls itself that wants in"),
        ]))

    fileprivate static let challenge = Shape.named(
        "Challenge",
        .object([
            .required("challenge", .text(bytes: 2...128, .base64url)),
            .required("rp", .text(bytes: 1...255)),
            .required("user_verification", .choice(["required"])),
            .optional("account", .id), .optional("handle", .handle),
            .optional("exclude", .array(.credential, count: 0...16), "that the account has"),
            .required("timeout_ms", .count),
        ]))

    fileprivate static let device = Shape.named(
        "Device",
        .object([
            .required("device", .id), .required("label", .text(bytes: 0...64)),
            .required("seen_day", .count), .required("created", .time),
            .required("is_this", .truth), .required("scope", .choice(["full", "read"])),
        ]))

    fileprivate static let passkey = Shape.named(
        "Passkey",
        .object([
            .required("credential", .credential), .required("label", .label),
            .required("created", .time), .optional("used_day", .count),
        ]))
}

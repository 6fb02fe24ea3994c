import API
import Club
import Documents
import HTTP
import Structures

/// A way in without typing: a device that is signed in shows a QR code with a secret; the new
/// device reads it and asks; the first one says yes.
///
///     open ── the new device shows the secret ──▸ wanted ── the first says yes ──▸ approved
///                                                    └────────── or no ──────────▸ declined
extension Clerk {
    func openLink(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let (link, secret) = (randomIdentifier(), randomIdentifier())
        let (account, now) = (caller.account, host.monotonic())
        let until = remember { memory -> UInt64? in
            let shown = (memory.linksByAccount.value(for: account, now: now) ?? [])
                .filter { memory.links.value(for: $0, now: now) != nil }
            guard shown.count < ClubLimit.links.max else { return nil }
            memory.linksByAccount.put(shown + [link], for: account, now: now)
            memory.linksBySecret.put(link, for: Self.hash(of: secret), now: now)
            return memory.links.put(
                DeviceLink(account: account, shownBy: caller.key), for: link, now: now)
        }
        guard let until else { throw APIProblem(.tooMany) }
        let expires = host.wall().milliseconds + Int64(clamping: until - now)
        return .json(
            [
                "link": .text("\(link)"), "secret": .text("\(secret)"),
                "expires": .integer(expires),
            ], status: .created)
    }

    func getLink(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let link = try call.path.value("link") { $0.identifier }
        return Self.answer(try shown(link, by: caller))
    }

    func approveLink(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let link = try call.path.value("link") { $0.identifier }
        let isApproved = try call.body.value("approve") { $0.truth }
        let now = host.monotonic()
        _ = try shown(link, by: caller)
        remember { memory in
            _ = memory.links.change(link, now: now) { link in
                if case .wanted(let key) = link.state {
                    link.state = isApproved ? .approved(key) : .declined
                } else if !isApproved {
                    link.state = .declined
                }
            }
        }
        return .nothing
    }

    /// The link, which only the device sees that shows it.
    private func shown(
        _ link: Identifier128, by caller: Caller
    ) throws(APIProblem) -> DeviceLink {
        let now = host.monotonic()
        let found = remember { $0.links.value(for: link, now: now) }
        guard let found, found.shownBy == caller.key else { throw APIProblem(.notFound) }
        return found
    }

    private static func answer(_ link: DeviceLink) -> APIAnswer {
        var answer: JSONObject = [:]
        switch link.state {
        case .open: answer["state"] = "open"
        case .wanted: answer["state"] = "wanted"
        case .approved: answer["state"] = "approved"
        case .declined: answer["state"] = "declined"
        }
        if !link.label.isEmpty { answer["label"] = .text(link.label) }
        return .json(.object(answer))
    }

    /// By the secret of a link. The first device that shows it is the one that is asked about; the
    /// same one asks again until it hears yes or no.
    func signIn(
        link secret: Identifier128, _ call: APICall
    ) throws(APIProblem) -> APIAnswer {
        let (key, now) = (try call.bearer(), host.monotonic())
        let label = call.body["label"]?.string ?? ""
        let link = remember { memory -> DeviceLink? in
            guard let id = memory.linksBySecret.value(for: Self.hash(of: secret), now: now)
            else { return nil }
            memory.links.change(id, now: now) { link in
                guard link.state == .open else { return }
                link.state = .wanted(key)
                link.label = label
            }
            return memory.links.value(for: id, now: now)
        }
        switch link?.state {
        case .wanted(key): return .json(["state": "wanted"], status: .accepted)
        case .declined: throw APIProblem(.linkDeclined)
        case .approved(key):
            guard let link else { throw APIProblem(.linkGone) }
            return try enter(try account(link.account), call)
        case nil, .open, .wanted, .approved: throw APIProblem(.linkGone)
        }
    }

    private static func hash(of secret: Identifier128) -> Identifier128 {
        SHA256.half(of: secret.bytes)
    }
}

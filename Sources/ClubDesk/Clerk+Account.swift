import API
import Club
import Documents
import EventStore
import HTTP
import Secrets
import SystemCalls

/// The account itself: what its owner sees and changes of it.
extension Clerk {
    func me(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let account = try account(caller.account)
        noteSeen(caller)
        let body = JSONValue.object(try json(account, for: caller))
        let tag = Self.tag(body)
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(body, tag: tag)
    }

    /// A device is seen once a day; no more is kept of when it was used.
    private func noteSeen(_ caller: Caller) {
        let (device, today) = (caller.device, DayNumber(of: host.wall()))
        let seen = try? read { (tables) throws(ClubFault) in try tables.device(device)?.seenDay }
        guard let day = seen ?? nil, day < today else { return }
        // If it can't be noted now, it will be at the next look.
        _ = try? change { (tables) throws(ClubFault) in try tables.saw(device, on: today) }
    }

    /// It changes with all that is told: the persons too, which are no part of the account's own
    /// row.
    private static func tag(_ body: JSONValue) -> HTTPEntityTag {
        HTTPEntityTag("\(SHA256.half(of: body.bytes))")
    }

    /// When the server was put back, as long as that may still explain something to somebody.
    private var restoredLately: WallTime? {
        settings.restoredAt.flatMap { time in
            let age = host.wall().milliseconds - time.milliseconds
            return age < ClubLimits.restoredMilliseconds ? time : nil
        }
    }

    private func json(
        _ account: Account, for caller: Caller
    ) throws(APIProblem) -> JSONObject {
        let linked = try linkedPersons(of: account)
        let since = host.wall().milliseconds - ClubLimits.releaseMilliseconds
        var me: JSONObject = [
            "account": .text("\(account.id.value)"), "handle": .text(account.handle.text),
            "name": .text(account.name), "full_name": .text(account.fullName),
            "email_verified": .truth(account.isEmailVerified),
            "visibility": .integer(account.visibility.rawValue),
            "age": .integer(account.age.rawValue), "settings": Self.settings(of: account),
            "has_password": .truth(account.password != nil),
            "main_person": .text("\(account.mainPerson.value)"),
            "persons": .array(
                linked.map { json($0, for: caller, claimedSince: since) }),
            "version": .integer(account.version),
        ]
        me["email"] = account.email.map(JSONValue.text)
        me["restored_at"] = restoredLately.map { .integer($0.milliseconds) }
        return me
    }

    private func json(
        _ linked: LinkedPerson, for caller: Caller, claimedSince since: Int64
    ) -> JSONValue {
        let canGoBack = linked.claimedFrom != nil && linked.added.milliseconds >= since
        var person: JSONObject = [
            "person": .text("\(linked.person.value)"),
            "added": .integer(linked.added.milliseconds),
            "claimed_from_device": .truth(canGoBack),
        ]
        // A program acts as nobody, whatever copy is restored.
        if caller.scope == .full {
            let pass = pass(for: caller.key, of: linked.account, as: linked.person)
            person["pass"] = .text("\(pass)")
        }
        if canGoBack {
            let until = linked.added.milliseconds + ClubLimits.releaseMilliseconds
            person["until"] = .integer(until)
        }
        return .object(person)
    }

    private static func settings(of account: Account) -> JSONValue {
        let bytes = Array(account.settings.utf8)
        return (try? JSONValue(bytes)) ?? .object([:])
    }

    /// Changes what is given, and nothing else.
    func changeMe(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        var account = try account(caller.account)
        let before = JSONValue.object(try json(account, for: caller))
        guard call.expected?.isMet(by: Self.tag(before)) ?? true else {
            throw APIProblem(.stale)
        }
        let body = call.body
        if body["handle"] != nil { account.handle = try Self.handle(body) }
        if let name = body["name"]?.string { account.name = name }
        if let name = body["full_name"]?.string { account.fullName = name }
        if let number = body["visibility"]?.integer, let visibility = Visibility(rawValue: number) {
            guard visibility == .friends || account.age == .ofAge else {
                throw APIProblem(.guardianNeeded, field: "visibility")
            }
            account.visibility = visibility
        }
        if let settings = body["settings"] {
            account.settings = String(decoding: settings.bytes, as: UTF8.self)
            account.language = settings["language"]?.string
        }
        let (changed, now) = (account, host.wall())
        let stored = try change { (tables) throws(ClubFault) in
            try tables.update(changed, now: now)
        }
        let after = JSONValue.object(try json(stored, for: caller))
        return .json(after, tag: Self.tag(after))
    }
}

/// Passwords and recovery codes.
extension Clerk {
    func setPassword(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let password = try call.body.value("new") { $0.string }
        let account = try account(caller.account)
        try check(password, field: "new", for: account, isPrivate: call.isPrivate)
        let hash = try hash(password)
        try update(caller.account) { $0.password = hash }
        return .nothing
    }

    func removePassword(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        guard try hasWayIn(caller.account, besides: .password) else {
            throw APIProblem(.lastWayIn)
        }
        try update(caller.account) { $0.password = nil }
        return .nothing
    }

    func recoveryCodes(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let codes = newRecoveryCodes()
        let hashes = codes.map { $0.hash(of: caller.account, secret: secret) }
        try change(of: caller.account) { (tables) throws(ClubFault) in
            try tables.replaceRecovery(of: caller.account, by: hashes)
        }
        return .json(["recovery_codes": .array(codes.map { .text($0.description) })])
    }

    func newRecoveryCodes() -> [RecoveryCode] {
        var random = SystemRandom()
        return (0..<ClubLimit.recoveryCodes.max).map { _ in RecoveryCode(using: &random) }
    }

    /// Throws unless a password is good enough for this account, and comes by a way on which nobody
    /// reads along.
    func check(
        _ password: String, field: String, for account: Account, isPrivate: Bool
    ) throws(APIProblem) {
        guard isPrivate else { throw APIProblem(.needsHTTPS, field: field) }
        do throws(PasswordFault) {
            try settings.passwordRules.check(
                password, handle: account.handle, name: account.name)
        } catch {
            throw APIProblem(.weakPassword, field: field)
        }
    }

    func hash(_ password: String) throws(APIProblem) -> String {
        do throws(Passwords.Unavailable) {
            return try passwords.hash(password)
        } catch {
            throw APIProblem(.busy)
        }
    }

    enum WayIn: Hashable {
        case password, email
        case passkey([UInt8])
    }

    /// Whether the owner could still get in if one way were gone. Recovery codes don't count: they
    /// get used up.
    func hasWayIn(
        _ id: AccountID, besides way: WayIn
    ) throws(APIProblem) -> Bool {
        let account = try account(id)
        let passkeys = try read { (tables) throws(ClubFault) in try tables.passkeys(of: id) }
        if account.password != nil, way != .password { return true }
        if account.isEmailVerified, settings.letterAddress != nil, way != .email { return true }
        return passkeys.contains { way != .passkey($0.credential) }
    }

    /// Changes the account as it stands now.
    func update(
        _ id: AccountID, _ body: @escaping @Sendable (inout Account) -> Void
    ) throws(APIProblem) {
        let now = host.wall()
        try change { (tables) throws(ClubFault) in
            guard var account = try tables.account(id) else { throw .absent }
            body(&account)
            _ = try tables.update(account, now: now)
        }
    }
}

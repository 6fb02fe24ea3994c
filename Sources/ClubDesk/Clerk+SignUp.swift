import API
import Club
import Documents
import EventStore
import HTTP
import Passkeys
import Secrets

/// Making an account. The device's person becomes the account's, with all games it has played:
/// nothing in any game changes, and no socket is closed.
extension Clerk {
    func about(_ call: APICall) -> APIAnswer {
        let signUp: JSONValue =
            switch settings.signUp {
            case .open: "open"
            case .withCode: "code"
            case .closed: "closed"
            }
        var about: JSONObject = [
            "sign_up": signUp, "mail": .truth(settings.letterAddress != nil),
            "password_min": .integer(Int64(settings.passwordSignsMin)),
            "needs_https": .truth(!call.isPrivate),
        ]
        if let party = settings.relyingParty { about["passkeys"] = ["rp": .text(party.id)] }
        if let news = settings.newsAddress { about["news"] = .text(news) }
        if let donations = settings.donationsAddress { about["donations"] = .text(donations) }
        if let tiles = settings.tiles {
            about["tiles"] = ["url": .text(tiles.template), "credit": .text(tiles.credit)]
        }
        return .json(.object(about))
    }

    func lookUpHandle(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let handle = try Self.handle(call.path)
        try takeLookUp(call)
        let isTaken = try read { (tables) throws(ClubFault) in
            try tables.account(handle: handle) != nil
        }
        if isTaken { throw APIProblem(.handleTaken, field: "handle") }
        return .json(["handle": .text(handle.text)])
    }

    private func takeLookUp(_ call: APICall) throws(APIProblem) {
        let (network, now) = (call.network, host.monotonic())
        let wait = remember { $0.budgets.takeLookUp(from: network, now: now) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
    }

    /// Suggests what the name is in the letters of handles, or that with the first number behind it
    /// that nobody has.
    func suggestHandle(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let name = try call.query.value("name") { $0.string }
        let suggestion = Handle.suggestion(for: name)
        let free = try read { (tables) throws(ClubFault) -> Handle? in
            if try tables.account(handle: suggestion) == nil { return suggestion }
            // Doubling finds a free one in few looks, however many have the name.
            var number: UInt32 = 2
            while number < 1 << 30 {
                let handle = suggestion.numbered(number)
                if try tables.account(handle: handle) == nil { return handle }
                number = number < 10 ? number + 1 : number * 2
            }
            return nil
        }
        return .json(["handle": .text((free ?? suggestion).text)])
    }

    func signUp(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let key = try call.bearer()
        let id = AccountID(try call.path.value("account") { $0.identifier })
        if let known = try read({ (tables) throws(ClubFault) in try tables.account(id) }) {
            guard speakers.ask({ $0.account(of: key) }) == id else { throw APIProblem(.exists) }
            return .json(.object(try signedIn(known, key)))
        }
        try checkMaySignUp(call, key, as: id)
        var account = try newAccount(call, id, key)
        try takeSignUp(call)
        if let password = call.body["password"]?.string { account.password = try hash(password) }
        let passkey = try registered(call.body["passkey"], by: key)
        guard account.password != nil || passkey != nil else {
            throw APIProblem(.badField, field: "password")
        }
        let codes = newRecoveryCodes()
        try enter(account, call, key, passkey, codes)
        noteProof(key, of: id)
        // An address that has had enough letters can be confirmed later.
        if let email = account.email, (try? takeConfirmation(to: email, call)) != nil {
            sendConfirmation(to: account, goingOn: call.body["to"]?.string)
        }
        var answer = try signedIn(account, key)
        answer["recovery_codes"] = .array(codes.map { .text($0.description) })
        return .json(.object(answer), status: .created)
    }

    private func checkMaySignUp(
        _ call: APICall, _ key: DeviceKey, as id: AccountID
    ) throws(APIProblem) {
        let (mayLink, isRetired) = speakers.ask { ($0.mayLink(key, to: id), $0.isRetired(key)) }
        guard mayLink else { throw APIProblem(isRetired ? .signedOut : .exists) }
        switch settings.signUp {
        case .open: break
        case .closed: throw APIProblem(.signUpClosed)
        case .withCode(let code):
            let attempt = try begin(.unguessable, call)
            guard call.body["code"]?.string == code else {
                throw APIProblem(.badCode, field: "code")
            }
            acquit(attempt)
        }
    }

    /// Counts a sign-up of which all but its proofs is right: whoever mistypes loses none.
    private func takeSignUp(_ call: APICall) throws(APIProblem) {
        let (network, now) = (call.network, host.monotonic())
        let wait = remember { $0.budgets.takeSignUp(from: network, now: now) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
    }

    private func newAccount(
        _ call: APICall, _ id: AccountID, _ key: DeviceKey
    ) throws(APIProblem) -> Account {
        let body = call.body
        var account = Account(
            id: id, handle: try Self.handle(body), name: try body.value("name") { $0.string },
            mainPerson: key.person,
            age: try body.value("age") { $0.integer.flatMap(AgeAnswer.init) },
            created: host.wall())
        account.language = body["language"]?.string
        if let email = body["email"]?.string { account.email = Self.folded(email: email) }
        // A name that is taken is told before a password is hashed, or a challenge used up; that it
        // is counts like any look.
        let handle = account.handle
        let isTaken = try read { (tables) throws(ClubFault) in
            try tables.account(handle: handle) != nil
        }
        if isTaken {
            try takeLookUp(call)
            throw APIProblem(.handleTaken, field: "handle")
        }
        if let password = body["password"]?.string {
            try check(password, field: "password", for: account, isPrivate: call.isPrivate)
        }
        return account
    }

    /// Writes all of it in one transaction, and says so in memory.
    private func enter(
        _ account: Account, _ call: APICall, _ key: DeviceKey, _ passkey: PasskeyRow?,
        _ codes: [RecoveryCode]
    ) throws(APIProblem) {
        let (now, id, device) = (account.created, account.id, DeviceID(first: key))
        let hashes = codes.map { $0.hash(of: id, secret: secret) }
        let label = call.body["label"]?.string ?? ""
        let claims = claimable(call.body["tokens"], by: id, besides: key)
        try change { (tables) throws(ClubFault) in
            try tables.insert(account)
            try tables.insert(Device(id: device, account: id, label: label, created: now))
            try tables.link(key, to: device, of: id)
            try Self.claim(claims, for: id, from: device, at: now, in: tables)
            if var passkey {
                passkey.account = id
                try tables.insert(passkey)
            }
            try tables.replaceRecovery(of: id, by: hashes)
        }
        speakers.lend { speakers in
            speakers.claim(person: key.person, by: id)
            speakers.link(key: key, to: id)
            for claim in claims {
                speakers.claim(person: claim.person, by: id)
                speakers.link(key: claim, to: id)
            }
        }
    }

    /// What a device is told that is signed in now.
    func signedIn(
        _ account: Account, _ key: DeviceKey
    ) throws(APIProblem) -> JSONObject {
        [
            "account": .text("\(account.id.value)"), "handle": .text(account.handle.text),
            "persons": try persons(of: account, for: key),
        ]
    }
}

extension Clerk {
    static func handle(_ fields: APIFields) throws(APIProblem) -> Handle {
        let text = try fields.value("handle") { $0.string }
        do throws(Handle.Fault) {
            return try Handle(text)
        } catch {
            throw APIProblem(error == .reserved ? .handleTaken : .badField, field: "handle")
        }
    }

    /// The handle that somebody looks for: one that is reserved is as good as any that nobody has.
    static func wantedHandle(_ fields: APIFields) throws(APIProblem) -> Handle {
        let text = try fields.value("handle") { $0.string }
        guard let handle = Handle(stored: text.lowercased()) else { throw APIProblem(.notFound) }
        return handle
    }

    /// An address in the form in which addresses are compared.
    static func folded(email: String) -> String { email.lowercased() }

    /// The keys of tokens that an account may take along. The others are passed over: a device may
    /// hold old ones that are of no use to anybody any more.
    func claimable(
        _ tokens: JSONValue?, by account: AccountID, besides own: DeviceKey? = nil
    ) -> [DeviceKey] {
        let keys = (tokens?.elements ?? []).compactMap(\.token).map { DeviceKey(token: $0) }
        var known = Set(own.map { [$0] } ?? [])
        return speakers.ask { speakers in
            keys.filter { known.insert($0).inserted && speakers.mayClaim($0, by: account) }
        }
    }

    /// Links persons with their keys to an account and one of its devices.
    static func claim(
        _ keys: [DeviceKey], for account: AccountID, from device: DeviceID, at now: WallTime,
        in tables: ClubTables
    ) throws(ClubFault) {
        for key in keys {
            // The device may have been signed out since it asked, and a program is no device.
            guard try tables.device(device)?.account == account else { throw .absent }
            guard try tables.program(key) == nil else { throw .exists }
            try tables.link(
                LinkedPerson(
                    person: key.person, account: account, added: now, claimedFrom: device))
            try tables.link(key, to: device, of: account)
        }
    }
}

import API
import Club
import Documents
import EventStore
import HTTP
import Mail
import Secrets

/// Ways into an account that there is. All of them end in `enter`: a device's key is linked, and
/// its holder has proved who they are. No secret ever comes from the server, so that a lost answer
/// costs nothing.
extension Clerk {
    func signIn(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let body = call.body
        if let password = body["password"]?.string { return try signIn(password: password, call) }
        if let assertion = body["passkey"] { return try signIn(passkey: assertion, call) }
        if let secret = body["link"]?.identifier { return try signIn(link: secret, call) }
        if let code = body["recovery_code"]?.string {
            return try signIn(recoveryCode: code, call)
        }
        return try confirmMail(call)
    }

    /// Lets the bearer's device into an account, and takes along what is wished for.
    ///
    /// - Parameters:
    ///   - way: where the page goes on, if the proof says so.
    ///   - prove: is done in the same transaction; if it says false nothing is changed, and the
    ///     proof was wrong.
    func enter(
        _ account: Account, _ call: APICall, goingOn way: String? = nil,
        _ prove: @escaping @Sendable (ClubTables) throws(ClubFault) -> Bool = { _ in true }
    ) throws(APIProblem) -> APIAnswer {
        let (key, id) = (try call.bearer(), account.id)
        let (mayLink, isRetired, isLinked) = speakers.ask {
            ($0.mayLink(key, to: id), $0.isRetired(key), $0.account(of: key) == id)
        }
        guard mayLink else { throw APIProblem(isRetired ? .signedOut : .exists) }
        let (now, device) = (host.wall(), DeviceID(first: key))
        let label = call.body["label"]?.string ?? ""
        // The bearer's own token may be among them: then what the device has played by itself
        // becomes the account's too.
        let claims = claimable(call.body["tokens"], by: id)
        let isProved = try change(of: id) { (tables) throws(ClubFault) in
            guard try prove(tables) else { return false }
            let row = try tables.key(key)
            // A program's key, which is nobody else's, isn't known to `speakers`.
            guard row == nil || row?.account == id, try tables.program(key) == nil
            else { throw .exists }
            let known = row?.device
            if known == nil {
                try tables.insert(Device(id: device, account: id, label: label, created: now))
                try tables.link(key, to: device, of: id)
            }
            try Self.claim(claims, for: id, from: known ?? device, at: now, in: tables)
            return true
        }
        guard isProved else { throw APIProblem(.wrongProof) }
        speakers.lend { speakers in
            speakers.link(key: key, to: id)
            for claim in claims {
                speakers.claim(person: claim.person, by: id)
                speakers.link(key: claim, to: id)
            }
        }
        noteProof(key, of: id)
        if !isLinked, account.isEmailVerified { send(.newDevice(label: label), to: account) }
        var answer = try signedIn(account, key)
        if let way { answer["to"] = .text(way) }
        return .json(.object(answer))
    }

    /// By a name, or an address, and a password. Whether there is such an account shows neither in
    /// the answer nor in the time that it takes.
    private func signIn(
        password: String, _ call: APICall
    ) throws(APIProblem) -> APIAnswer {
        guard call.isPrivate else { throw APIProblem(.needsHTTPS) }
        let (name, found) = try account(named: call)
        let attempt = try beginProof(of: found, named: name, call)
        guard try isRight(password, for: found), let found else { throw APIProblem(.wrongProof) }
        acquit(attempt)
        renewHash(of: found, password)
        return try enter(found, call)
    }

    private func signIn(
        recoveryCode code: String, _ call: APICall
    ) throws(APIProblem) -> APIAnswer {
        let (_, found) = try account(named: call)
        let attempt = try begin(.unguessable, call)
        guard let found, let hash = RecoveryCode(code)?.hash(of: found.id, secret: secret) else {
            throw APIProblem(.wrongProof)
        }
        let (key, id) = (try call.bearer(), found.id)
        // Whoever asks again, because the answer was lost, has used the code up.
        let isIn = isProved(key, of: id)
        let answer = try enter(found, call) { (tables) throws(ClubFault) in
            let isTaken = try tables.takeRecovery(hash, of: id)
            return isTaken || isIn
        }
        acquit(attempt)
        return answer
    }

    /// Finds the account that a request names by its handle, or by its verified address.
    private func account(
        named call: APICall
    ) throws(APIProblem) -> (name: String, Account?) {
        if let email = call.body["email"]?.string.map(Self.folded) {
            return (
                email, try read { (tables) throws(ClubFault) in try tables.account(email: email) }
            )
        }
        let handle = try Self.wantedHandle(call.body)
        return (
            handle.text,
            try read { (tables) throws(ClubFault) in try tables.account(handle: handle) }
        )
    }

    private func isRight(
        _ password: String, for account: Account?
    ) throws(APIProblem) -> Bool {
        do throws(Passwords.Unavailable) {
            return try passwords.verify(password, by: account?.password)
        } catch {
            throw APIProblem(.busy)
        }
    }

    /// Replaces a hash that was made with parameters of former times. Whoever has changed the
    /// account meanwhile leaves it for the next time.
    private func renewHash(of account: Account, _ password: String) {
        guard let hash = account.password, passwords.isOutdated(hash),
            let newHash = try? passwords.hash(password)
        else { return }
        var renewed = account
        renewed.password = newHash
        let (changed, now) = (renewed, host.wall())
        _ = try? change { (tables) throws(ClubFault) in try tables.update(changed, now: now) }
    }
}

import API
import Club
import Documents
import EventStore
import HTTP
import Mail
import Structures

/// Addresses, and what is sent to them. A code in a letter is good once, for an hour; it confirms
/// the address and signs in the device that opens it. Nothing that is answered tells whether an
/// address is anybody's.
extension Clerk {
    func setEmail(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        guard settings.letterAddress != nil else { throw APIProblem(.mailOff) }
        let email = Self.folded(email: try call.body.value("email") { $0.string })
        try takeConfirmation(to: email, call)
        let before = try account(caller.account)
        try update(caller.account) { account in
            guard account.email != email else { return }
            account.email = email
            account.isEmailVerified = false
        }
        if before.email != email { tellAddress(of: before) }
        sendConfirmation(to: try account(caller.account))
        return .empty(.accepted)
    }

    /// Tells a confirmed address that it is the account's no more: if somebody else has taken it
    /// away, its owner hears of it nowhere else.
    private func tellAddress(of before: Account) {
        if before.isEmailVerified { send(.addressLeft, to: before) }
    }

    func removeEmail(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        guard try hasWayIn(caller.account, besides: .email) else {
            throw APIProblem(.lastWayIn)
        }
        let before = try account(caller.account)
        try update(caller.account) { account in
            account.email = nil
            account.isEmailVerified = false
        }
        tellAddress(of: before)
        return .nothing
    }

    /// Sends a way in to an address, if it is a verified one of somebody.
    func sendMail(_ call: APICall) throws(APIProblem) -> APIAnswer {
        guard settings.letterAddress != nil else { throw APIProblem(.mailOff) }
        let email = Self.folded(email: try call.body.value("email") { $0.string })
        let (network, now) = (call.network, host.monotonic())
        let wait = remember { $0.budgets.takeWayIn(to: email, from: network, now: now) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
        let found = try read { (tables) throws(ClubFault) in try tables.account(email: email) }
        if let found, remember({ $0.budgets.takeWayInSent(now: now) }) {
            sendCode(to: found) { .wayIn(link: $0) }
        }
        return .empty(.accepted)
    }

    func confirmMail(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let code = try call.body.value("mail") { $0.string }
        let (key, hash, now) = (try call.bearer(), Self.hash(ofCode: code), host.monotonic())
        let mailed = remember { memory -> MailedCode? in
            memory.letters.change(hash, now: now) { $0.opener = $0.opener ?? key }
            return memory.letters.value(for: hash, now: now)
        }
        // Whoever asks again, because the answer was lost, has used the code up.
        guard let mailed, mailed.opener == key,
            !mailed.isUsed || isProved(key, of: mailed.account)
        else { throw APIProblem(.mailGone) }
        do throws(APIProblem) {
            let answer = try enter(by: mailed, call)
            remember { _ = $0.letters.change(hash, now: now) { $0.isUsed = true } }
            return answer
        } catch {
            // It may go better on another device.
            remember { memory in
                _ = memory.letters.change(hash, now: now) { code in
                    if !code.isUsed { code.opener = nil }
                }
            }
            throw error
        }
    }

    private func enter(
        by mailed: MailedCode, _ call: APICall
    ) throws(APIProblem) -> APIAnswer {
        let account = try account(mailed.account)
        // Another address was given meanwhile.
        if let email = mailed.email, account.email != email { throw APIProblem(.mailGone) }
        let wall = host.wall()
        return try enter(account, call, goingOn: mailed.way) { (tables) throws(ClubFault) in
            guard let email = mailed.email else { return true }
            guard var account = try tables.account(mailed.account), account.email == email
            else { return false }
            if !account.isEmailVerified {
                account.isEmailVerified = true
                _ = try tables.update(account, now: wall)
            }
            return true
        }
    }

    func takeConfirmation(to email: String, _ call: APICall) throws(APIProblem) {
        let (network, now) = (call.network, host.monotonic())
        let wait = remember { $0.budgets.takeConfirmation(to: email, from: network, now: now) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
    }

    /// - Parameter way: where whoever has just signed up was about to go. A letter that somebody
    ///   asks for later leads nowhere: it is they who say then where they want to go.
    func sendConfirmation(to account: Account, goingOn way: String? = nil) {
        sendCode(to: account, goingOn: way) { .confirmation(link: $0) }
    }

    /// Sends a letter to the address of an account, if it can be sent. Too many that wait are the
    /// operator's trouble, who is told: nobody who asks learns of it.
    func send(_ subject: Letter.Subject, to account: Account) {
        guard let address = account.email.flatMap({ MailAddress($0) }) else { return }
        let language = account.language.flatMap(Letter.Language.init) ?? .english
        _ = host.send(Letter(to: address, language: language, subject: subject))
    }

    private func sendCode(
        to account: Account, goingOn way: String? = nil,
        _ subject: (_ link: String) -> Letter.Subject
    ) {
        guard let address = settings.letterAddress, let email = account.email else { return }
        let link = address + wayIn(for: account.id, confirming: email, goingOn: way)
        send(subject(link), to: account)
    }

    /// The way of a link that lets somebody in, once, within an hour.
    func wayIn(
        for account: AccountID, confirming email: String?, goingOn way: String? = nil
    ) -> String {
        let code = "\(randomIdentifier())"
        let now = host.monotonic()
        remember {
            _ = $0.letters.put(
                MailedCode(account: account, email: email, way: way),
                for: Self.hash(ofCode: code), now: now)
        }
        // Behind "#", so that no server on the way sees it.
        return "/a/m#\(code)"
    }

    private static func hash(ofCode code: String) -> Identifier128 {
        SHA256.half(of: Array(code.utf8))
    }
}

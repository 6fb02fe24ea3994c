import API
package import Documents
import SyncClient
package import Wire

extension AccountServer {
    /// The tokens that may be taken along at once.
    package static let tokensMax = APILimits.tokensMax

    package func terms() throws(AccountError) -> AccountTerms {
        let answer = try answer(to: .about)
        return AccountTerms(
            signUp: try answer.value("sign_up") {
                $0.string.flatMap(AccountTerms.SignUp.init(rawValue:))
            },
            passwordSignsMin: try answer.value("password_min", \.integer))
    }

    /// Makes an account, whose first device this one is.
    ///
    /// - Parameter id: drawn at random.
    /// - Returns: the account, and codes that are good once each if everything else is lost. There
    ///   is none where the first answer was lost.
    package func signUp(
        _ id: Identifier128, _ application: AccountApplication
    ) throws(AccountError) -> (account: KeptAccount, recoveryCodes: [String]) {
        var body: JSONObject = [
            "handle": .text(application.handle), "name": .text(application.name),
            "age": .integer(application.age.rawValue), "password": .text(application.password),
            "tokens": .array(application.tokens.map { .text("\($0)") }),
            "label": .text(application.label),
        ]
        body["code"] = application.code.map { .text($0) }
        let answer = try answer(to: .signUp, ["\(id)"], body: body)
        let codes = answer.value["recovery_codes"]?.elements?.compactMap(\.string) ?? []
        return (try account(in: answer, name: application.name), codes)
    }

    /// Signs this device in, or shows once more who holds it. As long as `me` hasn't said it, the
    /// account's name is its handle.
    ///
    /// - Parameters:
    ///   - name: the user name, or the address.
    ///   - known: what `signOut` has left here.
    package func signIn(
        _ name: String, by proof: AccountProof, known: String? = nil, label: String
    ) throws(AccountError) -> KeptAccount {
        var body: JSONObject = ["label": .text(label)]
        body[name.contains("@") ? "email" : "handle"] = .text(name)
        switch proof {
        case .password(let password): body["password"] = .text(password)
        case .recoveryCode(let code): body["recovery_code"] = .text(code)
        }
        body["known"] = known.map { .text($0) }
        let answer = try answer(to: .signIn, body: body)
        return try account(in: answer)
    }

    /// Signs this device out, for ever.
    ///
    /// - Returns: what lets it be known again, so that strangers who guess don't keep it out.
    package func signOut() throws(AccountError) -> String {
        try answer(to: .signOut).value("known", \.string)
    }

    /// The account as it is now.
    ///
    /// - Parameter kept: what the device was told before, by which a server that was put back to an
    ///   older copy knows that it has lost the account.
    package func me(as kept: KeptAccount) throws(AccountError) -> KeptAccount {
        var query = [
            "account": "\(kept.credentials.account)", "person": "\(kept.mainPerson.value)",
        ]
        query["pass"] = kept.credentials.passes[kept.mainPerson].map { "\($0)" }
        let answer = try answer(to: .me, query: query)
        return try account(in: answer, name: try answer.value("name", \.string))
    }

    /// Takes games that were played with other tokens along.
    ///
    /// - Returns: the account with their persons, but for those that aren't to be had.
    package func claim(
        _ tokens: [Token], for account: KeptAccount
    ) throws(AccountError) -> KeptAccount {
        let answer = try answer(
            to: .claimPersons, body: ["tokens": .array(tokens.map { .text("\($0)") })])
        var account = account
        account.credentials.passes = try answer.value("persons", LinkedPersons.init).passes
        return account
    }

    /// Makes new recovery codes; the old ones end.
    package func newRecoveryCodes() throws(AccountError) -> [String] {
        try answer(to: .recoveryCodes).list("recovery_codes", \.string)
    }

    private func account(
        in answer: AccountAnswer, name: String? = nil
    ) throws(AccountError) -> KeptAccount {
        let handle = try answer.value("handle", \.string)
        let linked = try answer.value("persons", LinkedPersons.init)
        return KeptAccount(
            server: address, handle: handle, name: name ?? handle, mainPerson: linked.main,
            credentials: AccountCredentials(
                account: try answer.value("account", \.identifier), token: token,
                passes: linked.passes))
    }
}

import Documents

// What follows from each answer, in the order of RFC 8555 section 7.

extension ACMEOrder {
    /// The addresses where an authority is asked for what (section 7.1.1).
    struct Directory {
        var newNonce = ""
        var newAccount = ""
        var newOrder = ""
    }

    mutating func advance(_ response: ACMEResponse) throws(ACMEFailure) -> ACMEStep {
        switch stage {
        case .directory: try readDirectory(response)
        case .account: try readAccount(response)
        case .order: try readNewOrder(response)
        case .authorization: try readAuthorization(response)
        case .challenge: postLater(to: authorizationURL, about: .authorization, after: response)
        case .progress: try readOrder(response)
        case .certificate: try readCertificate(response)
        }
    }

    private mutating func readDirectory(
        _ response: ACMEResponse
    ) throws(ACMEFailure) -> ACMEStep {
        let value = try object(response)
        directory.newNonce = try url(value["newNonce"]?.string)
        directory.newAccount = try url(value["newAccount"]?.string)
        directory.newOrder = try url(value["newOrder"]?.string)
        // Section 7.3: an account that is there already is answered with its address.
        let contact = wish.contact.map { ",\"contact\":[\(JSONText.quoted($0))]" } ?? ""
        return post(
            "{\"termsOfServiceAgreed\":true\(contact)}", to: directory.newAccount,
            about: .account)
    }

    private mutating func readAccount(
        _ response: ACMEResponse
    ) throws(ACMEFailure) -> ACMEStep {
        accountURL = try url(response.location)
        let name = JSONText.quoted(wish.name)
        return post(
            "{\"identifiers\":[{\"type\":\"dns\",\"value\":\(name)}]}", to: directory.newOrder,
            about: .order)
    }

    /// Section 7.4: one name has one authorization.
    private mutating func readNewOrder(
        _ response: ACMEResponse
    ) throws(ACMEFailure) -> ACMEStep {
        let value = try object(response)
        orderURL = try url(response.location)
        guard let authorizations = value["authorizations"]?.elements, authorizations.count == 1
        else { throw unexpected }
        authorizationURL = try url(authorizations[0].string)
        return post(to: authorizationURL, about: .authorization)
    }

    /// Section 7.5: the name is shown to be ours, or not yet, or not at all.
    private mutating func readAuthorization(
        _ response: ACMEResponse
    ) throws(ACMEFailure) -> ACMEStep {
        let value = try object(response)
        let offered = value["challenges"]?.elements?.first { $0["type"]?.string == "http-01" }
        switch value["status"]?.string {
        case "valid": return post(to: orderURL, about: .progress)
        case "pending" where challenge == nil: return try accept(offered)
        case "pending", "processing":
            return postLater(to: authorizationURL, about: .authorization, after: response)
        case "invalid": throw .problem(ACMEProblem(offered?["error"]))
        default: throw unexpected
        }
    }

    /// Section 7.5.1: shows the answer, and has the authority look.
    private mutating func accept(_ offered: JSONValue?) throws(ACMEFailure) -> ACMEStep {
        guard let offered, let token = offered["token"]?.string, Base64URL.isText(token),
            token.utf8.count <= Self.tokenBytesMax
        else { throw .unexpected("a challenge by http-01") }
        show(Challenge(token: token, answer: account.authorization(of: token)))
        return post("{}", to: try url(offered["url"]?.string), about: .challenge)
    }

    /// Section 7.4, the statuses of section 7.1.6: an order is ready once the name is shown to be
    /// ours, and valid once there is a certificate.
    private mutating func readOrder(_ response: ACMEResponse) throws(ACMEFailure) -> ACMEStep {
        let value = try object(response)
        switch value["status"]?.string {
        case "ready" where !isFinalized:
            isFinalized = true
            let request = Base64URL.text(wish.signingRequest)
            return post(
                "{\"csr\":\"\(request)\"}", to: try url(value["finalize"]?.string),
                about: .progress)
        case "pending", "ready", "processing":
            return postLater(to: orderURL, about: .progress, after: response)
        case "valid":
            return post(to: try url(value["certificate"]?.string), about: .certificate)
        case "invalid": throw .problem(ACMEProblem(value["error"]))
        default: throw unexpected
        }
    }

    /// Section 7.4.2. Whether the certificate fits is seen by whoever is to use it.
    private func readCertificate(_ response: ACMEResponse) throws(ACMEFailure) -> ACMEStep {
        guard response.body.starts(with: "-----BEGIN CERTIFICATE-----".utf8) else {
            throw unexpected
        }
        return .done(response.body)
    }

    private var unexpected: ACMEFailure { .unexpected(stage.rawValue) }

    private func object(_ response: ACMEResponse) throws(ACMEFailure) -> JSONValue {
        guard let value = try? JSONValue(response.body), case .object = value else {
            throw unexpected
        }
        return value
    }

    /// Section 6.1: everything is asked by https.
    private func url(_ text: String?) throws(ACMEFailure) -> String {
        guard let text, text.hasPrefix("https://"), text.utf8.count <= Self.urlBytesMax,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw unexpected }
        return text
    }
}

import Documents

/// The way to a certificate for one name, step by step (RFC 8555 section 7): is told what the
/// authority answers, and says what it is to be asked next. Control of the name is shown by http-01
/// (section 8.3).
package struct ACMEOrder {
    /// What is wanted of whom.
    package struct Wish: Sendable {
        /// The address of the authority's directory.
        let directory: String
        let name: String
        /// Where the authority may write to, such as `mailto:anna@folf.example`; nil: nowhere.
        let contact: String?
        /// The request to be signed (PKCS #10), as DER.
        let signingRequest: [UInt8]

        package init(directory: String, name: String, contact: String?, signingRequest: [UInt8]) {
            self.directory = directory
            self.name = name
            self.contact = contact
            self.signingRequest = signingRequest
        }
    }

    /// What stands at `/.well-known/acme-challenge/TOKEN` while the authority looks.
    package struct Challenge: Equatable, Sendable {
        package let token: String
        package let answer: String
    }

    /// What the answer that is awaited is about.
    enum Stage: String {
        case directory = "its directory"
        case account = "the account"
        case order = "the new order"
        case authorization = "the name"
        case challenge = "the challenge"
        case progress = "the order"
        case certificate = "the certificate"
    }

    /// Questions of one order; most take ten.
    static let requestsMax = 100
    /// Times that one question is asked again because its nonce was no good.
    static let noncesMax = 5
    /// The longest pause between two questions about the same.
    static let pauseSecondsMax = 30
    static let urlBytesMax = 2_048
    static let tokenBytesMax = 256

    let wish: Wish
    let account: ACMEAccount
    package private(set) var challenge: Challenge?
    var stage = Stage.directory
    var directory = Directory()
    var accountURL: String?
    var authorizationURL = ""
    var orderURL = ""
    var isFinalized = false
    private var nonce: String?
    private var isFetchingNonce = false
    /// The message that was sent last, to be signed again if its nonce was no good.
    private var question = (url: "", payload: "", delaySeconds: 0)
    private var requestCount = 0
    private var badNonceCount = 0
    private var pauseCount = 0

    /// Whether the last question was a signed message.
    private var isSigned: Bool { stage != .directory && !isFetchingNonce }

    package init(_ wish: Wish, by account: ACMEAccount) {
        self.wish = wish
        self.account = account
    }

    /// The first step.
    package func begin() -> ACMEStep {
        .ask(ACMERequest(method: .get, url: wish.directory, delaySeconds: 0))
    }

    /// The step that follows from an answer.
    package mutating func take(_ response: ACMEResponse) -> ACMEStep {
        requestCount += 1
        guard requestCount < Self.requestsMax else { return .failed(.endless) }
        do throws(ACMEFailure) {
            return try next(response)
        } catch {
            return .failed(error)
        }
    }

    private mutating func next(_ response: ACMEResponse) throws(ACMEFailure) -> ACMEStep {
        if let nonce = response.nonce { self.nonce = nonce }
        guard response.status < 300 else {
            let problem = ACMEProblem(
                try? JSONValue(response.body), status: response.status,
                retryAfterSeconds: response.retryAfterSeconds)
            // Section 6.5: the answer brings another nonce, with which it may be tried again. What
            // wasn't signed had none that could be bad.
            guard problem.name == "badNonce", isSigned, badNonceCount < Self.noncesMax else {
                throw .problem(problem)
            }
            badNonceCount += 1
            return ask()
        }
        if isFetchingNonce {
            guard nonce != nil else { throw .unexpected("a nonce") }
            isFetchingNonce = false
            return ask()
        }
        badNonceCount = 0
        return try advance(response)
    }
}

extension ACMEOrder {
    /// Asks about `stage` from now on.
    ///
    /// - Parameter payload: empty where something is only asked for.
    mutating func post(
        _ payload: String = "", to url: String, about stage: Stage, delaySeconds: Int = 0
    ) -> ACMEStep {
        self.stage = stage
        if delaySeconds == 0 { pauseCount = 0 }
        question = (url, payload, delaySeconds)
        return ask()
    }

    /// Asks about the same again, a little later; the authority may say when.
    mutating func postLater(
        to url: String, about stage: Stage, after response: ACMEResponse
    ) -> ACMEStep {
        pauseCount += 1
        let seconds = response.retryAfterSeconds ?? 1 << min(pauseCount - 1, 5)
        return post(
            to: url, about: stage, delaySeconds: min(max(1, seconds), Self.pauseSecondsMax))
    }

    /// Asks the question, or for the nonce that it needs: each is good once.
    private mutating func ask() -> ACMEStep {
        guard let nonce else {
            isFetchingNonce = true
            return .ask(ACMERequest(method: .head, url: directory.newNonce, delaySeconds: 0))
        }
        self.nonce = nil
        let body = account.message(
            question.payload, to: question.url, nonce: nonce, account: accountURL)
        return .ask(
            ACMERequest(
                method: .post(body), url: question.url, delaySeconds: question.delaySeconds))
    }

    mutating func show(_ challenge: Challenge) { self.challenge = challenge }
}

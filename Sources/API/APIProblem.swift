package import HTTP

/// The reason why a call isn't answered as it was meant.
package struct APIProblem: Error, Hashable, Sendable {
    /// The kinds that the API has besides those of HTTP.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case badField = "bad_field"
        case bodyNotJSON = "body_not_json"
        case needsBearer = "needs_bearer"
        case notSignedIn = "not_signed_in"
        case signedOut = "signed_out"
        case wrongProof = "wrong_proof"
        case notFresh = "not_fresh"
        case readOnlyToken = "read_only_token"
        case needsHTTPS = "needs_https"
        case guardianNeeded = "guardian_needed"
        case weakPassword = "weak_password"
        case badCode = "bad_code"
        case signUpClosed = "sign_up_closed"
        case handleTaken = "handle_taken"
        case emailTaken = "email_taken"
        case exists
        case notYours = "not_yours"
        case stale
        case preconditionRequired = "precondition_required"
        case tooMany = "too_many"
        case tooManyTries = "too_many_tries"
        case lastWayIn = "last_way_in"
        case tooLate = "too_late"
        case mailOff = "mail_off"
        case passkeysOff = "passkeys_off"
        case linkDeclined = "link_declined"
        case linkGone = "link_gone"
        case mailGone = "mail_gone"
        case accountLost = "account_lost"
        case columnTaken = "column_taken"
        case storage
        case storageFull = "storage_full"
    }

    package let terms: HTTPProblem.Terms
    /// The part of the call that is wrong, if one is.
    package let field: String?
    /// The time after which to try again; nil if that is of no use.
    package let retryMilliseconds: UInt64?

    package init(_ kind: Kind, field: String? = nil, retryMilliseconds: UInt64? = nil) {
        terms = kind.terms
        self.field = field
        self.retryMilliseconds = retryMilliseconds
    }

    package init(_ problem: HTTPProblem, field: String? = nil, retryMilliseconds: UInt64? = nil) {
        terms = problem.terms
        self.field = field
        self.retryMilliseconds = retryMilliseconds
    }
}

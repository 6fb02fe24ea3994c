/// What an authority is to be asked next.
package struct ACMERequest: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        case get
        case head
        /// With a body of the type `application/jose+json`.
        case post(String)
    }

    package let method: Method
    package let url: String
    /// The time to wait before.
    package let delaySeconds: Int
}

/// What comes of an answer.
package enum ACMEStep: Equatable, Sendable {
    case ask(ACMERequest)
    /// The certificate and those that vouch for it, in the PEM format.
    case done([UInt8])
    case failed(ACMEFailure)
}

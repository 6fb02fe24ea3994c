/// The reason why a request isn't answered as it was meant (RFC 9457).
public enum HTTPProblem: String, Error, CaseIterable, Sendable {
    case badRequest = "bad_request"
    case forbidden
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case lengthRequired = "length_required"
    case preconditionFailed = "precondition_failed"
    case contentTooLarge = "content_too_large"
    case uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case upgradeRequired = "upgrade_required"
    case tooManyRequests = "too_many_requests"
    case requestHeaderFieldsTooLarge = "header_fields_too_large"
    case notImplemented = "not_implemented"
    case busy
    case draining
    case httpVersionNotSupported = "http_version_not_supported"

    /// What a problem is called, and what is said of it.
    public struct Terms: Hashable, Sendable {
        /// Programs go by the number or the name, which never change their meaning.
        public let number: Int
        public let name: String
        public let status: HTTPStatus
        /// The problem in one sentence, for people.
        public let sentence: String

        public init(_ number: Int, _ name: String, _ status: HTTPStatus, _ sentence: String) {
            self.number = number
            self.name = name
            self.status = status
            self.sentence = sentence
        }

        /// The problem as JSON: the members of RFC 9457 section 3.1, and ours.
        ///
        /// - Parameters:
        ///   - field: the part of the request that is wrong; a name that we have given it.
        ///   - retryMilliseconds: the time after which to try again.
        public func json(field: String? = nil, retryMilliseconds: UInt64? = nil) -> [UInt8] {
            let field = field.map { ",\"field\":\"\($0)\"" } ?? ""
            let retry = retryMilliseconds.map { ",\"retry_ms\":\($0)" } ?? ""
            return Array(
                """
                {"type":"\(HTTPProblem.listPath)#\(name)","title":"\(status.reason)",\
                "status":\(status.rawValue),"detail":"\(sentence)",\
                "code":\(number),"name":"\(name)"\(field)\(retry)}

                """.utf8)
        }
    }

    /// The path at which all problems are listed.
    public static let listPath = "/api/v1/problems"

    public var status: HTTPStatus { terms.status }

    /// The number is the status, where that is one from 400 on.
    public var terms: Terms {
        let (number, status, sentence) = answer
        return Terms(number, rawValue, status, sentence)
    }

    private var answer: (number: Int, status: HTTPStatus, sentence: String) {
        switch self {
        case .badRequest: (400, .badRequest, "The request can't be understood.")
        case .forbidden: (403, .forbidden, "Pages from elsewhere may not do this.")
        case .notFound: (404, .notFound, "There is nothing here.")
        case .methodNotAllowed: (405, .methodNotAllowed, "This can't be done here.")
        case .notAcceptable: (406, .notAcceptable, "There is no answer of a kind that is accepted.")
        case .lengthRequired: (411, .lengthRequired, "The request needs a body.")
        case .preconditionFailed:
            (412, .preconditionFailed, "It isn't any more as it was expected.")
        case .contentTooLarge: (413, .contentTooLarge, "The body is larger than it may be here.")
        case .uriTooLong: (414, .uriTooLong, "The address is too long.")
        case .unsupportedMediaType: (415, .unsupportedMediaType, "A body of this kind isn't taken.")
        case .upgradeRequired: (426, .upgradeRequired, "Only a WebSocket begins here.")
        case .tooManyRequests:
            (
                429, .tooManyRequests,
                "Too many requests come from your network. Try again in a moment."
            )
        case .requestHeaderFieldsTooLarge:
            (431, .requestHeaderFieldsTooLarge, "The request's head is too long.")
        case .notImplemented: (491, .notImplemented, "The server can't do this.")
        case .busy:
            (493, .serviceUnavailable, "Too much is waiting to be done. Try again in a moment.")
        case .draining:
            (494, .serviceUnavailable, "The server restarts. It will be back in a moment.")
        case .httpVersionNotSupported: (495, .httpVersionNotSupported, "Only HTTP/1.1 is spoken.")
        }
    }
}

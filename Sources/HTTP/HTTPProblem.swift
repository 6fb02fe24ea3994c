/// The reason why a request isn't answered as it was meant (RFC 9457). Programs go by the code,
/// which is the raw value and never changes its meaning; the sentence is for people.
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

    public var code: String { rawValue }

    public var status: HTTPStatus { answer.status }

    /// The problem in one sentence.
    public var detail: String { answer.detail }

    /// The problem as JSON: the members of RFC 9457 section 3.1 and the code. A type of its own
    /// would say no more than the code does, so it is the one that stands for the status.
    public var json: [UInt8] {
        Array(
            """
            {"type":"about:blank","title":"\(status.reason)","status":\(status.rawValue),\
            "detail":"\(detail)","code":"\(code)"}

            """.utf8)
    }

    private var answer: (status: HTTPStatus, detail: String) {
        switch self {
        case .badRequest: (.badRequest, "The request can't be understood.")
        case .forbidden: (.forbidden, "Pages from elsewhere may not do this.")
        case .notFound: (.notFound, "There is nothing here.")
        case .methodNotAllowed: (.methodNotAllowed, "This can't be done here.")
        case .notAcceptable: (.notAcceptable, "There is no answer of a kind that is accepted.")
        case .lengthRequired: (.lengthRequired, "The request needs a body.")
        case .preconditionFailed: (.preconditionFailed, "It isn't any more as it was expected.")
        case .contentTooLarge: (.contentTooLarge, "The body is larger than it may be here.")
        case .uriTooLong: (.uriTooLong, "The address is too long.")
        case .unsupportedMediaType: (.unsupportedMediaType, "A body of this kind isn't taken.")
        case .upgradeRequired: (.upgradeRequired, "Only a WebSocket begins here.")
        case .tooManyRequests:
            (.tooManyRequests, "Too many requests come from your network. Try again in a moment.")
        case .requestHeaderFieldsTooLarge:
            (.requestHeaderFieldsTooLarge, "The request's head is too long.")
        case .notImplemented: (.notImplemented, "The server can't do this.")
        case .busy: (.serviceUnavailable, "Too much is waiting to be done. Try again in a moment.")
        case .draining:
            (.serviceUnavailable, "The server restarts. It will be back in a moment.")
        case .httpVersionNotSupported: (.httpVersionNotSupported, "Only HTTP/1.1 is spoken.")
        }
    }
}

/// Responses for sending (RFC 9112 section 4). They end their connection and say so, which leaves
/// no second request to disagree about; but for the 101, and a `head` that doesn't.
public enum HTTPResponse {
    /// A whole response: status line, `Connection: close`, `Content-Length`, `headers`, and `body`.
    /// `includesBody` is false in the answer to a HEAD request, which has the length of a body
    /// that is not sent. Names are tokens and values free of control characters: a caller must
    /// check what it takes from a peer.
    public static func bytes(
        _ status: HTTPStatus, headers: [HTTPHeader] = [], body: [UInt8] = [],
        includesBody: Bool = true
    ) -> [UInt8] {
        let head = head(status, headers: headers, bodyBytes: body.count, ends: true)
        return includesBody ? head + body : head
    }

    /// The head of a response with a body of `bodyBytes`; nil for a status that has none. Unless it
    /// `ends` the connection, the next request may follow.
    public static func head(
        _ status: HTTPStatus, headers: [HTTPHeader], bodyBytes: Int?, ends: Bool
    ) -> [UInt8] {
        var fields = ends ? [HTTPHeader("Connection", "close")] : []
        if let bodyBytes { fields.append(HTTPHeader("Content-Length", String(bodyBytes))) }
        return head(status, headers: fields + headers)
    }

    /// A whole response that says why there is no other. Programs get RFC 9457's JSON. A client
    /// that asks for HTML by its name is a browser that shows what comes to a person, and gets the
    /// sentence. `request` is nil if none could be read.
    ///
    /// - Parameter retryMilliseconds: the time after which to try again, if that is of any use.
    public static func problem(
        _ problem: HTTPProblem, to request: HTTPRequest?, headers: [HTTPHeader] = [],
        retryMilliseconds: UInt64? = nil
    ) -> [UInt8] {
        let isShown = request?.asks(forType: "text/html") ?? false
        let type = isShown ? "text/plain; charset=utf-8" : "application/problem+json"
        var own = [HTTPHeader("Content-Type", type), HTTPHeader("Vary", "Accept")]
        if let retryMilliseconds { own.append(.retryAfter(milliseconds: retryMilliseconds)) }
        let terms = problem.terms
        return bytes(
            terms.status, headers: own + headers,
            body: isShown
                ? Array((terms.sentence + "\n").utf8)
                : terms.json(retryMilliseconds: retryMilliseconds),
            includesBody: request?.method != .head)
    }

    /// The interim response that lets a client send its body (RFC 9110 section 15.2.1).
    public static let goOn = head(.continue, headers: [])

    /// A head of the status line, `headers` and the blank line, nothing added.
    package static func head(_ status: HTTPStatus, headers: [HTTPHeader]) -> [UInt8] {
        head("HTTP/1.1 \(status.rawValue) \(status.reason)", headers)
    }

    /// A head of the start line, `headers` and the blank line.
    package static func head(_ startLine: String, _ headers: [HTTPHeader]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes.append(contentsOf: startLine.utf8)
        for header in headers {
            precondition(!header.name.isEmpty && header.name.utf8.allSatisfy(\.isTokenByte))
            precondition(header.value.utf8.allSatisfy(\.isFieldByte), "a header ends its line")
            bytes.append(contentsOf: "\r\n".utf8)
            bytes.append(contentsOf: header.name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: header.value.utf8)
        }
        bytes.append(contentsOf: "\r\n\r\n".utf8)
        return bytes
    }
}

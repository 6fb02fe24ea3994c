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

    /// What comes before a body of `bodyBytes`; nil for a status that has none. Unless it `ends`
    /// the connection, the next request may follow.
    public static func head(
        _ status: HTTPStatus, headers: [HTTPHeader], bodyBytes: Int?, ends: Bool
    ) -> [UInt8] {
        var fields = ends ? [HTTPHeader("Connection", "close")] : []
        if let bodyBytes { fields.append(HTTPHeader("Content-Length", String(bodyBytes))) }
        return head(status, headers: fields + headers)
    }

    /// A response with a line of plain text.
    public static func text(
        _ status: HTTPStatus, _ text: String, headers: [HTTPHeader] = [],
        includesBody: Bool = true
    ) -> [UInt8] {
        let type = HTTPHeader("Content-Type", "text/plain; charset=utf-8")
        return bytes(
            status, headers: [type] + headers, body: Array((text + "\n").utf8),
            includesBody: includesBody)
    }

    /// A refusal with its reason as text and the fields that its status demands: what is allowed
    /// (405), what to upgrade to and in which version (426, RFC 6455 section 4.2.2).
    public static func refusal(
        _ status: HTTPStatus, headers: [HTTPHeader] = [], includesBody: Bool = true
    ) -> [UInt8] {
        let demanded: [HTTPHeader] =
            switch status {
            case .methodNotAllowed:
                [HTTPHeader("Allow", "GET, HEAD")]
            case .upgradeRequired:
                [
                    HTTPHeader("Upgrade", "websocket"),
                    HTTPHeader("Sec-WebSocket-Version", WebSocketHandshake.version),
                ]
            default: []
            }
        return text(
            status, status.reason, headers: demanded + headers, includesBody: includesBody)
    }

    /// Status line, `headers` and the blank line, nothing added.
    static func head(_ status: HTTPStatus, headers: [HTTPHeader]) -> [UInt8] {
        head("HTTP/1.1 \(status.rawValue) \(status.reason)", headers)
    }

    /// The start line, `headers` and the blank line.
    static func head(_ startLine: String, _ headers: [HTTPHeader]) -> [UInt8] {
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

public import HTTP

/// The opening handshake (RFC 6455 section 4): a GET request that asks to go on as WebSocket, and
/// the response that proves it was understood. No extension is ever offered or accepted.
public enum WebSocketHandshake {
    /// The only version there is (RFC 6455 section 4.1).
    static let version = "13"

    /// Bytes of the key that a client draws at random for each handshake.
    public static let keyBytes = 16

    public enum Answer: Equatable, Sendable {
        /// To be sent; what follows on the connection is WebSocket.
        case accepted(response: [UInt8])
        /// To be answered with `HTTPResponse.problem`.
        case refused(HTTPProblem)
    }

    /// The fields of the answer to a request that should have been an upgrade (RFC 9110 section
    /// 15.5.22, RFC 6455 section 4.2.2).
    public static let demands = [
        HTTPHeader("Upgrade", "websocket"), HTTPHeader("Sec-WebSocket-Version", version),
    ]

    /// Checks an upgrade request (RFC 6455 section 4.2.1) that `HTTPRequestParser` has read, which
    /// saw to version and host, and which has no body. `subprotocol` must be among those offered;
    /// nil asks for none.
    /// `allowsOrigin` decides about a web page's origin, such as "https://example.org", given the
    /// host that the request is for; programs send no origin, and are not asked for one.
    public static func accept(
        _ request: HTTPRequest, subprotocol: String?,
        allowsOrigin: (_ origin: String, _ host: String) -> Bool
    ) -> Answer {
        guard request.method == .get else { return .refused(.methodNotAllowed) }
        guard request.isUpgrade else { return .refused(.upgradeRequired) }
        let fields = request.fields
        guard fields.hasToken("upgrade", in: "connection") else { return .refused(.badRequest) }
        guard fields.count(of: "sec-websocket-version") <= 1 else { return .refused(.badRequest) }
        guard fields.isOnly(version, in: "sec-websocket-version") else {
            return .refused(.upgradeRequired)
        }
        guard let key = fields.only("sec-websocket-key"),
            Base64.decode(fields.bytes.span.extracting(key))?.count == keyBytes
        else { return .refused(.badRequest) }
        let origins = request.values(of: "origin")
        guard origins.count <= 1 else { return .refused(.badRequest) }
        guard origins.allSatisfy({ allowsOrigin($0, request.host) }) else {
            return .refused(.forbidden)
        }
        if let subprotocol,
            !fields.hasListMember(subprotocol, in: "sec-websocket-protocol")
        {
            return .refused(.badRequest)
        }
        let response = response(key: fields.bytes.span.extracting(key), subprotocol: subprotocol)
        return .accepted(response: response)
    }

    /// A client's request (RFC 6455 section 4.1). `host` is name or address and, unless it is the
    /// scheme's default, port; `path` begins with "/" and may have a query; `key` is `keyBytes`
    /// random bytes, to be given to the `HTTPResponseParser` too. None may hold blanks or control
    /// characters.
    public static func request(
        host: String, path: String, key: [UInt8], subprotocol: String?, origin: String? = nil
    ) -> [UInt8] {
        precondition(key.count == keyBytes, "a key of 16 bytes")
        precondition(HTTPAuthority.isValid(host.utf8.span), "a host and perhaps a port")
        precondition(path.utf8.first == 0x2F && path.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        var headers = [
            HTTPHeader("Host", host),
            HTTPHeader("Upgrade", "websocket"),
            HTTPHeader("Connection", "Upgrade"),
            HTTPHeader("Sec-WebSocket-Key", Base64.encode(key)),
            HTTPHeader("Sec-WebSocket-Version", version),
        ]
        if let subprotocol { headers.append(HTTPHeader("Sec-WebSocket-Protocol", subprotocol)) }
        if let origin { headers.append(HTTPHeader("Origin", origin)) }
        return HTTPResponse.head("GET \(path) HTTP/1.1", headers)
    }

    private static func response(key: Span<UInt8>, subprotocol: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes.append(contentsOf: responseStart)
        appendAcceptance(of: key, to: &bytes)
        if let subprotocol {
            bytes.append(contentsOf: "\r\nSec-WebSocket-Protocol: ".utf8.span)
            bytes.append(contentsOf: subprotocol.utf8.span)
        }
        bytes.append(contentsOf: "\r\n\r\n".utf8.span)
        return bytes
    }

    /// The beginning of all responses, up to the value that follows from the key.
    private static let responseStart =
        HTTPResponse.head(
            .switchingProtocols,
            headers: [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade")]
        ).dropLast(2) + Array("Sec-WebSocket-Accept: ".utf8)

    /// The proof that the key was read by someone who speaks WebSocket (RFC 6455 section 4.2.2).
    static func acceptance(of key: Span<UInt8>) -> [UInt8] {
        var proof: [UInt8] = []
        appendAcceptance(of: key, to: &proof)
        return proof
    }

    private static func appendAcceptance(of key: Span<UInt8>, to bytes: inout [UInt8]) {
        // The text to be hashed stands for a moment where its proof will.
        let start = bytes.count
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: "258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8.span)
        let digest = SHA1.digest(bytes.span.extracting(start...))
        bytes.removeSubrange(start...)
        Base64.append(digest.span, to: &bytes)
    }
}

/// The methods that are served.
public enum HTTPMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
}

/// The head of an HTTP/1.1 request that has no body (RFC 9112 section 3).
public struct HTTPRequest: Equatable, Sendable {
    public var method: HTTPMethod
    /// In origin form: begins with "/", visible ASCII without "#", nothing decoded.
    public var target: String
    let fields: HTTPFields

    init(method: HTTPMethod, target: String, fields: HTTPFields) {
        self.method = method
        self.target = target
        self.fields = fields
    }

    /// In the order received, names in lower case.
    public var headers: [HTTPHeader] { fields.headers }

    /// The target up to a "?", not percent-decoded.
    public var path: String {
        String(target[..<(target.utf8.firstIndex(of: 0x3F) ?? target.endIndex)])
    }

    /// What stands behind the "?", separated by "&", each up to a "=".
    public var queryNames: [Substring] {
        let query = target.drop { $0 != "?" }.dropFirst()
        return query.split(separator: "&").map { $0.prefix { $0 != "=" } }
    }

    /// The values of every field called `name`, which is lower-case, in the order received.
    public func values(of name: String) -> [String] { fields.values(of: name) }

    /// The authority that the request is for. The parser has checked that there is exactly one.
    public var host: String { values(of: "host").first ?? "" }

    /// Whether the client wants the connection to end with the answer (RFC 9112 section 9.6).
    public var endsConnection: Bool { fields.hasToken("close", in: "connection") }

    /// Whether the client asks for WebSocket, however well it does so.
    public var isUpgrade: Bool { fields.hasToken("websocket", in: "upgrade") }
}

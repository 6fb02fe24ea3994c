/// The head of an HTTP/1.1 request (RFC 9112 section 3).
public struct HTTPRequest: Equatable, Sendable {
    public var method: HTTPMethod
    /// The target in origin form: begins with "/", visible ASCII without "#", nothing decoded.
    public var target: String
    package let fields: HTTPFields
    /// The length of the body, as the head announces it.
    public let bodyLength: HTTPBodyLength

    init(
        method: HTTPMethod, target: String, fields: HTTPFields, bodyLength: HTTPBodyLength
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.bodyLength = bodyLength
    }

    /// All fields in the order received, names in lower case.
    public var headers: [HTTPHeader] { fields.headers }

    /// The target up to a "?", not percent-decoded.
    public var path: String {
        String(target[..<(target.utf8.firstIndex(of: 0x3F) ?? target.endIndex)])
    }

    /// The target behind a "?", not percent-decoded.
    package var query: Substring { target.drop { $0 != "?" }.dropFirst() }

    /// The values of every field called `name`, which is lower-case, in the order received.
    public func values(of name: String) -> [String] { fields.values(of: name) }

    /// The authority that the request is for. The parser has checked that there is exactly one.
    public var host: String { values(of: "host").first ?? "" }

    /// Whether the client wants the connection to end with the answer (RFC 9112 section 9.6).
    public var endsConnection: Bool { fields.hasToken("close", in: "connection") }

    /// Whether the client waits for a word before it sends the body (RFC 9110 section 10.1.1).
    public var expectsContinue: Bool { fields.hasToken("100-continue", in: "expect") }

    /// Whether the client asks for WebSocket, however well it does so.
    public var isUpgrade: Bool { fields.hasToken("websocket", in: "upgrade") }
}

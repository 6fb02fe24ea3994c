public import HTTP

/// A fault in a server's answer to the opening handshake.
public enum WebSocketHandshakeError: Error, Hashable, Sendable {
    /// Not an HTTP/1.1 response.
    case malformed
    /// Over a limit of `HTTPLimits`.
    case headTooLarge
    /// A status other than 101, 100 to 999.
    case status(Int)
    /// No or another protocol in `Upgrade`.
    case upgrade
    /// No "upgrade" in `Connection`.
    case connection
    /// `Sec-WebSocket-Accept` does not belong to the key.
    case acceptance
    /// Not the subprotocol that was asked for.
    case subprotocol
    /// An extension, although none was offered.
    case unofferedExtension
}

/// Reads the head of the response in the client's half of the handshake, and checks it (RFC 6455
/// section 4.1).
public struct HTTPResponseParser: Sendable {
    public enum Progress: Equatable, Sendable {
        case needMore
        /// The connection is open; the cursor is at the first byte of WebSocket.
        case accepted
        case failed(WebSocketHandshakeError)
    }

    private var head: HTTPHeadReader
    private let acceptance: String
    private let subprotocol: String?
    private var result: Progress?

    /// `key` and `subprotocol` are those of the request; without one the server may choose none.
    public init(key: [UInt8], subprotocol: String?, limits: HTTPLimits = HTTPLimits()) {
        head = HTTPHeadReader(limits: limits)
        acceptance = String(
            decoding: WebSocketHandshake.acceptance(of: Base64.encode(key).utf8.span), as: UTF8.self
        )
        self.subprotocol = subprotocol
    }

    /// Reads from `bytes` starting at `cursor` and advances it, never beyond the blank line. Once
    /// accepted or failed it consumes nothing and reports the same again.
    public mutating func receive(_ bytes: Span<UInt8>, cursor: inout Int) -> Progress {
        if let result { return result }
        do throws(WebSocketHandshakeError) {
            guard try readHead(bytes, &cursor) else { return .needMore }
            try checkHeaders()
            result = .accepted
            return .accepted
        } catch {
            result = .failed(error)
            return .failed(error)
        }
    }

    private mutating func readHead(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(WebSocketHandshakeError) -> Bool {
        while true {
            switch try readPart(bytes, &cursor) {
            case .needMore: return false
            case .startLine: try checkStatus()
            case .complete: return true
            }
        }
    }

    private mutating func readPart(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(WebSocketHandshakeError) -> HTTPHeadReader.Progress {
        do throws(HTTPHeadFault) {
            return try head.read(bytes, cursor: &cursor)
        } catch {
            switch error {
            case .malformed: throw .malformed
            case .tooLarge: throw .headTooLarge
            }
        }
    }

    private func checkStatus() throws(WebSocketHandshakeError) {
        guard let status = head.status else { throw .malformed }
        guard status == 101 else { throw .status(status) }
    }

    private func checkHeaders() throws(WebSocketHandshakeError) {
        let fields = head.fields
        let upgrades = fields.values(of: "upgrade")
        guard upgrades.count == 1, upgrades[0].lowercased() == "websocket" else { throw .upgrade }
        guard fields.hasToken("upgrade", in: "connection") else { throw .connection }
        guard fields.values(of: "sec-websocket-accept") == [acceptance] else { throw .acceptance }
        let chosen = fields.values(of: "sec-websocket-protocol")
        guard chosen == (subprotocol.map { [$0] } ?? []) else { throw .subprotocol }
        guard fields.values(of: "sec-websocket-extensions").isEmpty else {
            throw .unofferedExtension
        }
    }
}

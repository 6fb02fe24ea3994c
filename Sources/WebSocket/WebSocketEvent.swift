/// The end of the connection that we are. Clients mask what they send, servers do not.
public enum WebSocketRole: Sendable {
    case server
    case client
}

/// Something that the peer did and the application has to know.
public enum WebSocketEvent: Equatable, Sendable {
    /// A whole text message; the bytes are valid UTF-8.
    case text([UInt8])
    /// A whole binary message.
    case binary([UInt8])
    /// The payload of a pong, asked for or not. Pings are answered inside the connection.
    case pong([UInt8])
    /// The peer's close frame; nil if it had no code. Unless we had closed before, our echo is
    /// already in `output`. Nothing more will be read.
    case closed(CloseCode?, reason: [UInt8])
    /// The peer broke the protocol. Unless we had closed before, our close frame with this code
    /// is already in `output`. Nothing more will be read.
    case failed(CloseCode)
}

/// A way in which a peer has broken the protocol.
enum WebSocketFault: Error {
    case protocolError
    case invalidPayload
    case messageTooBig

    var closeCode: CloseCode {
        switch self {
        case .protocolError: .protocolError
        case .invalidPayload: .invalidPayload
        case .messageTooBig: .messageTooBig
        }
    }
}

/// Bounds what a peer can make a `WebSocketConnection` hold in memory.
public struct WebSocketLimits: Hashable, Sendable {
    /// Bytes of one message, over all its fragments. A longer one fails with `messageTooBig` as
    /// soon as a frame's header shows it.
    public var messageBytesMax: Int

    /// Bytes of unsent pongs. Pings beyond it are answered by a pong to the latest alone.
    public var pongBytesMax: Int

    public init(messageBytesMax: Int = 16 * 1024, pongBytesMax: Int = 1024) {
        precondition(messageBytesMax >= 0 && pongBytesMax >= 0)
        self.messageBytesMax = messageBytesMax
        self.pongBytesMax = pongBytesMax
    }

    /// Payload bytes of a ping, pong or close frame (RFC 6455 section 5.5).
    public static let controlBytesMax = 125

    /// Bytes of a close frame's reason: what the code leaves of `controlBytesMax`.
    public static let closeReasonBytesMax = controlBytesMax - 2
}

/// The codes with which a client closes a connection (RFC 6455 §7.4.1).
enum ClientCloseCode {
    static let normal: UInt16 = 1000
    /// The app ends, or has no use for the connection any more.
    static let goingAway: UInt16 = 1001
    static let protocolError: UInt16 = 1002
}

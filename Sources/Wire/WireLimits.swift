/// The limits on what travels. Protocol.md lists them all.
public enum WireLimits {
    public static let protocolVersion = 1
    public static let subprotocol = "folf.sync.v1"
    /// Bytes of a message to the server.
    public static let clientMessageBytesMax = 16 * 1024
    /// Bytes of a message to a client; a snapshot is the largest.
    public static let serverMessageBytesMax = 8 * 1024 * 1024
    public static let opsPerMessageMax = 64
    /// Bytes of an op in a journal, so that a message always has room for it and what stands around
    /// it.
    public static let opBytesMax = 16 * 1024 - 64
    public static let eventsPerMessageMax = 256
    /// Bytes of the name of the client's software, in `hello`.
    public static let clientNameBytesMax = 64
}

import Wire

/// The limits of a connection: how long it may take to open and to close, and how much of it waits
/// in memory.
public enum SocketLimits {
    /// The time for the TCP connection and the handshake together; looking up a name comes on top.
    public static let openMillisecondsMax: Int64 = 10_000
    /// The time from our close frame to the end of the connection.
    public static let closeMillisecondsMax: Int64 = 2_000
    /// Messages that nobody has received yet. Beyond it nothing more is read.
    public static let waitingBytesMax = 2 * WireLimits.serverMessageBytesMax
    static let readBytes = 64 * 1024
    /// Bytes that are read at a time from a secured connection: what they say, and a record that
    /// had begun before, is less than `readBytes`.
    static let sealedReadBytes = 32 * 1024
}

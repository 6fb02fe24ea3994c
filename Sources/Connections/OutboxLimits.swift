/// What a slow or silent reader may cost. Bytes in the kernel come on top (see `ListeningSocket`).
package struct OutboxLimits: Sendable {
    /// More waiting behind the message that has begun, and what is droppable is dropped.
    package var softBytes = 64 * 1024
    /// More waiting than this, and the connection is cut.
    package var hardBytes = 256 * 1024
    /// Output waiting this long without the peer taking any of it, and the connection is cut.
    package var stallMillisecondsMax = 30_000
    /// How long a connection that the program closes may take to get its last bytes out,
    package var closingMillisecondsMax = 10_000
    /// and that it has the time besides that a line of this speed needs for them.
    package var closingBytesPerSecondMin = 1024
    /// How long after its last byte a closing connection waits for the peer's end of stream.
    package var lingerMillisecondsMax = 2_000

    /// The limits of Protocol.md: 64 KiB, 256 KiB, 30 s; and 10 s and 2 s for closing.
    package init() {}
}

/// Bounds what a slow or silent reader costs. Bytes in the kernel come on top (see
/// `ListeningSocket`).
package struct OutboxLimits: Sendable {
    /// Bytes that may wait behind the message that has begun; beyond it what is droppable is
    /// dropped.
    package var softBytes = 64 * 1024
    /// Bytes that may wait behind the message that has begun; beyond it the connection is cut.
    package var hardBytes = 256 * 1024
    /// The time that output may wait without the peer taking any of it; then the connection is cut.
    package var stallMillisecondsMax = 30_000
    /// The time that a connection has to get its last bytes out once the program closes it.
    package var closingMillisecondsMax = 10_000
    /// The slowest line that is waited for: it has as much time more as it needs at this speed.
    package var closingBytesPerSecondMin = 1024
    /// The time for which a closing connection waits for the peer's end of stream after its last
    /// byte.
    package var lingerMillisecondsMax = 2_000

    /// The limits of Protocol.md: 64 KiB, 256 KiB, 30 s; and 10 s and 2 s for closing.
    package init() {}
}

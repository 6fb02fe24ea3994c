import CLinux
package import SystemCalls

/// A bound and listening TCP socket. Several loops may accept from the same one: the kernel wakes
/// one of them per connection (`EPOLLEXCLUSIVE`). It listens until the last loop that holds it
/// stopped accepting (or is gone) and the program let go of it too.
///
/// Accepted sockets inherit its options on Linux, which saves three system calls a connection.
package final class ListeningSocket: Sendable {
    /// Connections that may wait to be accepted; the kernel caps it at `net.core.somaxconn`.
    static let backlogMax: Int32 = 4096

    /// Bytes that the kernel takes beyond those that are already on their way to the peer. What it
    /// has taken can't be dropped any more and counts for no limit of ours, so it should be little,
    /// but more than a turn usually sends.
    static let unsentBytesMax: Int32 = 32 * 1024

    /// The time for which sent bytes may stay unacknowledged before the kernel gives the connection
    /// up.
    static let unacknowledgedMillisecondsMax: Int32 = 30_000

    let descriptor: Descriptor

    /// The port it listens on, even if 0 was asked for.
    package let port: UInt16

    /// Binds and listens.
    ///
    /// - Parameters:
    ///   - host: an IPv4 or IPv6 literal; `::` takes both families.
    ///   - port: 0 for any free one.
    package init(host: String, port: UInt16) throws(SystemError) {
        let descriptor = Descriptor(
            try SystemCall.require("bind") { unsafe clinux_bind(host, port) })
        let number = descriptor.number
        for (name, value) in [
            (TCP_NODELAY, 1), (TCP_NOTSENT_LOWAT, Self.unsentBytesMax),
            (TCP_USER_TIMEOUT, Self.unacknowledgedMillisecondsMax),
        ] {
            _ = try SystemCall.require("setsockopt") {
                clinux_set_option(number, Int32(IPPROTO_TCP), name, value)
            }
        }
        _ = try SystemCall.require("listen") { listen(number, Self.backlogMax) }
        let bound = try SystemCall.require("getsockname") { clinux_port(number) }
        self.port = UInt16(truncatingIfNeeded: bound)
        self.descriptor = descriptor
    }
}

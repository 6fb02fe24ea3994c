import CLinux
import Glibc
package import Structures
package import SystemCalls
package import TLS

/// A bound and listening TCP socket, or a Unix one. Several loops may accept from the same one: the
/// kernel wakes one of them per connection (`EPOLLEXCLUSIVE`). It listens until the last loop that
/// holds it stopped accepting (or is gone) and the program let go of it too.
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

    /// The door that it is.
    package let door: Door
    /// What secures its connections; nil if nothing does.
    package let credentials: TLSCredentials?

    /// The port it listens on, even if 0 was asked for.
    package let port: UInt16

    /// Binds and listens.
    ///
    /// - Parameters:
    ///   - host: an IPv4 or IPv6 literal; `::` takes both families.
    ///   - port: 0 for any free one.
    package init(
        host: String, port: UInt16, door: Door = .front, credentials: TLSCredentials? = nil
    ) throws(SystemError) {
        let descriptor = Descriptor(
            try SystemCall.require("bind") { unsafe clinux_bind(host, port) })
        let number = descriptor.number
        try Self.setOptions(of: number)
        _ = try SystemCall.require("listen") { listen(number, Self.backlogMax) }
        let bound = try SystemCall.require("getsockname") { clinux_port(number) }
        self.port = UInt16(truncatingIfNeeded: bound)
        self.descriptor = descriptor
        self.door = door
        self.credentials = credentials
    }

    /// Binds a Unix socket for its owner only, in place of a file of that name, and listens.
    package init(
        inFolder folder: String, name: String, door: Door
    ) throws(SystemError) {
        let descriptor = Descriptor(
            try SystemCall.require("bind") { unsafe clinux_local_bind(folder, name) })
        let number = descriptor.number
        _ = try SystemCall.require("listen") { listen(number, Self.backlogMax) }
        port = 0
        credentials = nil
        self.descriptor = descriptor
        self.door = door
    }

    /// Takes over a socket that listens already, as a service manager holds it: connections wait
    /// there before this process and after it. Throws unless it listens for TCP over IP.
    ///
    /// - Parameter number: a descriptor that nobody else closes.
    package init(
        adopting number: Int32, door: Door, credentials: TLSCredentials? = nil
    ) throws(SystemError) {
        guard clinux_adopt_listener(number) == 0 else {
            throw SystemError(code: errno, call: "adopt")
        }
        let descriptor = Descriptor(number)
        try Self.setOptions(of: number)
        let bound = try SystemCall.require("getsockname") { clinux_port(number) }
        port = UInt16(truncatingIfNeeded: bound)
        self.descriptor = descriptor
        self.door = door
        self.credentials = credentials
    }

    /// The address it listens on.
    package var address: PeerAddress {
        let address = clinux_bound_address(descriptor.number)
        return PeerAddress(high: address.high, low: address.low)
    }

    private static func setOptions(of number: Int32) throws(SystemError) {
        for (name, value) in [
            (TCP_NODELAY, 1), (TCP_NOTSENT_LOWAT, unsentBytesMax),
            (TCP_USER_TIMEOUT, unacknowledgedMillisecondsMax),
        ] {
            _ = try SystemCall.require("setsockopt") {
                clinux_set_option(number, Int32(IPPROTO_TCP), name, value)
            }
        }
    }
}

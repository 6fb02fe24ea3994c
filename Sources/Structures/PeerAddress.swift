/// The address that a connection comes from: an IP address without a port, 16 bytes, nothing on the
/// heap.
///
/// IPv4 is kept as `::ffff:a.b.c.d`, so a peer has the same address whichever family it came by.
public struct PeerAddress: Hashable, Sendable {
    public var high: UInt64
    public var low: UInt64

    /// The halves of an IPv6 address, most significant first.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The network that limits per address count by: an IPv4 address, or the /64 network of an IPv6
    /// address, because whoever has one of its addresses usually has all 2⁶⁴ of them (RFC 6177).
    public var network: PeerAddress { isIPv4 ? self : PeerAddress(high: high, low: 0) }
}

import Glibc

/// Where a connection comes from: an IP address without a port, 16 bytes, nothing on the heap.
///
/// IPv4 is kept as `::ffff:a.b.c.d`, so a peer has the same address whichever family it came by.
package struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    package var high: UInt64
    package var low: UInt64

    /// The halves of an IPv6 address, most significant first.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// What limits per address count by: an IPv4 address, or the /64 network of an IPv6 address,
    /// because whoever has one of its addresses usually has all 2⁶⁴ of them (RFC 6177).
    package var network: PeerAddress { isIPv4 ? self : PeerAddress(high: high, low: 0) }

    /// `192.0.2.7` or, as RFC 5952 has it, `2001:db8::7`.
    package var description: String {
        isIPv4
            ? stride(from: 24, through: 0, by: -8).map { "\(low >> $0 & 0xFF)" }
                .joined(separator: ".")
            : textOfIPv6
    }

    private var textOfIPv6: String {
        let bytes = [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

import TLS

/// Counts how handshakes ended.
package struct HandshakeCounters: Sendable {
    /// With new keys, TLS 1.2 and 1.3.
    package var full12: UInt64 = 0
    package var full13: UInt64 = 0
    /// With the keys of an earlier connection.
    package var resumed12: UInt64 = 0
    package var resumed13: UInt64 = 0
    /// Nothing could be agreed on, or the peer didn't keep to the protocol.
    package var failed: UInt64 = 0
    /// They took too long.
    package var late: UInt64 = 0
    /// There was none: the peer spoke without TLS.
    package var plain: UInt64 = 0

    package init() {}

    mutating func count(_ tls: TLSStream) {
        switch (tls.isVersion13, tls.isResumed) {
        case (true, false): full13 += 1
        case (true, true): resumed13 += 1
        case (false, false): full12 += 1
        case (false, true): resumed12 += 1
        }
    }
}

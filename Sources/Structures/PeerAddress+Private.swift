extension PeerAddress {
    /// Loopback; private networks (RFC 1918, RFC 4193) and links (RFC 3927, RFC 4291 section
    /// 2.5.6).
    private static let privateBlocks = [
        "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
        "fc00::/7", "fe80::/10",
    ].compactMap { AddressBlock($0) }

    /// The address of a peer that came without a network, by a socket of the file system.
    private static let none = PeerAddress(high: 0, low: 0)

    /// Whether what comes from there has come through no network of others.
    public var isPrivate: Bool {
        self == Self.none || Self.privateBlocks.contains { $0.contains(self) }
    }
}

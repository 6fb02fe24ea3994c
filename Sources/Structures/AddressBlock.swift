/// The addresses that begin with the same bits (RFC 4632 section 3.1), as in `10.0.0.0/8` or
/// `2001:db8::/32`.
public struct AddressBlock: Hashable, Sendable {
    private let base: PeerAddress
    /// Bits that are the same, of 128.
    private let bits: Int

    /// Reads a block, or an address alone; nil if it is neither, or if bits behind the prefix are
    /// set: whoever writes `10.1.2.3/8` means something else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = PeerAddress(parts[0]) else { return nil }
        let bitsMax = address.isIPv4 ? 32 : 128
        var bits = bitsMax
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...bitsMax).contains(number) else { return nil }
            bits = number
        }
        self.bits = bits + 128 - bitsMax
        base = address
        guard address == Self.masked(address, self.bits) else { return nil }
    }

    public func contains(_ address: PeerAddress) -> Bool {
        Self.masked(address, bits) == base
    }

    private static func masked(_ address: PeerAddress, _ bits: Int) -> PeerAddress {
        let high = bits >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(bits))
        let low = bits >= 128 ? UInt64.max : bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))
        return PeerAddress(high: address.high & high, low: address.low & low)
    }
}

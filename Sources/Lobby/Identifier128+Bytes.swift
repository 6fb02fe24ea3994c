/// Identifiers as 16 bytes, most significant first: bytes have the order of the identifiers.
extension Identifier128 {
    public var bytes: [UInt8] {
        (0..<16).map { place in
            UInt8(truncatingIfNeeded: (place < 8 ? high : low) >> UInt64(56 - place % 8 * 8))
        }
    }

    /// Nil unless `bytes` are 16.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        self.init(high: high, low: low)
    }
}

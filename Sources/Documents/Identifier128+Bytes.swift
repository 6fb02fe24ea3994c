/// Identifiers as 16 bytes, most significant first: bytes have the order of the identifiers.
extension Identifier128 {
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        append(to: &bytes)
        return bytes
    }

    public func append(to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            unsafe bytes.append(contentsOf: $0)
        }
    }

    /// Reads an identifier; nil unless `bytes` are 16.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(high: 0, low: 0)
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
    }
}

/// Identifiers as 16 bytes, most significant first: bytes have the order of the identifiers.
extension Identifier128 {
    public var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
    }

    /// Nil unless `bytes` are 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let halves = [bytes.prefix(8), bytes.suffix(8)].map { half in
            half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: halves[0], low: halves[1])
    }
}

/// The hash of a log, which grows with it: FNV-1a over 64 bits (Fowler, Noll, Vo; offset basis and
/// prime of the 64-bit variant). It finds accidents, not attackers.
public enum RollingHash {
    /// The hash of an empty log.
    public static let empty: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of a log that ended with `hash` and goes on with `body`.
    @inlinable
    public static func extend(_ hash: UInt64, with body: some Swift.Sequence<UInt8>) -> UInt64 {
        var hash = hash
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// The part of a rolling hash that clients keep beside their `seq`.
    public static func short(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

/// A hash of an op's bytes, and of a line of a journal: FNV-1a over 32 bits.
public enum Fingerprint32 {
    @inlinable
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for place in bytes.indices { hash = (hash ^ UInt32(bytes[place])) &* 0x0100_0193 }
        return hash
    }
}

/// A proof that the server has told a place in a lobby's log, which travels with it. To a client it
/// is a text, to be given back as it came.
public struct PositionProof: Hashable, Sendable {
    /// The log's rolling hash up to there, as `RollingHash.short` has it.
    public var hash: UInt32
    /// A keyed hash of lobby, epoch, `seq` and `hash`, which nobody but the server can make.
    public var seal: UInt64

    public init(hash: UInt32, seal: UInt64) {
        self.hash = hash
        self.seal = seal
    }

    /// A proof of nothing.
    public static let none = PositionProof(hash: 0, seal: 0)
}

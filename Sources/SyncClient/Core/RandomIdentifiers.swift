import Documents
public import Wire

/// Ids that a device draws; none is 0, which stands for "none" or isn't allowed.
extension Identifier128 {
    static func random(using generator: inout some RandomNumberGenerator) -> Identifier128 {
        Identifier128(
            high: UInt64.random(in: 1 ... .max, using: &generator),
            low: UInt64.random(in: 0 ... .max, using: &generator))
    }
}

extension Credentials {
    /// The credentials of a new person. The generator must be one that can't be guessed.
    public static func new(using generator: inout some RandomNumberGenerator) -> Credentials {
        Credentials(
            token: Token(high: .random(using: &generator), low: .random(using: &generator)))
    }
}

extension ReplicaID {
    static func random(using generator: inout some RandomNumberGenerator) -> ReplicaID {
        ReplicaID(.random(using: &generator))
    }
}

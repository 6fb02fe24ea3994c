/// An op that was refused, and why.
public struct RefusedOp: Hashable, Sendable {
    public var number: OpNumber
    public var refusal: Refusal

    public init(_ number: OpNumber, _ refusal: Refusal) {
        self.number = number
        self.refusal = refusal
    }
}

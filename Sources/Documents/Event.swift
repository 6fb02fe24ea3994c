/// An entry of a log: what happened. An event has one place in its lobby's log and never changes
/// afterwards; it carries results, so that applying it needs no rules.
public struct DocumentEvent<Change: Hashable & Sendable>: Hashable, Sendable {
    public var seq: Seq
    /// The member who caused it; member 0 is the server itself.
    public var by: MemberNumber
    /// The server's time when it took the event in.
    public var received: WallTime
    /// The op that the event came from; nil for an event of the server itself.
    public var origin: Origin?
    public var change: Change

    @inlinable
    public init(
        seq: Seq, by: MemberNumber, received: WallTime, origin: Origin?, change: Change
    ) {
        self.seq = seq
        self.by = by
        self.received = received
        self.origin = origin
        self.change = change
    }
}

/// The op that an event came from.
public struct Origin: Hashable, Sendable {
    public var replica: ReplicaTag
    public var number: OpNumber
    /// The op's `seenVersion` as it was taken into account.
    public var seen: Seq

    @inlinable
    public init(replica: ReplicaTag, number: OpNumber, seen: Seq) {
        self.replica = replica
        self.number = number
        self.seen = seen
    }
}

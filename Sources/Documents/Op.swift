/// A command as a line of a replica's journal.
public struct DocumentOp<Command: Hashable & Sendable>: Hashable, Sendable {
    public var number: OpNumber
    /// When it was typed: the client's estimate of the server's time.
    public var at: WallTime
    /// The version of what it changes that the person saw when they opened the entry, and the epoch
    /// they were in; none only before the device has ever seen the lobby on a server.
    public var seenVersion: Seq
    public var seenEpoch: Epoch
    public var command: Command

    @inlinable
    public init(
        number: OpNumber, at: WallTime, seenVersion: Seq = 0, seenEpoch: Epoch = .none,
        command: Command
    ) {
        self.number = number
        self.at = at
        self.seenVersion = seenVersion
        self.seenEpoch = seenEpoch
        self.command = command
    }
}

/// Whose op it is.
public struct Author: Hashable, Sendable {
    public var person: PersonID
    public var replica: ReplicaTag

    public init(person: PersonID, replica: ReplicaTag) {
        self.person = person
        self.replica = replica
    }
}

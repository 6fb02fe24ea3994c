/// A command as a line of a replica's journal.
public struct DocumentOp<Command: Hashable & Sendable>: Hashable, Sendable {
    public var number: OpNumber
    /// The time at which it was typed: the client's estimate of the server's time.
    public var at: WallTime
    /// The version, of what the op changes, that the person saw when they opened the entry.
    /// `seenEpoch` is the history they were in; none only before the device has ever seen the lobby
    /// on a server.
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

/// The person and the device that an op comes from.
public struct Author: Hashable, Sendable {
    public var person: PersonID
    public var replica: ReplicaTag

    public init(person: PersonID, replica: ReplicaTag) {
        self.person = person
        self.replica = replica
    }
}

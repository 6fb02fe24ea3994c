package import Documents
package import Wire

/// A document as a device keeps it: what its client has to know of the kind, to take part for
/// somebody and to write their edits down.
package protocol ClientDocument: WireDocument {
    func isMember(_ person: PersonID) -> Bool
    /// Whether people may come in without having been let in by the host.
    var isOpen: Bool { get }
    /// Whether it has what opens the door, which spectators aren't told.
    var opensDoor: Bool { get }

    static func isCreation(_ command: Command) -> Bool
    /// The event that a command speaks of; nil if it speaks of none. Until the server has told it,
    /// nobody can know its number.
    static func event(namedIn command: Command) -> Seq?

    /// The version of the part that the command changes.
    func version(before command: Command) -> Seq
    /// The value that the command replaces, as the kind's own JSON, so that it can be taken back;
    /// nil if it can't. The document is nil before it is created.
    static func valueBefore(_ command: Command, in document: Self?) -> [UInt8]?
    /// The time that the command has at least, whatever the device's clock says: a kind in which
    /// the later of two entries stands has it say later than what its author saw.
    func earliest(for command: Command) -> WallTime
}

extension ClientDocument {
    package func earliest(for command: Command) -> WallTime { WallTime(milliseconds: .min) }
}

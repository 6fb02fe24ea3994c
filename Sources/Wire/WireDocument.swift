package import Documents

/// A document with bytes: how its commands, changes and whole states stand in messages, journals
/// and logs. The envelopes around them are the same for all kinds.
///
/// A kind keeps its snapshots under `WireLimits.serverMessageBytesMax`; an op of more than
/// `WireLimits.opBytesMax` is refused where it is typed.
package protocol WireDocument: Document {
    associatedtype CommandFields: WireCommandFields where CommandFields.Command == Command

    /// An estimate of how long a snapshot is, without making one.
    var snapshotBytesExpected: Int { get }

    /// Whether the command takes the place of something that its author saw.
    static func isEdit(_ command: Command) -> Bool
    /// Appends the fields of an op that are the command's own, its name `op` first.
    static func write(_ command: Command, to writer: inout ElementWriter)

    /// Appends an array that begins with the name of what happened.
    static func write(_ change: Change, to writer: inout ElementWriter)
    /// Reads the array that `write` appended.
    ///
    /// - Parameter seq: the event's own.
    static func readChange(
        from reader: inout ElementReader, seq: Seq
    ) throws(WireError) -> Change

    /// Appends the whole document as an object, without `epoch` and `seq`. Equal documents give
    /// equal bytes, in whatever way they came about.
    func write(to writer: inout ElementWriter)
    /// Reads the object that `write` appended.
    static func read(
        from reader: inout ElementReader, epoch: Epoch, seq: Seq
    ) throws(WireError) -> Self
}

/// The fields of the commands of one kind as they come in, in any order.
package protocol WireCommandFields {
    associatedtype Command

    init()

    /// The names of a command's fields besides those of every op; nil if there is no such command.
    static func names(of command: JSONWord) -> [JSONWord]?
    /// Whether null is a value of this field, and doesn't only say that it is missing.
    static func mayBeNull(_ field: JSONWord) -> Bool
    /// Reads a field's value, or skips that of one it doesn't know, which lies a level deep.
    mutating func read(_ field: JSONWord, from reader: inout ElementReader) throws(WireError)
    /// The command of the fields that have been read; nil if there is none of that name.
    ///
    /// - Parameter bytes: all that fields were read from.
    func command(named name: JSONWord, in bytes: [UInt8]) throws(WireError) -> Command?
}

extension WireCommandFields {
    package static func mayBeNull(_ field: JSONWord) -> Bool { false }
}

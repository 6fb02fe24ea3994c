package import Documents
package import Lobby

/// The document that a server mostly keeps. Generic code that takes part in a turn is compiled for
/// it apart (`@specialized`), so that no game pays for the other kinds.
package typealias UsualDocument = Lobby

extension Lobby: WireDocument {
    package typealias CommandFields = GameCommandFields

    /// An estimate that was measured on real games: what every snapshot has, a pair for each hole,
    /// a row and a column for each member, and the cells.
    package var snapshotBytesExpected: Int {
        350 + 9 * holes.count + (layout?.byteCount ?? 0) + 90 * members.count + 50 * cells.count
    }

    package static func isEdit(_ command: Command) -> Bool {
        if case .set = command { true } else { false }
    }

    package static func write(_ command: Command, to writer: inout ElementWriter) {
        writer.command(command)
    }

    package static func write(_ change: Change, to writer: inout ElementWriter) {
        writer.change(change)
    }

    package static func readChange(
        from reader: inout ElementReader, seq: Seq
    ) throws(WireError) -> Change {
        try reader.change(seq: seq)
    }

    package func write(to writer: inout ElementWriter) { writer.lobby(self) }

    package static func read(
        from reader: inout ElementReader, epoch: Epoch, seq: Seq
    ) throws(WireError) -> Lobby {
        try reader.lobby(epoch: epoch, seq: seq)
    }
}

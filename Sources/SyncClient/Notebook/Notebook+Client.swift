package import Documents
package import Notebook
import Wire

extension Notebook: ClientDocument {
    package func isMember(_ person: PersonID) -> Bool { person == self.person }
    package var isOpen: Bool { true }
    package var opensDoor: Bool { true }

    /// Any note can be the first, also after the server has lost those before it.
    package static func isCreation(_ command: Command) -> Bool { true }
    package static func event(namedIn command: Command) -> Seq? { nil }

    package func version(before command: Command) -> Seq { 0 }
    package static func valueBefore(_ command: Command, in notebook: Notebook?) -> [UInt8]? { nil }

    /// Whoever writes over a note has seen it, whatever their clock says.
    package func earliest(for command: Command) -> WallTime {
        guard let note = notes[command.entry.key] else { return WallTime(milliseconds: 0) }
        return WallTime(milliseconds: note.at.milliseconds &+ 1)
    }
}

import SyncClient
import SyncServer
package import Wire

/// A client of another making beside the real one on some phones. It hears what comes on their
/// connection, and must make the same of it.
package protocol Companion<Kind> {
    associatedtype Kind: SimulatedKind

    /// Something in between has spoilt what comes: a gap isn't the server's fault.
    var isDisturbed: Bool { get set }
    /// Whether it can show anything yet.
    var showsSomething: Bool { get }

    /// A connection begins with a `hello` that says `position`.
    mutating func connects(from position: LogPosition)
    mutating func hear(_ text: [UInt8]) throws(CompanionFault)
    /// What is wrong with what it shows: the path by events against the path by snapshot.
    ///
    /// - Parameter expected: what the server would show a newcomer at that position.
    func fault(at position: LogPosition, expecting expected: Kind) -> Fault?
}

/// What a companion can't make sense of.
package struct CompanionFault: Error {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension App {
    func meetCompanion() {
        guard let position = core?.positionOffered else { return }
        companion?.connects(from: position)
    }

    func tellCompanion(_ text: [UInt8]) {
        do throws(CompanionFault) {
            try companion?.hear(text)
        } catch {
            world.violate(.versionOne, "\(self) hears \(ServerFrame.brief(text)): \(error.text)")
        }
    }

    /// Whether the companion has what the phone has.
    func checkCompanion(_ whole: Kind) {
        guard let companion, companion.showsSomething, let core else { return }
        let expected = core.watches ? whole.forSpectators : whole
        if let fault = companion.fault(at: core.position, expecting: expected) {
            world.violate(fault.check, "the old client of \(self) \(fault.text)")
        }
    }
}

extension ClientCore {
    /// Whether it is told what spectators are.
    var watches: Bool { isSpectator || isKnocking }
}

package import Documents
package import Wire

/// Views of a core for a proof of the whole system.
extension ClientCore {
    /// The document as the server has confirmed it, without own ops on top.
    package var confirmed: Kind? { follower.document }
    /// The document as the person sees it.
    package var shown: Kind? { optimistic }
    package var position: LogPosition { follower.position }
    package var shownPresence: Presence? { presence }
    /// The number of the last op that the server has dealt with, as this device knows.
    package var acknowledged: OpNumber { outbox.acknowledged }
    package var lastNumber: OpNumber { outbox.last }

    /// The ops of the journal, oldest first. An op that this version can't read is nil.
    package var ops: [(number: OpNumber, op: Kind.Op?)] {
        outbox.entries.map { ($0.number, $0.op) }
    }

    package func op(_ number: OpNumber) -> Kind.Op? { outbox.entry(number)?.op }

    /// The reason why the server refused an op; nil if it didn't.
    package func refusal(of number: OpNumber) -> Refusal? { outbox.refused[number] }
}
